/// Declarations shared by the files of the live loop. live.c watches and builds. live_swap.c tests
/// new code, swaps it in and pauses the game after a failure. live_events.c creates the events.
#ifndef ED_LIVE_LIVE_INNER_H
#define ED_LIVE_LIVE_INNER_H
#include "runtime/live/build.h"
#include "runtime/live/checkpoint.h"
#include "runtime/live/copy_dir.h"
#include "runtime/live/library.h"
#include "runtime/live/own_libraries.h"
#include "runtime/live/live.h"
#include "runtime/live/commit_memory.h"
#include "runtime/live/trial.h"
#include "runtime/live/watch.h"
ED_C_BEGIN

/// The running code is in one of these states:
///
/// is_new | early_build | returns_state | what it is
/// -------|-------------|---------------|--------------------------------------------------------
/// yes    | any         | no            | has survived no update since the swap: a fault leads back
///        |             |               | to `before_swap`
/// no     | 0           | no            | from a finished build, or returned to after a fault
/// no     | a build     | no            | an early build whose sources the compiler has not judged
/// any    | a build     | yes           | an early build whose own build failed: ed_live_back leads
///        |             |               | to `before_swap`
/// no     | any         | yes           | returned to from such code: ed_live_back leads there
///        |             |               | again
///
/// `before_swap` is the code and the state before the last swap. It is kept while the running code
/// is new or an early build, and as long as ed_live_back may lead to it. Nothing else is taken
/// back: if the compiler refuses the sources of an early build, the game continues with it.

typedef struct ed_LiveCode {      // loaded libraries; NULL: none
    ed_Library *library;          // the running code
    ed_Library *before;           // the code before the last save; NULL: no other code ran
    ed_Library *replaced;      // the early build that `library` replaced: the report uses its type
                               // names
    u32 early_build;           // the number of the build whose early module runs; 0: the running
                               // module is from a finished build
    bool is_new;               // has survived no update since the swap
    bool returns_state;        // ed_live_back leads to `before_swap`
} ed_LiveCode;

typedef struct ed_LiveRestorePoint {      // code to return to; its state is a checkpoint
    ed_LiveCode code;                     // library NULL: there is no restore point
    ed_Attic *attic;                      // the attic at that time, kept alive; NULL: none
    ed_Phase failed_phase;                // the phase in which that code had failed; NONE: it was
                                          // running
    ed_Fault fault;
} ed_LiveRestorePoint;

// A state up to this size is always packed for a trial. For a larger one, the last checkpoint is
// used if it has the layout of the running code.
#define ED_LIVE_TRIAL_PACK_MAX ((u64)1 << 20)
#define ED_LIVE_LIBRARIES_MAX 7u      // three for each ed_LiveCode, one being tested

/// Whether a build is to be started:
///
/// request | what it means                                     | next
/// --------|---------------------------------------------------|----------------------------------
/// NONE    | nothing was saved since the last build began      | a save or ed_live_build: DUE
/// DUE     | a build starts as soon as none runs and no delay  | it started, or the user stopped
///         | and no other host prevents it                     | the running one: NONE; a source
///         |                                                   | is a pipe: BLOCKED
/// BLOCKED | a source that is not a regular file prevents it,  | the file is gone, or a save: DUE
///         | which was reported                                |
typedef enum ed_LiveRequest { ED_REQUEST_NONE, ED_REQUEST_DUE, ED_REQUEST_BLOCKED } ed_LiveRequest;

/// How far the report of a pause is. Whether the game is paused says `run.failed_phase`:
///
/// pause     | failed_phase | what it means
/// ----------|--------------|---------------------------------------------------------------------
/// NONE      | NONE         | the game runs
/// NONE      | set          | the code has just failed; the next step handles the failure
/// RESTARTED | set          | an earlier process failed, and this one holds its checkpoint; the
///           |              | next step reports it
/// REPORTED  | set          | an event reported the failure `reported_fault`; a failure with
///           |              | another number is new
/// any other | NONE         | the game runs again, with other code or after a restart; the next
///           |              | step sets NONE
typedef enum ed_LivePause { ED_PAUSE_NONE, ED_PAUSE_RESTARTED, ED_PAUSE_REPORTED } ed_LivePause;

