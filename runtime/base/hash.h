/// A fast 64-bit hash. It does not resist deliberate collisions. No file contains one.
#ifndef ED_BASE_HASH_H
#define ED_BASE_HASH_H
#include "runtime/base/base.h"
ED_C_BEGIN

static inline u64 ed_hash_u64(u64 hash, u64 value)
{
    // `hash` is mixed before `value` is added, so that the order of two small values matters.
    hash = (hash + 0x9e3779b97f4a7c15ull) * 0xbf58476d1ce4e5b9ull;
    hash = ((hash ^ hash >> 31) ^ value) * 0x94d049bb133111ebull;
    return hash ^ hash >> 29;
}

static inline u64 ed_hash_bytes(u64 hash, const void *bytes, size_t size)
{
    const u8 *at = (const u8 *)bytes;
    for (size_t i = 0; i < size; i++) hash = (hash ^ at[i]) * 0x100000001b3ull;
    return ed_hash_u64(hash, size);
}

ED_C_END
#endif
