/// Live editing for any main loop: open, step once per frame, close. One instance per process, on
/// one thread. It watches the sources, builds, tests, loads and swaps. If anything fails, the
/// running module and its state stay as they are, and `event` has a one-line explanation. If the
/// running code fails, the game is paused: `run.broken` is set, the state is that of the last
/// checkpoint, and neither update nor render is called until new code takes over or restart, resume
/// or back is called.
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
    const char *build_command;                 // run by sh with EDDIE_CHANGED as described in
                                               // watch.h; NULL: ED_BUILD_COMMAND
    const char *watch[ED_WATCH_DIRS_MAX];      // source folders; ends with NULL
    bool watching;                             // false: builds only on request
    bool no_checkpoints;                       // otherwise memory holds two more packed states
    bool no_guard;                             // faults of the game end the program
    bool no_trial;                             // new code is not tested before it takes over
    u64 trial_bytes;      // memory that a trial may use, 0: most of the free memory
    bool no_quick;        // builds are not asked for an early module, see build.h
    u32 hang_ms;          // a longer call is a hang, 0: ED_GUARD_HANG_MS; some
                          // phases have five times as long
    u32 silent_ms;      // a build that prints nothing for longer is reported, 0: ED_BUILD_SILENT_MS
    // In memory that outlives the process, or NULL. If given, a parent process continues from
    // there, so faults that cannot be caught end the process.
    ed_Checkpoint *checkpoint;
    ed_Fault *fault;
    bool start_paused;      // starts from that checkpoint, without calling the code that failed
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
/// FULL      | NEW        | QUICK_NEW | FULL         | paused       | FULL         | FULL
/// NEW       | NEW        | QUICK_NEW | FULL         | to `swapped` | NEW          | NEW
/// QUICK_NEW | NEW        | QUICK_NEW | QUICK        | to `swapped` | NEW          | to `accepted`
/// QUICK     | NEW        | QUICK_NEW | QUICK        | paused       | FULL         | to `accepted`
///
/// `swapped` is the code and the state before the last swap. `accepted` is the code and the state
/// before the first early build that no compiler has judged: it is set in FULL and NEW, and stays
/// while early builds follow each other. Going back to it leads to FULL, to `swapped` to what that
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

typedef struct ed_LiveCode {      // loaded libraries; NULL: none
    ed_Library *library;          // the running code
    ed_Library *before;           // the previous different code that the compiler accepted
    ed_Library *early;      // the early build that was replaced: the report uses its type names
    u32 quick;              // the number of the build whose early module runs; 0: the running
                            // module is from a finished build
    ed_Trust trust;
} ed_LiveCode;

typedef struct ed_LiveRestorePoint {      // what to return to; its state is a checkpoint
    ed_LiveCode code;                     // library NULL: the code is no longer loaded
    ed_Attic *attic;                      // the attic at that time, kept alive; NULL: none
    ed_Phase broken;                      // set if the game was paused then, by `fault`
    ed_Fault fault;
} ed_LiveRestorePoint;

#define ED_LIVE_LIBRARIES_MAX 10u      // three of each ed_LiveCode, and the one being tested

typedef struct ed_Live {
    ed_LiveConfig config;
    ed_Run run;
    ed_Library libraries[ED_LIVE_LIBRARIES_MAX];      // loaded while something points to it
    ed_LiveCode code;
    ed_LiveRestorePoint swapped;       // before the last swap; its state is checkpoint.last
    ed_LiveRestorePoint accepted;      // before the first early build that no compiler judged; its
                                       // state is checkpoint.pinned
    ed_Watch watch;
    ed_Build build;
    int build_lock;        // file descriptor, see build_lock.h
    ed_FileMark made;      // the module file before the current, or the last, build
    bool rebuilt;          // that build wrote another module
    ed_Trial trial;
    ed_Precommit precommit;        // commits memory for the swap
    ed_Library *tried;             // the library of the trial: copied, not loaded
    bool early_offer;              // the trial tests an early build
    u32 builds;                    // number of builds so far
    bool error_reported;           // an error of the current build was reported
    ed_Fault seen;                 // written by the guard unless the config has `fault`
    ed_Fault fault;                // the latest fault of the running code
    ed_Arena file;                 // the library's bytes while it is being loaded
    ed_Checkpoint checkpoint;      // taken between frames; see ed_live_checkpoint
    ed_LiveEvent event;            // the latest event
    ed_CopyDir copy_dir;           // private folder of the loaded copies
    u32 loaded;                    // number of libraries loaded so far
    bool pending;                  // a build is due
    bool failure_reported;         // the failure that paused the game was reported
    u32 reported_fault;            // the number of that fault
    bool restarted;      // the failure happened in an earlier process, whose state was taken over
    bool guarded;        // the guard was opened by this object
    u32 unload_failures;       // old libraries that could not be unloaded
    bool reported_full;        // reported that not all sources are watched
    bool reported_silent;      // reported that the current build prints nothing
    bool halted;               // the user stops the current build
    bool blocked;              // a source that is not a regular file prevents builds
    u64 ended_ns;              // when the last build ended,
    u64 ended_real_ns;         // the same by the file system's clock, since 1970
    u32 saved_in;              // the last build during which a source was written,
    u64 saved_source;          // and a hash of its path
    u32 rebuilds;              // consecutive builds that were started only because of that source,
                               // written during the previous one; see live.c
    bool loops;                // the build writes a source each time
} ed_Live;

/// Loads the module and starts its game. After a failure, nothing stays open.
bool ed_live_open(ed_Live *live, const ed_LiveConfig *config, ed_Error *error);
void ed_live_close(ed_Live *live);

/// Call it between two frames; never blocks. True if there is a new `event`.
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

/// After a failure: returns to the previous code. True if it did: `event` is a reload with its
/// report. False with an error if there is no previous code or it cannot be used.
bool ed_live_back(ed_Live *live, ed_Error *error);

ED_C_END
#endif
