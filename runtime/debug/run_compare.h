/// Compares two states whose layouts may differ: the values that both have, and separately the
/// fields that only one of them has. Based on runtime/value/state_diff.h.
#ifndef ED_DEBUG_RUN_COMPARE_H
#define ED_DEBUG_RUN_COMPARE_H
#include "runtime/value/state_diff.h"

#define ED_RUN_COMPARE_TEXT_MAX 160u

typedef struct ed_RunDifference {
    char path[ED_RUN_COMPARE_TEXT_MAX];      // "Game.enemies[3].pos.x"
    char first[ED_RUN_COMPARE_TEXT_MAX],
        second[ED_RUN_COMPARE_TEXT_MAX];      // the two values, truncated to fit
} ed_RunDifference;

typedef struct ed_RunComparison {
    ed_Arena *arena;              // for temporary data, which is released on return
    ed_RunDifference *found;      // array of `limit` elements, owned by the caller
    u32 limit, count;
    bool more;      // there are more than `limit` differences
    bool full;      // the arena was full: the comparison is incomplete
} ed_RunComparison;

/// True if everything was compared and nothing differs.
bool ed_run_compare(const ed_State *first, const ed_State *second, ed_RunComparison *comparison);

/// Calls `fn` for each type and field that `first` has and `second` lacks, with its name:
/// "Enemy.shield".
typedef void ed_MissingFn(void *it, const char *name);
void ed_run_compare_missing(const ed_Schema *first, const ed_Schema *second, ed_MissingFn *fn,
                            void *it);
#endif
