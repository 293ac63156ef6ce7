/// Live editing for any main loop: open, step once per frame, close. One instance per process, on
/// one thread. It watches the sources, builds, tests, loads and swaps. If anything fails, the
/// running module and its state stay as they are, and `event` has a one-line explanation. If the
/// running code fails, the game is paused: `run.broken` is set, the state is that of the last
/// checkpoint, and neither update nor render is called until new code takes over or restart, resume
/// or back is called.
#ifndef ED_LIVE_H
#define ED_LIVE_H
#include "runtime/live/event.h"
#include "runtime/run/run.h"
ED_C_BEGIN

#define ED_LIVE_FOLDERS_MAX 16u      // to watch, without their subfolders

struct ed_Checkpoint;
struct ed_Fault;

typedef struct ed_LiveConfig {
    const char *module_path;                     // "build/game.so"
    const char *build_command;                   // run by sh with EDDIE_CHANGED as described in
                                                 // watch.h; NULL: ED_BUILD_COMMAND
    const char *watch[ED_LIVE_FOLDERS_MAX];      // source folders; ends with NULL
    bool watching;                               // false: builds only on request
    bool no_checkpoints;                         // otherwise memory holds two more packed states
    bool no_guard;                               // faults of the game end the program
    bool no_trial;                               // new code is not tested before it takes over
    u64 trial_bytes;      // memory that a trial may use, 0: most of the free memory
    bool no_quick;        // builds are not asked for an early module, see build.h
    u32 hang_ms;          // a longer call is a hang, 0: ED_GUARD_HANG_MS; some
                          // phases have five times as long
    u32 silent_ms;      // a build that prints nothing for longer is reported, 0: ED_BUILD_SILENT_MS
    // In memory that outlives the process, or NULL. If given, a parent process continues from
    // there, so faults that cannot be caught end the process.
    struct ed_Checkpoint *checkpoint;
    struct ed_Fault *fault;
    bool start_paused;      // starts from that checkpoint, without calling the code that failed
                            //   code that failed
    u64 seed;
} ed_LiveConfig;

typedef struct ed_Live ed_Live;

/// Loads the module and starts its game. Returns NULL after a failure, and nothing stays open.
ed_Live *ed_live_open(const ed_LiveConfig *config, ed_Error *error);
void ed_live_close(ed_Live *live);

/// The running game. Its address never changes.
ed_Run *ed_live_run(ed_Live *live);
/// The latest event.
const ed_LiveEvent *ed_live_event(const ed_Live *live);

/// Call it between two frames; never blocks. True if there is a new event.
bool ed_live_step(ed_Live *live);
/// Only what keeps the game safe: takes checkpoints and handles failures. For callers that want no
/// new code at the moment.
bool ed_live_poll_safety(ed_Live *live);

/// Builds now, even if nothing changed. The result is reported as an event.
void ed_live_build(ed_Live *live);
/// Stops the running build; an event reports it. False if no build is running.
bool ed_live_stop_build(ed_Live *live);
/// True while a build is running or due.
bool ed_live_busy(const ed_Live *live);
/// True while a save has not yet taken effect; false if its early build already runs and only the
/// compiler is still working.
bool ed_live_has_pending_save(const ed_Live *live);
/// Sleeps until a file is saved, but at most `ms`; while busy, only for a moment.
void ed_live_wait(const ed_Live *live, u32 ms);

typedef struct ed_LiveCheckpoint {
    ed_Span bytes;      // packed for this process (ED_PACK_LIVE), valid until the next step; size
                        // 0: no checkpoint yet
    u64 frame;          // number of updates since the start
    u64 age_ns;
} ed_LiveCheckpoint;

/// The last good state that was packed between two frames.
ed_LiveCheckpoint ed_live_checkpoint(const ed_Live *live);

/// After a failure: returns to the previous code. True if it did: the event is a reload with its
/// report. False with an error if there is no previous code or it cannot be used.
bool ed_live_back(ed_Live *live, ed_Error *error);

ED_C_END
#endif
