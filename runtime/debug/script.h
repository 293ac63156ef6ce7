/// Commands from a file or standard input, one a line; each is answered by exactly one line on
/// standard output. Time moves by `step` alone, code changes by `reload` and `wait-reload` alone:
/// the same script, the same answers. A build that none of them waits for any more goes on while
/// others are to be waited for; what it came to is the next one's to tell.
#ifndef ED_DEBUG_SCRIPT_H
#define ED_DEBUG_SCRIPT_H
#include "runtime/debug/game.h"

#define ED_SCRIPT_LINE_MAX 65536u      // bytes of one command
#define ED_BUILD_MS_MAX 120000u        // how long `reload` waits for a build

/// A picture of the game as a PNG file. Nothing here draws: the program that has a renderer gives
/// the script such a function.
typedef struct ed_Screenshot {
    bool (*save)(void *context, ed_Run *run, const char *path, int *width, int *height,
                 ed_Error *error);
    void *context;
} ed_Screenshot;

typedef struct ed_Script {
    ed_Game *game;
    ed_Screenshot screenshot;      // or zeroed: `shot` fails
    ed_LiveEvent event;            // the last answer of a build; number 0: none yet
    ed_LiveEvent kept;             // what a build came to while nobody waited for it;
                                   //   number 0: nothing
    ed_Input input;
    bool tapped[ED_KEY_COUNT];      // up again after the next update
    bool clicked[ED_MOUSE_COUNT];
    int file;
    const char *path;      // for messages; NULL for standard input
    u32 number;            // of the line at hand, from 1
    char *line;            // ED_SCRIPT_LINE_MAX bytes read so far,
                           //   at most one is a whole line
    u32 line_size;
    bool line_long;      // the rest of it is thrown away
    bool ended;          // at its end, or quit
} ed_Script;

bool ed_script_open(ed_Script *script, ed_Game *game, const char *path, ed_Error *error);
void ed_script_close(ed_Script *script);

/// Runs the next line, waiting up to `wait_ms` for it, -1 for ever.
/// False where none came or the script has ended.
bool ed_script_run(ed_Script *script, int wait_ms);
/// To its end, or until the program is told to stop.
void ed_script_run_all(ed_Script *script);
#endif
