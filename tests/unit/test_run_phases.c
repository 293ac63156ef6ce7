#include <stdio.h>
#include "runtime/attic/attic.h"
#include "runtime/attic/snapshot.h"
#include "runtime/run/run.h"
#include "runtime/base/limits.h"
#include "runtime/snapshot/document.h"
#include "tests/lib/failing.h"
#include "tests/lib/test.h"
#include "tests/lib/versions.h"

// --- a game whose calls are written down ---------------------------------------------------------

static char calls[400];

static void note(const char *name, const ed_Host *host)
{
    size_t size = strlen(calls);
    snprintf(calls + size, sizeof calls - size, "%s%s%s%s ", name, host->first ? " first" : "",
             host->quit ? " quit" : "", host->trial ? " trial" : "");
}

static void load(ed_Host *host) { note("load", host); }
static void start(ed_Host *host) { note("start", host); }
static void unload(ed_Host *host) { note("unload", host); }
static void update(ed_Host *host)
{
    note("update", host);
    ++*(u32 *)host->states[0].at;
}
static void render(ed_Host *host)
{
    note("render", host);
    ed_draw_rect(host->draw, 1, 2, 3, 4, 5);
}

static ed_Run run;
static ed_Error error;
static ed_Phase failing_phase;
static u32 countdown;      // of calls of that phase that succeed

static bool guard(void *it, ed_Phase phase, void (*fn)(void *), void *arg)
{
    (void)it;
    if (phase == failing_phase && countdown-- == 0) return false;
    fn(arg);
    return true;
}

static void fail_in(ed_Phase phase)
{
    failing_phase = phase;
    countdown = 0;
}

static ed_Module *game_of(const char *words)
{
    test_Version *v = test_version("Game", words, test_type("Item", "x:u32", NULL, NULL));
    v->module.load = load;
    v->module.start = start;
    v->module.unload = unload;
    v->module.update = update;
    v->module.render = render;
    return &v->module;
}

static u32 ticks(void) { return *(u32 *)run.states[0].at; }

/// Opens a game that is guarded. The calls so far are forgotten.
static bool begin(const char *words)
{
    error = (ed_Error){ .code = ED_OK };
    failing_phase = ED_PHASE_NONE;
    bool good = ed_run_open(&run, game_of(words), 7, &error);
    run.caller = (ed_GuardedCall){ guard, NULL };
    calls[0] = 0;
    return good;
}

// --- the order of calls --------------------------------------------------------------------------

TEST(a_game_is_loaded_started_updated_rendered_and_unloaded)
{
    CHECK(begin("n:u32"));
    ed_run_close(&run);
    CHECK_TEXT(calls, "unload ");
    calls[0] = 0;
    CHECK(ed_run_open(&run, game_of("n:u32"), 7, &error));
    CHECK(ed_run_update(&run, NULL) && ed_run_render(&run, 0.5f)->count == 1);
    CHECK(run.host.alpha == 0.5f && run.host.seed == 7 && run.host.tick == 1);
    ed_run_close(&run);
    CHECK_TEXT(calls, "load first start update render unload ");
    CHECK(!run.module && !run.buffer.base && !run.attics.all);
}

TEST(a_reload_unloads_the_old_code_and_loads_the_new)
{
    CHECK(begin("n:u32"));
    ed_run_update(&run, NULL);
    CHECK(ed_run_replace(&run, game_of("n:u32"), &error) && run.report.same_layout);
    CHECK(ed_run_replace(&run, game_of("n:u32 more:u32=5"), &error) && !run.report.same_layout);
    CHECK_TEXT(calls, "update unload load unload load ");
    CHECK(ticks() == 1 && ((u32 *)run.states[0].at)[1] == 5 && run.host.tick == 1);
    ed_run_close(&run);
}

TEST(a_restart_begins_with_the_defaults_and_another_seed)
{
    CHECK(begin("n:u32=3"));
    ed_run_update(&run, NULL);
    run.host.quit = true;
    CHECK(ed_run_restart(&run, 8, &error));
    CHECK_TEXT(calls, "update load start ");
    CHECK(ticks() == 3 && run.host.seed == 8 && run.host.tick == 0 && !run.host.quit);
    ed_run_close(&run);
}

TEST(the_frame_arenas_alternate_and_are_emptied)
{
    CHECK(begin("n:u32"));
    ed_Arena *one = run.host.frame, *other = run.host.frame_before;
    CHECK(one != other);
    ed_arena_push(one, 8, 8);
    ed_arena_push(other, 16, 8);
    ed_run_update(&run, NULL);
    CHECK(run.host.frame == other && run.host.frame_before == one);
    CHECK(other->used == 0 && one->used == 8);
    ed_run_update(&run, NULL);
    CHECK(run.host.frame == one && one->used == 0);
    ed_run_close(&run);
}

