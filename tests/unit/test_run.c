#include "runtime/attic/snapshot.h"
#include "tests/lib/test.h"
#include <math.h>
#include "gen/schema.gen.h"
#include "runtime/run/module_check.h"
#include "runtime/run/run.h"
#include "runtime/snapshot/type_tables.h"

// --- a small game and a later version of it ------------------------------------------------------

static u32 loads, starts;
static void load(ed_Host *host)
{
    loads++;
    (void)host;
}

static void start(ed_Host *host)
{
    Game *game = host->states[Game_root].at;
    Point_array_add(host->states[Game_root].arena, &game->points)->x = 4;
    starts++;
}

static void update(ed_Host *host)
{
    Game *game = host->states[Game_root].at;
    game->tick++;
    *(u64 *)ed_arena_push(host->frame, 8, 8) = game->tick;
}

static void render(ed_Host *host) { ed_draw_rect(host->draw, 1, 2, 3, 4, 0xff00ffff); }

static ed_Module module_of(void)
{
    return (ed_Module){ .abi = ED_ABI,
                        .game = "unit",
                        .title = "Unit",
                        .view_width = 100,
                        .view_height = 50,
                        .schema = &eddie_schema,
                        .load = load,
                        .start = start,
                        .update = update,
                        .render = render,
                        .pack = ed_snapshot_write,
                        .unpack = ed_snapshot_read };
}

/// The same schema with these states and rigid roots.
static ed_Schema schema_with(const ed_Type *const *states, const ed_Type *const *rigids)
{
    ed_Schema schema = eddie_schema;
    schema.states = states;
    schema.rigids = rigids;
    return schema;
}

TEST(a_game_can_start_in_memory_that_was_used_before)
{
    static ed_Run used;
    ed_Module module = module_of();
    ed_Error error = { .code = ED_OK };
    memset(&used, 0xff, sizeof used);
    CHECK(ed_run_open(&used, &module, 1, &error));
    CHECK_EQ(used.failed_phase, ED_PHASE_NONE);
    CHECK(used.attics.current != NULL && ed_report_count(&used.report, ED_DROPPED) == 0);
    CHECK(ed_run_update(&used, NULL));
    ed_run_close(&used);
}

TEST(a_game_starts_with_its_defaults_and_runs)
{
    static ed_Run run;
    ed_Module module = module_of();
    ed_Error error = { .code = ED_OK };
    loads = starts = 0;
    CHECK(ed_run_open(&run, &module, 5, &error));
    CHECK_EQ(loads, 1);
    CHECK_EQ(starts, 1);
    Game *game = run.host.states[Game_root].at;
    CHECK(game->whole.at.y == 1);
    for (u32 i = 0; i < 3; i++) CHECK(ed_run_update(&run, NULL));
    CHECK_EQ(game->tick, 3);
    CHECK_EQ(*(u64 *)(void *)run.host.frame_before->base, 2);
    CHECK_EQ(ed_run_render(&run, 0)->count, 1);
    ed_run_close(&run);
}

TEST(a_reload_with_the_same_layout_keeps_the_memory_of_the_state)
{
    static ed_Run run;
    ed_Module module = module_of(), next = module_of();
    ed_Error error = { .code = ED_OK };
    CHECK(ed_run_open(&run, &module, 5, &error));
    CHECK(ed_run_replace(&run, &next, &error));
    CHECK(run.module == &next);
    CHECK_EQ(((Game *)run.host.states[Game_root].at)->points.count, 1);
    ed_run_close(&run);
}

// `twin` is another build of the same sources.
TEST(a_build_of_the_same_sources_keeps_what_is_never_packed_and_the_report)
{
    static ed_Run run;
    ed_Module module = module_of(), next = module_of(), twin = module_of();
    ed_Error error = { .code = ED_OK };
    CHECK(ed_run_open(&run, &module, 5, &error));
    Game *game = run.host.states[Game_root].at;
    game->whole.spark = 7;
    CHECK(ed_run_replace(&run, &next, &error));
    game = run.host.states[Game_root].at;
    CHECK(game->whole.spark == 5);
    u32 rows = run.report.count;
    CHECK(rows > 0 || run.report.same_layout);
    game->whole.spark = 7;
    run.same_sources = true;
    CHECK(ed_run_replace(&run, &twin, &error));
    CHECK(run.module == &twin);
    CHECK(run.host.states[Game_root].at == game && game->whole.spark == 7);
    CHECK_EQ(run.report.count, rows);
    ed_run_close(&run);
}

