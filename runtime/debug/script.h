/// Runs commands from a file or standard input, one per line. Each command is answered by exactly
/// one line on standard output. Time advances only by `step`. New code starts only during `reload`,
/// `wait-reload` and `stop-build`, or at once if the system refuses a process for its trial. So the
/// same script always gives the same answers, except for build times. If no command waits for a
/// build, the build continues while other commands run; the next `wait-reload` returns its result.
/// `reload` stops such a build and starts another one.
#ifndef ED_DEBUG_SCRIPT_H
#define ED_DEBUG_SCRIPT_H
#include "runtime/debug/game.h"

#define ED_SCRIPT_LINE_MAX 65536u            // bytes of one command
#define ED_SCRIPT_BUILD_WAIT_MS 120000u      // how long `reload` waits for a build

/// Writes a picture of the game as a PNG file. This library does not draw: a program with a
/// renderer provides the function.
typedef struct ed_Screenshot {
    bool (*save)(void *context, ed_Run *run, const char *path, int *width, int *height,
                 ed_Error *error);
    void *context;
} ed_Screenshot;

typedef struct ed_Script {
    ed_Game *game;
    ed_Screenshot screenshot;      // zeroed: `shot` fails
    ed_LiveEvent event;            // the last event; number 0: no event yet
    ed_LiveEvent kept;             // a result that no command waited for; number 0: no such result
    ed_Input input;
    bool tapped[ED_KEY_COUNT];      // keys to release after the next update
    bool clicked[ED_MOUSE_COUNT];
    i64 file;              // see runtime/os/process/stream.h
    const char *path;      // file name for messages; NULL for standard input
    u32 number;            // the current line, from 1
    char *line;            // buffer of ED_SCRIPT_LINE_MAX bytes: what was read but has not run yet
    u32 line_size;
    bool line_long;      // the rest of a line that is too long is discarded
    bool ended;          // at the end of the input, or after quit
} ed_Script;

bool ed_script_open(ed_Script *script, ed_Game *game, const char *path, ed_Error *error);
void ed_script_close(ed_Script *script);

/// Runs the next line; waits for it up to `wait_ms` milliseconds, or without limit if that is -1.
/// False if no line came or the script has ended.
bool ed_script_run(ed_Script *script, int wait_ms);
/// Runs all lines, unless the program is asked to stop.
void ed_script_run_all(ed_Script *script);
#endif
