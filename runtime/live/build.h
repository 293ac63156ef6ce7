/// One build at a time, beside the running game: start, poll once a frame, stop. Never blocks.
#ifndef ED_LIVE_BUILD_H
#define ED_LIVE_BUILD_H
#include <sys/types.h>
#include "runtime/base/err.h"
#include "runtime/base/str.h"
ED_C_BEGIN

/// What a save runs, unless the user says otherwise.
#define ED_BUILD_COMMAND "make -s game $EDDIE_CHANGED"
#define ED_BUILD_LINE_MAX 1024u         // bytes kept of a line that the build prints
#define ED_BUILD_OUTPUT_MAX 16384u      // of all that a build prints
/// A build may offer a module before the one it was started for is done, as one from a quicker
/// compiler, by this line with the path of a whole file behind it. It does so where EDDIE_QUICK is
/// in its environment.
#define ED_BUILD_OFFER "eddie: try "
/// A build may say by a line that begins so that a compiler or linker refused the sources, as not
/// every error names a line of a source.
#define ED_BUILD_REFUSED "eddie: refused "
#define ED_BUILD_SILENT_MS 60000u        // without output, then it is reported that the build runs
#define ED_BUILD_CHANGED_MAX 65536u      // bytes of the files in EDDIE_CHANGED
#define ED_BUILD_QUIET_MS 10u            // without a word more, then the errors so far are told

typedef enum ed_BuildEnd {
    ED_BUILD_RUNS,
    ED_BUILD_GOOD,
    ED_BUILD_FAILED,
    ED_BUILD_STOPPED
} ed_BuildEnd;

typedef struct ed_Build {
    pid_t pid;              // and process group; 0: none runs
    int out;                // its standard output and error
    bool stopping;          // asked to end
    bool reaped, over;      // its first process has ended; all that could write to out
    u64 started_ns, stopped_ns, words_ns;      // words: when it printed something last, or
                                               //   was started
    f64 ms;                                    // of the last one
    int status;                                // as from waitpid
    u32 weight;                                // of the line that looks most like the cause,
                                               //   the first of its kind; 0: none
    bool refused;                              // it said so itself, see ED_BUILD_REFUSED
    u32 errors, warnings;                      // lines that name a place and one of these words
    char cause[ED_BUILD_LINE_MAX];
    char help[ED_BUILD_LINE_MAX];          // what to do about the cause, where the next lines
                                           //   say so
    char warning[ED_BUILD_LINE_MAX];       // the first
    char offer[ED_BUILD_LINE_MAX];         // the path offered last; empty: none,
                                           //   or it was taken
    char output[ED_BUILD_OUTPUT_MAX];      // what it printed, from the start
    u32 output_size;
    u32 line_size;
    char line[ED_BUILD_LINE_MAX];      // the one being read
} ed_Build;

/// Runs `command` by sh with EDDIE_CHANGED=`changed` in its environment;
/// `quick`: and EDDIE_QUICK=1.
bool ed_build_start(ed_Build *build, const char *command, const char *changed, bool quick,
                    ed_Error *error);
ed_BuildEnd ed_build_poll(ed_Build *build);      ///< RUNS while one does or none was started
void ed_build_stop(ed_Build *build);             ///< asks; poll says STOPPED at its end
void ed_build_close(ed_Build *build);            ///< ends what runs, and waits

/// True where a running build has named an error and said no more for a moment: it can be told
/// before the build has ended.
bool ed_build_has_error(const ed_Build *build);

/// True where a running build has printed nothing for so long.
bool ed_build_silent(const ed_Build *build, u32 ms);

/// True where it named an error in what a compiler or linker reads, or said itself that the sources
/// were refused. False where a schema has the error, as then nothing was compiled, or where
/// something else went wrong, as a full disk.
/// `compiled`: the schema was good, so an error in a .def is in one that C includes.
bool ed_build_refused(const ed_Build *build, bool compiled);

/// The first error of a failed build: `place` file:line:col or empty, `text` the words,
/// the help, how many more there are.
void ed_build_error(const ed_Build *build, ed_Text *place, ed_Text *text);
/// The first warning of a build and how many more there are; nothing where there is none.
void ed_build_warning(const ed_Build *build, ed_Text *text);

ED_C_END
#endif
