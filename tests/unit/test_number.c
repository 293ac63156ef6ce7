#include "tests/lib/test.h"
#include <math.h>
#include "runtime/types/number.h"

static i64 whole(ed_Kind kind, ed_Number number, ed_ConvertResult expected)
{
    u64 bits = 0;
    if (ed_number_store(kind, &bits, number) != expected) return -99;
    ed_Number back = ed_number_load(kind, &bits);
    return back.form == ED_FORMAT_INT ? back.i : (i64)back.u;
}

static ed_Number i(i64 value)
{
    return value < 0 ? (ed_Number){ .form = ED_FORMAT_INT, .i = value }
                     : (ed_Number){ .form = ED_FORMAT_UINT, .u = (u64)value };
}

static ed_Number f(f64 value) { return ed_number_from_f64(value); }

TEST(whole_numbers_saturate_at_both_ends)
{
    CHECK_EQ(whole(ED_U8, i(255), ED_CONVERT_EXACT), 255);
    CHECK_EQ(whole(ED_U8, i(256), ED_CONVERT_SATURATED), 255);
    CHECK_EQ(whole(ED_U8, i(-1), ED_CONVERT_SATURATED), 0);
    CHECK_EQ(whole(ED_I8, i(-128), ED_CONVERT_EXACT), -128);
    CHECK_EQ(whole(ED_I8, i(-129), ED_CONVERT_SATURATED), -128);
    CHECK_EQ(
        whole(ED_I64, (ed_Number){ .form = ED_FORMAT_UINT, .u = UINT64_MAX }, ED_CONVERT_SATURATED),
        INT64_MAX);
    CHECK_EQ(whole(ED_U64, i(INT64_MIN), ED_CONVERT_SATURATED), 0);
}

TEST(floats_become_the_nearest_whole_number_halves_away_from_zero)
{
    CHECK_EQ(whole(ED_I32, f(2.0), ED_CONVERT_EXACT), 2);
    CHECK_EQ(whole(ED_I32, f(2.5), ED_CONVERT_ROUNDED), 3);
    CHECK_EQ(whole(ED_I32, f(-2.5), ED_CONVERT_ROUNDED), -3);
    CHECK_EQ(whole(ED_I32, f(2.4999), ED_CONVERT_ROUNDED), 2);
    CHECK_EQ(whole(ED_U8, f(255.4), ED_CONVERT_ROUNDED), 255);
    CHECK_EQ(whole(ED_U8, f(255.5), ED_CONVERT_SATURATED), 255);
    CHECK_EQ(whole(ED_U8, f(-0.4), ED_CONVERT_ROUNDED), 0);
}

TEST(floats_beyond_64_bits_saturate)
{
    CHECK_EQ(whole(ED_I64, f(9223372036854775808.0), ED_CONVERT_SATURATED), INT64_MAX);
    CHECK_EQ(whole(ED_I64, f(-9223372036854775808.0), ED_CONVERT_EXACT), INT64_MIN);
    CHECK_EQ(whole(ED_U64, f(18446744073709551616.0), ED_CONVERT_SATURATED), -1);
    CHECK_EQ(whole(ED_U64, f(1e300), ED_CONVERT_SATURATED), -1);
    CHECK_EQ(whole(ED_I64, f(-(f64)INFINITY), ED_CONVERT_SATURATED), INT64_MIN);
    CHECK_EQ(whole(ED_I64, f((f64)NAN), ED_CONVERT_NONE), -0);
}

TEST(numbers_of_any_form_are_equal_by_value)
{
    const ed_Number yes = { .form = ED_FORMAT_BOOL, .u = 1 };
    CHECK(ed_number_equal(yes, i(1)) && ed_number_equal(f(1), yes) && !ed_number_equal(yes, i(2)));
    CHECK(ed_number_equal(i(-3), f(-3)) && !ed_number_equal(i(-3), f(-3.5)));
    CHECK(!ed_number_equal(i(-1), (ed_Number){ .form = ED_FORMAT_UINT, .u = UINT64_MAX }));
    CHECK(!ed_number_equal(f(0x1p64), (ed_Number){ .form = ED_FORMAT_UINT, .u = UINT64_MAX }));
    CHECK(ed_number_equal(i(INT64_MIN), f(-0x1p63)) && !ed_number_equal(i(INT64_MIN), f(-0x1p64)));
    CHECK(ed_number_equal(f(NAN), f(-NAN)) && !ed_number_equal(f(NAN), f(INFINITY)));
    CHECK(ed_number_equal(i(0), f(-0.0)) && !ed_number_equal(f(0.0), f(-0.0)));
    CHECK(!ed_number_equal(i(0), f(NAN)) && !ed_number_equal(f(-INFINITY), i(INT64_MIN)));
}

