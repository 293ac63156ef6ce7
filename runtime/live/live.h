/// One a process, on one thread. Live editing for any main loop: open, step once a frame, close.
/// Watches the sources, builds, tries, loads and swaps; whatever fails leaves the running module
/// and its state as they are, and `event` says why in one line. Where the running code fails the
/// game is frozen: `run.broken` says so, its state is that of the last checkpoint, and updates and
/// pictures stand still until new code takes over, or one of restart, resume and back is called.
#ifndef ED_LIVE_H
#define ED_LIVE_H
#include "runtime/live/precommit.h"
#include "runtime/live/artifact.h"
#include "runtime/live/build.h"
#include "runtime/live/build_lock.h"
#include "runtime/live/checkpoint.h"
#include "runtime/live/copy_dir.h"
#include "runtime/live/event.h"
#include "runtime/live/library.h"
#include "runtime/live/trial.h"
#include "runtime/live/watch.h"
#include "runtime/run/run.h"
ED_C_BEGIN

typedef struct ed_LiveConfig {
    const char *module_path;                   // "build/game.so"
    const char *build_command;                 // run by sh, EDDIE_CHANGED set as watch.h says;
                                               //   NULL: ED_BUILD_COMMAND
    const char *watch[ED_WATCH_DIRS_MAX];      // folders of sources; NULL ends
    bool watching;                             // false: builds only when asked
    bool no_checkpoints;                       // else memory holds two packed states more
    bool no_guard;                             // faults of the game end the program
    bool no_trial;                             // new code is not tried before it takes over
    u64 trial_bytes;                           // memory that a trial may take,
                                               //   0: most of what the system has to spare
    bool no_quick;                             // a build is not asked for a module before its end,
                                               //   see build.h
    u32 hang_ms;                               // a call that takes longer hangs,
                                               //   0: ED_GUARD_HANG_MS; some have five times that
    u32 silent_ms;                             // a build that prints nothing for longer is
                                               //   reported, 0: ED_BUILD_SILENT_MS
    // In memory that outlives the process; NULL: its own. Where given, a parent goes on from
    // there: what cannot be held ends the process.
    ed_Checkpoint *checkpoint;
    ed_Fault *fault;
    bool start_paused;      // starts with that checkpoint and does not call the
                      //   code that failed
    u64 seed;
} ed_LiveConfig;

/// How far the running code can be trusted, and so what it may have to give way to. The state after
/// each event:
///
/// state     | swap to    | swap to   | an update    | it faults    | the compiler | the compiler
///           | a compiled | a quick   | came back or | for good     | accepts      | refuses
///           | build      | build     | (1)          |              | (2)          | (3)
/// ----------|------------|-----------|--------------|--------------|--------------|--------------
/// FULL      | NEW        | QUICK_NEW | FULL         | frozen       | FULL         | FULL
/// NEW       | NEW        | QUICK_NEW | FULL         | to `swapped` | NEW          | NEW
/// QUICK_NEW | NEW        | QUICK_NEW | QUICK        | to `swapped` | NEW          | to `accepted`
/// QUICK     | NEW        | QUICK_NEW | QUICK        | frozen       | FULL         | to `accepted`
///
/// `swapped` is the code and the state before the last swap. `accepted` is the code and the state
/// before the first quick build that no compiler has judged: it is set in FULL and NEW, and stays
/// while quick builds follow each other. Going back to it leads to FULL, to `swapped` to what that
/// was: FULL or QUICK.
///
/// (1) The next checkpoint is due, as while the game is paused.
/// (2) A build came to a good end, of the same sources or of later ones.
/// (3) A build named an error in C or at the link, in the same sources or in later ones: code that
///     no compiler accepted may not continue for long. No verdict is a build that a newer save
///     stopped, that a schema error ended before anything was compiled, or that failed for a reason
///     outside of the sources: then the state stays, and the next build decides.
///
/// ed_live_back leads to FULL: what it goes back to is accepted, and the person asked for it.
typedef enum ed_Trust { ED_TRUST_FULL, ED_TRUST_NEW, ED_TRUST_QUICK_NEW, ED_TRUST_QUICK } ed_Trust;

typedef struct ed_LiveCode {      // loaded libraries, NULL: none
    ed_Library *library;          // runs
    ed_Library *before;           // the last other code that the compiler accepted
    ed_Library *early;            // the quick build whose place was taken: the report names
                                  //   its types
    u32 quick;                    // the build whose offer runs; 0: what runs is from a build
                                  //   that was done
    ed_Trust trust;
} ed_LiveCode;

