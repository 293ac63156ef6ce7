#include "tests/lib/played.h"
#include "runtime/attic/snapshot.h"
#include "tests/lib/test.h"

ed_Run played;
ed_Module played_module;
ed_TimeTravel played_time;
ed_Error played_error;
bool played_drifts, played_fails;
u64 played_limit_at;
static u32 elsewhere;      // counts updates, but is not part of the state

static void nothing(ed_Host *host) { (void)host; }

void played_update(ed_Host *host)
{
    Game *game = host->states[Game_root].at;
    game->tick++;
    game->whole.d = game->whole.d * 31 + (host->input->key_down[ED_KEY_A] ? 7 : 1);
    Point_array_add(host->states[Game_root].arena, &game->points)->x = (f32)game->tick;
    if (game->points.count > 300) game->points.count = 0;
    if (game->tick == played_limit_at) ed_arena_push(host->frame, SIZE_MAX / 2, 1);
    if (!played_drifts) return;
    game->whole.h -= elsewhere;
    game->whole.c += elsewhere++;
}

static bool pack(ed_Writer *w, const ed_State *state)
{
    if (!played_fails) return ed_snapshot_write(w, state);
    ed_fail(&w->err, ED_ERR_LIMIT, "it does not fit");
    return false;
}

bool played_begin(size_t bytes)
{
    elsewhere = 0;
    played_drifts = played_fails = false;
    played_limit_at = 0;
    played_error = (ed_Error){ .code = ED_OK };
    played_module = (ed_Module){ .abi = (u32)ED_ABI,
                                 .game = "unit",
                                 .title = "Unit",
                                 .schema = &eddie_schema,
                                 .start = nothing,
                                 .update = played_update,
                                 .render = nothing,
                                 .pack = pack,
                                 .unpack = ed_snapshot_read };
    return ed_run_open(&played, &played_module, 1, &played_error)
        && ed_time_open(&played_time, bytes, &played_error);
}

void played_end(void)
{
    ed_time_close(&played_time);
    ed_run_close(&played);
}

void played_advance(u32 count)
{
    for (u32 i = 0; i < count; i++) {
        ed_Input input = { .mouse_x = 0 };
        input.key_down[ED_KEY_A] = played.host.tick % 3 == 0;
        ed_time_update(&played_time, &played, &input);
    }
}

void played_advance_unkept(u32 count)
{
    for (u32 i = 0; i < count; i++) {
        played_time.timeline.due_ns = UINT64_MAX;
        played_advance(1);
    }
}

void played_keep_at(u64 frame)
{
    played_advance_unkept((u32)(frame - played.host.tick));
    played_time.timeline.due_ns = 0;
    played_advance(1);
}

Game *played_game(void) { return played.host.states[Game_root].at; }

ed_Span played_packed(void)
{
    ed_Span bytes = { NULL, 0 };
    if (!ed_run_pack(&played, &bytes, &played_error)) return bytes;
    u8 *copy = ed_arena_push(test_arena(), bytes.size, 1);
    memcpy(copy, bytes.at, bytes.size);
    return (ed_Span){ copy, bytes.size };
}

bool played_same(ed_Span one, ed_Span other)
{
    return one.size == other.size && one.size && memcmp(one.at, other.at, one.size) == 0;
}
