/// Tests a new module in a forked child before it may touch the game. The child loads the module,
/// migrates the state, updates, renders and packs once, and unloads the module. A fault there harms
/// nothing and is reported. Meanwhile the game keeps running.
#ifndef ED_LIVE_TRIAL_H
#define ED_LIVE_TRIAL_H
#include "runtime/live/isolation.h"
#include "runtime/live/fault.h"
#include "runtime/live/library.h"
#include "runtime/run/run.h"
ED_C_BEGIN

#define ED_TRIAL_GOOD_MARK 0x600dc0deu

typedef enum ed_TrialEnd {
    ED_TRIAL_RUNS,
    ED_TRIAL_GOOD,
    ED_TRIAL_REFUSED,          // the error is in `report->error`
    ED_TRIAL_FAILED,           // the fault is in `report->fault`, the output in `last_line`
    ED_TRIAL_INCONCLUSIVE      // a library that lost its connection ended the child: see
                               // `inconclusive`
} ed_TrialEnd;

typedef struct ed_TrialReport {      // in memory shared by both processes
    ed_Fault fault;
    ed_Error error;
    u32 good;          // ED_TRIAL_GOOD_MARK if the child finished: no stray byte produces that
                       // value
    u32 migrated;      // atomic: set after a migration to another layout; then `sizes` is valid
    ed_RunSizes sizes;
} ed_TrialReport;

typedef struct ed_Trial {      // zeroed: no trial runs
    ed_TrialReport *report;
    i32 child;                      // process ID, 0: none
    int output;                     // file that receives its standard error
    ed_Isolation apart;             // replaces the descriptors of the child
    ed_Phase phase;                 // the child's phase at the last poll
    u64 started_ns, polled_ns;      // when it started, and the last poll
    u64 phase_ns;                   // how long the phase has taken so far
    u64 asked_ns;                   // when the child was asked where it hangs; 0: not asked
    u64 bytes_max;         // memory it may use in addition to that of its parent at the start; 0:
                           // most of the free memory
    u64 bytes_end;         // limit of its memory in total
    bool over_memory;      // the child exceeded the limit
    bool held;      // set by callers while no new code may be swapped in: then the result is not
                    // taken
    bool ended_while_held;       // the child ended while `held` was set
    f64 ms;                      // duration of the last trial
    char last_line[256];         // the last line of its standard error
    char inconclusive[128];      // if the trial neither passed nor failed: the reason; else empty
} ed_Trial;

/// Forks. The child tests the copy of `library`, which is not loaded in the parent, with the state
/// of `run`. False with an error if no process can be created.
bool ed_trial_start(ed_Trial *trial, ed_Run *run, const ed_Library *library, ed_Error *error);
ed_TrialEnd ed_trial_poll(ed_Trial *trial);      ///< never blocks
void ed_trial_stop(ed_Trial *trial);             ///< ends a running trial and waits for its end
void ed_trial_close(ed_Trial *trial);

ED_C_END
#endif
