#include "runtime/attic/attics.h"
#include <assert.h>
#include "runtime/attic/attic.h"
#include "runtime/base/limits.h"

bool ed_attics_open(ed_Attics *attics, ed_Arena *arena, ed_Error *error)
{
    size_t size = ED_ATTICS_MAX * sizeof *attics->all;
    attics->all = (ed_Attic *)ed_arena_push(arena, size, _Alignof(ed_Attic));
    if (!attics->all) return ed_arena_check(arena, error);
    for (u32 i = 0; i < ED_ATTICS_MAX; i++)
        ed_attic_init(&attics->all[i], ed_attic_bytes_max(), &attics->spare);
    ed_attics_use_empty(attics);
    return true;
}

void ed_attics_close(ed_Attics *attics)
{
    for (u32 i = 0; attics->all && i < ED_ATTICS_MAX; i++) ed_attic_clear(&attics->all[i]);
    ed_arena_close(&attics->spare);
}

ed_Attic *ed_attics_find_free(ed_Attics *attics)
{
    u32 i = 0;
    while (i < ED_ATTICS_MAX && attics->users[i]) i++;
    assert(i < ED_ATTICS_MAX);
    return &attics->all[i];
}

void ed_attics_hold(ed_Attics *attics, const ed_Attic *attic)
{
    if (attic) attics->users[attic - attics->all]++;
}

void ed_attics_drop(ed_Attics *attics, const ed_Attic *attic)
{
    if (!attic) return;
    u32 i = (u32)(attic - attics->all);
    assert(attics->users[i]);
    if (!--attics->users[i]) ed_attic_clear(&attics->all[i]);
}

void ed_attics_use(ed_Attics *attics, ed_Attic *attic)
{
    ed_attics_hold(attics, attic);
    ed_attics_drop(attics, attics->current);
    attics->current = attic;
}

void ed_attics_use_empty(ed_Attics *attics) { ed_attics_use(attics, ed_attics_find_free(attics)); }

void ed_attics_use_copy(ed_Attics *attics)
{
    ed_Attic *copy = ed_attics_find_free(attics);
    ed_attic_copy(copy, attics->current);
    ed_attics_use(attics, copy);
}

const ed_Arena *ed_attics_spare(ed_Attics *attics)
{
    ed_Arena *spare = &attics->spare;
    bool there = spare->base || ed_arena_open(spare, "attic", ed_snapshot_bytes_max(), NULL);
    return there ? spare : NULL;
}
