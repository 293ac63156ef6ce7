#include "runtime/live/live.h"
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define CHANGED_TEXT_MAX 65536u

// --- events ------------------------------------------------------------------------------------------------------------

/// Starts the next event and gives its line to write.
static ed_Text begin_event(ed_Live *live, ed_LiveKind kind)
{
    live->event = (ed_LiveEvent){ .kind = kind, .number = live->event.number + 1, .build_ms = live->build.ms,
                                 .trial_ms = live->trial.ms };
    return ed_text_over(live->event.line, sizeof live->event.line);
}

/// What goes on after something new was refused.
static const char *goes_on(const ed_Live *live) { return live->run.broken ? "the game stays frozen" : "the old code runs on"; }

static bool tell_refused(ed_Live *live, const ed_Error *error)
{
    ed_Text line = begin_event(live, ED_LIVE_REFUSED);
    ed_text_add(&line, "%s refused: %s; %s", live->config.module_path, error->text, goes_on(live));
    return true;
}

/// "game/sim.c:41: a null pointer was used, in update (hit < update)", and the place by itself.
static void add_fault(ed_Live *live, const ed_Fault *fault, ed_Text *line)
{
    char functions[256];
    ed_Text place = ed_text_over(live->event.place, sizeof live->event.place), calls = ed_text_over(functions, sizeof functions);
    ed_fault_place(fault, &place, &calls);
    if (place.size) ed_text_add(line, "%s: ", live->event.place);
    ed_fault_words(fault, line);
    if (calls.size) ed_text_add(line, " (%s)", functions);
}

static bool tell_failed(ed_Live *live, const ed_Fault *fault, const char *said)
{
    ed_Text line = begin_event(live, ED_LIVE_REFUSED);
    ed_text_add(&line, "%s refused: ", live->config.module_path);
    add_fault(live, fault, &line);
    if (*said) ed_text_add(&line, ": %s", said);
    ed_text_add(&line, "; %s", goes_on(live));
    return true;
}

static bool tell_build_failed(ed_Live *live)
{
    ed_Text line = begin_event(live, ED_LIVE_BUILD_FAILED);
    ed_Text place = ed_text_over(live->event.place, sizeof live->event.place);
    char words[400];
    ed_Text text = ed_text_over(words, sizeof words);
    ed_build_error(&live->build, &place, &text);
    ed_text_add(&line, "%s%s%s; %s", live->event.place, place.size ? ": " : "", words, goes_on(live));
    return true;
}

/// What the compiler warned of is said at once: the next build would be silent about it.
static void add_warning(const ed_Live *live, ed_Text *line)
{
    if (live->build.warnings) ed_text_add(line, "; ");
    ed_build_warning(&live->build, line);
}

static bool tell_reloaded(ed_Live *live, f64 swap_ms)
{
    ed_Text line = begin_event(live, ED_LIVE_RELOADED);
    live->event.swap_ms = swap_ms;
    ed_text_add(&line, "reloaded in %.0f ms (", live->build.ms + live->trial.ms + swap_ms);
    if (live->trial.ms > 0) ed_text_add(&line, "trial %.0f, ", live->trial.ms);
    else                    ed_text_add(&line, "untried, ");
    ed_text_add(&line, "swap %.1f): ", swap_ms);
    ed_report_line(&live->run.report, &line);
    add_warning(live, &line);
    return true;
}

// --- from a built file to running code ---------------------------------------------------------------------------------

static bool read_library(ed_Live *live, ed_Span *bytes, u64 *hash, ed_Error *error)
{
    ed_arena_reset(&live->file);
    return ed_library_read(live->config.module_path, &live->file, bytes, hash, error);
}

static ed_Checkpoint *checkpoint_of(ed_Live *live) { return live->config.checkpoint ? live->config.checkpoint : &live->checkpoint; }

/// Where the guard writes.
static ed_Fault *fault_of(ed_Live *live) { return live->config.fault ? live->config.fault : &live->seen; }

/// New code that failed without a trial, or in spite of one, may have written anywhere.
static void undo(ed_Live *live)
{
    ed_Error error = { .code = ED_OK };
    const ed_Kept *kept = &checkpoint_of(live)->last;
    if (live->run.broken || !kept->bytes.size || !ed_run_restore(&live->run, kept->bytes.at, kept->bytes.size, true, &error)) return;
    ed_run_resume(&live->run, &error);
}