TEST(an_update_sees_the_input_that_it_is_given_or_none)
{
    ed_Input input = { .mouse_x = 5 };
    CHECK(begin("n:u32"));
    ed_run_update(&run, &input);
    CHECK(run.input.mouse_x == 5);
    ed_run_update(&run, NULL);
    CHECK(run.input.mouse_x == 0);
    ed_run_close(&run);
}

TEST(scratch_memory_of_a_reload_is_emptied_and_the_other_is_kept)
{
    CHECK(begin("n:u32"));
    ed_Arena *reload = ed_host_scratch(&run.host, "a", ED_LIFETIME_RELOAD, 4096),
             *keep = ed_host_scratch(&run.host, "b", ED_LIFETIME_KEEP, 4096);
    ed_arena_push(reload, 8, 8);
    ed_arena_push(keep, 8, 8);
    ed_arena_push(run.host.frame, 8, 8);
    ed_arena_push(run.host.frame_before, 8, 8);
    CHECK(ed_run_replace(&run, game_of("n:u32"), &error));
    CHECK(reload->used == 0 && keep->used == 8);
    CHECK(run.host.frame->used == 0 && run.host.frame_before->used == 0);
    ed_run_close(&run);
}

// --- functions that fail -------------------------------------------------------------------------

TEST(each_phase_has_its_name)
{
    static const char *const names[] = { "",       "constructor", "destructor", "load",   "start",
                                         "update", "render",      "pack",       "unpack", "unload",
                                         "" };
    for (u32 i = 0; i < ED_COUNT(names); i++) CHECK_TEXT(ed_phase_name((ed_Phase)i), names[i]);
}

TEST(a_game_whose_update_failed_is_not_called_again_until_it_is_resumed)
{
    CHECK(begin("n:u32"));
    fail_in(ED_PHASE_UPDATE);
    CHECK(!ed_run_update(&run, NULL));
    CHECK_TEXT(run.frame_error.text, "the game's code failed in update");
    CHECK(run.frame_error.code == ED_ERR_CRASH && run.failed_phase == ED_PHASE_UPDATE);
    CHECK(run.host.tick == 0);
    CHECK(!ed_run_update(&run, NULL) && ed_run_render(&run, 0)->count == 0);
    CHECK_TEXT(calls, "");
    failing_phase = ED_PHASE_NONE;
    CHECK(ed_run_resume(&run, &error) && run.failed_phase == ED_PHASE_NONE);
    CHECK(ed_run_update(&run, NULL) && run.frame_error.code == ED_OK);
    CHECK_TEXT(calls, "load update ");
    fail_in(ED_PHASE_LOAD);
    CHECK(!ed_run_resume(&run, &error));
    CHECK_TEXT(error.text, "the game's code failed in load");
    calls[0] = 0;
    ed_run_close(&run);
    CHECK_TEXT(calls, "");      // not even unload
}

TEST(a_start_that_fails_is_reported)
{
    for (u32 i = 0; i < 2; i++) {
        CHECK(begin("n:u32"));
        fail_in(i ? ED_PHASE_START : ED_PHASE_LOAD);
        CHECK(!ed_run_restart(&run, 1, &error));
        CHECK_TEXT(error.text,
                   i ? "the game's code failed in start" : "the game's code failed in load");
        CHECK_TEXT(calls, i ? "load " : "");
        failing_phase = ED_PHASE_NONE;
        CHECK(ed_run_restart(&run, 1, &error) && run.failed_phase == ED_PHASE_NONE);
        ed_run_close(&run);
    }
}

TEST(a_render_that_fails_is_reported)
{
    CHECK(begin("n:u32"));
    CHECK_EQ(ed_run_render(&run, 0)->count, 1);
    fail_in(ED_PHASE_RENDER);
    run.frame_error.code = ED_OK;
    CHECK_EQ(ed_run_render(&run, 0)->count, 1);
    CHECK_TEXT(run.frame_error.text, "the game's code failed in render");
    CHECK_EQ(run.failed_phase, ED_PHASE_RENDER);
    ed_run_close(&run);
}

