/// Declarations shared by the files of the live loop: live.c watches and builds; live_swap.c tests
/// new code, swaps it in and pauses the game after a failure; live_events.c creates the events.
#ifndef ED_LIVE_LIVE_INNER_H
#define ED_LIVE_LIVE_INNER_H
#include "runtime/live/artifact.h"
#include "runtime/live/build.h"
#include "runtime/live/build_lock.h"
#include "runtime/live/checkpoint.h"
#include "runtime/live/copy_dir.h"
#include "runtime/live/library.h"
#include "runtime/live/live.h"
#include "runtime/live/precommit.h"
#include "runtime/live/trial.h"
#include "runtime/live/watch.h"
ED_C_BEGIN

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

struct ed_Live {
    ed_Arena memory;      // that holds this struct
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
};

static inline ed_Checkpoint *ed_live_checkpoint_of(ed_Live *live)
{
    return live->config.checkpoint ? live->config.checkpoint : &live->checkpoint;
}

/// The fault that the guard writes to.
static inline ed_Fault *ed_live_fault_of(ed_Live *live)
{
    return live->config.fault ? live->config.fault : &live->seen;
}

/// True if the running code is the early build of the current, or of the last, build.
static inline bool ed_live_runs_early_build(const ed_Live *live)
{
    return live->code.quick && live->code.quick == live->builds;
}

// --- live_swap.c: true where there is a new event ------------------------------------------------

/// Code that the loader runs cannot be left, so the guard does not cover it; the fault records the
/// phase for a parent process.
bool ed_live_load_library(ed_Live *live, ed_Library *library, ed_Error *error);
bool ed_live_close_library(ed_Live *live, ed_Library *library);
/// Restores the best complete checkpoint, if any, without calling any code.
bool ed_live_restore(ed_Live *live, bool same_process, ed_Error *error);
bool ed_live_start_trial(ed_Live *live);      ///< tests the finished build
/// Tests the early module of the current build. Only success is reported.
bool ed_live_start_early(ed_Live *live);
/// Handles a failed build or its first error. If the sources were refused, their early build is
/// removed.
bool ed_live_end_failed(ed_Live *live);
bool ed_live_end_trial(ed_Live *live, ed_TrialEnd end);
void ed_live_stop_trial(ed_Live *live);      ///< of code that is no longer needed

// --- live_tell.c: true, always, where a bool is returned: there is a new event -------------------

/// Starts the next event and returns the text of its line.
ed_Text ed_live_begin_event(ed_Live *live, ed_LiveKind kind);
/// `back`: the running code was replaced by the code and the state before this save.
bool ed_live_report_build_failed(ed_Live *live, bool back);
bool ed_live_report_refused(ed_Live *live, const ed_Error *error);
/// The new module was refused because of a fault.
bool ed_live_report_failed(ed_Live *live, const ed_Fault *fault, const char *said);
bool ed_live_report_unchanged(ed_Live *live);
/// The build did not compile the saved files.
bool ed_live_report_not_built(ed_Live *live);
/// `before`: the fault of the previous code, or NULL.
bool ed_live_report_reloaded(ed_Live *live, f64 swap_ms, const ed_Fault *before);
/// Reports a return to the previous code after a failure as a reload.
bool ed_live_report_back(ed_Live *live, f64 swap_ms);
bool ed_live_report_compiled(ed_Live *live, f64 swap_ms);
/// `error`: why there is nothing to return to.
bool ed_live_report_paused(ed_Live *live, bool back, const ed_Error *error);
/// Reports once that the current build prints nothing. False if it does print.
bool ed_live_report_silent(ed_Live *live);
/// Reports that the build writes that source.
bool ed_live_report_loop(ed_Live *live);
/// Reports a source that is not a regular file.
bool ed_live_report_blocked(ed_Live *live, const char *path);
bool ed_live_report_halted(ed_Live *live);
/// Reports what the game changed in its process. False if there is nothing new.
bool ed_live_report_process(ed_Live *live);
/// Reports once that not all sources are watched. False if all are.
bool ed_live_report_full(ed_Live *live);

ED_C_END
#endif
