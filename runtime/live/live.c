#include "runtime/live/live_inner.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "runtime/base/hash.h"
#include "runtime/live/old_code.h"
#include "runtime/live/process.h"
#include "runtime/os/system/clock.h"

// A source written during a build was saved either by the user or by the build command, unless that
// is ED_BUILD_COMMAND, which writes no source. Another build command that writes a source writes
// the same one in every build, and at no other time. So after REBUILDS_WAIT builds in a row with
// such a save, the next builds are delayed by the duration of a build. A save within that delay
// comes from the user. The early module of such a build is not used, since the user might react to
// it with a save, which would look like one by the build. After REBUILDS_MAX such builds, eddie
// concludes that the build command writes the source.
#define QUIET_MS 1000.0       // minimum time between two such builds
#define REBUILDS_WAIT 3u      // then builds are delayed, and a running one is not stopped
#define REBUILDS_MAX 7u
// After a hang, a call may take this many times as long, if the user allows it.
#define LONGER 10u

_Static_assert(ED_LIVE_FOLDERS_MAX == ED_WATCH_DIRS_MAX, "the limit of the watch");

// --- building ------------------------------------------------------------------------------------

static bool start_build(ed_Live *live)
{
    char changed[ED_BUILD_CHANGED_MAX];
    ed_Text text = ed_text_over(changed, sizeof changed);
    ed_Error error = { .code = ED_OK };
    ed_watch_changed(&live->watch, &text);
    ed_process_check(ED_PHASE_UPDATE);
    live->request = ED_REQUEST_NONE;
    live->latest.error_reported = live->latest.silence_reported = false;
    live->latest.stopped_by_user = false;
    live->self_writes.is_loop &= live->self_writes.build == live->latest.number;
    live->latest.number++;
    live->latest.module_before = ed_file_mark(live->config.module_path);
    if (!ed_build_start(&live->build, live->config.build_command, changed,
                        !live->config.no_early_builds, &error)) {
        ed_file_lock_release(&live->build_lock);
        return ed_live_report_not_started(live, &error);
    }
    ed_Text line = ed_live_begin_event(live, ED_LIVE_BUILDING);
    ed_text_add(&line, "building");
    return true;
}

/// True if the sources were saved again since the build began, unless the build itself may have
/// written them.
static bool is_build_outdated(const ed_Live *live)
{
    return live->request == ED_REQUEST_DUE && live->self_writes.count < REBUILDS_WAIT
        && !live->self_writes.is_loop;
}

static bool handle_build_end(ed_Live *live, ed_BuildEnd end)
{
    if (end == ED_BUILD_STOPPED && live->latest.stopped_by_user)
        return ed_live_report_stopped(live);
    // An outdated build is not used.
    if (end == ED_BUILD_STOPPED || is_build_outdated(live)) return false;
    if (end == ED_BUILD_FAILED)
        return !live->latest.error_reported && ed_live_handle_build_error(live);
    live->latest.wrote_module =
        !ed_file_is_unchanged(live->config.module_path, &live->latest.module_before);
    if (live->latest.wrote_module) ed_watch_built(&live->watch);
    // The module file is older than the running early build, so this build did not compile the
    // save.
    else if (ed_live_runs_early_build(live) && ed_watch_reported_source(&live->watch))
        return ed_live_report_not_built(live);
    return ed_live_start_trial(live);
}

/// Watches what the last build has read.
static void watch_inputs(ed_Live *live)
{
    char path[ED_PATH_MAX];
    int size = snprintf(path, sizeof path, "%s.inputs", live->config.module_path);
    if (live->config.watching && size > 0 && (size_t)size < sizeof path)
        ed_watch_read_list(&live->watch, path);
}

static bool finish_build(ed_Live *live, ed_BuildEnd end)
{
    ed_live_stop_trial(live);      // the trial of the early build
    // File time stamps come from a coarser clock. So a save just after this moment can have an
    // earlier time stamp, and then counts as a save during the build.
    live->latest.ended_real_ns = ed_date_ns();
    live->latest.ended_ns = ed_now_ns();
    bool has_event = handle_build_end(live, end);
    ed_file_lock_release(&live->build_lock);      // only now that the module was read
    watch_inputs(live);
    return has_event;
}

