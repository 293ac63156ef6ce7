#include "runtime/live/live_inner.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include "runtime/live/old_code.h"
#include "runtime/live/process.h"
#include "runtime/os/system/clock.h"
#include "runtime/os/library/library_image.h"
#include "runtime/os/process/exit.h"

// --- from a built file to a loaded library -------------------------------------------------------

/// Reads the file at `path` into `live->file`.
static bool read_library(ed_Live *live, const char *path, ed_Span *bytes, u64 *hash,
                         ed_Error *error)
{
    ed_arena_reset(&live->file);
    return ed_library_read(path, &live->file, bytes, hash, error);
}

bool ed_live_load_library(ed_Live *live, ed_Library *library, ed_Error *error)
{
    ed_Fault *fault = ed_live_fault_of(live);
    fault->calling = ED_PHASE_CONSTRUCTOR;
    ed_own_libraries_before(&live->own_libraries);
    bool good = ed_library_load(library, error);
    if (good)
        ed_own_libraries_after(&live->own_libraries, ed_library_loaded_path(library), &live->file);
    fault->calling = ED_PHASE_NONE;
    ed_process_check(ED_PHASE_CONSTRUCTOR);
    return good;
}

bool ed_live_close_library(ed_Live *live, ed_Library *library)
{
    ed_Fault *fault = ed_live_fault_of(live);
    char copy[ED_LIBRARY_PATH_MAX];
    u64 base, end;
    if (!library->handle) return ed_library_close(library);
    memcpy(copy, library->copy, sizeof copy);
    ed_library_range(copy, &base, &end);
    fault->calling = ED_PHASE_DESTRUCTOR;
    bool gone = ed_library_close_keeping_copy(library);
    fault->calling = ED_PHASE_NONE;
    if (gone) ed_old_code_add(copy, base, end);
    return gone;
}

/// True if the module of the trial is another build of the running sources.
static bool is_compiled_early_build(const ed_Live *live)
{
    return ed_live_runs_early_build(live) && !live->candidate.is_early && !live->run.failed_phase;
}

/// Prepares `run` for the next module.
static bool prepare_run(ed_Live *live)
{
    live->run.previous_schema = live->code.before ? live->code.before->module->schema : NULL;
    return live->run.same_sources = is_compiled_early_build(live);
}

/// Reports a refusal, except that of an early build: the compiler's build decides about the
/// sources.
static bool refuse_candidate(ed_Live *live, const ed_Error *error)
{
    return !live->candidate.is_early && ed_live_report_refused(live, error);
}

/// Clears the fault of code that is no longer called, since it would look like the cause if the
/// process ended later. During a pause, the record stays, but its number counts as reported, so
/// that it is not taken for a new failure of the paused game.
static void clear_old_fault(ed_Live *live)
{
    ed_Fault *fault = ed_live_fault_of(live);
    if (!live->run.failed_phase) fault->kind = ED_FAULT_NONE;
    else if (live->pause == ED_PAUSE_REPORTED) live->reported_fault = fault->number;
}

// --- loaded libraries ----------------------------------------------------------------------------

static bool uses_library(const ed_LiveCode *code, const ed_Library *library)
{
    return code->library == library || code->before == library || code->replaced == library;
}

static void close_unused(ed_Live *live)
{
    for (u32 i = 0; i < ED_LIVE_LIBRARIES_MAX; i++) {
        ed_Library *library = &live->libraries[i];
        bool used = !*library->copy || library == live->candidate.library
                 || uses_library(&live->code, library)
                 || uses_library(&live->before_swap.code, library);
        if (!used) live->unload_failures += !ed_live_close_library(live, library);
    }
}

static ed_Library *find_free_library(ed_Live *live)
{
    u32 i = 0;
    while (i < ED_LIVE_LIBRARIES_MAX && *live->libraries[i].copy) i++;
    assert(i < ED_LIVE_LIBRARIES_MAX);
    return &live->libraries[i];
}

static void drop_candidate(ed_Live *live)
{
    if (live->candidate.library) ed_live_close_library(live, live->candidate.library);
    live->candidate.library = NULL;
}

