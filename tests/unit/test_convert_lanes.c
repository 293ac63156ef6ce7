#include "runtime/migrate/convert_lanes.h"
#include <math.h>
#include <stdio.h>
#include "runtime/types/number.h"
#include "tests/lib/test.h"

#define KINDS (ED_F64 + 1u)

// --- numbers -------------------------------------------------------------------------------------

/// Number `index` of this kind: those at limits, those that some kind does not hold, and any bits.
static void put_number(ed_Kind kind, u32 index, u8 *at)
{
    static const f64 hard[] = { 0,        -0.0,     1,        2,        0.5,    -1,     127,
                                128,      -129,     255,      256,      32768,  -32769, 65536,
                                16777216, 16777217, 0x1p31,   -0x1p31,  0x1p32, 0x1p52, 0x1p53,
                                0x1p63,   -0x1p63,  0x1p64,   3.402e38, 3.5e38, 1e300,  1e-320,
                                NAN,      INFINITY, -INFINITY };
    u64 bits = (index + 1) * 0x9e3779b97f4a7c15ull;
    bits = (bits ^ bits >> 29) >> index % 64;
    memset(at, 0, 8);
    if (index < ED_COUNT(hard)) ed_number_store(kind, at, ed_number_from_f64(hard[index]));
    else if (kind == ED_BOOL) *at = index % 4 ? bits & 1 : (u8)bits;      // also invalid ones
    else memcpy(at, &bits, ed_kind_size(kind));
}

/// Returns whether lanes convert between the kinds. Numbers of the same kind are copied, but bools
/// are checked.
static bool has_lane(u32 from, u32 to) { return from != to || from == ED_BOOL; }

#define NUMBERS ED_LANE_MAX
#define STRIDE 24u

/// Returns whether every number that has no mark is what ed_number_store makes of it, which has to
/// be exact, and whether bytes between the numbers are as before.
static bool lane_is_exact(ed_Kind from, ed_Kind to, u32 from_stride, u32 to_stride)
{
    static u8 old[NUMBERS * STRIDE], new[NUMBERS * STRIDE];
    u8 marks[NUMBERS] = { 0 };
    memset(new, 0x5a, sizeof new);
    for (u32 i = 0; i < NUMBERS; i++) {
        u8 number[8];
        put_number(from, i, number);
        memcpy(old + i * from_stride, number, ed_kind_size(from));
    }
    ed_lane_convert(&(ed_Lane){ old, new, from_stride, to_stride, NUMBERS }, from, to, marks);
    bool good = true;
    for (u32 i = 0; i < NUMBERS; i++) {
        u8 wanted[8] = { 0 };
        const u8 *at = new + i *to_stride;
        const u8 *number = old + i * from_stride;
        ed_ConvertResult fit = ed_number_store(to, wanted, ed_number_load(from, number));

        good &= marks[i] || (fit == ED_CONVERT_EXACT && !memcmp(at, wanted, ed_kind_size(to)));
        for (u32 b = ed_kind_size(to); b < to_stride; b++) good &= at[b] == 0x5a;
    }
    return good;
}

TEST(a_lane_marks_every_number_that_it_does_not_convert_exactly)
{
    for (u32 from = 0; from < KINDS; from++)
        for (u32 to = 0; to < KINDS; to++) {
            if (!has_lane(from, to)) continue;
            u32 from_size = ed_kind_size((ed_Kind)from), to_size = ed_kind_size((ed_Kind)to);
            bool dense = lane_is_exact((ed_Kind)from, (ed_Kind)to, from_size, to_size);
            if (!dense || !lane_is_exact((ed_Kind)from, (ed_Kind)to, STRIDE, 12))
                test_fail(__FILE__, __LINE__, "%s to %s", ed_kind_name((ed_Kind)from),
                          ed_kind_name((ed_Kind)to));
        }
}

TEST(a_lane_leaves_small_whole_numbers_unmarked)
{
    for (u32 from = 0; from < KINDS; from++)
        for (u32 to = 0; to < KINDS; to++) {
            if (!has_lane(from, to)) continue;
            u8 old[2][8], new[2][8], marks[2] = { 0, 0 };
            for (u32 i = 0; i < 2; i++)
                ed_number_store((ed_Kind)from, old[i], ed_number_from_f64(i));
            ed_lane_convert(&(ed_Lane){ old[0], new[0], 8, 8, 2 }, (ed_Kind)from, (ed_Kind)to,
                            marks);
            CHECK(!marks[0] && !marks[1]);
        }
}

TEST(a_lane_of_no_numbers_stores_nothing)
{
    u8 old[8] = { 1 }, new[8] = { 7, 7, 7, 7, 7, 7, 7, 7 }, marks[1] = { 0 };
    for (u32 from = 0; from < KINDS; from++)
        for (u32 to = 0; to < KINDS; to++)
            ed_lane_convert(&(ed_Lane){ old, new, 8, 8, 0 }, (ed_Kind)from, (ed_Kind)to, marks);
    for (u32 i = 0; i < 8; i++) CHECK_EQ(new[i], 7);
    CHECK_EQ(marks[0], 0);
}

// --- bytes ---------------------------------------------------------------------------------------

TEST(elements_of_any_size_are_copied_at_any_stride)
{
    static u8 old[8 * 64], new[8 * 64];
    for (u32 i = 0; i < sizeof old; i++) old[i] = (u8)(i * 7 + 1);
    for (u32 size = 1; size <= 40; size++)
        for (u32 more = 0; more <= 20; more += 10) {
            u32 from = size + more, to = size + (more ? 3 : 0);
            memset(new, 0x5a, sizeof new);
            ed_lane_copy(&(ed_Lane){ old, new, from, to, 7 }, size);
            for (u32 i = 0; i < 7; i++) {
                CHECK(memcmp(new + i *to, old + i * from, size) == 0);
                for (u32 b = size; b < to; b++) CHECK_EQ(new[i * to + b], 0x5a);
            }
            CHECK_EQ(new[7 * to], 0x5a);
        }
}