TEST(what_was_packed_is_loaded_again)
{
    static ed_Run run;
    ed_Module module = module_of();
    ed_Error error = { .code = ED_OK };
    ed_Span bytes;
    CHECK(ed_run_open(&run, &module, 5, &error));
    for (u32 i = 0; i < 10; i++) ed_run_update(&run, NULL);
    CHECK(ed_run_pack(&run, &bytes, &error));
    u8 *copy = ed_arena_push(test_arena(), bytes.size, 1);
    memcpy(copy, bytes.at, bytes.size);
    for (u32 i = 0; i < 10; i++) ed_run_update(&run, NULL);
    CHECK(ed_run_load(&run, copy, bytes.size, &error));
    CHECK_EQ(((Game *)run.host.states[Game_root].at)->tick, 10);
    u32 rows = run.report.count;
    CHECK(rows > 10);
    CHECK(!ed_run_load(&run, copy, bytes.size - 1, &error));
    CHECK_EQ(run.report.count, rows);      // a failed load keeps the report
    CHECK_TEXT(run.report.rows[0].type, "Game");
    error = (ed_Error){ .code = ED_OK };
    CHECK_EQ(run.host.tick, 10);
    ed_run_close(&run);
}

TEST(packed_types_take_no_more_memory_after_another_reload)
{
    static ed_Run run;
    ed_Module module = module_of(), next = module_of();
    ed_Error error = { .code = ED_OK };
    ed_Span bytes;
    CHECK(ed_run_open(&run, &module, 5, &error));
    CHECK(ed_run_pack(&run, &bytes, &error));
    size_t used = run.types_arena.used;
    CHECK(used > 0);
    CHECK(ed_run_replace(&run, &next, &error));
    CHECK(ed_run_pack(&run, &bytes, &error));
    CHECK_EQ(run.types_arena.used, used);
    ed_run_close(&run);
}

TEST(what_is_refused_leaves_state_and_code_as_they_were)
{
    static ed_Run run;
    ed_Module module = module_of();
    ed_Error error = { .code = ED_OK };
    CHECK(ed_run_open(&run, &module, 5, &error));
    ed_run_update(&run, NULL);
    void *at = run.host.states[Game_root].at;

    ed_Module other = module_of();
    other.abi++;
    CHECK(!ed_run_replace(&run, &other, &error));
    CHECK_EQ(error.code, ED_ERR_ABI);

    error = (ed_Error){ .code = ED_OK };
    other = module_of();
    other.game = "chess";
    CHECK(!ed_run_replace(&run, &other, &error));
    CHECK_EQ(error.code, ED_ERR_GAME);

    error = (ed_Error){ .code = ED_OK };
    CHECK(!ed_run_load(&run, "junk", 4, &error));
    CHECK_EQ(error.code, ED_ERR_FORMAT);

    CHECK(run.module == &module && run.host.states[Game_root].at == at);
    CHECK_EQ(((Game *)at)->tick, 1);
    ed_run_close(&run);
}

/// A snapshot with too many fields in a struct could not be read.
TEST(a_struct_of_too_many_fields_is_refused_before_it_runs)
{
    static ed_Run run;
    ed_Module module = module_of();
    ed_Error error = { .code = ED_OK };
    ed_Type wide = *eddie_schema.states[0];
    wide.field_count = ED_FIELDS_MAX + 1;
    const ed_Type *types[] = { &wide };
    ed_Schema schema = eddie_schema;
    schema.types = types;
    schema.type_count = 1;
    module.schema = &schema;
    CHECK(!ed_run_open(&run, &module, 1, &error));
    CHECK_HAS(error.text, "has 4097 fields: the limit is 4096");
}

