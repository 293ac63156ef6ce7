#include <stdio.h>
#include "runtime/live/saver.h"
#include "runtime/attic/attic.h"
#include "runtime/attic/dry_run.h"
#include "runtime/attic/snapshot.h"
#include "runtime/run/run.h"
#include "runtime/snapshot/document.h"
#include "tests/lib/failing.h"
#include "tests/lib/rows.h"
#include "tests/lib/sample.h"

#define REQUESTS_MAX 20000u      // of one operation; one with more is assumed not to end

static void nothing(ed_Host *host) { (void)host; }
static void begin_rows(ed_Host *host);

static ed_Module module_of(const ed_Schema *schema)
{
    return (ed_Module){ .abi = (u32)ED_ABI,
                        .game = "rows",
                        .title = "rows",
                        .view_width = 16,
                        .view_height = 9,
                        .schema = schema,
                        .start = schema == &rows_schema ? begin_rows : nothing,
                        .update = nothing,
                        .render = nothing,
                        .pack = ed_snapshot_write,
                        .unpack = ed_snapshot_read };
}

static void begin_rows(ed_Host *host)
{
    ed_State state = { .game = "rows", .schema = &rows_schema, .roots = host->states };
    if (!host->seed) rows_fill(&state, 1);
}

// --- a game that runs, and what it was before ----------------------------------------------------

static ed_Run run;
static ed_Module rows, later;
static u8 before[1 << 17], wanted[1 << 17], document[1 << 17];
static size_t before_size, wanted_size, document_size;
static u64 wanted_values;

static size_t pack_to(u8 *bytes, size_t size_max)
{
    ed_Span span;
    ed_Error error = { .code = ED_OK };
    if (!ed_run_pack(&run, &span, &error) || span.size > size_max) {
        printf("%s\n", error.text);
        return 0;
    }
    memcpy(bytes, span.at, span.size);
    return span.size;
}

/// Begins a game in its second layout, with values in the attic, which its snapshots include.
static bool begin_game(void)
{
    ed_Error error = { .code = ED_OK };
    rows = module_of(&rows_schema);
    later = module_of(&later_schema);
    bool good = ed_run_open(&run, &rows, 0, &error);
    if (good) document_size = pack_to(document, sizeof document);
    good = good && ed_run_replace(&run, &later, &error);
    if (!good) printf("%s\n", error.text);
    run.keep_attic = true;
    return good && document_size;
}

/// Begins such a game, with an attic that was not packed since the reload.
static bool begin(void)
{
    if (!begin_game()) return false;
    before_size = pack_to(before, sizeof before);
    ed_run_close(&run);
    return before_size && begin_game();
}

typedef bool Act(ed_Error *error);

static bool load(ed_Error *error) { return ed_run_load(&run, document, document_size, error); }
static bool go_back(ed_Error *error) { return ed_run_replace(&run, &rows, error); }
static bool restart(ed_Error *error) { return ed_run_restart(&run, 1, error); }

/// A pack that reports success has to be complete.
static bool whole(bool good, ed_Span bytes, ed_Error *error)
{
    if (good && bytes.size == before_size && memcmp(bytes.at, before, before_size) == 0)
        return true;
    if (good) ed_fail(error, ED_ERR_FORMAT, "%s", "");      // without a message
    return false;
}

static bool pack(ed_Error *error)
{
    ed_Span bytes;
    run.types = (ed_Span){ NULL, 0 };      // packed at first use
    bool good = ed_run_pack(&run, &bytes, error);
    return whole(good, bytes, error);
}

static bool save(ed_Error *error)
{
    static ed_Arena arena;
    ed_Span bytes;
    bool good = ed_arena_open(&arena, "packed state", (size_t)64 << 20, error)
             && ed_run_pack_into(&run, ED_PACK_UNSEALED, &arena, &bytes, error);
    if (good) ed_snapshot_seal((u8 *)(uintptr_t)bytes.at, bytes.size);
    good = whole(good, bytes, error);
    ed_arena_close(&arena);
    return good;
}

/// True if the game now packs to these bytes.
static bool same(const u8 *bytes, size_t size)
{
    static u8 now[1 << 17];
    return pack_to(now, sizeof now) == size && memcmp(now, bytes, size) == 0;
}

/// True if the state and the number of values in the attic are those that find_wanted stored.
static bool same_as_wanted(void)
{
    run.keep_attic = false;
    bool good = same(wanted, wanted_size) && ed_attic_count(run.attics.current) == wanted_values;
    run.keep_attic = true;
    return good;
}