TEST(a_pack_that_fails_is_reported_and_then_the_host_packs)
{
    ed_Span bytes;
    CHECK(begin("n:u32"));
    ed_run_update(&run, NULL);
    fail_in(ED_PHASE_PACK);
    CHECK(!ed_run_pack(&run, &bytes, &error));
    CHECK_TEXT(error.text, "the game's code failed in pack");
    CHECK_EQ(run.failed_phase, ED_PHASE_PACK);
    run.failed_phase = ED_PHASE_NONE;
    error = (ed_Error){ .code = ED_ERR_LIMIT };      // an earlier error is kept
    fail_in(ED_PHASE_PACK);
    CHECK(!ed_run_pack(&run, &bytes, &error) && error.code == ED_ERR_LIMIT);
    run.failed_phase = ED_PHASE_NONE;
    fail_in(ED_PHASE_PACK);
    CHECK(!ed_run_pack(&run, &bytes, NULL));
    error = (ed_Error){ .code = ED_OK };
    CHECK(ed_run_pack(&run, &bytes, &error));
    failing_phase = ED_PHASE_NONE;
    CHECK(ed_run_resume(&run, &error) && ed_run_update(&run, NULL) && ticks() == 2);
    CHECK(ed_run_pack(&run, &bytes, &error));
    CHECK(ed_run_load(&run, bytes.at, bytes.size, &error) && ticks() == 2);
    ed_run_close(&run);
}

/// Replaces a game while a phase fails. Returns whether the old code and its state remain.
static bool stays(ed_Phase phase, const char *words, const char *expected)
{
    ed_Module *before = (ed_Module *)(uintptr_t)run.module;
    u32 ticks_before = ticks();
    size_t bytes = ed_attic_bytes(run.attics.current);
    calls[0] = 0;
    error = (ed_Error){ .code = ED_OK };
    fail_in(phase);
    bool replaced = ed_run_replace(&run, game_of(words), &error);
    failing_phase = ED_PHASE_NONE;
    if (strcmp(calls, expected) != 0) printf("calls: %s\n", calls);
    return !replaced && run.module == before && ticks() == ticks_before
        && ed_attic_bytes(run.attics.current) == bytes && strcmp(calls, expected) == 0;
}

TEST(a_reload_whose_code_fails_leaves_the_old_code_and_state)
{
    CHECK(begin("n:u32"));
    ed_run_update(&run, NULL);
    CHECK(stays(ED_PHASE_LOAD, "n:u32", "unload load "));
    CHECK_TEXT(error.text, "the game's code failed in load");
    CHECK(stays(ED_PHASE_UNPACK, "n:u16", "unload load "));
    CHECK_TEXT(error.text, "the game's code failed in unpack");
    CHECK(stays(ED_PHASE_LOAD, "n:u16", "unload load "));
    CHECK_EQ(run.failed_phase, ED_PHASE_NONE);
    CHECK(!run.report.count);      // no report of a reload that did not happen
    CHECK(ed_run_update(&run, NULL) && ticks() == 2);
    CHECK(stays(ED_PHASE_PACK, "n:u16", "unload "));
    CHECK_EQ(run.failed_phase, ED_PHASE_PACK);      // the old code failed
    CHECK(!ed_run_update(&run, NULL));
    ed_run_close(&run);
}

TEST(a_game_that_failed_is_replaced_without_a_call_of_the_old_code)
{
    CHECK(begin("n:u32"));
    ed_run_update(&run, NULL);
    fail_in(ED_PHASE_UPDATE);
    ed_run_update(&run, NULL);
    failing_phase = ED_PHASE_NONE;
    calls[0] = 0;
    CHECK(ed_run_replace(&run, game_of("n:u16 m:u32"), &error));
    CHECK_TEXT(calls, "load ");
    CHECK(run.failed_phase == ED_PHASE_NONE && *(u16 *)run.states[0].at == 1);
    ed_run_close(&run);
}

TEST(an_unload_that_fails_does_not_stop_a_reload)
{
    CHECK(begin("n:u32"));
    fail_in(ED_PHASE_UNLOAD);
    CHECK(ed_run_replace(&run, game_of("n:u64"), &error));
    CHECK_EQ(run.failed_phase, ED_PHASE_NONE);
    CHECK_TEXT(calls, "load ");
    failing_phase = ED_PHASE_NONE;
    ed_run_close(&run);
}

TEST(a_reload_with_a_packed_state_uses_it)
{
    ed_Span bytes;
    CHECK(begin("n:u32"));
    ed_run_update(&run, NULL);
    ed_Arena *arena = test_arena();
    CHECK(ed_run_pack_into(&run, ED_PACK_LIVE, arena, &bytes, &error));
    ed_run_update(&run, NULL);
    CHECK(ed_run_replace_packed(&run, game_of("n:u64"), &bytes, &error) && ticks() == 1);
    ed_run_close(&run);
}

