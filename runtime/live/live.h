/// Live editing for any main loop: open, step once per frame, close. One instance per process, on
/// one thread. It watches the sources, then builds, tests, loads and swaps in the new module. If
/// any of this fails, the running module and its state stay as they are, and the event has a
/// one-line explanation. An early build (build.h) is a module like any other: if the compiler
/// refuses its sources, the game continues with it, and ed_live_back returns to the code and the
/// state before it.
///
/// If code that has survived an update fails, the game is paused. `failed_phase` of the run is set,
/// the state is that of the last good checkpoint, and neither update nor render is called. The
/// pause ends when new code is swapped in, or by ed_run_restart, ed_run_resume or ed_live_back.
/// Code that fails before it has survived an update is replaced by the module and the state before
/// its swap.
#ifndef ED_LIVE_H
#define ED_LIVE_H
#include "runtime/live/event.h"
#include "runtime/run/run.h"
ED_C_BEGIN

#define ED_LIVE_FOLDERS_MAX 16u      // to watch; their subfolders are watched, too

struct ed_Checkpoint;
struct ed_Fault;

typedef struct ed_LiveConfig {
    const char *module_path;        // "build/game.so"
    const char *build_command;      // run by the shell with EDDIE_CHANGED set (watch.h);
                                    // NULL: ED_BUILD_COMMAND (build.h)
    const char *watch[ED_LIVE_FOLDERS_MAX];      // source folders; NULL ends the list
    bool watching;                               // false: builds only on request
    bool no_checkpoints;            // the state is packed only for trials and before swaps
    bool no_guard;                  // a fault of the game ends the program
    bool no_trial;                  // new code is swapped in without a trial
    const char *trial_program;      // runs the trials, a path; NULL: see embedding.md
    u64 trial_bytes;                // memory limit of a trial, 0: most of the free memory
    bool no_early_builds;           // builds are not asked for an early module (build.h)
    u32 hang_ms;        // a call that uses more processor time is a hang, 0: ED_GUARD_HANG_MS; see
                        // guard.h
    u32 silent_ms;      // a build that prints nothing for longer is reported, 0: ED_BUILD_SILENT_MS
    // Both are NULL or in memory that outlives the process. If they are set, a fault that cannot be
    // caught ends the process, and a parent starts another one from the checkpoint.
    struct ed_Checkpoint *checkpoint;
    struct ed_Fault *fault;
    bool start_paused;      // starts from `checkpoint` without calling the code that failed
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

/// The latest failure of the running code.
const struct ed_Fault *ed_live_fault(const ed_Live *live);

/// Call it between two frames; it waits for no build or trial. True if there is a new event.
bool ed_live_step(ed_Live *live);
/// The part of ed_live_step that keeps the game safe: takes checkpoints and handles failures. Call
/// it instead while no new code may be swapped in.
bool ed_live_poll_safety(ed_Live *live);
/// Like ed_live_poll_safety, but also polls a running build and its trial, without waiting for
/// them. It does not swap: a later ed_live_step does. But if no trial can be started (no_trial,
/// no_guard, or the process cannot be started), new code is swapped in at once.
bool ed_live_poll_build(ed_Live *live);

/// Builds now, even if nothing changed. The result is reported as an event.
void ed_live_build(ed_Live *live);
/// Stops the running build; an event reports it. False if no build is running.
bool ed_live_stop_build(ed_Live *live);
/// The output of the last build; "" before the first build.
const char *ed_live_build_output(const ed_Live *live);
/// Adds the variables of the module that the last swap set to their initial values, and what to do;
/// nothing if no variable did.
void ed_live_describe_reset(const ed_Live *live, ed_Text *out);
/// True if there is a build or trial to poll every few milliseconds.
bool ed_live_is_building(const ed_Live *live);
/// True while a build or trial is running, or a save may be about to start a build.
bool ed_live_busy(const ed_Live *live);
/// True while a save has not yet taken effect; false if its early build already runs and only the
/// compiler is still working.
bool ed_live_has_pending_save(const ed_Live *live);
/// Sleeps until a file is saved, but for at most `ms` milliseconds, and for 1 ms while busy.
void ed_live_wait(const ed_Live *live, u32 ms);

typedef struct ed_LiveCheckpoint {
    ed_Span bytes;      // packed for this process, valid until the next step; size 0: no checkpoint
                        // yet
    u64 frame;          // number of updates since the start
    u64 age_ns;
} ed_LiveCheckpoint;

/// The latest checkpoint.
ed_LiveCheckpoint ed_live_checkpoint(const ed_Live *live);
/// Takes a checkpoint after the state was replaced, by a rewind, for example. A failure soon
/// afterwards then returns to the current state, not to an older one.
void ed_live_restart_checkpoints(ed_Live *live);

/// Returns to the previous code, for example after a failure. True if it did: the event is a reload
/// with its report. False with an error if there is no previous code or it cannot be used. A second
/// call returns to the code that the first one left.
bool ed_live_back(ed_Live *live, ed_Error *error);
/// True if ed_live_back also returns to the state that the previous code had: the running code is
/// an early build whose sources the compiler refused, or ed_live_back has just left such a build.
bool ed_live_returns_state(const ed_Live *live);
bool ed_live_has_previous(const ed_Live *live);
/// From now on, the game's code may use ten times as much time, after a call has hung. If that has
/// paused the game, its code runs again from the checkpoint; if new code was refused, it is built
/// and tested again. True if there is an event that says so. False with an error if no call has
/// hung, or if the code fails again.
bool ed_live_allow_longer(ed_Live *live, ed_Error *error);

ED_C_END
#endif
