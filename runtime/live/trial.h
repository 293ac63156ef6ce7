/// Tests a new module in a forked child before it may touch the game: the child loads it, migrates
/// the state, updates, renders and packs once, and unloads it. A fault there harms nothing and is
/// reported. Meanwhile the game keeps running.
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
    ED_TRIAL_REFUSED,      // with the error in `report->error`
    ED_TRIAL_FAILED,       // by a fault: `report->fault`, and the output in `last_line`
    ED_TRIAL_UNTRIED       // ended by a library that lost its connection: `untried`
} ed_TrialEnd;

typedef struct ed_TrialReport {      // in memory shared by both processes
    ed_Fault fault;
    ed_Error error;
    u32 good;          // ED_TRIAL_GOOD_MARK if it finished: a stray byte cannot produce that value
    u32 migrated;      // atomic: set after a migration to another layout; then `sizes` is valid
    ed_RunSizes sizes;
} ed_TrialReport;

typedef struct ed_Trial {      // zeroed: no trial runs
    ed_TrialReport *report;
    i32 child;                      // process ID, 0: none
    int output;                     // file that receives its standard error
    ed_Isolation apart;             // its redirected connections
    ed_Phase phase;                 // its phase at the last poll
    u64 started_ns, polled_ns;      // time of the start and of the last poll
    u64 phase_ns;                   // how long the phase has taken so far
    u64 asked_ns;                   // when it was asked to report where it is; 0: not asked
    u64 bytes_max;         // memory it may use, counted from its start; 0: most of the free memory
    u64 bytes_end;         // its limit, including what it had at the start
    bool over_memory;      // it exceeded the limit
    bool held;      // set by callers that want no new code at the moment: its end is not taken
    bool ended_while_held;      // it ended while it was held
    f64 ms;                     // duration of the last trial
    char last_line[256];        // the last line of its standard error
    char untried[128];          // why the trial could not be made; empty: it was made
} ed_Trial;

/// Forks: the child continues with `run` and the copy of `library`, which is not loaded in the
/// parent. False with an error if no process can be created.
bool ed_trial_start(ed_Trial *trial, ed_Run *run, const ed_Library *library, ed_Error *error);
ed_TrialEnd ed_trial_poll(ed_Trial *trial);      ///< never blocks
void ed_trial_stop(ed_Trial *trial);             ///< ends a running trial and waits for its end
void ed_trial_close(ed_Trial *trial);

ED_C_END
#endif
