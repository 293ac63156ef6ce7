/// Tests a new module in a separate process before it may touch the game. The process loads the
/// module, starts it from the game's state, updates, renders and packs once, and unloads the
/// module. A fault there harms nothing and is reported. Meanwhile the game keeps running.
///
/// The process is eddie-trial, or the engine's own program (trial_main.h). It can be started ahead
/// of time and waits then, so that a trial does not have to wait for the start of a program. It
/// reads the state in the buffers of the checkpoints, and otherwise inherits only its standard
/// streams and the memory of the order and the result (trial_order.h).
#ifndef ED_LIVE_TRIAL_H
#define ED_LIVE_TRIAL_H
#include "runtime/live/trial_order.h"
#include "runtime/os/process/child.h"
ED_C_BEGIN

typedef enum ed_TrialEnd {
    ED_TRIAL_RUNS,
    ED_TRIAL_GOOD,
    ED_TRIAL_REFUSED,        // the error is in `report->error`
    ED_TRIAL_FAILED,         // the fault is in `report->fault`, the output in `last_line`
    ED_TRIAL_IMPOSSIBLE      // the process did not begin; if it printed a reason, it is in
                             // `last_line`
} ed_TrialEnd;

/// The process of a trial is in one of these states:
///
/// child.process | runs | begun | asked_ns | what it does
/// --------------|------|-------|----------|-----------------------------------------------------
/// 0             | no   | any   | any      | it does not exist
/// set           | no   | any   | any      | it waits for the next trial
/// set           | yes  | no    | 0        | its program starts, whose time does not count
/// set           | yes  | yes   | 0        | it loads and calls the module
/// set           | yes  | yes   | set      | it exceeded its time or memory, and was asked where it
///               |      |       |          | is; it will be killed
typedef struct ed_Trial {           // zeroed: no trial runs
    const char *program;            // the program to start, a path; NULL: see ed_trial_program
    u32 found;                      // which program was found, counted from 1; 0: none yet
    ed_SharedMemory memory;         // of the process that was started last: an ed_TrialMemory
    ed_TrialReport *report;         // in `memory`
    ed_Child child;                 // the process
    i64 output;                     // file that receives its standard error
    bool runs;                      // a trial runs; otherwise the process waits, if there is one
    ed_Phase phase;                 // the phase at the last poll
    u64 started_ns, polled_ns;      // when it started, and the last poll
    u64 used_ns;                    // processor time of the process at the last poll
    ed_CallTime phase_time;         // how long the phase has taken so far
    u64 asked_ns;                   // when the process was asked where it hangs; 0: not asked
    u64 bytes_max;         // memory it may use in addition to the state; 0: most of the free memory
    u64 state_bytes;       // size of the packed state
    u64 bytes_end;         // limit of its memory in total
    bool begun;            // seen at a poll: the process has begun
    bool over_memory;      // the process exceeded the limit
    bool held;      // set by callers while no new code may be swapped in: then the result is not
                    // taken
    bool ended_while_held;      // the process ended while `held` was set
    f64 ms;                     // duration of the last trial
    char last_line[256];        // the last line of its standard error
} ed_Trial;

/// Starts the process of the next trial, unless there is one, and lets it wait. `checkpoint` has
/// the buffers. Without this, or if it fails, ed_trial_start starts the process.
void ed_trial_prepare(ed_Trial *trial, const ed_Checkpoint *checkpoint);
/// Tests the copy of `library`, which is not loaded in this process, with the state that
/// `checkpoint` holds. It must be held until the trial has ended. `run` is the game whose code
/// would be replaced. False with an error if no process can be started.
bool ed_trial_start(ed_Trial *trial, const ed_Run *run, const ed_Library *library,
                    const ed_Checkpoint *checkpoint, ed_Error *error);
ed_TrialEnd ed_trial_poll(ed_Trial *trial);      ///< never blocks
void ed_trial_stop(ed_Trial *trial);             ///< ends a running trial and waits for its end
void ed_trial_close(ed_Trial *trial);            ///< also ends a process that waits

ED_C_END
#endif