// --- the restore point -------------------------------------------------------------------------

static ed_LiveRestorePoint restore_point_now(const ed_Live *live)
{
    ed_LiveRestorePoint point = { .code = live->code,
                                  .attic = live->run.attics.current,
                                  .failed_phase = live->run.failed_phase };
    point.code.is_new = point.code.returns_state = false;
    if (point.failed_phase) point.fault = live->fault;
    return point;
}

/// Makes `point` the one before the swap, with `state`, which is pinned.
static void set_before_swap(ed_Live *live, const ed_LiveRestorePoint *point,
                            const ed_CheckpointState *state)
{
    ed_attics_hold(&live->run.attics, point->attic);
    ed_attics_drop(&live->run.attics, live->before_swap.attic);
    live->before_swap = *point;
    ed_checkpoint_pin(ed_live_checkpoint_of(live), state);
}

static void forget_before_swap(ed_Live *live)
{
    static const ed_LiveRestorePoint no_point;
    static const ed_CheckpointState no_state;
    set_before_swap(live, &no_point, &no_state);
}

/// Returns to the code and the state before the swap. False if that is not possible.
static bool return_before_swap(ed_Live *live, ed_Error *error)
{
    ed_Checkpoint *checkpoint = ed_live_checkpoint_of(live);
    const ed_LiveRestorePoint point = live->before_swap;
    const ed_CheckpointState state = checkpoint->pinned;
    if (!point.code.library || !state.size) return false;
    if (!ed_run_roll_back(&live->run, point.code.library->module,
                          ed_checkpoint_bytes(checkpoint, &state), point.attic, point.failed_phase,
                          error))
        return false;
    live->code = point.code;
    ed_guard_module(live->code.library->copy);
    ed_checkpoint_set_current(checkpoint, &state);
    if (point.failed_phase) live->fault = point.fault;
    live->pause = point.failed_phase ? ED_PAUSE_REPORTED : ED_PAUSE_NONE;
    clear_old_fault(live);
    forget_before_swap(live);
    return true;
}

/// Notes that new code has survived an update, or has not failed by the time the next checkpoint is
/// due.
static void note_survived_update(ed_Live *live)
{
    ed_Checkpoint *checkpoint = ed_live_checkpoint_of(live);
    if (!live->code.is_new) return;
    if (live->run.host.tick == checkpoint->last.frame
        && !ed_checkpoint_due(checkpoint, ed_now_ns()))
        return;
    live->code.is_new = false;
    if (!live->code.early_build) forget_before_swap(live);
    checkpoint->due_ns = 0;      // take one in the new layout now
    if (live->config.no_checkpoints) ed_checkpoint_clear(checkpoint);
    close_unused(live);
}

bool ed_live_handle_build_error(ed_Live *live)
{
    if (ed_live_runs_early_build(live) && live->before_swap.code.library)
        live->code.returns_state = true;
    return ed_live_report_build_failed(live);
}

// --- swapping ------------------------------------------------------------------------------------

static bool handle_failed_swap(ed_Live *live, const ed_Error *error)
{
    const ed_Fault fault = *ed_live_fault_of(live);
    bool refused = error->code == ED_ERR_CRASH ? ed_live_report_failed(live, &fault, "")
                                               : refuse_candidate(live, error);
    ed_guard_module(live->code.library->copy);
    clear_old_fault(live);
    drop_candidate(live);
    return refused;
}