TEST(a_changed_rigid_layout_is_refused_and_named)
{
    static ed_Run run;
    ed_Module module = module_of(), next = module_of();
    ed_Error error = { .code = ED_OK };
    ed_Type assets = Assets_type;
    ed_Field fields[2] = { Assets_type.fields[0], Assets_type.fields[1] };
    fields[0].count = fields[0].dims[0] = 16;
    assets.fields = fields;
    const ed_Type *const rigids[] = { &assets };
    ed_Schema schema = schema_with(eddie_schema.states, rigids);
    next.schema = &schema;
    CHECK(ed_run_open(&run, &module, 5, &error));
    CHECK(!ed_run_replace(&run, &next, &error));
    CHECK_TEXT(error.text, "rigid memory changed (Assets.fonts changed from ptr[8] to ptr[16]): "
                           "restart the game, or move the data to a state");
    CHECK(run.module == &module);
    ed_run_close(&run);
}

static const char *refused_rigids(const ed_Schema *now, const ed_Schema *next)
{
    static ed_Error error;
    error = (ed_Error){ .code = ED_OK };
    return ed_check_rigid(now, next, &error) ? "" : error.text;
}

TEST(rigid_memory_that_comes_or_goes_is_named)
{
    const ed_Type *const other[] = { &Point_type };
    ed_Schema none = schema_with(eddie_schema.states, NULL),
              another = schema_with(eddie_schema.states, other);
    none.rigid_count = 0;
    CHECK_TEXT(refused_rigids(&eddie_schema, &eddie_schema), "");
    CHECK_HAS(refused_rigids(&eddie_schema, &none), "rigid memory changed (Assets was removed)");
    CHECK_HAS(refused_rigids(&none, &eddie_schema),
              "rigid memory changed (Assets was added or moved)");
    CHECK_HAS(refused_rigids(&eddie_schema, &another),
              "rigid memory changed (Point was added or moved)");
}

static const char *refused_module(const ed_Module *module)
{
    static ed_Error error;
    error = (ed_Error){ .code = ED_OK };
    return ed_module_check(module, &error) ? "" : error.text;
}

TEST(a_module_whose_table_is_incomplete_is_refused)
{
    ed_Module module = module_of();
    ed_Schema schema = eddie_schema;
    CHECK_TEXT(refused_module(&module), "");
    CHECK_HAS(refused_module(NULL), "the module's function eddie_module returned NULL");
    module.unpack = NULL;
    CHECK_HAS(refused_module(&module), "the ed_Module must set game, schema, update");
    module = module_of();
    schema.rigid_count = ED_ROOTS_MAX + 1;
    module.schema = &schema;
    CHECK_HAS(refused_module(&module), "the schema has more than 16 states or 16 rigid roots");
}

TEST(a_module_that_lacks_an_upgrade_function_is_refused)
{
    ed_Module module = module_of();
    ed_Type point = Point_type;
    point.upgrade_name = "repair_point";
    const ed_Type *types[] = { &point };
    ed_Schema schema = eddie_schema;
    schema.types = types;
    schema.type_count = 1;
    module.schema = &schema;
    CHECK_HAS(refused_module(&module),
              "Point has [[upgrade(repair_point)]], but no file of the game");
}

TEST(a_limit_that_is_reached_is_reported_once_and_the_game_keeps_running)
{
    static ed_Run run;
    ed_Module module = module_of();
    ed_Error error = { .code = ED_OK };
    CHECK(ed_run_open(&run, &module, 5, &error));
    ed_arena_push(run.states[Game_root].arena, SIZE_MAX / 2, 1);
    CHECK(!ed_run_update(&run, NULL));
    CHECK_HAS(run.frame_error.text, "state Game is full");
    CHECK(ed_run_update(&run, NULL));
    ed_run_close(&run);
}

