#include "runtime/run/run_attics.h"
#include <assert.h>

bool ed_run_attics_open(ed_Run *run, ed_Error *error)
{
    size_t size = ED_RUN_ATTICS_MAX * sizeof *run->attics;
    run->attics = (ed_Attic *)ed_arena_push(&run->list_memory, size, _Alignof(ed_Attic));
    if (!run->attics) return ed_arena_check(&run->list_memory, error);
    for (u32 i = 0; i < ED_RUN_ATTICS_MAX; i++)
        ed_attic_init(&run->attics[i], ed_attic_bytes_max(), &run->attic_spare);
    ed_run_attic_use_empty(run);
    return true;
}

void ed_run_attics_close(ed_Run *run)
{
    for (u32 i = 0; run->attics && i < ED_RUN_ATTICS_MAX; i++) ed_attic_clear(&run->attics[i]);
}

ed_Attic *ed_run_find_free_attic(ed_Run *run)
{
    u32 i = 0;
    while (i < ED_RUN_ATTICS_MAX && run->attic_users[i]) i++;
    assert(i < ED_RUN_ATTICS_MAX);
    return &run->attics[i];
}

void ed_run_hold_attic(ed_Run *run, const ed_Attic *attic)
{
    if (attic) run->attic_users[attic - run->attics]++;
}

void ed_run_drop_attic(ed_Run *run, const ed_Attic *attic)
{
    if (!attic) return;
    u32 i = (u32)(attic - run->attics);
    assert(run->attic_users[i]);
    if (!--run->attic_users[i]) ed_attic_clear(&run->attics[i]);
}

void ed_run_attic_use(ed_Run *run, ed_Attic *attic)
{
    ed_run_hold_attic(run, attic);
    ed_run_drop_attic(run, run->attic);
    run->attic = attic;
}

void ed_run_attic_use_empty(ed_Run *run) { ed_run_attic_use(run, ed_run_find_free_attic(run)); }

void ed_run_attic_copy(ed_Run *run)
{
    ed_Attic *copy = ed_run_find_free_attic(run);
    ed_attic_copy(copy, run->attic);
    ed_run_attic_use(run, copy);
}

void ed_run_attic_roll_back(ed_Run *run, ed_Attic *attic) { ed_run_attic_use(run, attic); }
