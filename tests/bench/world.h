/// A whole state with all roots, to measure reloads and saves.
#ifndef BN_WORLD_H
#define BN_WORLD_H
#include "tests/bench/layout.h"
ED_C_BEGIN

typedef struct bn_World {
    const char *name;
    u32 counts[BN_KINDS];
} bn_World;

/// Some 64 MB of all kinds, and the state of a small game; no kind with more than `max` records.
bn_World bn_world_large(u32 max);
bn_World bn_world_small(u32 max);

/// Fills the blocks of every root, one after the other in bn_Kind's order, in now's layout.
bool bn_world_fill(const bn_World *world, ed_RootMemory *blocks);

ED_C_END
#endif
