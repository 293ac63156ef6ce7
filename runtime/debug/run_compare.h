/// Two runs side by side, whose layouts may differ: what both have is compared, and what one of
/// them lacks is told apart. On diff.h.
#ifndef ED_DEBUG_RUN_COMPARE_H
#define ED_DEBUG_RUN_COMPARE_H
#include "runtime/value/state_diff.h"

#define ED_RUN_COMPARE_TEXT_MAX 160u

typedef struct ed_RunDifference {
    char path[ED_RUN_COMPARE_TEXT_MAX];      // "Game.enemies[3].pos.x"
    char one[ED_RUN_COMPARE_TEXT_MAX],
        other[ED_RUN_COMPARE_TEXT_MAX];      // the values, cut to fit
} ed_RunDifference;

typedef struct ed_RunComparison {
    ed_Arena *arena;              // for what it keeps while it looks; left as it was
    ed_RunDifference *found;      // room for `limit`, the caller's
    u32 limit, count;
    bool more;      // than there was room for
    bool full;      // the arena was: what was not looked at is not known
} ed_RunComparison;

/// True where nothing differs, and all of it was looked at.
bool ed_run_compare(const ed_State *one, const ed_State *other, ed_RunComparison *comparison);

/// The fields, and whole structs and states, that `one` has and `other` lacks: `fn` gets each in
/// words, "Enemy.shield".
typedef void ed_MissingFn(void *it, const char *name);
void ed_run_compare_missing(const ed_Schema *one, const ed_Schema *other, ed_MissingFn *fn,
                            void *it);
#endif
