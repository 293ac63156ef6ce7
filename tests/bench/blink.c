// Runs a game at 60 updates a second without a window, and prints each event. First comes one of
// the words building, early, full and bad. The milliseconds of the trial and of the swap, and the
// line, follow. Before the first event comes the word ready.
// Arguments: the module, and "alone" if the build must not offer an early one. The loop waits for
// the build like a host with time left in its frame.
#include <stdio.h>
#include "runtime/live/live.h"
#include "runtime/live/trial_main.h"

#define STEPS 16      // a frame

static const char *name_of(const ed_LiveEvent *event)
{
    if (event->kind == ED_LIVE_BUILDING) return "building";
    if (event->kind == ED_LIVE_RELOADED || event->kind == ED_LIVE_COMPILED)
        return event->early ? "early" : "full";
    return "bad";
}

int main(int argc, char **argv)
{
    ed_Error error = { .code = ED_OK };
    ed_live_trial_main(argc, argv);
    if (argc < 2) return 2;
    ed_LiveConfig config = { .module_path = argv[1],
                             .watch = { "schema", "game" },
                             .watching = true,
                             .no_early_builds = argc > 2,
                             .seed = 1 };
    ed_Live *live = ed_live_open(&config, &error);
    if (!live) return fprintf(stderr, "%s\n", error.text), 1;
    printf("ready\n"), fflush(stdout);
    for (u32 i = 0;; i++, ed_live_wait(live, 1)) {
        const ed_LiveEvent *event = ed_live_event(live);
        if (ed_live_step(live))
            printf("%s %.1f %.2f %s\n", name_of(event), event->trial_ms, event->swap_ms,
                   event->line),
                fflush(stdout);
        if (i % STEPS) continue;
        ed_run_update(ed_live_run(live), NULL);
        ed_run_render(ed_live_run(live), 0);
    }
}