/// Replaces the running module with `module`. The current state becomes the last checkpoint. If it
/// could not be packed, `kept` is false, and a later fault cannot return to it.
static bool replace_module(ed_Live *live, const ed_Module *module, bool *kept, ed_Error *error)
{
    ed_Checkpoint *checkpoint = ed_live_checkpoint_of(live);
    ed_Phase broken = live->run.failed_phase;
    u64 start_ns = ed_now_ns();
    *kept = ed_checkpoint_take_for_swap(checkpoint, &live->run, start_ns);
    if (live->run.failed_phase != broken) {
        *error = checkpoint->error;
        return false;
    }
    ed_checkpoint_schedule(checkpoint, start_ns, ed_now_ns() - start_ns);
    // The new code has usually passed a trial, so this state counts as proved, too. If the new code
    // ends the process during the swap, the restarted process continues from this state.
    const ed_CheckpointState proved = checkpoint->proved;
    const ed_Span bytes = ed_checkpoint_bytes(checkpoint, &checkpoint->last);
    ed_checkpoint_set_proved(checkpoint, &checkpoint->last);
    if (ed_run_replace_packed(&live->run, module, *kept ? &bytes : NULL, error)) {
        live->reported.of_swap = live->run.changes;      // a later pack has its own
        return true;
    }
    ed_checkpoint_set_proved(checkpoint, &proved);
    return false;
}

/// Makes the tested library current. If it is the compiler's build of the running early build, the
/// code before the save stays the previous one. The early build stays loaded as `replaced`, since
/// the report uses its type names.
static void make_candidate_current(ed_Live *live, const ed_LiveRestorePoint *before, bool kept)
{
    const ed_LiveCode old = live->code;
    bool compiled = ed_live_runs_early_build(live) && !live->candidate.is_early;
    live->code = (ed_LiveCode){ .library = live->candidate.library,
                                .before = compiled ? old.before : old.library,
                                .replaced = compiled ? old.library : NULL,
                                .early_build = live->candidate.is_early ? live->latest.number : 0,
                                .is_new = kept };
    live->candidate.library = NULL;
    if (kept) set_before_swap(live, before, &ed_live_checkpoint_of(live)->last);
    else forget_before_swap(live);
    close_unused(live);
}

/// Notes which variables of the running module start again in the tested one.
static void note_reset(ed_Live *live)
{
    ed_variables_look(&live->candidate.library->variables);
    ed_variables_reset(&live->code.library->variables, &live->candidate.library->variables,
                       &live->watch, &live->reset);
}

/// Loads the tested library beside the running one and migrates the state to its layout.
static bool swap_in_candidate(ed_Live *live)
{
    ed_Error error = { .code = ED_OK };
    u64 start = ed_now_ns();
    const ed_Fault *fault = ed_live_fault_of(live);
    u32 faults = fault->number;
    const ed_LiveRestorePoint before = restore_point_now(live);
    ed_variables_look(&live->code.library->variables);
    if (!ed_live_load_library(live, live->candidate.library, &error))
        return handle_failed_swap(live, &error);
    ed_guard_module(live->candidate.library->copy);
    const ed_Arena *report = live->run.report.arena;
    ed_attics_hold(&live->run.attics, before.attic);
    bool kept, same_sources = prepare_run(live),
               good = replace_module(live, live->candidate.library->module, &kept, &error);
    live->run.same_sources = false;
    if (good) {
        note_reset(live);
        make_candidate_current(live, &before, kept);
    }
    ed_attics_drop(&live->run.attics, before.attic);
    if (!good) return handle_failed_swap(live, &error);
    f64 swap_ms = (f64)(ed_now_ns() - start) / 1e6;
    bool failed = fault->number != faults;
    if (same_sources && !failed && report == live->run.report.arena)
        ed_live_report_compiled(live, swap_ms);
    else ed_live_report_reloaded(live, swap_ms, failed ? fault : NULL);
    clear_old_fault(live);
    return true;
}

// --- trials --------------------------------------------------------------------------------------

static bool has_trials(const ed_Live *live)
{
    return !live->config.no_guard && !live->config.no_trial;
}

void ed_live_prepare_trial(ed_Live *live)
{
    ed_Checkpoint *checkpoint = ed_live_checkpoint_of(live);
    ed_Error unused = { .code = ED_OK };
    if (has_trials(live) && ed_checkpoint_open(checkpoint, &unused))
        ed_trial_prepare(&live->trial, checkpoint);
}

