#include "host/cmd/headless.h"
#include "runtime/debug/game_source.h"

struct host_Headless {
    ed_Run run;
};

host_Headless *host_headless_open(ed_Arena *arena, ed_Error *error)
{
    host_Headless *alone = ed_arena_push(arena, sizeof *alone, _Alignof(host_Headless));
    if (!alone) ed_arena_check(arena, error);
    return alone;
}

void host_headless_close(host_Headless *alone)
{
    if (alone->run.module) ed_run_close(&alone->run);
}

ed_Run *host_headless_add(host_Headless *alone, const char *path, u64 seed, ed_Error *error)
{
    if (!path && !alone->run.module)
        return ed_run_open(&alone->run, eddie_module(), seed, error) ? &alone->run : NULL;
    ed_fail(error, ED_ERR_MODULE, "this program has a built-in game and cannot load modules");
    return NULL;
}

void host_headless_select(host_Headless *alone, const ed_Run *run) { (void)alone, (void)run; }

void host_headless_fault(const host_Headless *alone, ed_Text *out)
{
    (void)alone;
    ed_text_add(out, "the game's code failed");
}
