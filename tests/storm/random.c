#include "tests/storm/random.h"

u64 st_bits(st_Random *r)
{
    r->state = r->state * 0xd1342543de82ef95u + 0x2545f4914f6cdd1du;
    u64 x = r->state ^ r->state >> 29;
    x *= 0x9e3779b97f4a7c15u;      // the low bits of the state are weak
    return x ^ x >> 32;
}

st_Random st_random(u64 seed, u64 stream)
{
    st_Random r = { seed * 0x9e3779b97f4a7c15u + 1 };
    r.state ^= st_bits(&r) + stream * 0xbf58476d1ce4e5b9u;
    st_bits(&r);
    return r;
}

u32 st_below(st_Random *r, u32 count)
{
    return count ? (u32)((st_bits(r) >> 32) * count >> 32) : 0;
}
bool st_chance(st_Random *r, u32 percent) { return st_below(r, 100) < percent; }

u32 st_weighted(st_Random *r, const u32 *weights, u32 count)
{
    u32 sum = 0, at = 0;
    for (u32 i = 0; i < count; i++) sum += weights[i];
    u32 left = st_below(r, sum);
    while (left >= weights[at]) left -= weights[at++];
    return at;
}