TEST(rigid_memory_that_is_full_is_reported_too)
{
    static ed_Run run;
    ed_Module module = module_of();
    ed_Error error = { .code = ED_OK };
    CHECK(ed_run_open(&run, &module, 5, &error));
    CHECK_EQ(((Assets *)run.host.rigids[Assets_rigid].at)->count, 0);
    ed_arena_push(run.rigids[Assets_rigid].arena, SIZE_MAX / 2, 1);
    CHECK(!ed_run_update(&run, NULL));
    CHECK_HAS(run.frame_error.text, "rigid Assets is full");
    ed_arena_push(run.states[Editor_root].arena, SIZE_MAX / 2, 1);
    CHECK(!ed_run_update(&run, NULL));
    CHECK_HAS(run.frame_error.text, "state Editor is full");
    CHECK(ed_run_update(&run, NULL));
    ed_run_close(&run);
}

static bool fails;

/// A module that crashes is left in the middle of a call, here after the first item.
static void render_twice(ed_Host *host)
{
    ed_draw_rect(host->draw, fails ? 9 : 1, 2, 3, 4, 0xff00ffff);
    if (!fails) ed_draw_text(host->draw, 1, 2, 3, ED_ALIGN_LEFT, 0xff, "whole");
}

static bool call_that_fails(void *it, ed_Phase phase, void (*fn)(void *), void *arg)
{
    (void)it;
    fn(arg);
    return !fails || phase != ED_PHASE_RENDER;
}

TEST(a_render_that_fails_leaves_the_last_whole_draw_list)
{
    static ed_Run run;
    ed_Module module = module_of();
    ed_Error error = { .code = ED_OK };
    module.render = render_twice;
    fails = false;
    CHECK(ed_run_open(&run, &module, 5, &error));
    run.caller = (ed_GuardedCall){ call_that_fails, NULL };
    CHECK_EQ(ed_run_render(&run, 0)->count, 2);
    fails = true;
    for (u32 i = 0; i < 2; i++) {      // when it fails, and when it is not called anymore
        const ed_Draw *list = ed_run_render(&run, 0);
        CHECK_EQ(list->count, 2);
        CHECK(list->items[0].v[0] == 1 && list->width == 100);
        CHECK_TEXT(list->text + list->items[1].text_at, "whole");
    }
    ed_run_close(&run);
}

static void render_nonsense(ed_Host *host)
{
    host->draw->count = host->draw->text_size = UINT32_MAX;
    host->draw->width = -1;
    ed_draw_rect(host->draw, 1, 2, 3, 4, 0xff);
    ed_draw_text(host->draw, 1, 2, 3, ED_ALIGN_LEFT, 0xff, "x");
    host->draw->items = NULL;
    host->draw->text = NULL;
}

TEST(of_a_draw_list_only_the_counts_are_taken_over_within_their_limits)
{
    static ed_Run run;
    ed_Module module = module_of();
    ed_Error error = { .code = ED_OK };
    module.render = render_nonsense;
    CHECK(ed_run_open(&run, &module, 5, &error));
    for (u32 i = 0; i < 3; i++) {
        const ed_Draw *list = ed_run_render(&run, 0);
        CHECK(list->count == ED_DRAW_ITEMS_MAX && list->text_size == ED_DRAW_TEXT_MAX);
        CHECK(list->items && list->text && list->width == 100);
    }
    ed_run_close(&run);
}

TEST(a_module_with_an_invalid_view_size_is_refused)
{
    static const struct {
        f32 width, height;
        const char *why;
    } bad[] = {
        { NAN, 50, "view_width is nan" },      { 100, -NAN, "view_height is nan" },
        { -640, 50, "view_width is -640" },    { 100, -0.5f, "view_height is -0.5" },
        { INFINITY, 50, "view_width is inf" }, { 100, -INFINITY, "view_height is -inf" },
        { 2e6f, 50, "view_width is 2e+06" },   { 100, 3e38f, "view_height is 3e+38" },
    };
    static ed_Run run;
    for (u32 i = 0; i < ED_COUNT(bad); i++) {
        ed_Module module = module_of(), next = module_of();
        ed_Error error = { .code = ED_OK }, later = { .code = ED_OK };
        next.view_width = bad[i].width;
        next.view_height = bad[i].height;
        CHECK(!ed_run_open(&run, &next, 5, &error));
        CHECK_HAS(error.text, bad[i].why);
        CHECK_HAS(error.text, "0 to 1000000 units");
        CHECK(ed_run_open(&run, &module, 5, &later));
        CHECK(!ed_run_replace(&run, &next, &later));
        CHECK_HAS(later.text, bad[i].why);
        ed_run_close(&run);
    }
}