static bool swap_failed(ed_Live *live, ed_Library *next, const ed_Error *error)
{
    const ed_Fault fault = *fault_of(live);
    if (error->code == ED_ERR_CRASH) tell_failed(live, &fault, "");
    else                             tell_refused(live, error);
    ed_guard_module(live->library.copy);
    if (error->code == ED_ERR_CRASH) undo(live);
    ed_library_close(next);
    return true;
}

/// The new module beside the old one; then the state; then the old one may go.
static bool swap(ed_Live *live, ed_Library *next)
{
    ed_Checkpoint *checkpoint = checkpoint_of(live);
    ed_Error error = { .code = ED_OK };
    u64 start = ed_now_ns();
    if (!ed_library_load(next, &error)) return swap_failed(live, next, &error);
    ed_guard_module(next->copy);
    if (!ed_run_replace(&live->run, next->module, &error)) return swap_failed(live, next, &error);
    ed_library_close(&live->before);
    live->before  = live->library;
    live->library = *next;
    *next = (ed_Library){ .handle = NULL };
    checkpoint->proved = checkpoint->last;      // the new code went on from there, in its trial
    checkpoint->due_ns = 0;                     // the next one is of this layout
    return tell_reloaded(live, (f64)(ed_now_ns() - start) / 1e6);
}

// --- trying ------------------------------------------------------------------------------------------------------------

static bool tell_unchanged(ed_Live *live)
{
    ed_Text line = begin_event(live, ED_LIVE_UNCHANGED);
    ed_text_add(&line, "built in %.0f ms: the code is the one that %s", live->build.ms, live->run.broken ? "failed" : "runs");
    add_warning(live, &line);
    return true;
}

/// Where no process is to be had the guard alone has to hold.
static bool start_trial(ed_Live *live)
{
    ed_Error error = { .code = ED_OK };
    ed_Span bytes;
    u64 hash;
    live->trial.ms = 0;
    if (!read_library(live, &bytes, &hash, &error)) return tell_refused(live, &error);
    if (hash == live->library.hash) return tell_unchanged(live);
    bool copied = ed_folder_renew(&live->folder, &error)
               && ed_library_copy(&live->tried, bytes, hash, live->config.module_path, live->folder.path, ++live->loaded, &error);
    if (!copied) return tell_refused(live, &error);
    if (!live->config.no_guard && !live->config.no_trial && ed_trial_start(&live->trial, &live->run, &live->tried, &error)) return false;
    ed_checkpoint_take(checkpoint_of(live), &live->run, ed_now_ns());      // nothing else is there to go back to
    return swap(live, &live->tried);
}

static bool end_trial(ed_Live *live, ed_TrialEnd end)
{
    const ed_TrialTold *told = live->trial.told;
    if (end == ED_TRIAL_GOOD) return swap(live, &live->tried);
    if (end == ED_TRIAL_REFUSED) tell_refused(live, &told->error);
    else                         tell_failed(live, &told->fault, live->trial.said);
    ed_library_close(&live->tried);
    return true;
}

/// Of code that is no longer wanted.
static void stop_trial(ed_Live *live)
{
    ed_trial_stop(&live->trial);
    ed_library_close(&live->tried);
}

// --- failures of the running code -----------------------------------------------------------------------------------------

/// The C library was left in the middle of something: a parent starts the program again, on the last checkpoint.
static void end_if_lost(const ed_Live *live)
{
    if (live->config.fault && ed_fault_is_lost(&live->fault)) _exit(ED_GUARD_EXIT);
}

static bool tell_frozen(ed_Live *live, bool back, const ed_Error *error)
{
    ed_Text line = begin_event(live, ED_LIVE_FROZEN);
    add_fault(live, &live->fault, &line);
    if (back) ed_text_add(&line, "; frozen at frame %llu: mend it, and the game goes on from there", (unsigned long long)live->run.host.tick);
    else      ed_text_add(&line, "; frozen%s%s", error->code ? ", and there is no way back: " : "", error->text);
    live->told = fault_of(live)->number;
    return live->frozen = true;
}

static bool freeze(ed_Live *live)
{
    ed_Error error = { .code = ED_OK };
    if (live->reborn) return tell_frozen(live, true, &error);
    live->fault = *fault_of(live);
    end_if_lost(live);
    const ed_Kept *kept = ed_checkpoint_best(checkpoint_of(live));
    bool back = kept && ed_run_restore(&live->run, kept->bytes.at, kept->bytes.size, true, &error);
    if (back) ed_checkpoint_settle(checkpoint_of(live), kept);
    return tell_frozen(live, back, &error);
}

