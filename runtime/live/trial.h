/// A new module is tried in a forked child before it may touch the game: there it is loaded, takes
/// over the state, updates, renders and packs once, unloads and is closed. Whatever it does there
/// hurts nobody; what went wrong is told. The game goes on meanwhile.
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
    ED_TRIAL_REFUSED,      // in words: `told->error`
    ED_TRIAL_FAILED,       // by a fault: `told->fault`, and what it `said`
    ED_TRIAL_UNTRIED       // ended by a library without its connection: `untried`
} ed_TrialEnd;

typedef struct ed_TrialReport {      // in memory that both processes see
    ed_Fault fault;
    ed_Error error;
    u32 good;          // ED_TRIAL_GOOD_MARK where it came to its end:
                       //   no stray byte makes that
    u32 migrated;      // atomic: set after a migration to another layout; `sizes`
                       //   is valid then
    ed_RunSizes sizes;
} ed_TrialReport;

typedef struct ed_Trial {      // zeroed: none runs
    ed_TrialReport *report;
    i32 child;                      // its process, 0: none
    int output;                      // its standard error
    ed_Isolation apart;                 // where its connections lead
    ed_Phase phase;                 // that it was in at the last poll
    u64 started_ns, polled_ns;      // when it began, when it was looked at last
    u64 phase_ns;                   // how long that phase takes by now
    u64 asked_ns;                   // when it was asked to tell where it is; 0: it was not
    u64 bytes_max;                  // memory that it may take, from the start on;
                                    //   0: most of what the system has to spare
    u64 bytes_end;                  // what it may then have in all
    bool over_memory;                    // it has more
    bool held;                      // set by who wants no new code now: its end is not taken
    bool ended_while_held;                     // it came to its end while it was held
    f64 ms;                         // the last one took
    char last_line[256];                 // the last line it wrote to standard error
    char untried[128];              // why it could not be made; empty: it could
} ed_Trial;

/// Forks: the child goes on with `run` as it is and with the copy of `library`, which is not loaded
/// here. False, in words, where there is no process to be had.
bool ed_trial_start(ed_Trial *trial, ed_Run *run, const ed_Library *library, ed_Error *error);
ed_TrialEnd ed_trial_poll(ed_Trial *trial);      ///< never blocks
void ed_trial_stop(ed_Trial *trial);             ///< ends what runs, and waits
void ed_trial_close(ed_Trial *trial);

ED_C_END
#endif