/// The build that runs, or else the last one. Its process and output are in ed_Build.
typedef struct ed_LiveBuild {
    u32 number;                     // counted from 1; 0: nothing was built yet
    ed_FileMark module_before;      // identifies the module file that existed when the build began
    bool wrote_module;              // it wrote a new module file
    bool error_reported;            // an event reported its error while it ran
    bool silence_reported;          // an event reported that it prints nothing
    bool stopped_by_user;
    u64 ended_ns;           // the end of the last build that ended, monotonic
    u64 ended_real_ns;      // the same moment since 1970, to compare with file time stamps
} ed_LiveBuild;

/// Builds that may write a source themselves, and so would start the next build; see live.c.
/// Consecutive builds during which the same source was written are counted:
///
/// count               | is_loop | what such a build does
/// --------------------|---------|----------------------------------------------------------------
/// 0 … REBUILDS_WAIT-1 | no      | a save cancels it, and its early module is used
/// … REBUILDS_MAX-1    | no      | it runs to its end, and the next one is delayed
/// REBUILDS_MAX        | yes     | its writes of that source start no build, which was reported
/// REBUILDS_MAX-1      | yes     | the user saved meanwhile: if the next build writes that source
///                     |         | again, this is reported again
typedef struct ed_LiveSelfWrites {
    u64 source;      // hash of the path of that source
    u32 build;       // number of the last build that may have written it
    u32 count;
    bool is_loop;      // ends with a build that does not write the source
} ed_LiveSelfWrites;

/// New code on its way into the game.
typedef struct ed_LiveCandidate {
    ed_Library *library;      // under trial: copied, not loaded; NULL: there is no candidate
    bool is_early;            // the early module of a running build
    bool refused_hang;        // the last one was refused because a call hung
    char untested[320];       // why a trial was not possible; empty: there was no such trial
} ed_LiveCandidate;

#define ED_LIVE_CHANGES_MAX 64u

/// Lasting problems that were reported, so that they are not reported again.
typedef struct ed_LiveReported {
    bool untested;                         // new code is not tested
    bool unprotected;                      // no checkpoint can be taken
    bool full;                             // not all sources are watched
    u64 changes[ED_LIVE_CHANGES_MAX];      // hashes of fields that are not saved as they are
    u32 change_count;                      // since the last reload; further ones are not reported
    ed_WriteChanges of_swap;      // what the last swap did not keep as it was; empty: reported
    u64 no_early;                 // hash of the reason why there is no early build; 0: none
} ed_LiveReported;

struct ed_Live {
    ed_Arena memory;      // the arena that holds this struct
    ed_LiveConfig config;
    ed_LiveEvent event;      // the latest event
    ed_LiveReported reported;
    // the game
    ed_Run run;
    ed_LiveCode code;
    ed_LiveRestorePoint before_swap;      // its state is checkpoint.pinned
    ed_VariablesReset reset;              // the variables that the last swap did not keep
    // libraries
    ed_Library libraries[ED_LIVE_LIBRARIES_MAX];      // each is loaded while something points to it
    ed_OwnLibraries own_libraries;      // the shared libraries of the game that are loaded
    ed_Arena file;                      // the bytes of a library while it is being loaded
    ed_CopyDir copy_dir;                // private folder of the copies that are loaded
    u32 copies_made;
    u32 unload_failures;      // old libraries that could not be unloaded
    char lost_code[320];      // why a restart could not use the code that ran before; empty: it
                              // could, or this was reported
    // from a save to a module
    ed_Watch watch;
    ed_LiveRequest request;
    i64 build_lock;      // see ed_build_lock_take
    ed_Build build;
    ed_LiveBuild latest;
    ed_LiveSelfWrites self_writes;
    // from a module to a swap
    ed_LiveCandidate candidate;
    ed_Trial trial;
    ed_MemoryCommit commit;      // commits memory for the swap
    // failures
    ed_Checkpoint checkpoint;      // used if config.checkpoint is NULL
    bool guarded;                  // this object opened the guard
    ed_Fault own_fault;            // the guard writes here if config.fault is NULL
    ed_Fault fault;                // the latest fault of the running code
    ed_LivePause pause;
    u32 reported_fault;      // ed_Fault.number of the failure that was reported
};

static inline ed_Checkpoint *ed_live_checkpoint_of(ed_Live *live)
{
    return live->config.checkpoint ? live->config.checkpoint : &live->checkpoint;
}

/// The fault record that the guard writes to.
static inline ed_Fault *ed_live_fault_of(ed_Live *live)
{
    return live->config.fault ? live->config.fault : &live->own_fault;
}