bool ed_live_back(ed_Live *live, ed_Error *error)
{
    if (!live->before.module) {
        ed_fail(error, ED_ERR_MODULE, "there is no code before this one");
        return false;
    }
    ed_guard_module(live->before.copy);
    bool good = ed_run_replace(&live->run, live->before.module, error);
    if (!good) { ed_guard_module(live->library.copy); return false; }
    ed_Library failed = live->library;
    live->library = live->before;
    live->before  = failed;
    return true;
}

// --- building ----------------------------------------------------------------------------------------------------------

static bool start_build(ed_Live *live)
{
    char changed[CHANGED_TEXT_MAX];
    ed_Text text = ed_text_over(changed, sizeof changed);
    ed_Error error = { .code = ED_OK };
    ed_watch_changed(&live->watch, &text);
    live->pending = false;
    if (!ed_build_start(&live->build, live->config.build_command, changed, &error)) {
        ed_turn_end(&live->turn);
        ed_Text line = begin_event(live, ED_LIVE_BUILD_FAILED);
        ed_text_add(&line, "%s; the old code runs on", error.text);
        return true;
    }
    ed_Text line = begin_event(live, ED_LIVE_BUILDING);
    ed_text_add(&line, "building");
    return true;
}

static bool take_build(ed_Live *live, ed_BuildEnd end)
{
    if (end == ED_BUILD_STOPPED || live->pending) return false;      // of a text that is no longer there
    if (end == ED_BUILD_FAILED) return tell_build_failed(live);
    live->pending = ed_watch_settle(&live->watch);
    return start_trial(live);
}

static bool end_build(ed_Live *live, ed_BuildEnd end)
{
    bool told = take_build(live, end);
    ed_turn_end(&live->turn);      // not before the module is read
    return told;
}

/// What is not watched is said once.
static bool tell_full(ed_Live *live)
{
    if (!live->watch.full || live->told_full) return false;
    ed_Text line = begin_event(live, ED_LIVE_REFUSED);
    ed_text_add(&line, "more than %u sources, %u folders or %u bytes in a path: not all saves are seen, reload by hand",
                ED_WATCH_FILES_MAX, ED_WATCH_TREE_MAX, ED_WATCH_PATH_MAX - 1);
    return live->told_full = true;
}

/// Before anything of this frame can change the code: what is kept is of code that ran.
static void keep_checkpoint(ed_Live *live)
{
    u64 now_ns = ed_now_ns();
    ed_Checkpoint *checkpoint = checkpoint_of(live);
    if (live->config.no_checkpoints || !ed_checkpoint_due(checkpoint, now_ns)) return;
    ed_checkpoint_take(checkpoint, &live->run, now_ns);
    ed_checkpoint_cost(checkpoint, now_ns, ed_now_ns() - now_ns);
}

ed_LiveCheckpoint ed_live_checkpoint(const ed_Live *live)
{
    const ed_Kept *last = live->config.checkpoint ? &live->config.checkpoint->last : &live->checkpoint.last;
    return (ed_LiveCheckpoint){ last->bytes, last->frame, last->bytes.size ? ed_now_ns() - last->taken_ns : 0 };
}

/// Other code runs, or this one was started over.
static void mended(ed_Live *live)
{
    live->frozen = live->reborn = false;
    fault_of(live)->kind = ED_FAULT_NONE;
}

bool ed_live_mind(ed_Live *live)
{
    if (!live->run.broken && live->frozen) mended(live);
    if (!live->run.broken) keep_checkpoint(live);
    bool told = live->frozen && live->told == fault_of(live)->number;
    return live->run.broken && !told && freeze(live);
}

bool ed_live_step(ed_Live *live)
{
    if (ed_live_mind(live)) return true;
    if (live->config.watching && tell_full(live)) return true;
    if (live->config.watching && ed_watch_poll(&live->watch)) live->pending = true;
    if (live->trial.child) {
        if (live->pending) { stop_trial(live); return false; }
        ed_TrialEnd end = ed_trial_poll(&live->trial);
        return end != ED_TRIAL_RUNS && end_trial(live, end);
    }
    if (live->build.pid) {
        if (live->pending) ed_build_stop(&live->build);      // a newer save ends a running build
        ed_BuildEnd end = ed_build_poll(&live->build);
        if (end != ED_BUILD_RUNS && end_build(live, end)) return true;
    }
    bool due = live->pending && !live->build.pid;
    return due && ed_turn_take(&live->turn, live->config.module_path) && start_build(live);
}