/// Holds the state for a trial. Packing a large state takes part of a frame, so the last checkpoint
/// is used, unless its layout is that of the code before the last swap.
static bool hold_state(ed_Live *live, ed_Error *error)
{
    ed_Checkpoint *checkpoint = ed_live_checkpoint_of(live);
    const ed_RunSizes sizes = ed_run_sizes(&live->run);
    u64 bytes = 0;
    for (u32 i = 0; i < live->run.module->schema->state_count; i++) bytes += sizes.states[i];
    bool is_current = checkpoint->last.size && !live->code.is_new;
    if (!is_current || bytes <= ED_LIVE_TRIAL_PACK_MAX) {
        if (ed_checkpoint_hold_state(checkpoint, &live->run, ed_now_ns())) return true;
        *error = checkpoint->error;
    }
    ed_checkpoint_hold(checkpoint);
    return checkpoint->held.size;
}

static bool start_trial(ed_Live *live)
{
    ed_Error error = { .code = ED_OK };
    ed_Checkpoint *checkpoint = ed_live_checkpoint_of(live);
    if (!has_trials(live)) return false;
    ed_process_check(ED_PHASE_UPDATE);
    ed_commit_memory_end(&live->commit);
    if (hold_state(live, &error)
        && ed_trial_start(&live->trial, &live->run, live->candidate.library, checkpoint, &error))
        return true;
    ed_checkpoint_release(checkpoint);
    if (!live->candidate.untested[0])
        snprintf(live->candidate.untested, sizeof live->candidate.untested, "%s", error.text);
    return false;
}

/// The compiler made the same module as the running early build, which is then no early build any
/// more.
static void confirm_early_build(ed_Live *live)
{
    if (live->code.early_build && !live->code.is_new) forget_before_swap(live);
    live->code.early_build = 0;
    live->code.returns_state = false;
}

/// Handles a build whose code already runs. If this code is an early module, it is recorded as that
/// of this build.
static bool report_same_code(ed_Live *live)
{
    if (live->candidate.is_early && !live->code.early_build) return false;
    if (live->candidate.is_early) live->code.early_build = live->latest.number;
    else confirm_early_build(live);
    if (!live->candidate.is_early && !live->latest.wrote_module
        && ed_watch_reported_source(&live->watch))
        return ed_live_report_not_built(live);
    return ed_live_report_unchanged(live);
}

/// Starts a trial of the library at `path`. Without a trial, the library is swapped in at once, and
/// only the guard protects the game.
static bool try_library(ed_Live *live, const char *path)
{
    ed_Error error = { .code = ED_OK };
    ed_Span bytes;
    u64 hash;
    live->trial.ms = 0;
    live->trial.bytes_max = live->config.trial_bytes;
    if (!ed_own_libraries_check(&live->own_libraries, &live->file, &error))
        return refuse_candidate(live, &error);
    if (!read_library(live, path, &bytes, &hash, &error)) return refuse_candidate(live, &error);
    if (hash == live->code.library->hash) return report_same_code(live);
    live->candidate.library = find_free_library(live);
    bool copied = ed_copy_dir_renew(&live->copy_dir, &error)
               && ed_library_copy(live->candidate.library, bytes, hash, live->config.module_path,
                                  live->copy_dir.path, ++live->copies_made, &error);
    if (!copied) {
        live->candidate.library = NULL;
        return refuse_candidate(live, &error);
    }
    if (live->candidate.is_early && !ed_library_resolves_weak_symbols(bytes)) {
        drop_candidate(live);
        return false;
    }
    return !start_trial(live) && swap_in_candidate(live);
}

bool ed_live_start_trial(ed_Live *live)
{
    live->candidate.is_early = false;
    return try_library(live, live->config.module_path);
}

bool ed_live_start_early(ed_Live *live)
{
    char path[ED_BUILD_LINE_MAX];
    memcpy(path, live->build.early_module, sizeof path);
    live->build.early_module[0] = 0;
    ed_build_time(&live->build);
    ed_live_stop_trial(live);      // the trial of an earlier offer
    live->candidate.is_early = true;
    return try_library(live, path);
}

