#include "runtime/live/live_inner.h"
#include <string.h>
#include <unistd.h>
#include "runtime/live/process.h"

ed_Checkpoint *ed_live_checkpoint_of(ed_Live *live)
{
    return live->config.checkpoint ? live->config.checkpoint : &live->checkpoint;
}

ed_Fault *ed_live_fault_of(ed_Live *live)
{
    return live->config.fault ? live->config.fault : &live->seen;
}

// --- from a built file to running code -----------------------------------------------------------

bool ed_live_read_library(ed_Live *live, const char *path, ed_Span *bytes, u64 *hash,
                          ed_Error *error)
{
    ed_arena_reset(&live->file);
    return ed_library_read(path, &live->file, bytes, hash, error);
}

bool ed_live_load_library(ed_Live *live, ed_Library *library, ed_Error *error)
{
    ed_Fault *fault = ed_live_fault_of(live);
    fault->calling = ED_PHASE_CONSTRUCTOR;
    bool good = ed_library_load(library, error);
    fault->calling = ED_PHASE_NONE;
    return good;
}

bool ed_live_close_library(ed_Live *live, ed_Library *library)
{
    ed_Fault *fault = ed_live_fault_of(live);
    if (library->handle) fault->calling = ED_PHASE_DESTRUCTOR;
    bool gone = ed_library_close(library);
    fault->calling = ED_PHASE_NONE;
    return gone;
}
bool ed_live_is_ahead(const ed_Live *live) { return live->quick && live->quick == live->builds; }

/// Whether what is tried is another build of the code that runs.
static bool is_twin(const ed_Live *live)
{
    return ed_live_is_ahead(live) && !live->hasty && !live->run.broken;
}

/// What the run has to know of the module to come, here and in the trial's process.
static bool announce(ed_Live *live)
{
    live->run.before = live->before.module ? live->before.module->schema : NULL;
    return live->run.twin = is_twin(live);
}

/// Of what came before its time only good news is told: the build itself decides.
static bool refuse(ed_Live *live, const ed_Error *error)
{
    return !live->hasty && ed_live_tell_refused(live, error);
}

/// New code that failed without a trial, or in spite of one, may have written anywhere.
static void undo(ed_Live *live)
{
    ed_Error error = { .code = ED_OK };
    const ed_Kept *kept = &ed_live_checkpoint_of(live)->last;
    if (live->run.broken || !kept->bytes.size
        || !ed_run_restore(&live->run, kept->bytes.at, kept->bytes.size, true, &error))
        return;
    ed_run_resume(&live->run, &error);
}

/// A fault of code that is no longer called is not what a later end of the process comes from.
static void forget(ed_Live *live)
{
    if (!live->run.broken) ed_live_fault_of(live)->kind = ED_FAULT_NONE;
}

static bool swap_failed(ed_Live *live, ed_Library *next, const ed_Error *error)
{
    const ed_Fault fault = *ed_live_fault_of(live);
    bool told = error->code == ED_ERR_CRASH
        ? ed_live_tell_failed(live, &fault, "") : refuse(live, error);
    ed_guard_module(live->library.copy);
    if (error->code == ED_ERR_CRASH) undo(live);
    forget(live);
    ed_live_close_library(live, next);
    return told;
}

/// Code before this one is what ran before the save, not what took its place for a moment. That
/// stays mapped, too: the report names its types.
static void take_place(ed_Live *live, ed_Library *next, bool twin)
{
    live->stays += !ed_live_close_library(live, &live->early);
    if (!twin) live->stays += !ed_live_close_library(live, &live->before);
    *(twin ? &live->early : &live->before) = live->library;
    live->library = *next;
    live->quick   = live->hasty ? live->builds : 0;
    *next = (ed_Library){ .handle = NULL };
}

