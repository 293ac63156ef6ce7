/// Commands from a file or standard input, one a line; each is answered by exactly one line on
/// standard output. Time moves by `step` alone, code changes by `reload` and `wait-reload` alone:
/// the same script, the same answers. A build that none of them waits for any more goes on while
/// others are to be waited for; what it came to is the next one's to tell.
#ifndef HOST_SCRIPT_H
#define HOST_SCRIPT_H
#include "host/play.h"
#include "host/shot.h"

#define HOST_SCRIPT_LINE_MAX 65536u      // bytes of one command
#define HOST_BUILD_MS_MAX    120000u     // how long `reload` waits for a build

typedef struct host_Script {
    host_Play *play;
    host_Shot  shot;
    ed_LiveEvent event;                    // the last answer of a build; number 0: none yet
    ed_LiveEvent kept;                   // what a build came to while nobody waited for it;
                                         //   number 0: nothing
    ed_Input   input;
    bool       tapped [ED_KEY_COUNT];    // up again after the next update
    bool       clicked[ED_MOUSE_COUNT];
    int        file;
    const char *path;                    // for messages; NULL for standard input
    u32        number;                   // of the line at hand, from 1
    char      *line;                     // HOST_SCRIPT_LINE_MAX bytes read so far,
                                         //   at most one is a whole line
    u32        line_size;
    bool       line_long;                // the rest of it is thrown away
    bool       ended;                    // at its end, or quit
} host_Script;

bool host_script_open (host_Script *script, host_Play *play, const char *path, ed_Error *error);
void host_script_close(host_Script *script);

/// Runs the next line, waiting up to `wait_ms` for it, -1 for ever.
/// False where none came or the script has ended.
bool host_script_run(host_Script *script, int wait_ms);
/// To its end, or until the program is told to stop.
void host_script_run_all(host_Script *script);
#endif