TEST(a_float_of_its_own_kind_keeps_every_bit)
{
    // NaNs, -0, least, inf
    static const u32 bits[] = { 0x7fa00001u, 0xffc12345u, 0x80000000u, 0x00000001u, 0x7f800000u };
    for (u32 n = 0; n < ED_COUNT(bits); n++) {
        u32 back = 0;
        CHECK_EQ(ed_number_store(ED_F32, &back, ed_number_load(ED_F32, &bits[n])),
                 ED_CONVERT_EXACT);
        CHECK_EQ(back, bits[n]);
    }
}

TEST(a_whole_number_that_a_float_rounds_is_reported)
{
    f32 single;
    f64 wide;
    CHECK_EQ(ed_number_store(ED_F32, &single, i(16777216)), ED_CONVERT_EXACT);
    CHECK_EQ(ed_number_store(ED_F32, &single, i(16777217)), ED_CONVERT_ROUNDED);
    CHECK_EQ(ed_number_store(ED_F64, &wide, i(INT64_MAX)), ED_CONVERT_ROUNDED);
    CHECK_EQ(ed_number_store(ED_F64, &wide, (ed_Number){ .form = ED_FORMAT_UINT, .u = UINT64_MAX }),
             ED_CONVERT_ROUNDED);
    CHECK_EQ(ed_number_store(ED_F32, &single, f(1e39)), ED_CONVERT_SATURATED);
    CHECK(single == 3.40282346e38f);
    CHECK_EQ(ed_number_store(ED_F32, &single, f((f64)INFINITY)), ED_CONVERT_EXACT);
    CHECK(isinf(single));
}

TEST(a_number_becomes_true_unless_it_is_zero)
{
    CHECK_EQ(whole(ED_BOOL, i(1), ED_CONVERT_EXACT), 1);
    CHECK_EQ(whole(ED_BOOL, i(7), ED_CONVERT_ROUNDED), 1);
    CHECK_EQ(whole(ED_BOOL, f(0.25), ED_CONVERT_ROUNDED), 1);
    CHECK_EQ(whole(ED_BOOL, f(0), ED_CONVERT_EXACT), 0);
}

TEST(enum_bits_are_signed_like_their_base_type)
{
    i64 bits;
    CHECK(ed_number_to_bits(ED_U64, (ed_Number){ .form = ED_FORMAT_UINT, .u = UINT64_MAX }, &bits)
          && bits == -1);
    CHECK(!ed_number_to_bits(ED_I8, (ed_Number){ .form = ED_FORMAT_UINT, .u = UINT64_MAX }, &bits));
    CHECK(!ed_number_to_bits(ED_U64, i(-1), &bits));
    CHECK(ed_number_to_bits(ED_I8, i(-1), &bits) && bits == -1);
    CHECK_EQ(ed_number_from_bits(ED_U64, -1).form, ED_FORMAT_UINT);
    CHECK_EQ(ed_number_from_bits(ED_I8, -1).form, ED_FORMAT_INT);
}

TEST(halves_are_rounded_away_from_zero_and_nan_is_a_float)
{
    i32 whole = 7;
    bool truth = true;
    f32 narrow = 0;
    CHECK_EQ(ed_number_store(ED_I32, &whole, ed_number_from_f64(2.5)), ED_CONVERT_ROUNDED);
    CHECK_EQ(whole, 3);
    ed_number_store(ED_I32, &whole, ed_number_from_f64(-2.5));
    CHECK_EQ(whole, -3);
    CHECK_EQ(ed_number_store(ED_I32, &whole, ed_number_from_f64((f64)NAN)), ED_CONVERT_NONE);
    CHECK_EQ(whole, -3);
    CHECK_EQ(ed_number_store(ED_BOOL, &truth, ed_number_from_f64((f64)NAN)), ED_CONVERT_NONE);
    CHECK(truth);
    CHECK_EQ(ed_number_store(ED_F32, &narrow, ed_number_from_f64((f64)NAN)), ED_CONVERT_EXACT);
    CHECK(isnan(narrow));
    CHECK_EQ(ed_number_store(ED_F32, &narrow, ed_number_from_f64(3.40282347e38)),
             ED_CONVERT_SATURATED);
    CHECK(narrow == 3.40282346e38f);
    CHECK_EQ(ed_number_store(ED_F32, &narrow, ed_number_from_f64((f64)INFINITY)), ED_CONVERT_EXACT);
    CHECK(isinf(narrow));
}