/// The new module beside the old one; then the state; then the old one may go.
static bool swap(ed_Live *live, ed_Library *next)
{
    ed_Checkpoint *checkpoint = ed_live_checkpoint_of(live);
    ed_Error error = { .code = ED_OK };
    u64 start = ed_now_ns();
    const ed_Fault *fault = ed_live_fault_of(live);
    u32 faults = fault->number;
    if (!ed_live_load_library(live, next, &error)) return swap_failed(live, next, &error);
    ed_guard_module(next->copy);
    const ed_Arena *report = live->run.report.arena;
    bool twin = announce(live),
         good = ed_run_replace(&live->run, next->module, &error);
    live->run.twin = false;
    if (!good) return swap_failed(live, next, &error);
    take_place(live, next, twin);
    checkpoint->proved = checkpoint->last;      // the new code went on from there, in its trial
    checkpoint->due_ns = 0;                     // the next one is of this layout
    f64 swap_ms = (f64)(ed_now_ns() - start) / 1e6;
    bool failed = fault->number != faults;
    if (twin && !failed && report == live->run.report.arena) ed_live_tell_compiled(live, swap_ms);
    else ed_live_tell_reloaded(live, swap_ms, failed ? fault : NULL);
    forget(live);
    return true;
}

// --- trying --------------------------------------------------------------------------------------

static bool fork_trial(ed_Live *live)
{
    ed_Error unused = { .code = ED_OK };
    if (live->config.no_guard || live->config.no_trial) return false;
    announce(live);
    bool started = ed_trial_start(&live->trial, &live->run, &live->tried, &unused);
    live->run.twin = false;
    return started;
}

/// A save that changes no code, after an early module took over: that one is of this build, too.
static bool same_code(ed_Live *live)
{
    if (live->hasty && !live->quick) return false;
    if (live->hasty) live->quick = live->builds;
    else if (!live->anew && ed_watch_told_unit(&live->watch)) return ed_live_tell_unmade(live);
    return ed_live_tell_unchanged(live);
}

/// Where no process is to be had the guard alone has to hold.
static bool try_library(ed_Live *live, const char *path)
{
    ed_Error error = { .code = ED_OK };
    ed_Span bytes;
    u64 hash;
    live->trial.ms = 0;
    live->trial.untried[0] = 0;
    live->trial.bytes_max = live->config.trial_bytes;
    if (!ed_live_read_library(live, path, &bytes, &hash, &error)) return refuse(live, &error);
    if (hash == live->library.hash) return same_code(live);
    bool copied = ed_folder_renew(&live->folder, &error)
               && ed_library_copy(&live->tried, bytes, hash, live->config.module_path,
                                  live->folder.path, ++live->loaded, &error);
    if (!copied) return refuse(live, &error);
    if (live->hasty && !ed_library_is_whole(bytes)) {
        ed_library_close(&live->tried);
        return false;
    }
    if (fork_trial(live)) return false;
    // Nothing else is there to go back to.
    ed_checkpoint_take(ed_live_checkpoint_of(live), &live->run, ed_now_ns());
    return swap(live, &live->tried);
}

bool ed_live_start_trial(ed_Live *live)
{
    live->hasty = false;
    return try_library(live, live->config.module_path);
}

bool ed_live_start_hasty(ed_Live *live)
{
    char path[ED_BUILD_LINE_MAX];
    memcpy(path, live->build.offer, sizeof path);
    live->build.offer[0] = 0;
    live->build.ms = (f64)(ed_now_ns() - live->build.started_ns) / 1e6;
    ed_live_stop_trial(live);      // of an earlier offer
    live->hasty = true;
    return try_library(live, path);
}

bool ed_live_end_trial(ed_Live *live, ed_TrialEnd end)
{
    const ed_TrialTold *told = live->trial.told;
    if (end == ED_TRIAL_GOOD || end == ED_TRIAL_UNTRIED) return swap(live, &live->tried);
    bool is_told = !live->hasty;
    if (is_told && end == ED_TRIAL_REFUSED) ed_live_tell_refused(live, &told->error);
    else if (is_told)
        ed_live_tell_failed(live, &told->fault, live->trial.said);
    ed_library_close(&live->tried);
    return is_told;
}