void ed_live_build(ed_Live *live)
{
    ed_watch_look(&live->watch);
    live->pending = true;
}

bool ed_live_busy(const ed_Live *live) { return live->pending || live->build.pid || live->trial.child || live->watch.event_ns; }

// --- opening and closing -----------------------------------------------------------------------------------------------

/// From here on faults of the game's code are held.
static bool guard_game(ed_Live *live, ed_Error *error)
{
    live->fault = *fault_of(live);      // that an earlier process left
    if (live->config.no_guard) return true;
    if (!ed_guard_open(fault_of(live), error)) return false;
    if (live->config.frozen) *fault_of(live) = live->fault;
    ed_guard_module(live->library.copy);
    live->fault = *fault_of(live);
    ed_guard_set_hang(live->config.hang_ms);
    live->run.caller.call = ed_guard_call;
    return true;
}

/// A new game, or the one that an earlier process left. Code that fails here is frozen like any other.
static bool begin_game(ed_Live *live, ed_Error *error)
{
    const ed_Kept *kept = live->config.checkpoint ? ed_checkpoint_best(live->config.checkpoint) : NULL;
    ed_checkpoint_own(checkpoint_of(live));
    if (!kept) return ed_run_start(&live->run, live->config.seed, error) || live->run.broken;
    if (!ed_run_restore(&live->run, kept->bytes.at, kept->bytes.size, false, error)) return false;
    live->reborn = live->config.frozen;
    if (!live->reborn) return ed_run_resume(&live->run, error) || live->run.broken;
    live->run.broken = live->fault.phase ? live->fault.phase : ED_PHASE_UPDATE;
    return true;
}

static bool load_first(ed_Live *live, ed_Error *error)
{
    ed_Error why = { .code = ED_OK };
    ed_Span bytes;
    u64 hash;
    if (!read_library(live, &bytes, &hash, &why)) {
        ed_fail(error, why.code, "%s: build the game first, or name its module", why.text);
        return false;
    }
    fault_of(live)->calling = ED_PHASE_CONSTRUCTOR;      // for a parent: it cannot be left in the middle, so nothing holds it
    bool good = ed_library_open(&live->library, bytes, hash, live->config.module_path, live->folder.path, ++live->loaded, &why);
    fault_of(live)->calling = ED_PHASE_NONE;
    good = good && ed_run_prepare(&live->run, live->library.module, &why) && guard_game(live, &why) && begin_game(live, &why);
    if (!good) ed_fail(error, why.code, "%s: %s", live->config.module_path, why.text);
    return good;
}

/// A save that came while the program started was seen by nobody else.
static bool sources_are_newer(const ed_Live *live)
{
    struct stat st;
    return stat(live->config.module_path, &st) == 0 && live->watch.newest_ns > ed_file_time_ns(&st);
}

bool ed_live_open(ed_Live *live, const ed_LiveConfig *config, ed_Error *error)
{
    memset(live, 0, sizeof *live);
    live->config = *config;
    live->watch.inotify = -1;
    live->turn = -1;
    if (!live->config.build_command) live->config.build_command = ED_BUILD_COMMAND;
    bool good = ed_arena_open(&live->file, "module file", ED_LIBRARY_BYTES_MAX + 64, error) && ed_folder_open(&live->folder, error)
             && ed_watch_open(&live->watch, live->config.watch, error) && load_first(live, error);
    if (!good) { ed_live_close(live); return false; }
    live->pending = config->watching && sources_are_newer(live);
    return true;
}

void ed_live_close(ed_Live *live)
{
    ed_build_close(&live->build);
    ed_turn_end(&live->turn);
    stop_trial(live);
    ed_trial_close(&live->trial);
    ed_checkpoint_close(&live->checkpoint);
    if (live->run.module) ed_run_close(&live->run);
    ed_guard_close();
    ed_library_close(&live->before);
    ed_library_close(&live->library);
    ed_watch_close(&live->watch);
    ed_arena_close(&live->file);
    ed_folder_close(&live->folder);
}
