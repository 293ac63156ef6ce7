/// Numbers that look random and are the same on every machine for the same seed.
#ifndef ST_RANDOM_H
#define ST_RANDOM_H
#include "runtime/base/base.h"

typedef struct st_Random {
    u64 state;
} st_Random;

st_Random st_random(u64 seed, u64 stream);      ///< streams of one seed are independent
u64 st_bits(st_Random *r);
u32 st_below(st_Random *r, u32 count);      ///< 0 to count - 1; 0 for a count of 0
bool st_chance(st_Random *r, u32 percent);
/// An index of `weights`, each with the probability of its weight.
u32 st_weighted(st_Random *r, const u32 *weights, u32 count);

#endif