/// Reports the first errors while the build continues. Stops the trial of an early build, since the
/// compiler refuses its sources.
static bool report_first_error(ed_Live *live)
{
    ed_live_stop_trial(live);
    live->latest.error_reported = true;
    ed_build_time(&live->build);
    return ed_live_handle_build_error(live);
}

static bool poll_build(ed_Live *live)
{
    if (is_build_outdated(live)) ed_build_stop(&live->build);      // a newer save cancels the build
    ed_BuildEnd end = ed_build_poll(&live->build);
    if (end != ED_BUILD_RUNS) return finish_build(live, end);
    if (ed_live_report_silent(live)) return true;
    if (is_build_outdated(live) || live->latest.error_reported) return false;
    if (ed_build_has_error(&live->build)) return report_first_error(live);
    return *live->build.early_module && live->self_writes.count < REBUILDS_WAIT
        && ed_live_start_early(live);
}

static void start_commit(ed_Live *live, const ed_RunSizes *sizes)
{
    for (u32 i = 0; i < live->run.module->schema->state_count; i++) {
        const ed_Arena *spare = ed_run_spare(&live->run, i);
        if (spare) ed_commit_memory_add(&live->commit, spare, sizes->states[i]);
    }
    const ed_Arena *attic = sizes->attic ? ed_attics_spare(&live->run.attics) : NULL;
    if (attic) ed_commit_memory_add(&live->commit, attic, sizes->attic);
    ed_commit_memory_start(&live->commit);
}

/// Commits memory while the trial migrates the state to another layout, since the swap will need as
/// much. The first estimate is the size of the current state. The trial then reports the exact
/// sizes.
static void commit_ahead(ed_Live *live)
{
    ed_TrialReport *report = live->trial.report;
    ed_RunSizes now = ed_run_sizes(&live->run);
    now.attic = 0;
    bool migrates = __atomic_load_n(&report->migrates, __ATOMIC_ACQUIRE);
    if (migrates && !live->commit.count) start_commit(live, &now);
    bool migrated = __atomic_load_n(&report->migrated, __ATOMIC_ACQUIRE);
    if (!migrated || !ed_commit_memory_ended(&live->commit)) return;
    report->migrates = report->migrated = false;
    ed_commit_memory_end(&live->commit);
    start_commit(live, &report->sizes);
}

static bool poll_trial(ed_Live *live)
{
    if (is_build_outdated(live)) {
        ed_live_stop_trial(live);
        return false;
    }
    ed_TrialEnd end = ed_trial_poll(&live->trial);
    commit_ahead(live);
    return end != ED_TRIAL_RUNS && ed_live_end_trial(live, end);
}

/// True if the build command may have written the file that changed last. ED_BUILD_COMMAND writes
/// no source. A save after an error was reported is the answer of the user, even if the build still
/// compiles other files.
static bool may_be_self_write(const ed_Live *live)
{
    const ed_LiveBuild *latest = &live->latest;
    bool during = live->build.runs || live->watch.changed_ns <= latest->ended_real_ns;
    bool is_answer = live->build.runs && latest->error_reported;
    return latest->number && during && !is_answer && !live->build.is_own;
}

/// Requests a build for a save, unless builds themselves write that source each time. For example,
/// a build command rewrites version.h: the user saves main.c, build 1 writes version.h, which
/// starts build 2, and so on. At the seventh build in a row, this returns true with an event, and
/// version.h starts no more builds.
static bool request_build(ed_Live *live)
{
    ed_LiveSelfWrites *writes = &live->self_writes;
    const ed_LiveRequest before = live->request;
    u64 source = ed_hash_bytes(0, live->watch.changed, strlen(live->watch.changed));
    bool by_build = may_be_self_write(live), same = source == writes->source;
    live->request = ED_REQUEST_DUE;
    if (!by_build || !same) writes->count = writes->is_loop ? REBUILDS_MAX - 1 : 0;
    if (!by_build || (writes->is_loop && !same)) return false;
    bool is_first = writes->build != live->latest.number;      // such save during this build
    if (is_first) {
        writes->source = source;
        writes->build = live->latest.number;
        writes->count++;
    }
    if (writes->count < REBUILDS_MAX) return false;
    live->request = before;
    return is_first && ed_live_report_loop(live);
}

