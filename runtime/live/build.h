/// Runs one build at a time while the game runs: start it, poll it once per frame, stop it. Never
/// blocks.
#ifndef ED_LIVE_BUILD_H
#define ED_LIVE_BUILD_H
#include "runtime/base/err.h"
#include "runtime/base/str.h"
#include "runtime/os/files/file_lock.h"
#include "runtime/os/process/child.h"
ED_C_BEGIN

/// The default build command. It is started without a shell, as the program eddie-build in the
/// folder of the running program, if that is there.
#define ED_BUILD_COMMAND "eddie build"
#define ED_BUILD_LINE_MAX 1024u          // bytes kept of one output line
#define ED_BUILD_OUTPUT_MAX 16384u       // bytes kept of the whole output
#define ED_BUILD_SILENT_MS 60000u        // a build that prints nothing for this long is reported
#define ED_BUILD_CHANGED_MAX 65536u      // bytes of the file list in EDDIE_CHANGED
#define ED_BUILD_QUIET_MS 10u            // after this long without output, errors are reported

typedef enum ed_BuildEnd {
    ED_BUILD_RUNS,
    ED_BUILD_GOOD,
    ED_BUILD_FAILED,
    ED_BUILD_STOPPED
} ed_BuildEnd;

/// How likely a line of the output is the cause of a failed build. The first line with the highest
/// rank is reported.
///
/// rank    | example
/// --------|---------------------------------------------------------------------------------------
/// NONE    | an empty line
/// TEXT    | make: *** [game.mk:9: build/a.o] Error 127 (says only that something else failed)
/// ERROR   | /bin/sh: 1: nocc: not found
/// LINKER  | a.c:5: undefined reference to `f`
/// LOCATED | a.c:12:7: error: expected ';'
typedef enum ed_BuildRank {
    ED_RANK_NONE,
    ED_RANK_TEXT,
    ED_RANK_ERROR,
    ED_RANK_LINKER,
    ED_RANK_LOCATED
} ed_BuildRank;

typedef struct ed_Build {
    bool runs;                                  // a build runs
    bool is_own;                                // its command is ED_BUILD_COMMAND
    ed_Child child;                             // its first process, and its group
    bool stopping;                              // the build was asked to end
    bool output_ended;                          // every process that could write to the pipe ended
    u64 started_ns, stopped_ns, output_ns;      // output_ns: time of the latest output, or of the
                                                // start
    f64 ms;                       // duration of the last build; of one that runs, until
                                  // its early module or its first error was taken
    ed_BuildRank cause_rank;      // of the line in `cause`
    u32 errors, warnings;         // number of errors and warnings with a source location
    u32 link_errors;              // number of linker errors
    char cause[ED_BUILD_LINE_MAX];
    char help[ED_BUILD_LINE_MAX];              // what to do about the error; empty: unknown
    char warning[ED_BUILD_LINE_MAX];           // the first warning
    char early_module[ED_BUILD_LINE_MAX];      // offered last and not used yet; empty: none
    char no_early[ED_BUILD_LINE_MAX];          // why there is no early module; empty: not reported
    char output[ED_BUILD_OUTPUT_MAX];          // the output from the start
    u32 output_size;
    u32 line_size;
    char line[ED_BUILD_LINE_MAX];      // the line being read
} ed_Build;

/// Takes the lock that allows one build at a time per module, across all running programs: two
/// builds would overwrite each other's files. Does not block. Returns true if this process may
/// build: it holds the lock, or locking is impossible, since the lock file `path`.lock cannot be
/// created or the file system has no locks. `lock` is ED_NO_LOCK while the lock is not held.
/// ed_file_lock_release releases it.
bool ed_build_lock_take(i64 *lock, const char *path);

/// Runs `command`, usually by the shell (see ED_BUILD_COMMAND), with EDDIE_CHANGED=`changed` in its
/// environment, and with EDDIE_EARLY=1 if `early`.
bool ed_build_start(ed_Build *build, const char *command, const char *changed, bool early,
                    ed_Error *error);
ed_BuildEnd ed_build_poll(ed_Build *build);      // ED_BUILD_RUNS while a build runs or none was
                                                 // started
void ed_build_stop(ed_Build *build);             ///< asks it to end; ed_build_poll later returns
                                                 ///< STOPPED
void ed_build_time(ed_Build *build);             ///< sets `ms` of a running build
void ed_build_close(ed_Build *build);            ///< ends a running build and waits for its end

/// True if a running build printed an error and then nothing for a moment: the error can be
/// reported before the build ends.
bool ed_build_has_error(const ed_Build *build);

/// True if a running build has printed nothing for `ms` milliseconds.
bool ed_build_silent(const ed_Build *build, u32 ms);

/// The first error of a failed build. `location` is file:line:col, file:line or empty. `text` has
/// the message, the help line and how many more errors there are.
void ed_build_error(const ed_Build *build, ed_Text *location, ed_Text *text);
/// The first warning of a build and how many more there are; empty if there was no warning.
void ed_build_warning(const ed_Build *build, ed_Text *text);

ED_C_END
#endif
