#include "tests/bench/world.h"

static bn_World capped(bn_World world, u32 max)
{
    for (u32 i = 0; i < BN_KINDS; i++)
        if (world.counts[i] > max) world.counts[i] = max;
    return world;
}

bn_World bn_world_large(u32 max)
{
    return capped((bn_World){ "large", { 100000, 1000000, 50000, 4096 * 4096 + 1024 * 1024 } },
                  max);
}

bn_World bn_world_small(u32 max) { return capped((bn_World){ "small", { 50, 1000, 0, 0 } }, max); }

bool bn_world_fill(const bn_World *world, ed_RootMemory *blocks)
{
    bool good = true;
    for (u32 i = 0; good && i < BN_KINDS; i++) {
        ed_arena_reset(blocks[i].arena);
        good = bn_now_fill(&blocks[i], (bn_Kind)i, world->counts[i]);
    }
    return good;
}