TEST(a_view_may_be_as_large_as_the_limit_or_left_out)
{
    static ed_Run run;
    for (u32 i = 0; i < 2; i++) {
        ed_Module module = module_of();
        ed_Error error = { .code = ED_OK };
        module.view_width = module.view_height = i ? ED_VIEW_MAX : 0;
        CHECK(ed_run_open(&run, &module, 5, &error));
        ed_run_close(&run);
    }
}

TEST(a_run_packs_the_bytes_of_its_state_whichever_module_it_has)
{
    static ed_Run run;
    ed_Module module = module_of(), next = module_of();
    ed_Error error = { .code = ED_OK };
    const ed_Type *const states[] = { eddie_schema.states[0] };
    ed_Schema schema = schema_with(states, eddie_schema.rigids);
    schema.state_count = 1;
    next.schema = &schema;
    CHECK(ed_run_open(&run, &module, 5, &error));
    for (u32 i = 0; i < 4; i++) {      // the second pack of a module has its types at hand
        if (i == 2) CHECK(ed_run_replace(&run, &next, &error));
        ed_Span bytes;
        ed_Writer w = test_writer();
        ed_State state = ed_run_state(&run);
        CHECK(ed_run_pack(&run, &bytes, &error));
        CHECK(ed_snapshot_write(&w, &state));
        CHECK(bytes.size == w.size && memcmp(bytes.at, w.bytes, w.size) == 0);
    }
    ed_run_close(&run);
}

// --- stray writes into what the host hands out ---------------------------------------------------

typedef struct Seen {
    void *state, *rigid;
    ed_Arena state_arena, rigid_arena;      // only base, limits and name
    u8 *frames[2];
    ed_Arena frame, scratch;      // the same
    void *window;
    const void *lists[4];
    f32 mouse_x;
} Seen;

static Seen seen, *filling;

static ed_Arena place_of(const ed_Arena *arena)
{
    ed_Arena place = { .base = arena->base, .limit = arena->limit, .own_limit = arena->own_limit };
    memcpy(place.name, arena->name, sizeof place.name);
    return place;
}

static void look(ed_Host *host)
{
    Seen now = { .window = host->window, .mouse_x = host->input->mouse_x };
    const void *lists[] = { host->states, host->rigids, host->scratch, host->draw };
    memcpy(now.lists, lists, sizeof lists);
    now.state = host->states[Game_root].at;
    now.rigid = host->rigids[Assets_rigid].at;
    now.state_arena = place_of(host->states[Game_root].arena);
    now.rigid_arena = place_of(host->rigids[Assets_rigid].arena);
    now.frames[host->frame->base > host->frame_before->base] = host->frame->base;
    now.frames[host->frame->base <= host->frame_before->base] = host->frame_before->base;
    now.frame = place_of(host->frame);
    now.frame.base = NULL;      // the two take turns
    ed_Arena *scratch = ed_host_scratch(host, "spoiled", ED_LIFETIME_KEEP, 4096);
    if (scratch) now.scratch = place_of(scratch);
    *filling = now;
}