TEST(a_game_of_another_name_is_refused)
{
    CHECK(begin("n:u32"));
    ed_Module *other = game_of("n:u32");
    other->game = "chess";
    CHECK(!ed_run_replace(&run, other, &error));
    CHECK_TEXT(error.text,
               "this is the game 'chess', but 'versions' is running: restart to change games");
    CHECK_TEXT(calls, "");
    ed_run_close(&run);
}

// --- loads and restores --------------------------------------------------------------------------

/// Packs the state into memory of the test.
static ed_Span packed(ed_PackFor use)
{
    ed_Span bytes = { NULL, 0 };
    ed_run_pack_into(&run, use, test_arena(), &bytes, &error);
    return bytes;
}

TEST(a_load_replaces_the_state_and_loads_the_code_again)
{
    CHECK(begin("n:u32"));
    ed_run_update(&run, NULL);
    ed_Span bytes = packed(ED_PACK_FILE);
    ed_run_update(&run, NULL);
    calls[0] = 0;
    CHECK(ed_run_load(&run, bytes.at, bytes.size, &error) && ticks() == 1 && run.host.tick == 1);
    CHECK_TEXT(calls, "load ");
    fail_in(ED_PHASE_LOAD);
    CHECK(!ed_run_load(&run, bytes.at, bytes.size, &error));
    CHECK_TEXT(error.text, "the game's code failed in load");
    ed_run_close(&run);
}

TEST(a_restore_calls_no_code_and_keeps_the_report)
{
    CHECK(begin("n:u32"));
    ed_run_update(&run, NULL);
    ed_Span bytes = packed(ED_PACK_LIVE);
    CHECK(ed_run_replace(&run, game_of("n:u32 more:u32"), &error));
    u32 rows = run.report.count;
    fail_in(ED_PHASE_UPDATE);
    ed_run_update(&run, NULL);
    calls[0] = 0;
    CHECK(ed_run_restore(&run, bytes.at, bytes.size, true, &error));
    CHECK_TEXT(calls, "");
    CHECK(ticks() == 1 && run.failed_phase == ED_PHASE_UPDATE && run.report.count == rows);
    CHECK(run.restore_report.count == rows && run.module->unpack == ed_snapshot_read);
    CHECK(!ed_run_restore(&run, bytes.at, 3, true, &error) && run.restore_report.count == 0);
    CHECK_EQ(run.failed_phase, ED_PHASE_UPDATE);
    error = (ed_Error){ .code = ED_OK };
    bytes = packed(ED_PACK_FILE);
    CHECK(ed_run_load(&run, bytes.at, bytes.size, &error));      // of a game that failed
    CHECK_TEXT(calls, "");
    ed_run_close(&run);
}

TEST(a_rollback_continues_the_old_code_with_its_state)
{
    CHECK(begin("n:u32"));
    ed_run_update(&run, NULL);
    const ed_Module *before = run.module;
    ed_Attic *attic = run.attics.current;
    ed_Span bytes = packed(ED_PACK_LIVE);
    ed_attics_hold(&run.attics, attic);
    CHECK(ed_run_replace(&run, game_of("m:u32"), &error));
    ed_run_update(&run, NULL);
    ed_run_render(&run, 0);
    calls[0] = 0;
    CHECK(!ed_run_roll_back(&run, before, (ed_Span){ bytes.at, 5 }, attic, ED_PHASE_NONE, &error));
    CHECK(run.module != before);
    CHECK_TEXT(calls, "unload load ");
    calls[0] = 0;
    error = (ed_Error){ .code = ED_OK };
    CHECK(ed_run_roll_back(&run, before, bytes, attic, ED_PHASE_NONE, &error));
    CHECK_TEXT(calls, "unload load ");
    CHECK(run.module == before && ticks() == 1 && run.attics.current == attic
          && run.drawn.count == 0);
    calls[0] = 0;
    CHECK(ed_run_roll_back(&run, before, bytes, attic, ED_PHASE_UPDATE, &error));
    CHECK_TEXT(calls, "unload ");
    CHECK_EQ(run.failed_phase, ED_PHASE_UPDATE);
    CHECK(ed_run_roll_back(&run, before, bytes, attic, ED_PHASE_NONE, &error));
    CHECK_TEXT(calls, "unload load ");
    ed_attics_drop(&run.attics, attic);
    ed_run_close(&run);
}

// --- what is packed ------------------------------------------------------------------------------

static ed_Document document;

static bool read(ed_Span bytes)
{
    return ed_document_read(bytes.at, bytes.size, test_arena(), &document, &error);
}