/// Of code that is no longer wanted.
void ed_live_stop_trial(ed_Live *live)
{
    ed_trial_stop(&live->trial);
    ed_library_close(&live->tried);
}

// --- failures of the running code ----------------------------------------------------------------

bool ed_live_restore(ed_Live *live, bool same_process, ed_Error *error)
{
    ed_Checkpoint *checkpoint = ed_live_checkpoint_of(live);
    const ed_Kept *all[] = { &checkpoint->proved, &checkpoint->last };
    for (u32 i = 0; i < ED_COUNT(all); i++) {
        if (!all[i]->bytes.size) continue;
        error->code = ED_OK;
        if (!ed_run_restore(&live->run, all[i]->bytes.at, all[i]->bytes.size, same_process, error))
            continue;
        ed_checkpoint_settle(checkpoint, all[i]);
        return true;
    }
    return false;
}

/// The C library was left in the middle of something: a parent starts the program again,
/// on the last checkpoint.
static void end_if_lost(const ed_Live *live)
{
    if (live->config.fault && ed_fault_is_lost(&live->fault)) _exit(ED_GUARD_EXIT);
}

static bool freeze(ed_Live *live)
{
    ed_Error error = { .code = ED_OK };
    if (live->reborn && !live->frozen) return ed_live_tell_frozen(live, true, &error);
    live->reborn = false;
    live->fault = *ed_live_fault_of(live);
    end_if_lost(live);
    return ed_live_tell_frozen(live, ed_live_restore(live, true, &error), &error);
}

bool ed_live_back(ed_Live *live, ed_Error *error)
{
    u64 start = ed_now_ns();
    if (!live->before.module) {
        ed_fail(error, ED_ERR_MODULE, "there is no code before this one");
        return false;
    }
    ed_guard_module(live->before.copy);
    live->run.before = live->before.module->schema;
    bool good = ed_run_replace(&live->run, live->before.module, error);
    if (!good) { ed_guard_module(live->library.copy); return false; }
    ed_Library failed = live->library;
    live->library = live->before;
    live->before  = failed;
    live->quick   = 0;
    return ed_live_tell_back(live, (f64)(ed_now_ns() - start) / 1e6);
}

// --- between two frames --------------------------------------------------------------------------

/// Other code runs, or this one was started over.
static void mended(ed_Live *live)
{
    live->frozen = live->reborn = false;
    ed_live_fault_of(live)->kind = ED_FAULT_NONE;
}

/// Before anything of this frame can change the code: what is kept is of code that ran.
static void keep_checkpoint(ed_Live *live)
{
    u64 now_ns = ed_now_ns();
    ed_Checkpoint *checkpoint = ed_live_checkpoint_of(live);
    if (live->config.no_checkpoints || !ed_checkpoint_due(checkpoint, now_ns)) return;
    ed_checkpoint_take(checkpoint, &live->run, now_ns);
    ed_checkpoint_cost(checkpoint, now_ns, ed_now_ns() - now_ns);
}

ed_LiveCheckpoint ed_live_checkpoint(const ed_Live *live)
{
    const ed_Kept *last = live->config.checkpoint
        ? &live->config.checkpoint->last : &live->checkpoint.last;
    return (ed_LiveCheckpoint){ last->bytes, last->frame,
                                last->bytes.size ? ed_now_ns() - last->taken_ns : 0 };
}

/// The process cannot be what it was: a parent starts another one.
static void end_if_limited(const ed_Live *live)
{
    if (live->config.fault && live->guarded && ed_process_lost()) ed_guard_end(ED_FAULT_LIMIT);
}

bool ed_live_mind(ed_Live *live)
{
    end_if_limited(live);
    if (!live->run.broken && live->frozen) mended(live);
    if (!live->run.broken) keep_checkpoint(live);
    bool told = live->frozen && live->told == ed_live_fault_of(live)->number;
    if (live->run.broken && !told) return freeze(live);
    return ed_live_tell_process(live);
}