/// A build that a pipe blocked is due when the pipe is gone.
static void request_unblocked_build(ed_Live *live)
{
    if (live->request == ED_REQUEST_BLOCKED && !ed_watch_blocking(&live->watch))
        live->request = ED_REQUEST_DUE;
}

static bool is_build_due(const ed_Live *live)
{
    f64 passed_ms = (f64)(ed_now_ns() - live->latest.ended_ns) / 1e6;
    bool waits =
        live->self_writes.count >= REBUILDS_WAIT && passed_ms < fmax(QUIET_MS, live->build.ms);
    return live->request == ED_REQUEST_DUE && !live->build.runs && !waits;
}

/// Starts a build, unless a source (a pipe, for example) would block it forever.
static bool start_due_build(ed_Live *live)
{
    const char *blocking = ed_watch_blocking(&live->watch);
    if (blocking) return ed_live_report_blocked(live, blocking);
    return ed_build_lock_take(&live->build_lock, live->config.module_path) && start_build(live);
}

/// Callers may print the line unchanged. It contains paths and function names, so control
/// characters are replaced.
static bool finish_event(ed_Live *live, bool has_event)
{
    if (!has_event) return false;
    ed_text_strip_control(live->event.line);
    ed_text_strip_control(live->event.location);
    return true;
}

static bool step_live(ed_Live *live)
{
    if (ed_live_report_lost(live)) return true;
    if (ed_live_keep_safe(live)) return true;
    if (ed_live_report_untested(live)) return true;
    if (ed_live_report_no_early(live)) return true;
    if (live->config.watching && ed_live_report_full(live)) return true;
    bool saved = live->config.watching && ed_watch_poll(&live->watch);
    if (saved && request_build(live)) return true;
    if (live->trial.runs && poll_trial(live)) return true;
    if (live->build.runs && poll_build(live)) return true;
    // Starting the process of a trial takes time, so it is done in a frame that neither starts a
    // build nor swaps.
    if (live->build.runs) ed_live_prepare_trial(live);
    request_unblocked_build(live);
    return is_build_due(live) && start_due_build(live);
}

bool ed_live_step(ed_Live *live) { return finish_event(live, step_live(live)); }

bool ed_live_poll_safety(ed_Live *live) { return finish_event(live, ed_live_keep_safe(live)); }

bool ed_live_poll_build(ed_Live *live)
{
    if (!ed_live_is_building(live)) return ed_live_poll_safety(live);
    live->trial.held = true;
    bool has_event = ed_live_step(live);
    live->trial.held = false;
    return has_event;
}

void ed_live_build(ed_Live *live)
{
    ed_watch_scan(&live->watch);
    live->request = ED_REQUEST_DUE;
    live->self_writes.count = 0;
}

bool ed_live_stop_build(ed_Live *live)
{
    if (!live->build.runs || live->build.stopping) return false;
    live->latest.stopped_by_user = true;
    live->request = ED_REQUEST_NONE;
    ed_build_stop(&live->build);
    return true;
}

bool ed_live_allow_longer(ed_Live *live, ed_Error *error)
{
    const u32 ms = live->config.hang_ms ? live->config.hang_ms : ED_GUARD_HANG_MS;
    const bool paused = live->run.failed_phase && live->fault.kind == ED_FAULT_HANG;
    if (!paused && !live->candidate.refused_hang) {
        ed_fail(error, ED_ERR_MODULE, "no call has exceeded its limit");
        return false;
    }
    live->config.hang_ms = ms < ED_GUARD_HANG_MS_MAX / LONGER ? ms * LONGER : ED_GUARD_HANG_MS_MAX;
    ed_guard_set_hang(live->config.hang_ms);
    live->candidate.refused_hang = false;
    if (!paused) ed_live_build(live);
    else if (!ed_run_resume(&live->run, error)) return false;
    return finish_event(live, ed_live_report_longer(live));
}

