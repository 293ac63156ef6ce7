#include "gen/schema.gen.h"
#include "tests/def/good/check.h"

static void check(ed_Arena *arena)
{
    Uses it;
    Uses_init(arena, &it);
    CHECK(MAX == 64 && BIG == (u64)1 << 40 && LOW == INT64_MIN && TOP == UINT32_MAX);
    CHECK(MINUS == 3 && SHIFT == -4 && MASK == 0x45 && LETTER == 'e' && CHEATS);
    CHECK(GRAVITY == -9.8f && THIRD == 1.0 / 3 && HALF == 0.5f);
    CHECK(it.a == 64 && it.e && it.g == BIG && it.b == -19.6f);
    CHECK(sizeof it.c == 64 && sizeof it.d == 128 && sizeof it.h == 0x45);
    CHECK(WHOLE_REAL == 10000000000000000000u && HIGHEST_REAL == UINT64_MAX - 2047);
    CHECK(LOWEST_REAL == INT64_MIN && ZERO_BYTE == 0);
}
