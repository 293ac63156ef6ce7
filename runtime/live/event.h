/// What live editing tells the person: one event for each build, swap or refusal.
#ifndef ED_LIVE_EVENT_H
#define ED_LIVE_EVENT_H
#include "runtime/base/base.h"
ED_C_BEGIN

typedef enum ed_LiveKind {
    ED_LIVE_NOTHING,
    ED_LIVE_BUILDING,       // a save was seen
    ED_LIVE_RELOADED,       // the new code runs; run.report has the fields
    ED_LIVE_COMPILED,       // what runs already, from the compiler:
                            //   in the place of a quick build
    ED_LIVE_UNCHANGED,      // built, but the module is the one that runs
    // In these two the state may be an earlier one: that of the moment before a swap, see ed_Trust.
    ED_LIVE_BUILD_FAILED,      // the previous build keeps running; `place` has file:line:col
    ED_LIVE_REFUSED,           // the new module cannot be loaded; the previous build keeps running
    ED_LIVE_PAUSED,            // the running code failed: the state is that
                               //   of the last checkpoint
    ED_LIVE_STALLED,           // the build runs, prints nothing and does not end, or makes
                               //   itself necessary each time
    ED_LIVE_NOTICE             // the game changed its process; that was put right
} ed_LiveKind;

typedef struct ed_LiveEvent {
    ed_LiveKind kind;
    u32 number;                 // counts up with every event
    char line[1024];            // for the person: one line, no newline
    char place[192];            // of a failed build or code that failed:
                                //   "game/sim.c:12:7", or empty
    f64 build_ms, swap_ms;      // swap: what the frame stood still for
    f64 trial_ms;               // beside it, in a process of its own; 0: there was no trial
    bool quick;                 // of what the build offered before its end:
                                //   COMPILED or a failure follows
} ed_LiveEvent;

ED_C_END
#endif