const char *ed_live_build_output(const ed_Live *live) { return live->build.output; }

bool ed_live_is_building(const ed_Live *live)
{
    return live->build.runs || (live->trial.runs && !live->trial.ended_while_held);
}

bool ed_live_busy(const ed_Live *live)
{
    return live->request == ED_REQUEST_DUE || live->build.runs || live->trial.runs
        || live->watch.event_ns || live->watch.unreported;
}

bool ed_live_has_pending_save(const ed_Live *live)
{
    bool ahead =
        ed_live_runs_early_build(live) && live->request != ED_REQUEST_DUE && !live->watch.event_ns;
    return ed_live_busy(live) && !ahead;
}

void ed_live_wait(const ed_Live *live, u32 ms)
{
    const ed_WatchEvents none = { -1 };
    ed_watch_events_wait(live->config.watching ? &live->watch.events : &none,
                         ed_live_busy(live) ? 1 : ms);
}

// --- opening and closing -------------------------------------------------------------------------

/// Opens the guard: from here on, faults of the game's code are caught.
static bool guard_game(ed_Live *live, ed_Error *error)
{
    live->fault = *ed_live_fault_of(live);      // as an earlier process left it
    if (live->config.no_guard) return true;
    if (!ed_guard_open(ed_live_fault_of(live), error)) return false;
    if (live->lost_code[0]) live->fault.frame_count = 0;      // addresses in other code than this
    if (live->config.start_paused) *ed_live_fault_of(live) = live->fault;
    live->guarded = true;
    ed_guard_module(live->code.library->copy);
    live->fault = *ed_live_fault_of(live);
    ed_guard_set_hang(live->config.hang_ms);
    live->run.caller = (ed_GuardedCall){ ed_guard_call, &live->run };
    return true;
}

/// Starts a new game, or continues from the checkpoint of an earlier process. If the game's code
/// fails, the game is paused as usual.
static bool begin_game(ed_Live *live, ed_Error *error)
{
    bool kept = live->config.checkpoint && ed_checkpoint_best(live->config.checkpoint);
    if (!kept) return ed_run_start(&live->run, live->config.seed, error) || live->run.failed_phase;
    live->run.host.seed = live->config.seed;
    if (!ed_live_restore(live, false, error)) return false;
    if (!live->config.start_paused)
        return ed_run_resume(&live->run, error) || live->run.failed_phase;
    live->pause = ED_PAUSE_RESTARTED;
    live->run.failed_phase = live->fault.phase ? live->fault.phase : ED_PHASE_UPDATE;
    return true;
}

typedef struct First {
    ed_Span bytes;
    u64 hash;
    bool ran;      // it ran in an earlier process
} First;

/// If the game continues from the checkpoint of an earlier process, reads the code that ran there:
/// the module on disk may have been refused.
static bool read_code_before(ed_Live *live, First *first)
{
    const ed_LiveConfig *config = &live->config;
    ed_Error why = { .code = ED_OK };
    if (!config->checkpoint || !ed_checkpoint_best(config->checkpoint)) return false;
    if (!config->fault || !config->fault->module[0]) return false;
    first->ran =
        ed_library_read(config->fault->module, &live->file, &first->bytes, &first->hash, &why);
    snprintf(live->lost_code, sizeof live->lost_code, "%s", why.text);
    return first->ran;
}

/// Reads the module before ed_copy_dir_open deletes the copies of an earlier process: it may be one
/// of them.
static bool read_first(ed_Live *live, First *first, ed_Error *error)
{
    ed_Error why = { .code = ED_OK };
    const char *path = live->config.module_path;
    if (read_code_before(live, first)) return true;
    if (ed_library_read(path, &live->file, &first->bytes, &first->hash, &why)) return true;
    ed_fail(error, why.code, "%s: build the game first, or name its module", why.text);
    return false;
}