TEST(the_purpose_of_packed_state_decides_whether_it_has_a_hash_and_the_attic)
{
    CHECK(begin("n:u32 m:u32"));
    ((u32 *)run.states[0].at)[1] = 5;
    CHECK(ed_run_replace(&run, game_of("n:u32"), &error));
    CHECK_EQ(ed_attic_count(run.attics.current), 1);
    run.keep_attic = true;
    CHECK(read(packed(ED_PACK_FILE)) && document.sealed && document.attic.size > 1);
    CHECK(read(packed(ED_PACK_LIVE)) && !document.sealed && document.attic.size == 0);
    CHECK(read(packed(ED_PACK_CHECKPOINT)) && document.sealed && document.attic.size == 0);
    ed_Span unsealed = packed(ED_PACK_UNSEALED);
    CHECK(!read(unsealed) && error.code == ED_ERR_HASH);
    error = (ed_Error){ .code = ED_OK };
    CHECK(ed_snapshot_seal((u8 *)(uintptr_t)unsealed.at, unsealed.size));
    CHECK(read(unsealed) && document.attic.size > 1);
    run.keep_attic = false;
    CHECK(read(packed(ED_PACK_FILE)) && document.attic.size == 0);
    ed_run_close(&run);
}

TEST(open_form_is_for_files_only)
{
    CHECK(begin("n:u32 items:Item[4]"));
    size_t file = packed(ED_PACK_FILE).size, live = packed(ED_PACK_LIVE).size;
    run.open_form = true;
    CHECK(packed(ED_PACK_FILE).size != file);
    CHECK_EQ(packed(ED_PACK_LIVE).size, live);
    CHECK(ed_run_state(&run).frame == run.host.tick && !ed_run_state(&run).open_form);
    ed_run_close(&run);
}

TEST(sizes_are_those_of_the_states_and_of_the_attic)
{
    CHECK(begin("n:u32 items:Item[]"));
    CHECK(ed_run_sizes(&run).states[0] == run.states[0].arena->used && !ed_run_sizes(&run).attic);
    const ed_Arena *spare = ed_run_spare(&run, 0);
    CHECK(spare && spare != run.states[0].arena && spare == ed_run_spare(&run, 0));
    CHECK(ed_attics_spare(&run.attics) == &run.attics.spare && run.attics.spare.base);
    CHECK(ed_attics_spare(&run.attics)->limit == ed_snapshot_bytes_max());
    ed_run_close(&run);
}

TEST(a_full_arena_of_each_sort_is_reported_once)
{
    CHECK(begin("n:u32"));
    ed_Arena *scratch = ed_host_scratch(&run.host, "path", ED_LIFETIME_KEEP, ed_bytes_max);
    run.caller.call = NULL;
    ed_arena_push(scratch, SIZE_MAX / 2, 1);
    CHECK(!ed_run_update(&run, NULL));
    CHECK_HAS(run.frame_error.text, "scratch path is full");
    CHECK(!strstr(run.frame_error.text, "--limit"));      // the game sets this limit
    CHECK(ed_run_update(&run, NULL));
    ed_arena_push(run.states[0].arena, SIZE_MAX / 2, 1);
    CHECK(!ed_run_update(&run, NULL));
    CHECK_HAS(run.frame_error.text, "state Game is full");
    CHECK_HAS(run.frame_error.text, "raise the limit with --limit");
    CHECK(ed_run_update(&run, NULL) && run.frame_error.code == ED_OK);
    ed_run_close(&run);
}

// --- memory --------------------------------------------------------------------------------------

TEST(a_game_that_was_never_loaded_is_not_unloaded)
{
    calls[0] = 0;
    CHECK(ed_run_prepare(&run, game_of("n:u32"), &error));
    ed_run_close(&run);
    CHECK_TEXT(calls, "");
}

TEST(a_game_that_ends_leaves_no_memory_open)
{
    ed_Module *one = game_of("n:u32 m:u32"), *other = game_of("n:u32");
    u32 open = failing_open();
    ed_Span bytes;
    error = (ed_Error){ .code = ED_OK };
    CHECK(ed_run_open(&run, one, 7, &error));
    ((u32 *)run.states[0].at)[1] = 5;
    ed_host_scratch(&run.host, "path", ED_LIFETIME_KEEP, 4096);
    run.extents.scratch[0] = run.scratch[0];
    CHECK(ed_run_replace(&run, other, &error));
    CHECK(ed_attic_count(run.attics.current) == 1 && ed_run_pack(&run, &bytes, &error));
    CHECK(ed_attics_spare(&run.attics) != NULL);
    ed_run_close(&run);
    CHECK_EQ(failing_open(), open);
}
