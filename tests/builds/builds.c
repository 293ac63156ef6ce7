// Runs the live loop with a short limit for builds without output. Arguments: the module, the build
// command, the limit in milliseconds. Prints each event. Ends the build when a file `stop` exists,
// and itself when `quit` exists.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "runtime/live/live.h"

int main(int argc, char **argv)
{
    ed_Error error = { .code = ED_OK };
    if (argc != 4) return 2;
    ed_LiveConfig config = { .module_path = argv[1],
                             .build_command = argv[2],
                             .watch = { "schema", "game" },
                             .watching = true,
                             .seed = 1,
                             .silent_ms = (u32)atoi(argv[3]) };
    ed_Live *live = ed_live_open(&config, &error);
    if (!live) return fprintf(stderr, "%s\n", error.text), 1;
    printf("open\n"), fflush(stdout);
    while (access("quit", F_OK) != 0) {
        if (ed_live_step(live)) printf("%s\n", ed_live_event(live)->line), fflush(stdout);
        if (access("stop", F_OK) == 0 && unlink("stop") == 0) ed_live_stop_build(live);
        usleep(2000);
    }
    ed_live_close(live);
    return 0;
}
