#include "runtime/attic.h"
#include <stdlib.h>

// Behind a list only what follows its last item is met; that the rest was looked for, too, is
// known by the list's place.

void ed_attic_look_behind(ed_Attic *attic, u64 list)
{
    bool open = attic->lists.base || ed_arena_open(&attic->lists, "attic", attic->limit, NULL);
    u64 *at = open ? (u64 *)ed_arena_push_raw(&attic->lists, sizeof *at, 8) : NULL;
    if (at) *at = list;
    attic->lists_full  |= !at;
    attic->lists_sorted = false;
}

static int compare(const void *one, const void *other)
{
    u64 a = *(const u64 *)one, b = *(const u64 *)other;
    return (a > b) - (a < b);
}

bool ed_attic_looked_behind(ed_Attic *attic, u64 list)
{
    u64 *lists = (u64 *)(void *)attic->lists.base;
    size_t count = attic->lists.used / sizeof *lists;
    if (attic->lists_full || !count) return attic->lists_full;
    if (!attic->lists_sorted) qsort(lists, count, sizeof *lists, compare);
    attic->lists_sorted = true;
    return bsearch(&list, lists, count, sizeof *lists, compare) != NULL;
}

void ed_attic_forget_lists(ed_Attic *attic)
{
    if (attic->lists.base) ed_arena_reset(&attic->lists);
    attic->lists_full = false;
}
