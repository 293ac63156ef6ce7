/// Two runs side by side, whose layouts may differ: what both have is compared, and what one of
/// them lacks is told apart. On diff.h.
#ifndef HOST_COMPARE_H
#define HOST_COMPARE_H
#include "host/diff.h"

#define HOST_COMPARE_TEXT_MAX 160u

typedef struct host_Difference {
    char path[HOST_COMPARE_TEXT_MAX];                 // "Game.enemies[3].pos.x"
    char one[HOST_COMPARE_TEXT_MAX], other[HOST_COMPARE_TEXT_MAX];      // the values, cut to fit
} host_Difference;

typedef struct host_Comparison {
    ed_Arena        *arena;     // for what it keeps while it looks; left as it was
    host_Difference *found;     // room for `limit`, the caller's
    u32              limit, count;
    bool             more;      // than there was room for
    bool             full;      // the arena was: what was not looked at is not known
} host_Comparison;

/// True where nothing differs, and all of it was looked at.
bool host_compare(const ed_State *one, const ed_State *other, host_Comparison *comparison);

/// The fields, and whole structs and states, that `one` has and `other` lacks: `fn` gets each in
/// words, "Enemy.shield".
typedef void host_LackFn(void *it, const char *name);
void host_compare_lacks(const ed_Schema *one, const ed_Schema *other, host_LackFn *fn, void *it);
#endif
