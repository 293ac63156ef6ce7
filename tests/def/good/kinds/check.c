#include <float.h>
#include <math.h>
#include "gen/schema.gen.h"
#include "tests/def/good/check.h"

static void check(ed_Arena *arena)
{
    Kinds zero, kinds;
    memset(&zero, 0, sizeof zero);
    memset(&kinds, 0xaa, sizeof kinds);
    Kinds_init(arena, &kinds);
    CHECK(memcmp(&zero, &kinds, sizeof kinds) == 0);

    Presets it;
    Presets_type.init(arena, &it);
    CHECK(it.a && it.b == 255 && it.c == UINT16_MAX && it.d == UINT32_MAX && it.e == UINT64_MAX);
    CHECK(it.f == INT8_MIN && it.g == INT16_MIN && it.h == INT32_MIN && it.i == INT64_MIN);
    CHECK(it.j == 0.1f && it.k == -1.5e-300);
    CHECK(memcmp(it.l, "eddie", 6) == 0);
    CHECK(strcmp(ed_str_text(&it.m), "any\tlength \"quoted\" AA \?\?= \xc3\xa9 joined") == 0);
    Edges edges;
    Edges_init(arena, &edges);
    CHECK(edges.a == FLT_MAX && edges.b == 0 && edges.c > 0 && edges.d == DBL_MAX && edges.e > 0);
    CHECK(edges.f == 1e15f && edges.g == 123456789012345678.0);
    CHECK(it.n == 'x' && it.o == 3 && signbit(it.p) && it.q == 16777216.0f && it.r == 5
          && it.s == 2);
}
