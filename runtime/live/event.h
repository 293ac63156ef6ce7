/// What live editing reports to the user, one event at a time: builds, swaps, refusals, failures of
/// the running code, and notices.
#ifndef ED_LIVE_EVENT_H
#define ED_LIVE_EVENT_H
#include "runtime/base/base.h"
ED_C_BEGIN

typedef enum ed_LiveKind {
    ED_LIVE_NOTHING,
    ED_LIVE_BUILDING,       // a build was started
    ED_LIVE_RELOADED,       // the new code runs; run.report lists the fields
    ED_LIVE_COMPILED,       // the compiler finished: its module replaced the early build of the
                            // same sources
    ED_LIVE_UNCHANGED,      // built, but no module was written, or one that equals the running one
    ED_LIVE_BUILD_FAILED,      // the build failed, could not start, was stopped, or did not update
                               // the module; the code that ran keeps running. `location` is set if
                               // known
    ED_LIVE_REFUSED,           // a new module was refused, a source blocks all builds, or not all
                               // sources can be watched; `line` says which. If the module failed
                               // after the swap, the game returned to the code and the state before
    ED_LIVE_PAUSED,       // the running code failed; if there is a checkpoint, the state is that
                          // of the last good one
    ED_LIVE_STALLED,      // a build has printed nothing for a long time, or each build writes
                          // one of its own sources
    // The game changed a setting of the process that eddie depends on, and `line` says whether
    // eddie restored it; or new code cannot be tested, there is no early build, or a value cannot
    // be saved as it is.
    ED_LIVE_NOTICE,
    // No checkpoint can be taken, since the state cannot be packed: after a failure, the game would
    // return to an ever older state.
    ED_LIVE_UNPROTECTED,
    ED_LIVE_PROTECTED      // checkpoints are taken again
} ed_LiveKind;

typedef struct ed_LiveEvent {
    ed_LiveKind kind;
    u32 number;                 // increases with every event
    char line[1024];            // one line for the user, without a newline
    char location[192];         // source location of the error: "game/sim.c:12:7", or empty
    f64 build_ms, swap_ms;      // swap_ms: how long the frame was interrupted
    f64 trial_ms;      // duration of the trial in a separate process; 0: there was no trial
    bool early;        // about the early module of a running build; usually, COMPILED or an error
                       // follows
} ed_LiveEvent;

ED_C_END
#endif