/// A state may have the address of a function of a build that is loaded in this process. In the
/// process of the trial, that address is invalid.
static void name_old_code(const ed_Live *live, ed_Fault *fault)
{
    u64 base, end, pc = fault->frame_count ? fault->frames[0] : 0;
    fault->old_module[0] = 0;
    for (u32 i = 0; i < ED_LIVE_LIBRARIES_MAX && pc == fault->address; i++) {
        const ed_Library *library = &live->libraries[i];
        if (!library->handle || !ed_library_range(library->copy, &base, &end) || pc < base
            || pc >= end)
            continue;
        fault->old_offset = pc - base;
        snprintf(fault->old_module, sizeof fault->old_module, "%s", library->copy);
    }
}

bool ed_live_end_trial(ed_Live *live, ed_TrialEnd end)
{
    ed_TrialReport *report = live->trial.report;
    ed_checkpoint_release(ed_live_checkpoint_of(live));
    if (end == ED_TRIAL_IMPOSSIBLE) {
        live->trial.ms = 0;
        if (!live->candidate.untested[0])
            snprintf(live->candidate.untested, sizeof live->candidate.untested,
                     "the process of a trial did not begin%s%s", *live->trial.last_line ? ": " : "",
                     live->trial.last_line);
        return swap_in_candidate(live);
    }
    if (end == ED_TRIAL_GOOD) return swap_in_candidate(live);
    bool is_reported = !live->candidate.is_early;
    if (is_reported && end == ED_TRIAL_REFUSED) ed_live_report_refused(live, &report->error);
    else if (is_reported) {
        name_old_code(live, &report->fault);
        ed_live_report_failed(live, &report->fault, live->trial.last_line);
    }
    drop_candidate(live);
    return is_reported;
}

void ed_live_stop_trial(ed_Live *live)
{
    ed_trial_stop(&live->trial);
    ed_checkpoint_release(ed_live_checkpoint_of(live));
    drop_candidate(live);
}

// --- failures of the running code ----------------------------------------------------------------

bool ed_live_restore(ed_Live *live, bool same_process, ed_Error *error)
{
    ed_Checkpoint *checkpoint = ed_live_checkpoint_of(live);
    const ed_CheckpointState *all[] = { &checkpoint->proved, &checkpoint->last };
    for (u32 i = 0; i < ED_COUNT(all); i++) {
        ed_Span bytes = ed_checkpoint_bytes(checkpoint, all[i]);
        if (!bytes.size) continue;
        error->code = ED_OK;
        if (!ed_run_restore(&live->run, bytes.at, bytes.size, same_process, error)) continue;
        ed_checkpoint_set_current(checkpoint, all[i]);
        return true;
    }
    return false;
}

/// Ends the process if the fault interrupted the C library in an intermediate state. A parent
/// starts the program again from the last good checkpoint.
static void end_if_lost(const ed_Live *live)
{
    if (live->config.fault && ed_fault_ends_process(&live->fault)) ed_exit_now(ED_GUARD_EXIT);
}

/// Handles a failure of the running code. If the code has not survived an update, the code before
/// the swap replaces it; otherwise the game is paused.
static bool handle_failure(ed_Live *live)
{
    ed_Error error = { .code = ED_OK };
    const ed_Fault fault = *ed_live_fault_of(live);
    if (live->pause == ED_PAUSE_RESTARTED) return ed_live_report_paused(live, true, &error);
    live->fault = fault;
    end_if_lost(live);
    if (live->code.is_new && return_before_swap(live, &error)) {
        ed_live_report_failed(live, &fault, "");
        close_unused(live);
        return true;
    }
    return ed_live_report_paused(live, ed_live_restore(live, true, &error), &error);
}

/// Returns to the code and the state before the swap. The current code and state take their place,
/// so the next return leads here again: nothing is lost.
static bool exchange_with_before_swap(ed_Live *live, ed_Error *error)
{
    ed_Checkpoint *checkpoint = ed_live_checkpoint_of(live);
    ed_LiveRestorePoint left = restore_point_now(live);
    if (!ed_checkpoint_take_for_swap(checkpoint, &live->run, ed_now_ns())) {
        *error = checkpoint->error;
        return false;
    }
    const ed_CheckpointState state = checkpoint->last;
    ed_attics_hold(&live->run.attics, left.attic);
    bool good = return_before_swap(live, error);
    if (good) {
        set_before_swap(live, &left, &state);
        live->code.returns_state = true;
    }
    ed_attics_drop(&live->run.attics, left.attic);
    return good;
}