static bool load_first(ed_Live *live, const First *first, ed_Error *error)
{
    ed_Error why = { .code = ED_OK };
    live->code.library = &live->libraries[0];
    bool good =
        ed_library_copy(live->code.library, first->bytes, first->hash, live->config.module_path,
                        live->copy_dir.path, ++live->copies_made, &why)
        && ed_live_load_library(live, live->code.library, &why);
    good = good && ed_run_prepare(&live->run, live->code.library->module, &why)
        && guard_game(live, &why) && begin_game(live, &why);
    if (!good) ed_fail(error, why.code, "%s: %s", live->config.module_path, why.text);
    return good;
}

/// True if a source is newer than the module, so that it was saved before anything watched it, or if
/// the time stamp of the module lies in the future.
static bool sources_are_newer(const ed_Live *live)
{
    u64 written_ns = ed_file_mark(live->config.module_path).written_ns;
    return written_ns && (written_ns < live->watch.newest_ns || written_ns > ed_date_ns());
}

/// Returns NULL with an error if the memory cannot be allocated.
static ed_Live *make_live(ed_Error *error)
{
    ed_Arena memory;
    if (!ed_arena_open(&memory, "the live loop", 2 * sizeof(ed_Live), error)) return NULL;
    ed_Live *live = (ed_Live *)ed_arena_push(&memory, sizeof *live, _Alignof(ed_Live));
    if (live) live->memory = memory;
    else {
        ed_arena_check(&memory, error);
        ed_arena_close(&memory);
    }
    return live;
}

ed_Live *ed_live_open(const ed_LiveConfig *config, ed_Error *error)
{
    ed_Live *live = make_live(error);
    if (!live) return NULL;
    live->config = *config;
    ed_process_take();
    live->watch.events.handle = -1;
    live->build_lock = ED_NO_LOCK;
    if (!live->config.build_command) live->config.build_command = ED_BUILD_COMMAND;
    live->trial.program = live->config.trial_program;
    First first = { .ran = false };
    bool good = ed_arena_open_fixed(&live->file, "module file", ED_LIBRARY_BYTES_MAX + 64, error)
             && read_first(live, &first, error) && ed_copy_dir_open(&live->copy_dir, error)
             && ed_watch_open(&live->watch, live->config.watch, error)
             && load_first(live, &first, error);
    if (!good) {
        ed_live_close(live);
        return NULL;
    }
    watch_inputs(live);
    if (config->watching && (first.ran || sources_are_newer(live))) live->request = ED_REQUEST_DUE;
    return live;
}

void ed_live_close(ed_Live *live)
{
    ed_build_close(&live->build);
    ed_file_lock_release(&live->build_lock);
    ed_live_stop_trial(live);
    ed_trial_close(&live->trial);
    ed_commit_memory_end(&live->commit);
    ed_checkpoint_close(&live->checkpoint);
    if (live->run.module) ed_run_close(&live->run);
    if (live->guarded) ed_guard_close();
    ed_process_stop_restoring();
    for (u32 i = 0; i < ED_LIVE_LIBRARIES_MAX; i++)
        ed_live_close_library(live, &live->libraries[i]);
    ed_old_code_clear();
    ed_watch_close(&live->watch);
    ed_arena_close(&live->file);
    ed_copy_dir_close(&live->copy_dir);
    ed_Arena memory = live->memory;
    ed_arena_close(&memory);
}

ed_Run *ed_live_run(ed_Live *live) { return &live->run; }

const ed_LiveEvent *ed_live_event(const ed_Live *live) { return &live->event; }

const ed_Fault *ed_live_fault(const ed_Live *live) { return &live->fault; }

bool ed_live_has_previous(const ed_Live *live) { return live->code.before != NULL; }

bool ed_live_returns_state(const ed_Live *live) { return ed_live_leads_to_state(live); }