/// Stores the state after a successful act, and the number of values in the attic.
static bool find_wanted(Act *act)
{
    ed_Error error = { .code = ED_OK };
    if (!begin() || !act(&error)) return false;
    run.keep_attic = false;
    wanted_size = pack_to(wanted, sizeof wanted);
    wanted_values = ed_attic_count(run.attics.current);
    ed_run_close(&run);
    return wanted_size != 0;
}

/// Checks an act one of whose requests was refused. NULL if the outcome is right.
static const char *judge(bool good, const ed_Error *error)
{
    ed_State state = ed_run_state(&run);
    if (broken_invariant(&state)) return broken_invariant(&state);
    if (!good && !*error->text) return "there is no message";
    if (!good) return same(before, before_size) ? NULL : "the state or the attic has changed";
    // the memory was not needed, or the report says what is missing
    bool told = run.report.remark_count != 0;
    if (told || same_as_wanted()) return NULL;
    return "it reports success, and did not do it";
}

/// Refuses each request of the act in turn; then every second one, with all that follow it. A usual
/// run takes a sample.
static bool refuse_each(const char *name, Act *act)
{
    u32 open = failing_open();
    if (!find_wanted(act)) return false;
    for (u32 ever = 0; ever < 2; ever++)
        for (u32 at = 1; at < REQUESTS_MAX; at += sample_step(3) * (1 + ever)) {
            ed_Error error = { .code = ED_OK };
            if (!run.module && !begin()) return false;
            failing_begin(at, ever);
            bool good = act(&error), refused = failing_end();
            const char *wrong = refused ? judge(good, &error) : good ? NULL : error.text;
            if (wrong)
                test_fail(__FILE__, __LINE__, "%s, request %u%s: %s (%s)", name, at,
                          ever ? " and all after it" : "", wrong, error.text);
            if (good || wrong) ed_run_close(&run);
            if (wrong) return false;
            if (!refused) break;
        }
    return failing_open() == open;
}

TEST(a_load_without_memory_is_refused_and_nothing_is_lost) { CHECK(refuse_each("load", load)); }

TEST(a_reload_without_memory_is_refused_and_nothing_is_lost)
{
    CHECK(refuse_each("reload", go_back));
}

TEST(a_pack_without_memory_is_refused_and_nothing_is_lost) { CHECK(refuse_each("pack", pack)); }
TEST(a_save_without_memory_is_refused_and_nothing_is_lost) { CHECK(refuse_each("save", save)); }

TEST(a_restart_without_memory_is_refused_and_nothing_is_lost)
{
    CHECK(refuse_each("restart", restart));
}

TEST(a_start_without_memory_is_refused_and_leaves_nothing_open)
{
    u32 open = failing_open();
    rows = module_of(&rows_schema);
    for (u32 ever = 0; ever < 2; ever++)
        for (u32 at = 1; at < REQUESTS_MAX; at++) {
            ed_Error error = { .code = ED_OK };
            failing_begin(at, ever);
            bool good = ed_run_open(&run, &rows, 1, &error), refused = failing_end();
            CHECK(good || *error.text);
            if (good) ed_run_close(&run);
            CHECK_EQ(failing_open(), open);
            if (!refused) break;
        }
}

// --- without the game ----------------------------------------------------------------------------

static bool dry_run(ed_Error *error)
{
    bool at_next;
    ed_Report report;
    ed_Arena arena;
    ed_DryRun both = { .now = { document, document_size }, .next = { document, document_size } };
    bool good = ed_arena_open(&arena, "plan", (size_t)64 << 20, error)
             && ed_dry_run(&both, &arena, &report, &at_next, error);
    ed_arena_close(&arena);
    return good;
}

/// A dry run opens one arena for each state of the document. If one is refused, all are closed.
TEST(a_dry_run_without_memory_is_refused_and_leaves_nothing_open)
{
    CHECK(begin());
    ed_run_close(&run);
    u32 open = failing_open();
    for (u32 ever = 0; ever < 2; ever++)
        for (u32 at = 1; at < REQUESTS_MAX; at += 1 + ever) {
            ed_Error error = { .code = ED_OK };
            failing_begin(at, ever);
            bool good = dry_run(&error), refused = failing_end();
            CHECK(good || *error.text);
            CHECK_EQ(failing_open(), open);
            if (!refused) break;
        }
}