/// True if the running code is the early build of the current or last build.
static inline bool ed_live_runs_early_build(const ed_Live *live)
{
    return live->code.early_build && live->code.early_build == live->latest.number;
}

/// What ed_live_returns_state returns.
static inline bool ed_live_leads_to_state(const ed_Live *live)
{
    return live->code.returns_state && !live->run.failed_phase;
}

// --- live_swap.c ---------------------------------------------------------------------------------

// These return true on success.

/// Load and close a library without the guard, which cannot interrupt code that the loader runs.
/// Meanwhile `calling` in the record of the fault has the phase. If this process ends, its parent
/// can report that phase.
bool ed_live_load_library(ed_Live *live, ed_Library *library, ed_Error *error);
bool ed_live_close_library(ed_Live *live, ed_Library *library);
/// Restores the best complete checkpoint, if any. Of the game's code, only upgrade functions and
/// generated functions that set defaults may be called.
bool ed_live_restore(ed_Live *live, bool same_process, ed_Error *error);

// These return true if there is a new event.

/// Starts the process of the next trial ahead of time.
void ed_live_prepare_trial(ed_Live *live);
bool ed_live_start_trial(ed_Live *live);      ///< tests the module of the finished build
/// Tests the early module of the current build. If it is refused or fails its trial, no event
/// reports that; a fault during the swap is reported.
bool ed_live_start_early(ed_Live *live);
/// Handles a failed build or its first error. From its running early build, ed_live_back then leads
/// to `before_swap`.
bool ed_live_handle_build_error(ed_Live *live);
bool ed_live_end_trial(ed_Live *live, ed_TrialEnd end);
void ed_live_stop_trial(ed_Live *live);      ///< also closes the library under trial
/// Takes a checkpoint if one is due, and handles failures of the game. True if there is an event.
bool ed_live_keep_safe(ed_Live *live);

// --- live_events.c: functions that return a bool return true, except as noted --------------------

/// Starts the next event and returns the text for its line.
ed_Text ed_live_begin_event(ed_Live *live, ed_LiveKind kind);
/// A build could not be started.
bool ed_live_report_not_started(ed_Live *live, const ed_Error *error);
bool ed_live_report_build_failed(ed_Live *live);
bool ed_live_report_refused(ed_Live *live, const ed_Error *error);
/// The new module was refused because of a fault.
bool ed_live_report_failed(ed_Live *live, const ed_Fault *fault, const char *what);
bool ed_live_report_unchanged(ed_Live *live);
/// The build did not compile the saved files.
bool ed_live_report_not_built(ed_Live *live);
/// `before`: the fault of the previous code during the swap, or NULL.
bool ed_live_report_reloaded(ed_Live *live, f64 swap_ms, const ed_Fault *before);
/// Reports a return to the previous code, as a reload. `with_state`: also to its state.
bool ed_live_report_back(ed_Live *live, f64 swap_ms, bool with_state);
bool ed_live_report_compiled(ed_Live *live, f64 swap_ms);
/// `back`: the state was restored from a checkpoint. `error`: if it was not, the reason; ED_OK if
/// there is no reason.
bool ed_live_report_paused(ed_Live *live, bool back, const ed_Error *error);
/// Reports once that the current build prints nothing. False if it does print.
bool ed_live_report_silent(ed_Live *live);
/// Reports why there is no early build, once for each reason. False if there is nothing new.
bool ed_live_report_no_early(ed_Live *live);
/// Reports that each build writes the source that changed last.
bool ed_live_report_loop(ed_Live *live);
/// Reports a source that is not a regular file.
bool ed_live_report_blocked(ed_Live *live, const char *path);
bool ed_live_report_stopped(ed_Live *live);
/// Reports what the game changed in its process (process.h). False if there is nothing new.
bool ed_live_report_process(ed_Live *live);
/// A value cannot be saved as it is; reported once per field between two reloads.
bool ed_live_report_changes(ed_Live *live);
/// Reports once that not all sources are watched. False if all are.
bool ed_live_report_full(ed_Live *live);
/// Reports once that new code was not tested, though it should be. False if there is nothing new.
bool ed_live_report_untested(ed_Live *live);
bool ed_live_report_lost(ed_Live *live);
bool ed_live_report_longer(ed_Live *live);
/// Reports once that the state can no longer be packed, and so is not protected, and once that it
/// is again. False if nothing changed.
bool ed_live_report_protection(ed_Live *live);

ED_C_END
#endif