typedef struct ed_LiveRestorePoint {      // to go back to; its state is a checkpoint
    ed_LiveCode code;              // library NULL: nothing is loaded
    ed_Columns *attic;             // held for it; NULL: none
    ed_Phase broken;               // it was frozen, by `fault`
    ed_Fault fault;
} ed_LiveRestorePoint;

#define ED_LIVE_LIBRARIES_MAX 10u      // three of each ed_LiveCode, and the one being tried

typedef struct ed_Live {
    ed_LiveConfig config;
    ed_Run run;
    ed_Library libraries[ED_LIVE_LIBRARIES_MAX];      // loaded as long as a pointer leads to it
    ed_LiveCode code;
    ed_LiveRestorePoint swapped;       // before the last swap, with checkpoint.last
    ed_LiveRestorePoint accepted;      // before the first unjudged swap, with checkpoint.pinned
    ed_Watch watch;
    ed_Build build;
    int build_lock;              // to build; see build_lock.h
    ed_FileMark made;      // the module file before the running, or the last, build
    bool rebuilt;             // that build made another
    ed_Trial trial;
    ed_Precommit precommit;                // commits memory for the swap
    ed_Library *tried;             // of the trial: copied, not loaded
    bool early_offer;                    // it is what the build offered before its end
    u32 builds;                    // so far
    bool error_reported;                    // an error of the running build is told
    ed_Fault seen;                 // where the guard writes, unless the config names a place
    ed_Fault fault;                // the latest of the running code
    ed_Arena file;                 // the library's bytes while it is loaded
    ed_Checkpoint checkpoint;      // taken between frames; see ed_live_checkpoint
    ed_LiveEvent event;            // the latest
    ed_CopyDir copy_dir;              // private, of the copies
    u32 loaded;                    // libraries so far
    bool pending;                  // a build is due
    bool failure_reported;                   // the failure at hand is told
    u32 reported_fault;                      // number of that failure
    bool restarted;                // it is that of an earlier process,
                                   //   whose state was taken over
    bool guarded;                  // the guard of this process is its
    u32 unload_failures;                     // older code that could not be unloaded
    bool reported_full;                // that not all sources are watched
    bool reported_silent;              // that the running build prints nothing
    bool halted;                   // the running build is ended by hand
    bool blocked;                  // a source that is no file keeps builds from starting
    u64 ended_ns;                  // when the last build ended,
    u64 ended_real_ns;             //   and by the clock of files, since 1970
    u32 saved_in;                  // the last build in which a source was written
    u32 rebuilds;                  // builds in a row with sources written during the last one
                                   //   alone; see live.c
    bool loops;                    // the build writes a source each time
} ed_Live;

/// Loads the module and starts its game. On failure nothing stays open.
bool ed_live_open(ed_Live *live, const ed_LiveConfig *config, ed_Error *error);
void ed_live_close(ed_Live *live);

/// Between two frames, never blocks: true when `event` is new.
bool ed_live_step(ed_Live *live);
/// Only what keeps the game safe, for a caller who wants no new code now: checkpoints, and what is
/// to be done after a failure.
bool ed_live_poll_safety(ed_Live *live);

/// Builds now, even if nothing changed; the answer comes as an event.
void ed_live_build(ed_Live *live);
/// Ends the running build; an event reports it. False if no build is running.
bool ed_live_stop_build(ed_Live *live);
/// True while a build runs or a save waits for one.
bool ed_live_busy(const ed_Live *live);
/// True while a save is on its way: not where only the compiler still works on what runs already.
bool ed_live_has_pending_save(const ed_Live *live);
/// Sleeps until a file is saved, or for `ms`; while busy, for a moment only.
void ed_live_wait(const ed_Live *live, u32 ms);

typedef struct ed_LiveCheckpoint {
    ed_Span bytes;      // packed for this process (ED_PACK_LIVE), valid until the
                        //   next step; size 0: none yet
    u64 frame;          // updates since the start
    u64 age_ns;
} ed_LiveCheckpoint;

/// The last good state that was packed between two frames.
ed_LiveCheckpoint ed_live_checkpoint(const ed_Live *live);

/// After a failure: goes on with the code before this one. False, in words,
/// where there is none or it cannot. True: `event` is new, a reload with its report.
bool ed_live_back(ed_Live *live, ed_Error *error);

ED_C_END
#endif
