#include "host/alone.h"
#include "runtime/debug/game_source.h"

struct host_Alone {
    ed_Run run;
};

host_Alone *host_alone_open(ed_Arena *arena, ed_Error *error)
{
    host_Alone *alone = ed_arena_push(arena, sizeof *alone, _Alignof(host_Alone));
    if (!alone) ed_arena_fits(arena, error);
    return alone;
}

void host_alone_close(host_Alone *alone)
{
    if (alone->run.module) ed_run_close(&alone->run);
}

ed_Run *host_alone_add(host_Alone *alone, const char *path, u64 seed, ed_Error *error)
{
    if (!path && !alone->run.module)
        return ed_run_open(&alone->run, eddie_module(), seed, error) ? &alone->run : NULL;
    ed_fail(error, ED_ERR_MODULE, "this program has its game inside and loads no other");
    return NULL;
}

void host_alone_turn(host_Alone *alone, const ed_Run *run)
{
    (void)alone, (void)run;
}

void host_alone_fault(const host_Alone *alone, ed_Text *out)
{
    (void)alone;
    ed_text_add(out, "the game's code failed");
}
