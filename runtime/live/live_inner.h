/// Declarations shared by the files of the live loop: live.c watches and builds; live_swap.c tests
/// new code, swaps it in and pauses the game after a failure; live_events.c creates the events.
#ifndef ED_LIVE_LIVE_INNER_H
#define ED_LIVE_LIVE_INNER_H
#include "runtime/live/live.h"
ED_C_BEGIN

static inline ed_Checkpoint *ed_live_checkpoint_of(ed_Live *live)
{
    return live->config.checkpoint ? live->config.checkpoint : &live->checkpoint;
}

/// The fault that the guard writes to.
static inline ed_Fault *ed_live_fault_of(ed_Live *live)
{
    return live->config.fault ? live->config.fault : &live->seen;
}

/// True if the running code is the early build of the current, or of the last, build.
static inline bool ed_live_runs_early_build(const ed_Live *live)
{
    return live->code.quick && live->code.quick == live->builds;
}

// --- live_swap.c: true where there is a new event ------------------------------------------------

/// Code that the loader runs cannot be left, so the guard does not cover it; the fault records the
/// phase for a parent process.
bool ed_live_load_library(ed_Live *live, ed_Library *library, ed_Error *error);
bool ed_live_close_library(ed_Live *live, ed_Library *library);
/// Restores the best complete checkpoint, if any, without calling any code.
bool ed_live_restore(ed_Live *live, bool same_process, ed_Error *error);
bool ed_live_start_trial(ed_Live *live);      ///< tests the finished build
/// Tests the early module of the current build. Only success is reported.
bool ed_live_start_early(ed_Live *live);
/// Handles a failed build or its first error. If the sources were refused, their early build is
/// removed.
bool ed_live_end_failed(ed_Live *live);
bool ed_live_end_trial(ed_Live *live, ed_TrialEnd end);
void ed_live_stop_trial(ed_Live *live);      ///< of code that is no longer needed

// --- live_tell.c: true, always, where a bool is returned: there is a new event -------------------

/// Starts the next event and returns the text of its line.
ed_Text ed_live_begin_event(ed_Live *live, ed_LiveKind kind);
/// `back`: the running code was replaced by the code and the state before this save.
bool ed_live_report_build_failed(ed_Live *live, bool back);
bool ed_live_report_refused(ed_Live *live, const ed_Error *error);
/// The new module was refused because of a fault.
bool ed_live_report_failed(ed_Live *live, const ed_Fault *fault, const char *said);
bool ed_live_report_unchanged(ed_Live *live);
/// The build did not compile the saved files.
bool ed_live_report_not_built(ed_Live *live);
/// `before`: the fault of the previous code, or NULL.
bool ed_live_report_reloaded(ed_Live *live, f64 swap_ms, const ed_Fault *before);
/// Reports a return to the previous code after a failure as a reload.
bool ed_live_report_back(ed_Live *live, f64 swap_ms);
bool ed_live_report_compiled(ed_Live *live, f64 swap_ms);
/// `error`: why there is nothing to return to.
bool ed_live_report_paused(ed_Live *live, bool back, const ed_Error *error);
/// Reports once that the current build prints nothing. False if it does print.
bool ed_live_report_silent(ed_Live *live);
/// Reports that the build writes that source.
bool ed_live_report_loop(ed_Live *live);
/// Reports a source that is not a regular file.
bool ed_live_report_blocked(ed_Live *live, const char *path);
bool ed_live_report_halted(ed_Live *live);
/// Reports what the game changed in its process. False if there is nothing new.
bool ed_live_report_process(ed_Live *live);
/// Reports once that not all sources are watched. False if all are.
bool ed_live_report_full(ed_Live *live);

ED_C_END
#endif
