#include "runtime/live/live_inner.h"
#include "tests/faults/order.h"
#include "tests/lib/failing.h"
#include "tests/lib/open_files.h"
#include "tests/lib/test.h"
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// --- a game of tests/faults, in two layouts, that a script builds by copying files --------------

enum { NOW, NEXT };

static ed_Live *live;
static ed_Arena libraries[2];
static ed_Span bytes[2];
static char folder[64], module[96], command[112];

static const char *in(const char *name)
{
    static char paths[4][128];
    static u32 turn;
    char *path = paths[turn++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static bool write_file(const char *name, const void *text, size_t size)
{
    FILE *file = fopen(in(name), "w");
    return file && fwrite(text, 1, size, file) == size && fclose(file) == 0;
}

static bool read_libraries(void)
{
    static const char *const names[] = { "faulty/now.so", "faulty/next.so" };
    for (u32 i = 0; i < 2 && !bytes[i].size; i++) {
        char path[400];
        ed_Error error = { .code = ED_OK };
        ssize_t size = readlink("/proc/self/exe", path, 300);
        while (size > 0 && path[size - 1] != '/') size--;
        snprintf(path + (size > 0 ? size : 0), 100, "%s", names[i]);
        if (!ed_arena_open(&libraries[i], "library", (size_t)64 << 20, &error)
            || !ed_file_read(path, (size_t)64 << 20, &libraries[i], &bytes[i], &error))
            return false;
    }
    return true;
}

/// Writes a module that fails as tests/faults/order.h describes, from the frame `after` on.
static bool put_failing(const char *name, u32 layout, u32 fault, FaultPhase phase, u8 after)
{
    u8 *order = (u8 *)memmem(bytes[layout].at, bytes[layout].size, FAULT_MARK, sizeof FAULT_MARK);
    if (!order) return false;
    order += sizeof FAULT_MARK;
    order[0] = (u8)fault;
    order[1] = (u8)phase;
    order[2] = after;
    return write_file(name, bytes[layout].at, bytes[layout].size);
}

/// Writes a module that does not fail and differs from those before.
static bool put(const char *name, u32 layout)
{
    static u8 number;
    return put_failing(name, layout, FAULT_NONE, PHASE_CONSTRUCTOR, ++number);
}

/// Sets what builds do from now on.
static bool use_script(const char *commands)
{
    char script[1024];
    int size = snprintf(script, sizeof script, "cd %s || exit\n%s\n", folder, commands);
    return size > 0 && write_file("build.sh", script, (size_t)size);
}

#define COPY "cp new.so game.so.part && mv game.so.part game.so"
#define OFFER \
    "rm -f go; echo \"eddie: try $PWD/early.so\"; mkfifo go.part; mv go.part go; read _ <go\n"

static ed_LiveConfig config_of(bool guard)
{
    return (ed_LiveConfig){ .module_path = module,
                            .build_command = command,
                            .no_guard = !guard,
                            .no_trial = true,
                            .seed = 7 };
}

static bool begin_folder(void)
{
    snprintf(folder, sizeof folder, "/tmp/eddie-test-XXXXXX");
    if (!read_libraries() || !mkdtemp(folder)) return false;
    snprintf(module, sizeof module, "%s/game.so", folder);
    snprintf(command, sizeof command, "sh %s/build.sh", folder);
    return put("game.so", NOW) && use_script(COPY);
}

static bool open_live(const ed_LiveConfig *config)
{
    ed_Error error = { .code = ED_OK };
    live = ed_live_open(config, &error);
    if (!live) printf("%s\n", error.text);
    return live;
}

static bool begin(bool guard)
{
    const ed_LiveConfig config = config_of(guard);
    if (!begin_folder() || !open_live(&config)) return false;
    live->checkpoint.due_ns = UINT64_MAX;      // until a test wants one
    return true;
}

static void end_folder(void)
{
    char line[128];
    snprintf(line, sizeof line, "rm -rf %s", folder);
    CHECK_EQ(system(line), 0);
}

static void end(void)
{
    ed_live_close(live);
    live = NULL;
    end_folder();
}

static void play(u32 frames)
{
    for (u32 i = 0; i < frames; i++) {
        ed_run_update(&live->run, NULL);
        ed_run_render(&live->run, 0);
    }
}

/// Steps until something happens to the build that runs.
static ed_LiveKind next_event(void)
{
    for (u32 i = 0; i < 20000; i++) {
        if (ed_live_step(live) && live->event.kind != ED_LIVE_BUILDING) return live->event.kind;
        ed_live_wait(live, 1);
    }
    return ED_LIVE_NOTHING;
}

static ed_LiveKind reload(void)
{
    ed_live_build(live);
    return next_event();
}

/// Waits until the script has made its offer.
static bool is_offered(void)
{
    for (u32 i = 0; i < 20000 && access(in("go"), F_OK) != 0; i++) usleep(1000);
    return access(in("go"), F_OK) == 0;
}

/// Lets the script continue after its offer.
static bool let_go(void)
{
    return is_offered() && write_file("go", "\n", 1) && unlink(in("go")) == 0;
}

static u32 loaded(void)
{
    u32 count = 0;
    for (u32 i = 0; i < ED_LIVE_LIBRARIES_MAX; i++) count += *live->libraries[i].copy != 0;
    return count;
}

// --- a compiled build ---------------------------------------------------------------------------

TEST(a_build_is_new_until_its_first_update)
{
    CHECK(begin(false));
    const ed_Library *first = live->code.library;
    CHECK_EQ(live->code.trust, ED_TRUST_FULL);
    CHECK(!ed_live_has_previous(live));
    play(5);
    CHECK(put("new.so", NOW));
    CHECK_EQ(reload(), ED_LIVE_RELOADED);
    CHECK_HAS(live->event.line, " ms (not tested, swap ");
    CHECK_HAS(live->event.line, "same layout, all state kept");
    CHECK_EQ(live->code.trust, ED_TRUST_NEW);
    CHECK(live->code.library != first && live->code.before == first && !live->code.replaced);
    CHECK(live->before_swap.code.library == first && ed_live_has_previous(live));
    CHECK_EQ(live->checkpoint.last.frame, 5);
    CHECK(!ed_live_step(live));
    CHECK_EQ(live->code.trust, ED_TRUST_NEW);
    play(1);
    CHECK(!ed_live_step(live));
    CHECK_EQ(live->code.trust, ED_TRUST_FULL);
    CHECK(!live->before_swap.code.library);
    // a checkpoint of the new code is taken at once
    CHECK_EQ(live->checkpoint.last.frame, 6);
    CHECK(live->checkpoint.due_ns != 0);
    CHECK_EQ(loaded(), 2);
    end();
}

TEST(only_the_current_and_the_previous_build_stay_loaded)
{
    CHECK(begin(false));
    for (u32 i = 0; i < 5; i++) {
        const ed_Library *before = live->code.library;
        CHECK(put("new.so", i % 2 ? NEXT : NOW));
        CHECK_EQ(reload(), ED_LIVE_RELOADED);
        CHECK(live->code.before == before);
        play(1);
        ed_live_step(live);
        CHECK_EQ(loaded(), 2);
        CHECK_EQ(live->unload_failures, 0);
    }
    end();
}

TEST(new_code_is_trusted_when_the_next_checkpoint_is_due)
{
    CHECK(begin(false));
    play(2);
    CHECK(put("new.so", NOW));
    CHECK_EQ(reload(), ED_LIVE_RELOADED);
    live->checkpoint.due_ns = 0;      // the user paused the game
    ed_live_step(live);
    CHECK_EQ(live->code.trust, ED_TRUST_FULL);
    end();
}

TEST(without_checkpoints_the_one_of_a_swap_is_given_up)
{
    CHECK(begin(false));
    live->config.no_checkpoints = true;
    play(2);
    CHECK(put("new.so", NEXT));
    CHECK_EQ(reload(), ED_LIVE_RELOADED);
    CHECK(live->checkpoint.last.bytes.size > 0);
    play(1);
    ed_live_step(live);
    CHECK_EQ(live->code.trust, ED_TRUST_FULL);
    CHECK(live->checkpoint.last.bytes.size == 0 && ed_live_checkpoint(live).bytes.size == 0);
    end();
}

TEST(a_build_of_the_same_bytes_is_not_loaded)
{
    CHECK(begin(false));
    CHECK(use_script("true"));
    CHECK_EQ(reload(), ED_LIVE_UNCHANGED);
    CHECK_TEXT(live->event.line, "no changes: nothing was built");
    CHECK(use_script("cp game.so new.so; " COPY));
    CHECK_EQ(reload(), ED_LIVE_UNCHANGED);
    CHECK_HAS(live->event.line, "no changes: built in ");
    CHECK_EQ(loaded(), 1);
    end();
}

TEST(what_is_not_a_module_is_refused_and_nothing_of_it_stays)
{
    CHECK(begin(false));
    play(3);
    CHECK(use_script("echo text >new.so; " COPY));
    CHECK_EQ(reload(), ED_LIVE_REFUSED);
    CHECK_HAS(live->event.line, "game.so refused: it is not a shared library");
    CHECK_HAS(live->event.line, "; still running the previous build");
    CHECK(!live->tried);
    CHECK_EQ(loaded(), 1);
    CHECK(use_script("rm -f game.so"));
    CHECK_EQ(reload(), ED_LIVE_REFUSED);
    CHECK_HAS(live->event.line, "game.so: cannot be opened: No such file");
    CHECK_EQ(live->run.host.tick, 3);
    CHECK(use_script(COPY) && put("new.so", NOW));
    CHECK_EQ(reload(), ED_LIVE_RELOADED);
    end();
}

TEST(code_that_fails_before_its_first_update_gives_way_to_the_code_before)
{
    CHECK(begin(true));
    const ed_Library *first = live->code.library;
    play(4);
    CHECK(put_failing("new.so", NEXT, FAULT_SEGV, PHASE_UPDATE, 0));
    CHECK_EQ(reload(), ED_LIVE_RELOADED);
    play(1);
    CHECK_EQ(live->run.failed_phase, ED_PHASE_UPDATE);
    CHECK_EQ(next_event(), ED_LIVE_REFUSED);
    CHECK_HAS(live->event.line, "null-pointer dereference, in update");
    CHECK_HAS(live->event.line, "; still running the previous build");
    CHECK(live->code.library == first);
    CHECK_EQ(live->code.trust, ED_TRUST_FULL);
    CHECK(!live->run.failed_phase && !live->failure_reported);
    CHECK_EQ(live->own_fault.kind, ED_FAULT_NONE);
    CHECK_HAS(live->own_fault.module, first->copy);
    CHECK_EQ(live->run.host.tick, 4);
    CHECK_EQ(loaded(), 1);
    CHECK(!ed_live_step(live));
    play(1);
    CHECK_EQ(live->run.host.tick, 5);
    end();
}

TEST(a_swap_in_which_the_new_code_fails_changes_nothing)
{
    CHECK(begin(true));
    const ed_Library *first = live->code.library;
    play(4);
    CHECK(put_failing("new.so", NEXT, FAULT_SEGV, PHASE_LOAD, 0));
    CHECK_EQ(reload(), ED_LIVE_REFUSED);
    CHECK_HAS(live->event.line, "null-pointer dereference, in load");
    CHECK(live->code.library == first && !live->tried);
    CHECK_HAS(live->own_fault.module, first->copy);
    CHECK_EQ(live->own_fault.kind, ED_FAULT_NONE);
    CHECK_EQ(live->code.trust, ED_TRUST_FULL);
    CHECK_EQ(loaded(), 1);
    play(1);
    CHECK_EQ(live->run.host.tick, 5);
    end();
}

TEST(a_build_that_fails_when_it_is_unloaded_is_reported_with_the_next)
{
    CHECK(begin_folder());
    const ed_LiveConfig config = config_of(true);
    CHECK(put_failing("game.so", NOW, FAULT_SEGV, PHASE_UNLOAD, 0));
    CHECK(open_live(&config));
    play(1);
    CHECK(put("new.so", NOW));
    CHECK_EQ(reload(), ED_LIVE_RELOADED);
    CHECK_HAS(live->event.line, "; the previous build failed: null-pointer dereference, in unload");
    CHECK_EQ(live->own_fault.kind, ED_FAULT_NONE);
    end();
}

// --- a pause ------------------------------------------------------------------------------------

TEST(code_that_fails_later_pauses_the_game_until_it_is_fixed)
{
    CHECK(begin(true));
    CHECK(put_failing("new.so", NOW, FAULT_SEGV, PHASE_UPDATE, 6));
    CHECK_EQ(reload(), ED_LIVE_RELOADED);
    for (u32 i = 0; i < 5; i++) {
        play(1);
        live->checkpoint.due_ns = i == 2 ? 0 : UINT64_MAX;
        ed_live_step(live);
    }
    CHECK_EQ(live->checkpoint.last.frame, 3);
    play(2);
    CHECK_EQ(live->run.host.tick, 6);
    CHECK(ed_live_step(live));
    CHECK_EQ(live->event.kind, ED_LIVE_PAUSED);
    CHECK_HAS(live->event.line, "null-pointer dereference, in update");
    CHECK_EQ(ed_live_fault(live)->signal, SIGSEGV);
    CHECK_EQ(live->run.failed_phase, ED_PHASE_UPDATE);
    // the checkpoint that the game continued from
    CHECK(live->run.host.tick == 1 || live->run.host.tick == 3);
    u64 tick = live->run.host.tick;
    CHECK(!ed_live_step(live));
    CHECK(use_script("true"));
    CHECK_EQ(reload(), ED_LIVE_UNCHANGED);
    CHECK_TEXT(live->event.line, "no changes, still the code that failed: nothing was built");
    CHECK(use_script("exit 1"));
    CHECK_EQ(reload(), ED_LIVE_BUILD_FAILED);
    CHECK_HAS(live->event.line, "; the game stays paused");
    CHECK(use_script(COPY) && put("new.so", NEXT));
    CHECK_EQ(reload(), ED_LIVE_RELOADED);
    CHECK_EQ(live->run.host.tick, tick);
    CHECK(!live->run.failed_phase);
    ed_live_step(live);
    CHECK(!live->failure_reported);
    CHECK_EQ(live->own_fault.kind, ED_FAULT_NONE);
    play(1);
    CHECK_EQ(live->run.host.tick, tick + 1);
    end();
}

TEST(a_fix_that_fails_too_leaves_the_game_paused_as_it_was)
{
    CHECK(begin(true));
    CHECK(put_failing("new.so", NOW, FAULT_SEGV, PHASE_UPDATE, 2));
    CHECK_EQ(reload(), ED_LIVE_RELOADED);
    for (u32 i = 0; i < 3; i++) {
        play(1);
        ed_live_step(live);
    }
    CHECK_EQ(live->event.kind, ED_LIVE_PAUSED);
    u64 tick = live->run.host.tick;
    const ed_Library *failed = live->code.library;
    CHECK(put_failing("new.so", NEXT, FAULT_FPE, PHASE_UPDATE, 0));
    CHECK_EQ(reload(), ED_LIVE_RELOADED);
    play(1);
    CHECK_EQ(next_event(), ED_LIVE_REFUSED);
    CHECK_HAS(live->event.line, "division by zero, in update");
    CHECK_HAS(live->event.line, "; the game stays paused");
    CHECK(live->code.library == failed);
    CHECK_EQ(live->run.failed_phase, ED_PHASE_UPDATE);
    CHECK_EQ(live->run.host.tick, tick);
    CHECK_EQ(ed_live_fault(live)->signal, SIGSEGV);      // why it is paused
    CHECK(live->failure_reported);
    CHECK(!ed_live_step(live));
    end();
}

// --- an early build -----------------------------------------------------------------------------

static bool offer_early(u32 layout, const char *rest)
{
    char script[512];
    snprintf(script, sizeof script, OFFER "%s", rest);
    return use_script(script) && put("early.so", layout) && reload() == ED_LIVE_RELOADED
        && live->event.early && strstr(live->event.line, "(early build, ");
}

TEST(an_early_build_is_trusted_when_the_compiler_is_done)
{
    CHECK(begin(false));
    const ed_Library *first = live->code.library;
    play(3);
    CHECK(offer_early(NOW, COPY));
    const ed_Library *early = live->code.library;
    CHECK_EQ(live->code.trust, ED_TRUST_EARLY_NEW);
    CHECK_EQ(live->code.early_build, live->builds);
    CHECK(live->before_early.code.library == first && live->before_swap.code.library == first);
    CHECK_EQ(live->checkpoint.pinned.frame, 3);
    CHECK(live->code.before == first && !live->code.replaced);
    CHECK(!ed_live_has_pending_save(live) && ed_live_busy(live));
    play(1);
    ed_live_step(live);
    CHECK_EQ(live->code.trust, ED_TRUST_EARLY);
    CHECK(!live->before_swap.code.library && live->before_early.code.library == first);
    CHECK(live->checkpoint.pinned.bytes.size > 0);
    CHECK(put("new.so", NOW) && let_go());
    CHECK_EQ(next_event(), ED_LIVE_COMPILED);
    CHECK_TEXT(live->event.line, "compiled");
    CHECK_EQ(live->code.trust, ED_TRUST_NEW);
    CHECK_EQ(live->code.early_build, 0);
    CHECK(live->code.before == first && live->code.replaced == early);
    CHECK(!live->before_early.code.library && live->checkpoint.pinned.bytes.size == 0);
    CHECK_EQ(live->run.host.tick, 4);
    play(1);
    ed_live_step(live);
    CHECK_EQ(live->code.trust, ED_TRUST_FULL);
    end();
}

TEST(a_compiler_that_makes_the_same_module_accepts_the_early_build)
{
    CHECK(begin(false));
    for (u32 i = 0; i < 2; i++) {
        CHECK(offer_early(NOW, "cp early.so new.so; " COPY));
        if (i) play(1);
        ed_live_step(live);
        CHECK_EQ(live->code.trust, i ? ED_TRUST_EARLY : ED_TRUST_EARLY_NEW);
        CHECK(let_go());
        CHECK_EQ(next_event(), ED_LIVE_UNCHANGED);
        CHECK(!live->event.early);
        CHECK_EQ(live->code.trust, i ? ED_TRUST_FULL : ED_TRUST_NEW);
        CHECK(!live->before_early.code.library && live->checkpoint.pinned.bytes.size == 0);
        play(1);
        ed_live_step(live);
        CHECK_EQ(live->code.trust, ED_TRUST_FULL);
    }
    end();
}

TEST(a_compiled_build_with_another_layout_than_its_early_build_is_a_reload)
{
    CHECK(begin(false));
    const ed_Library *first = live->code.library;
    CHECK(offer_early(NOW, COPY));
    CHECK(put("new.so", NEXT) && let_go());
    CHECK_EQ(next_event(), ED_LIVE_RELOADED);
    CHECK(!live->event.early);
    CHECK_EQ(live->code.trust, ED_TRUST_NEW);
    CHECK(live->code.before == first);
    end();
}

TEST(an_early_build_whose_code_the_compiler_refuses_is_undone)
{
    CHECK(begin(false));
    const ed_Library *first = live->code.library;
    play(3);
    CHECK(offer_early(NEXT, "echo 'game/a.c:1:2: error: no'; exit 1"));
    play(4);
    ed_live_step(live);
    CHECK(let_go());
    CHECK_EQ(next_event(), ED_LIVE_BUILD_FAILED);
    CHECK_TEXT(live->event.line, "game/a.c:1:2: no; went back to the previous build and the state "
                                 "before the early build (frame 3)");
    CHECK_TEXT(live->event.location, "game/a.c:1:2");
    CHECK(live->code.library == first);
    CHECK_EQ(live->code.trust, ED_TRUST_FULL);
    CHECK_EQ(live->run.host.tick, 3);
    CHECK(!live->before_early.code.library && live->checkpoint.pinned.bytes.size == 0);
    CHECK_EQ(loaded(), 1);
    CHECK_EQ(live->checkpoint.last.frame, 3);
    end();
}

TEST(a_build_that_fails_for_another_reason_leaves_its_early_build)
{
    CHECK(begin(false));
    const ed_Library *first = live->code.library;
    CHECK(offer_early(NOW, "echo the disk is full; exit 1"));
    const ed_Library *early = live->code.library;
    CHECK(let_go());
    CHECK_EQ(next_event(), ED_LIVE_BUILD_FAILED);
    CHECK_TEXT(live->event.line, "the disk is full; still running the early build of this save");
    CHECK(live->code.library == early);
    CHECK_EQ(live->code.trust, ED_TRUST_EARLY_NEW);
    CHECK(!ed_live_busy(live));
    // the next build decides
    CHECK(use_script("echo 'game/a.c:1:2: error: no'; exit 1"));
    CHECK_EQ(reload(), ED_LIVE_BUILD_FAILED);
    CHECK_HAS(live->event.line, "; went back to the previous build");
    CHECK(live->code.library == first);
    end();
}

TEST(early_builds_in_a_row_are_undone_together)
{
    CHECK(begin(false));
    const ed_Library *first = live->code.library;
    play(2);
    CHECK(offer_early(NEXT, "exit 1"));
    play(2);
    ed_live_step(live);
    CHECK_EQ(live->code.trust, ED_TRUST_EARLY);
    const ed_Library *early = live->code.library;
    CHECK(offer_early(NOW, "echo 'a.c:1: undefined reference to f'; exit 1"));
    CHECK_EQ(live->code.trust, ED_TRUST_EARLY_NEW);
    CHECK(live->before_swap.code.library == early && live->before_early.code.library == first);
    CHECK(live->code.before == first && live->code.replaced == early);
    CHECK_EQ(live->before_swap.code.trust, ED_TRUST_EARLY);
    CHECK_EQ(live->checkpoint.pinned.frame, 2);
    CHECK(let_go());
    CHECK_EQ(next_event(), ED_LIVE_BUILD_FAILED);
    CHECK_HAS(live->event.line,
              "went back to the previous build and the state before the early build "
              "(frame 2)");
    CHECK(live->code.library == first);
    CHECK_EQ(loaded(), 1);
    end();
}

TEST(an_early_build_that_fails_at_once_gives_way_to_the_code_before_it)
{
    CHECK(begin(true));
    const ed_Library *first = live->code.library;
    CHECK(offer_early(NOW, "exit 1"));
    const ed_Library *early = live->code.library;
    play(2);
    ed_live_step(live);
    CHECK_EQ(live->code.trust, ED_TRUST_EARLY);
    CHECK(use_script(OFFER "exit 1") && put_failing("early.so", NEXT, FAULT_SEGV, PHASE_RENDER, 0));
    CHECK_EQ(reload(), ED_LIVE_RELOADED);
    play(1);
    CHECK_EQ(next_event(), ED_LIVE_REFUSED);
    CHECK(live->code.library == early);
    CHECK_EQ(live->code.trust, ED_TRUST_EARLY);      // which no compiler has judged
    CHECK(live->before_early.code.library == first);
    CHECK_EQ(live->run.host.tick, 2);
    end();
}

TEST(an_early_module_that_cannot_be_used_is_not_reported)
{
    CHECK(begin(false));
    CHECK(use_script(OFFER COPY));
    for (u32 i = 0; i < 2; i++) {      // it does not exist, then it is not a module
        const ed_Library *before = live->code.library;
        CHECK(put("new.so", NOW));
        ed_live_build(live);
        CHECK(ed_live_step(live) && is_offered());
        CHECK(!ed_live_step(live));
        CHECK(live->code.library == before && !live->tried);
        CHECK(let_go());
        CHECK_EQ(next_event(), ED_LIVE_RELOADED);
        CHECK(!live->event.early);
        CHECK(live->code.before == before);
        CHECK_EQ(live->code.trust, ED_TRUST_NEW);
        CHECK(write_file("early.so", "text", 4));
    }
    end();
}

TEST(an_early_module_of_the_running_code_belongs_to_the_build_that_offers_it)
{
    CHECK(begin(false));
    CHECK(offer_early(NOW, "exit 1") && let_go());
    CHECK_EQ(next_event(), ED_LIVE_BUILD_FAILED);
    CHECK_EQ(live->code.early_build, 1);
    CHECK(use_script(OFFER COPY));
    CHECK_EQ(reload(), ED_LIVE_UNCHANGED);
    CHECK(live->event.early);
    CHECK_EQ(live->code.early_build, 2);
    CHECK(put("new.so", NOW) && let_go());
    CHECK_EQ(next_event(), ED_LIVE_COMPILED);
    end();
}

TEST(without_early_builds_none_is_asked_for)
{
    CHECK(begin_folder());
    ed_LiveConfig config = config_of(false);
    for (u32 i = 0; i < 2; i++) {
        config.no_early_builds = i == 0;
        CHECK(open_live(&config));
        CHECK(use_script("[ -n \"$EDDIE_EARLY\" ] || exit 3; exit 4"));
        CHECK_EQ(reload(), ED_LIVE_BUILD_FAILED);
        CHECK_HAS(live->event.line, i == 0 ? "with exit code 3" : "with exit code 4");
        ed_live_close(live);
    }
    end_folder();
}

// --- going back ---------------------------------------------------------------------------------

TEST(going_back_toggles_between_two_builds_and_keeps_the_state)
{
    ed_Error error = { .code = ED_OK };
    CHECK(begin(true));
    const ed_Library *first = live->code.library;
    play(2);
    CHECK(put("new.so", NEXT));
    CHECK_EQ(reload(), ED_LIVE_RELOADED);
    const ed_Library *second = live->code.library;
    play(2);
    CHECK(ed_live_back(live, &error));
    CHECK_EQ(live->event.kind, ED_LIVE_RELOADED);
    CHECK_HAS(live->event.line, "back to the previous build (swap ");
    CHECK(live->event.build_ms == 0);
    CHECK(live->code.library == first && live->code.before == second);
    CHECK_EQ(live->code.trust, ED_TRUST_FULL);
    CHECK(!live->before_swap.code.library);
    CHECK_HAS(live->own_fault.module, first->copy);
    CHECK_EQ(live->run.host.tick, 4);
    CHECK_EQ(live->checkpoint.due_ns, 0);
    play(1);
    CHECK(ed_live_back(live, &error));
    CHECK(live->code.library == second && live->code.before == first);
    CHECK_EQ(live->run.host.tick, 5);
    CHECK_EQ(loaded(), 2);
    end();
}

TEST(going_back_from_an_early_build_leads_to_code_that_a_compiler_accepted)
{
    ed_Error error = { .code = ED_OK };
    CHECK(begin(false));
    const ed_Library *first = live->code.library;
    play(2);
    CHECK(offer_early(NEXT, "exit 1") && let_go());
    CHECK_EQ(next_event(), ED_LIVE_BUILD_FAILED);
    CHECK(offer_early(NOW, "exit 1") && let_go());
    CHECK_EQ(next_event(), ED_LIVE_BUILD_FAILED);
    play(2);
    CHECK(ed_live_back(live, &error));
    CHECK(live->code.library == first);
    CHECK_EQ(live->code.trust, ED_TRUST_FULL);
    CHECK(!ed_live_has_previous(live));
    CHECK_EQ(live->run.host.tick, 4);
    CHECK_EQ(loaded(), 1);
    CHECK(!ed_live_back(live, &error));
    end();
}

TEST(going_back_to_a_build_that_fails_changes_nothing)
{
    ed_Error error = { .code = ED_OK };
    CHECK(begin(true));
    CHECK(put_failing("new.so", NEXT, FAULT_SEGV, PHASE_LOAD, 3));
    CHECK_EQ(reload(), ED_LIVE_RELOADED);
    play(1);
    ed_live_step(live);
    CHECK(put("new.so", NOW));
    CHECK_EQ(reload(), ED_LIVE_RELOADED);
    const ed_Library *last = live->code.library;
    play(4);
    ed_live_step(live);
    CHECK(!ed_live_back(live, &error));
    CHECK_HAS(error.text, "the game's code failed in load");
    CHECK(live->code.library == last && !live->run.failed_phase);
    CHECK_HAS(live->own_fault.module, last->copy);
    CHECK_EQ(live->own_fault.kind, ED_FAULT_NONE);
    CHECK_EQ(live->run.host.tick, 5);
    play(1);
    CHECK_EQ(live->run.host.tick, 6);
    end();
}

// --- with a trial -------------------------------------------------------------------------------

TEST(a_module_is_tried_in_a_process_before_it_is_swapped_in)
{
    CHECK(begin_folder());
    ed_LiveConfig config = config_of(true);
    config.no_trial = false;
    CHECK(open_live(&config));
    play(3);
    CHECK(put("new.so", NEXT));
    CHECK_EQ(reload(), ED_LIVE_RELOADED);
    CHECK_HAS(live->event.line, "(trial ");
    CHECK(live->event.trial_ms > 0);
    CHECK(!live->trial.child && !live->tried);
    play(1);
    ed_live_step(live);
    const ed_Library *good = live->code.library;
    CHECK(put_failing("new.so", NOW, FAULT_ASSERT, PHASE_UPDATE, 0));
    CHECK_EQ(reload(), ED_LIVE_REFUSED);
    CHECK_HAS(live->event.line, "abort was called, or an assert failed, in update");
    CHECK_HAS(live->event.line, "Assertion `zero' failed.; still running the previous build");
    CHECK(live->code.library == good && !live->tried);
    CHECK_EQ(loaded(), 2);
    // an early build that fails in its trial is not reported
    CHECK(use_script(OFFER "exit 1"));
    CHECK(put_failing("early.so", NOW, FAULT_SEGV, PHASE_UPDATE, 0));
    ed_live_build(live);
    CHECK(ed_live_step(live) && is_offered());
    CHECK(!ed_live_step(live));
    CHECK(live->trial.child);
    for (u32 i = 0; i < 20000 && live->trial.child; i++) {
        CHECK(!ed_live_step(live));
        ed_live_wait(live, 1);
    }
    CHECK(!live->trial.child && let_go());
    CHECK_EQ(next_event(), ED_LIVE_BUILD_FAILED);
    CHECK(live->code.library == good && !live->tried);
    end();
}

TEST(an_error_of_the_compiler_ends_the_trial_of_the_early_build)
{
    CHECK(begin_folder());
    ed_LiveConfig config = config_of(true);
    config.no_trial = false;
    config.hang_ms = 60000;
    CHECK(open_live(&config));
    CHECK(use_script(OFFER "echo 'game/a.c:1:2: error: no'; exec sleep 600"));
    CHECK(put_failing("early.so", NOW, FAULT_SLEEP, PHASE_UPDATE, 0));
    ed_live_build(live);
    CHECK(ed_live_step(live) && is_offered());
    CHECK(!ed_live_step(live));
    CHECK(live->trial.child && let_go());
    CHECK_EQ(next_event(), ED_LIVE_BUILD_FAILED);
    CHECK(live->build.pid && !live->trial.child && !live->tried);
    end();
}

TEST(a_result_of_a_trial_is_not_taken_while_no_code_may_change)
{
    CHECK(begin_folder());
    ed_LiveConfig config = config_of(true);
    config.no_trial = false;
    CHECK(open_live(&config));
    CHECK(put("new.so", NOW));
    ed_live_build(live);
    CHECK(ed_live_step(live));
    CHECK(ed_live_is_building(live));
    for (u32 i = 0; i < 20000 && ed_live_is_building(live); i++) {
        CHECK(!ed_live_poll_build(live));
        CHECK(!live->trial.held);
        ed_live_wait(live, 1);
    }
    CHECK(!live->build.pid && live->trial.child && live->trial.ended_while_held);
    CHECK(ed_live_busy(live) && !ed_live_is_building(live));
    CHECK(!ed_live_poll_build(live));
    CHECK_EQ(next_event(), ED_LIVE_RELOADED);
    end();
}

// --- starting -----------------------------------------------------------------------------------

TEST(a_module_that_cannot_be_loaded_at_the_start_is_reported_by_name)
{
    ed_Error error = { .code = ED_OK };
    CHECK(begin_folder());
    const ed_LiveConfig config = config_of(true);
    CHECK(write_file("game.so", "text", 4));
    CHECK(!ed_live_open(&config, &error));
    CHECK_HAS(error.text, "game.so: it is not a shared library");
    error = (ed_Error){ .code = ED_OK };
    CHECK(unlink(module) == 0);
    CHECK(!ed_live_open(&config, &error));
    CHECK_HAS(error.text, "game.so: cannot be opened: No such file or directory: build the game "
                          "first, or name its module");
    CHECK(put("game.so", NOW));
    CHECK(open_live(&config));      // nothing stayed open
    CHECK_TEXT(live->own_fault.module, live->code.library->copy);
    CHECK(live->guarded);
    end();
}

static bool date(const char *name, time_t seconds)
{
    const struct timespec times[2] = { { .tv_nsec = UTIME_OMIT }, { .tv_sec = seconds } };
    return utimensat(AT_FDCWD, in(name), times, 0) == 0;
}

TEST(a_source_that_is_newer_than_the_module_is_built_at_the_start)
{
    CHECK(begin_folder());
    ed_LiveConfig config = config_of(false);
    config.watch[0] = folder;
    CHECK(write_file("a.c", "one", 3));
    for (u32 i = 0; i < 4; i++) {
        bool newer = i & 1;
        config.watching = i & 2;
        CHECK(date("game.so", 1000000) && date("a.c", newer ? 1000001 : 999999));
        CHECK(open_live(&config));
        CHECK_EQ(live->pending, newer && config.watching);
        CHECK_EQ(ed_live_busy(live), newer && config.watching);
        ed_live_close(live);
    }
    end_folder();
}

/// Runs a game that keeps its checkpoints and fault in memory of the test, as a supervisor does.
static bool play_before(const ed_LiveConfig *config)
{
    ed_Error error = { .code = ED_OK };
    if (!ed_checkpoint_open(config->checkpoint, &error) || !open_live(config)) return false;
    play(6);
    config->checkpoint->due_ns = 0;
    ed_live_step(live);
    bool kept = config->checkpoint->last.frame == 6 && ed_live_checkpoint(live).frame == 6;
    ed_live_close(live);
    return kept;
}

TEST(a_game_continues_from_the_checkpoint_and_the_code_of_an_earlier_process)
{
    static ed_Checkpoint checkpoint;
    static ed_Fault fault;
    ed_Error error = { .code = ED_OK };
    ed_Span other;
    u64 hash;
    CHECK(begin_folder());
    ed_LiveConfig config = config_of(true);
    config.checkpoint = &checkpoint;
    config.fault = &fault;
    CHECK(play_before(&config));
    CHECK(put("other.so", NEXT));
    CHECK(ed_library_read(in("other.so"), test_arena(), &other, &hash, &error));
    // the copy that ran
    snprintf(fault.module, sizeof fault.module, "%s", in("other.so"));
    config.watching = true;
    CHECK(open_live(&config));
    CHECK_EQ(live->run.host.tick, 6);
    CHECK(live->code.library->hash == hash);
    CHECK(live->pending);      // the module on disk is another one
    CHECK(!live->run.failed_phase && !live->restarted);
    play(1);
    CHECK_EQ(live->run.host.tick, 7);
    ed_live_close(live);
    // without that file, the module on disk is loaded
    snprintf(fault.module, sizeof fault.module, "%s", in("none.so"));
    CHECK(open_live(&config));
    CHECK(live->code.library->hash != hash);
    CHECK(!live->pending);
    CHECK_EQ(live->run.host.tick, 6);
    ed_live_close(live);
    // after a clear there is nothing to continue from
    snprintf(fault.module, sizeof fault.module, "%s", in("other.so"));
    ed_checkpoint_clear(&checkpoint);
    CHECK(open_live(&config));
    CHECK(live->code.library->hash != hash);
    CHECK_EQ(live->run.host.tick, 0);
    ed_live_close(live);
    ed_checkpoint_close(&checkpoint);
    end_folder();
}

TEST(a_game_whose_code_ended_the_process_before_starts_paused)
{
    static ed_Checkpoint checkpoint;
    static ed_Fault fault;
    ed_Error error = { .code = ED_OK };
    CHECK(begin_folder());
    ed_LiveConfig config = config_of(true);
    config.checkpoint = &checkpoint;
    config.fault = &fault;
    CHECK(play_before(&config));
    config.start_paused = true;
    for (u32 i = 0; i < 2; i++) {
        fault = (ed_Fault){ .kind = ED_FAULT_EXIT, .number = 3, .phase = ED_PHASE_RENDER };
        if (i) fault.phase = ED_PHASE_NONE;
        CHECK(open_live(&config));
        CHECK_EQ(live->run.failed_phase, i ? ED_PHASE_UPDATE : ED_PHASE_RENDER);
        CHECK(live->restarted);
        CHECK(ed_live_step(live));
        CHECK_EQ(live->event.kind, ED_LIVE_PAUSED);
        CHECK_HAS(live->event.line, "exit was called instead of setting host->quit");
        CHECK_HAS(live->event.line, "; paused at frame 6: fix and save to resume");
        CHECK(!ed_live_step(live));
        CHECK(ed_run_resume(&live->run, &error));
        CHECK(!ed_live_step(live));
        CHECK(!live->restarted && !live->failure_reported);
        CHECK_EQ(fault.kind, ED_FAULT_NONE);
        ed_live_close(live);
    }
    ed_checkpoint_close(&checkpoint);
    end_folder();
}

// --- checkpoints of the live loop ---------------------------------------------------------------

TEST(checkpoints_start_again_after_the_state_was_replaced)
{
    CHECK(begin(false));
    CHECK_EQ(ed_live_checkpoint(live).age_ns, 0);
    play(3);
    ed_live_restart_checkpoints(live);
    CHECK_EQ(live->checkpoint.last.frame, 3);
    CHECK_EQ(live->checkpoint.proved.frame, 3);
    CHECK(live->checkpoint.due_ns != UINT64_MAX);      // of the cost
    CHECK_EQ(ed_live_checkpoint(live).frame, 3);
    CHECK(ed_live_checkpoint(live).age_ns < 3600000000000u);
    play(1);
    live->run.failed_phase = ED_PHASE_UPDATE;
    ed_live_restart_checkpoints(live);
    CHECK_EQ(live->checkpoint.last.frame, 3);
    live->run.failed_phase = ED_PHASE_NONE;
    live->config.no_checkpoints = true;
    ed_live_restart_checkpoints(live);
    CHECK_EQ(live->checkpoint.last.frame, 3);
    live->checkpoint.due_ns = 0;
    ed_live_poll_safety(live);
    CHECK_EQ(live->checkpoint.last.frame, 3);
    live->config.no_checkpoints = false;
    ed_live_poll_safety(live);
    CHECK_EQ(live->checkpoint.last.frame, 4);
    end();
}

// --- closing ------------------------------------------------------------------------------------

TEST(a_closed_live_loop_leaves_nothing)
{
    char copies[ED_COPY_DIR_PATH_MAX];
    CHECK(begin_folder());
    int files = open_files();
    ed_LiveConfig config = config_of(true);
    for (u32 i = 0; i < 3; i++) {
        config.no_trial = i != 1;
        CHECK(open_live(&config));
        snprintf(copies, sizeof copies, "%s", live->copy_dir.path);
        CHECK(access(copies, F_OK) == 0);
        play(2);
        CHECK(put("new.so", NEXT) && use_script(i == 2 ? OFFER COPY : COPY)
              && put("early.so", NOW));
        CHECK_EQ(reload(), ED_LIVE_RELOADED);
        CHECK_EQ(live->build.pid != 0, i == 2);
        if (i == 1) {      // a trial is running
            CHECK(put("new.so", NOW));
            ed_live_build(live);
            for (u32 k = 0; k < 20000 && !live->trial.child; k++) {
                ed_live_step(live);
                ed_live_wait(live, 1);
            }
            CHECK(live->trial.child);
        }
        ed_live_close(live);
        CHECK(access(copies, F_OK) != 0);
        CHECK_EQ(open_files(), files);
    }
    end_folder();
}

TEST(a_live_loop_that_cannot_be_opened_leaves_nothing)
{
    CHECK(begin_folder());
    int files = open_files();
    u32 arenas = failing_open();
    const ed_LiveConfig config = config_of(true);
    for (u32 i = 0; i < 3; i++) {
        ed_Error error = { .code = ED_OK };
        if (i == 0) CHECK(put_failing("game.so", NOW, FAULT_NONE, PHASE_LOAD, 1));
        if (i == 1) CHECK(write_file("game.so", "text", 4));
        if (i == 2) CHECK(unlink(module) == 0);
        if (i == 0) failing_begin(1, false);
        ed_Live *opened = ed_live_open(&config, &error);
        bool failed = failing_end();
        CHECK(!opened && (failed || i > 0) && *error.text);
        CHECK_EQ(open_files(), files);
        CHECK_EQ(failing_open(), arenas);
    }
    end_folder();
}
