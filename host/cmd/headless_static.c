#include "host/cmd/headless.h"

struct host_Headless {
    ed_Run run;
};

host_Headless *host_headless_open(ed_Arena *arena, ed_Error *error)
{
    host_Headless *headless = ed_arena_push(arena, sizeof *headless, _Alignof(host_Headless));
    if (!headless) ed_arena_check(arena, error);
    return headless;
}

void host_headless_close(host_Headless *headless)
{
    if (headless->run.module) ed_run_close(&headless->run);
}

ed_Run *host_headless_add(host_Headless *headless, const char *path, u64 seed, ed_Error *error)
{
    if (!path && !headless->run.module)
        return ed_run_open(&headless->run, eddie_module(), seed, error) ? &headless->run : NULL;
    ed_fail(error, ED_ERR_MODULE, "this program has a built-in game and cannot load modules");
    return NULL;
}

void host_headless_select(host_Headless *headless, const ed_Run *run) { (void)headless, (void)run; }

void host_headless_fault(const host_Headless *headless, ed_Text *out)
{
    (void)headless;
    ed_text_add(out, "the game's code failed");
}
