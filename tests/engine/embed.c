// Live editing in a custom main loop, without SDL: MODULE, BUILD COMMAND, seconds. Prints the
// result of each save.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "runtime/live/live.h"
#include "runtime/live/trial_main.h"

int main(int argc, char **argv)
{
    ed_Error error = { .code = ED_OK };
    ed_live_trial_main(argc, argv);
    if (argc != 4) return 2;
    ed_LiveConfig config = { .module_path = argv[1],
                             .build_command = argv[2],
                             .watch = { "schema", "game" },
                             .watching = true,
                             .seed = 1 };
    ed_Live *live = ed_live_open(&config, &error);
    if (!live) return fprintf(stderr, "%s\n", error.text), 1;
    for (int frames = atoi(argv[3]) * 60; frames > 0; frames--, usleep(16667)) {
        if (ed_live_step(live)) printf("%s\n", ed_live_event(live)->line), fflush(stdout);
        ed_run_update(ed_live_run(live), NULL);
        ed_run_render(ed_live_run(live), 0);
    }
    ed_live_close(live);
    return 0;
}