static void spoil_zero(ed_Host *host) { memset(host, 0, sizeof *host); }
static void spoil_host(ed_Host *host)
{
    memset(host, 0xff, sizeof *host);
    host->quit = false;
}
static void spoil_states(ed_Host *host) { memset(host->states, 0, sizeof *host->states); }
static void spoil_rigids(ed_Host *host) { memset(host->rigids, 0xff, sizeof *host->rigids); }
static void spoil_frame(ed_Host *host) { memset(host->frame, 0xff, sizeof *host->frame); }
static void spoil_before(ed_Host *host) { memset(host->frame_before, 0, sizeof(ed_Arena)); }
static void spoil_draw(ed_Host *host) { memset(host->draw, 0xff, sizeof *host->draw); }
static void spoil_no_draw(ed_Host *host) { memset(host->draw, 0, sizeof *host->draw); }
static void spoil_scratch(ed_Host *host) { memset(host->scratch, 0xff, sizeof(ed_Scratch) * 2); }
static void spoil_slot(ed_Host *host) { host->scratch[5].tag = 7; }
static void spoil_input(ed_Host *host)
{
    memset((void *)(uintptr_t)host->input, 0xff, sizeof *host->input);
}
static void spoil_state_arena(ed_Host *host)
{
    memset(host->states[Game_root].arena, 0xff, sizeof(ed_Arena));
}
static void spoil_rigid_arena(ed_Host *host)
{
    memset(host->rigids[Assets_rigid].arena, 0, sizeof(ed_Arena));
}

static const struct {
    const char *name;
    void (*fn)(ed_Host *);
} spoils[] = {
    { "host is zero", spoil_zero },
    { "host", spoil_host },
    { "states", spoil_states },
    { "rigids", spoil_rigids },
    { "frame", spoil_frame },
    { "frame before", spoil_before },
    { "draw", spoil_draw },
    { "draw is zero", spoil_no_draw },
    { "scratch", spoil_scratch },
    { "a free slot of scratch", spoil_slot },
    { "input", spoil_input },
    { "arena of a state", spoil_state_arena },
    { "arena of a rigid", spoil_rigid_arena },
};

static bool comes_back;

static bool call_it(void *it, ed_Phase phase, void (*fn)(void *), void *arg)
{
    (void)it;
    fn(arg);
    return comes_back || phase != ED_PHASE_UPDATE;
}

/// NULL if `update` finds the same values as before the spoiled call.
static const char *spoil_with(void (*spoil)(ed_Host *), bool back)
{
    static ed_Run run;
    Seen first, later;
    ed_Span bytes;
    ed_Error error = { .code = ED_OK };
    ed_Module module = module_of(), next = module_of();
    ed_Input input = { .mouse_x = 5 };
    module.update = look;
    filling = &first;
    comes_back = true;
    if (!ed_run_open(&run, &module, 5, &error)) return "no game";
    run.caller.call = call_it;
    run.host.window = &seen;
    ed_run_update(&run, &input);
    ed_run_pack_into(&run, ED_PACK_LIVE, &run.buffer, &bytes, &error);
    module.update = spoil;
    comes_back = back;
    ed_run_update(&run, &input);
    comes_back = true;
    filling = &later;
    module.update = next.update = look;
    bool good = back
             || (ed_run_restore(&run, bytes.at, bytes.size, true, &error)
                 && ed_run_resume(&run, &error));
    good = good && ed_run_replace(&run, &next, &error);
    ed_run_update(&run, &input);      // may report a full arena
    good = good && ed_run_update(&run, &input) && ed_run_render(&run, 0)->count == 1 && later.state
        && later.state_arena.base;
    later.state = first.state;      // a reload moves it
    later.state_arena.base = first.state_arena.base;
    ed_run_close(&run);
    if (!good) return "it does not continue";
    return memcmp(&first, &later, sizeof first) == 0 ? NULL : "something differs";
}

TEST(a_stray_write_into_what_the_host_hands_out_is_gone_with_the_next_call)
{
    for (u32 i = 0; i < ED_COUNT(spoils); i++)
        for (u32 back = 0; back < 2; back++) {
            const char *wrong = spoil_with(spoils[i].fn, back);
            if (wrong)
                test_fail(__FILE__, __LINE__, "%s, %s: %s", spoils[i].name,
                          back ? "came back" : "failed", wrong);
        }
}
