/// What the parts of live editing know of each other: live.c watches and builds, live_swap.c tries
/// new code, lets it take over and freezes what failed, live_tell.c puts each event into words.
#ifndef ED_LIVE_LIVE_INNER_H
#define ED_LIVE_LIVE_INNER_H
#include "runtime/live/live.h"
ED_C_BEGIN

static inline ed_Checkpoint *ed_live_checkpoint_of(ed_Live *live)
{
    return live->config.checkpoint ? live->config.checkpoint : &live->checkpoint;
}

/// Where the guard writes.
static inline ed_Fault *ed_live_fault_of(ed_Live *live)
{
    return live->config.fault ? live->config.fault : &live->seen;
}

/// The running code is the quick build of the current, or of the last, build.
static inline bool ed_live_runs_early_build(const ed_Live *live)
{
    return live->code.quick && live->code.quick == live->builds;
}

// --- live_swap.c: true where there is a new event ------------------------------------------------

/// What the loader runs of a library cannot be left in the middle, so nothing holds it:
/// a parent has to know of it.
bool ed_live_load_library(ed_Live *live, ed_Library *library, ed_Error *error);
bool ed_live_close_library(ed_Live *live, ed_Library *library);
/// The best checkpoint that is whole, if any: the state is its, none of the code is called.
bool ed_live_restore(ed_Live *live, bool same_process, ed_Error *error);
bool ed_live_start_trial(ed_Live *live);      ///< of what was built
/// Of what the running build offers: only what is good is told.
bool ed_live_start_early(ed_Live *live);
/// A build failed, or named an error: refused sources take their quick build with them.
bool ed_live_end_failed(ed_Live *live);
bool ed_live_end_trial(ed_Live *live, ed_TrialEnd end);
void ed_live_stop_trial(ed_Live *live);      ///< of code that is no longer wanted

// --- live_tell.c: true, always, where a bool is returned: there is a new event -------------------

/// Starts the next event and gives its line to write.
ed_Text ed_live_begin_event(ed_Live *live, ed_LiveKind kind);
/// `back`: what ran gave way to the code and the state before this save.
bool ed_live_report_build_failed(ed_Live *live, bool back);
bool ed_live_report_refused(ed_Live *live, const ed_Error *error);
/// Likewise refused, by a fault.
bool ed_live_report_failed(ed_Live *live, const ed_Fault *fault, const char *said);
bool ed_live_report_unchanged(ed_Live *live);
/// A build that made nothing of what was saved.
bool ed_live_report_not_built(ed_Live *live);
/// Of the code before, or NULL.
bool ed_live_report_reloaded(ed_Live *live, f64 swap_ms, const ed_Fault *before);
/// The code before, after a failure: a reload, too.
bool ed_live_report_back(ed_Live *live, f64 swap_ms);
bool ed_live_report_compiled(ed_Live *live, f64 swap_ms);
/// `error`: why there is no way back.
bool ed_live_report_paused(ed_Live *live, bool back, const ed_Error *error);
/// Once, that the running build prints nothing; false where it does.
bool ed_live_report_silent(ed_Live *live);
/// The build writes that source.
bool ed_live_report_loop(ed_Live *live);
/// A source that is no file.
bool ed_live_report_blocked(ed_Live *live, const char *path);
bool ed_live_report_halted(ed_Live *live);
/// What the game changed of its process; false where there is nothing new.
bool ed_live_report_process(ed_Live *live);
/// Once, that not all sources are watched; false where all are.
bool ed_live_report_full(ed_Live *live);

ED_C_END
#endif