/// Exchanges the running code with the code before, and migrates the state.
static bool exchange_code(ed_Live *live, ed_Error *error)
{
    const ed_LiveCode to = { .library = live->code.before, .before = live->code.library };
    bool kept;
    if (!to.library) {
        ed_fail(error, ED_ERR_MODULE, "there is no previous build");
        return false;
    }
    ed_guard_module(to.library->copy);
    live->run.previous_schema = to.library->module->schema;
    if (!replace_module(live, to.library->module, &kept, error)) {
        ed_guard_module(live->code.library->copy);
        clear_old_fault(live);
        return false;
    }
    live->code = to;
    forget_before_swap(live);
    return true;
}

bool ed_live_back(ed_Live *live, ed_Error *error)
{
    u64 start = ed_now_ns();
    bool with_state = ed_live_leads_to_state(live);
    if (!(with_state ? exchange_with_before_swap : exchange_code)(live, error)) return false;
    close_unused(live);
    ed_live_checkpoint_of(live)->due_ns = 0;
    return ed_live_report_back(live, (f64)(ed_now_ns() - start) / 1e6, with_state);
}

// --- between two frames --------------------------------------------------------------------------

/// Called when the game runs again after a failure, with other code or after a restart.
static void end_pause(ed_Live *live)
{
    live->pause = ED_PAUSE_NONE;
    ed_live_fault_of(live)->kind = ED_FAULT_NONE;
}

static bool take_checkpoint(ed_Live *live, ed_Checkpoint *checkpoint, u64 now_ns)
{
    bool taken = ed_checkpoint_take(checkpoint, &live->run, now_ns);
    ed_checkpoint_schedule(checkpoint, now_ns, ed_now_ns() - now_ns);
    return taken;
}

/// Takes a checkpoint if one is due. Called before anything in this frame can change the code, so
/// that the checkpoint belongs to code that ran.
static void take_checkpoint_if_due(ed_Live *live)
{
    u64 now_ns = ed_now_ns();
    ed_Checkpoint *checkpoint = ed_live_checkpoint_of(live);
    if (live->config.no_checkpoints || !ed_checkpoint_due(checkpoint, now_ns)) return;
    take_checkpoint(live, checkpoint, now_ns);
}

void ed_live_restart_checkpoints(ed_Live *live)
{
    ed_Checkpoint *checkpoint = ed_live_checkpoint_of(live);
    if (live->config.no_checkpoints || live->run.failed_phase) return;
    if (take_checkpoint(live, checkpoint, ed_now_ns()))
        ed_checkpoint_set_current(checkpoint, &checkpoint->last);
}

ed_LiveCheckpoint ed_live_checkpoint(const ed_Live *live)
{
    const ed_Checkpoint *checkpoint =
        live->config.checkpoint ? live->config.checkpoint : &live->checkpoint;
    const ed_CheckpointState *last = &checkpoint->last;
    return (ed_LiveCheckpoint){ ed_checkpoint_bytes(checkpoint, last), last->frame,
                                last->size ? ed_now_ns() - last->taken_ns : 0 };
}

/// Ends the process if its resource limits cannot be restored. A parent starts another one.
static void end_if_limited(const ed_Live *live)
{
    if (live->config.fault && live->guarded && ed_process_lost_limit())
        ed_guard_end(ED_FAULT_LIMIT);
}

bool ed_live_keep_safe(ed_Live *live)
{
    end_if_limited(live);
    if (!live->run.failed_phase && live->pause) end_pause(live);
    if (!live->run.failed_phase) {
        note_survived_update(live);
        take_checkpoint_if_due(live);
    }
    bool reported =
        live->pause == ED_PAUSE_REPORTED && live->reported_fault == ed_live_fault_of(live)->number;
    if (live->run.failed_phase && !reported) return handle_failure(live);
    return ed_live_report_protection(live) || ed_live_report_process(live)
        || ed_live_report_changes(live);
}
