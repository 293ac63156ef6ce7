#include <math.h>
#include <stdio.h>
#include "runtime/run/run.h"
#include "runtime/types/number.h"
#include "tests/lib/migrate_values.h"
#include "tests/lib/test.h"
#include "tests/lib/versions.h"

// --- numbers -------------------------------------------------------------------------------------

TEST(a_number_becomes_the_nearest_of_its_new_type)
{
    static const MigrateCase cases[] = {
        { "u8 v", "u16 v", "200", "200", "1 exact" },
        { "i32 v", "u8 v", "-1", "0", "1 saturated" },
        { "u16 v", "u8 v", "256", "255", "1 saturated" },
        { "u64 v", "i64 v", "18446744073709551615", "9223372036854775807", "1 saturated" },
        { "i32 v", "f32 v", "16777217", "16777216", "1 rounded" },
        { "i64 v", "f64 v", "9223372036854775807", "9.223372036854776e+18", "1 rounded" },
        { "i64 v", "u64 v", "9223372036854775807", "9223372036854775807", "1 exact" },
        { "f64 v", "i32 v", "2.5", "3", "1 rounded" },
        { "f64 v", "i32 v", "-2.5", "-3", "1 rounded" },
        { "f64 v", "i64 v", "-1e300", "-9223372036854775808", "1 saturated" },
        { "f64 v", "i32 v", "'nan'", "0", "1 defaulted" },
        { "f64 v", "bool v", "'nan'", "false", "1 defaulted" },
        { "f64 v", "f32 v", "1e300", "3.4028235e+38", "1 saturated" },
        { "f64 v", "f32 v", "'-inf'", "'-inf'", "1 exact" },
        { "f64 v", "f32 v", "'nan'", "'nan'", "1 exact" },
        { "u8 v", "bool v", "1", "true", "1 exact" },
        { "u8 v", "bool v", "2", "true", "1 rounded" },
        { "f64 v", "bool v", "0.5", "true", "1 rounded" },
        { "bool v", "f64 v", "true", "1", "1 exact" },
        { "f64 v", "f64 v", "0.1", "0.1", "1 exact" },
    };
    CHECK_MIGRATED("", "", cases);
}

TEST(a_number_that_cannot_be_converted_has_the_default_of_its_new_field)
{
    static const MigrateCase cases[] = {
        { "f64 v", "i32 v = 7", "'nan'", "7", "1 defaulted" },
        { "f32 v", "bool v = true", "'nan'", "true", "1 defaulted" },
        { "f64 v [[unit('m')]]", "u8 v [[unit('cm')]] = 9", "'nan'", "9", "1 defaulted" },
        { "f64 v[3]", "u8 v[3] = {7, 8, 9}", "[1,'nan',2]", "[1,8,2]", "2 exact, 1 defaulted" },
        { "f64 v[]", "u8 v[]", "[1,'nan',2]", "[1,0,2]", "2 exact, 1 defaulted" },
    };
    CHECK_MIGRATED("", "", cases);
}

/// Cases for both units, which migrate one value.
#define UNITS(from, from_unit, to, to_unit) \
    from " v [[unit('" from_unit "')]]", to " v [[unit('" to_unit "')]]"

TEST(numbers_are_converted_to_another_unit)
{
    static const MigrateCase cases[] = {
        { UNITS("i32", "m", "i32", "cm"), "5", "500", "1 exact" },
        { UNITS("i32", "m", "i32", "cm"), "-5", "-500", "1 exact" },
        { UNITS("i32", "cm", "i32", "m"), "150", "2", "1 rounded" },
        { UNITS("i32", "cm", "i32", "m"), "200", "2", "1 exact" },
        { UNITS("u8", "m", "u8", "cm"), "2", "200", "1 exact" },
        { UNITS("u8", "m", "u8", "cm"), "3", "255", "1 saturated" },
        { UNITS("f32", "m", "f32", "cm"), "1.5", "150", "1 exact" },
        { UNITS("f32", "cm", "f32", "m"), "1", "0.01", "1 exact" },
        { UNITS("f64", "m", "i16", "cm"), "1.5", "150", "1 exact" },
        { UNITS("f64", "m", "i16", "cm"), "1000", "32767", "1 saturated" },
        { UNITS("u16", "m", "f32", "km"), "500", "0.5", "1 exact" },
        { UNITS("i32", "m", "i32", "m"), "5", "5", "1 exact" },
        { UNITS("i32", "m", "i32", "s"), "5", "5", "1 exact" },
        { "i32 v [[unit('m')]]", "i32 v", "5", "5", "1 exact" },
        { "i32 v", "i32 v [[unit('cm')]]", "5", "5", "1 exact" },
        { "bool v", "u8 v [[unit('cm')]]", "true", "1", "1 exact" },
        { "u8 v [[unit('m')]]", "bool v", "1", "true", "1 exact" },
        { UNITS("u64", "cm", "u64", "m"), "200", "2", "1 exact" },
        { UNITS("f32", "m", "f32", "cm"), "-0.0", "-0", "1 exact" },
        { UNITS("f32", "m", "f64", "cm"), "0.7", "69.9999988079071", "1 exact" },
        { UNITS("i32", "in", "i32", "cm"), "1", "3", "1 rounded" },      // comes back
        { UNITS("u32", "m", "f32", "km"), "16777216", "16777.217", "1 rounded" },
    };
    CHECK_MIGRATED("", "", cases);
}

TEST(a_number_in_another_unit_is_limited_by_what_an_f64_holds)
{
    static const MigrateCase cases[] = {
        { UNITS("u64", "m", "u64", "cm"), "1152921504606846976", "18446744073709551615",
          "1 saturated" },
        { UNITS("i64", "m", "i64", "mm"), "-9007199254740992", "-9007199254740992000",
          "1 rounded" },
        { UNITS("i64", "m", "i64", "mm"), "8796093022208", "8796093022208000", "1 exact" },
        { UNITS("i64", "m", "i64", "mm"), "17592186044416", "17592186044416000", "1 rounded" },
        { UNITS("u64", "mm", "u64", "m"), "18014398509482000", "18014398509482", "1 rounded" },
        { UNITS("f32", "nm", "f32", "km"), "1e-36", "0", "1 rounded" },      // underflows
        { UNITS("f64", "nm", "f64", "km"), "4e-320", "0", "1 rounded" },
        { UNITS("f64", "nm", "i32", "km"), "4e-320", "0", "1 rounded" },
        { UNITS("f64", "km", "f64", "nm"), "1e300", "1.7976931348623157e+308", "1 saturated" },
        { UNITS("f64", "km", "f64", "nm"), "'-inf'", "'-inf'", "1 exact" },
    };
    CHECK_MIGRATED("", "", cases);
}

// --- numbers of many rows, whose conversion is vectorized ----------------------------------------

#define ROWS 300u
#define KINDS (ED_F64 + 1u)

static ed_Run run;
static ed_Error error;

static ed_Module *game_of(const ed_Type *item)
{
    return &test_version("Game", "rows:Item[]", item)->module;
}

static const ed_ReportRow *row_of(const char *field)
{
    static const ed_ReportRow none;
    for (u32 i = 0; i < run.report.count; i++)
        if (strcmp(run.report.rows[i].field, field) == 0) return &run.report.rows[i];
    return &none;
}

/// Stores a number of this kind: the hard ones first, then any bits.
static void put_number(ed_Kind kind, u32 index, void *at)
{
    static const f64 reals[] = {
        0,       -0.0,     1,         0.5,    -0.5,    1.5,    2.5,   -2.5,     126.5,
        127.5,   254.5,    255.5,     -128.5, -129,    65535,  65536, 16777217, 2147483647.5,
        -0x1p31, 0x1p32,   0x1p53,    0x1p63, -0x1p63, 0x1p64, 1e300, -1e300,   3.4028235e38,
        3.5e38,  INFINITY, -INFINITY, NAN,    1e-320
    };
    static const u64 wholes[] = {
        0,         1,          2,          127,        128,        255,
        256,       32767,      32768,      65535,      65536,      16777216,
        16777217,  0x7fffffff, 0x80000000, 0xffffffff, 1ull << 32, (1ull << 53) + 1,
        INT64_MAX, 1ull << 63, UINT64_MAX
    };
    u64 bits = (index + 1) * 0x9e3779b97f4a7c15ull;
    bits ^= bits >> 29;
    if (index < ED_COUNT(reals)) ed_number_store(kind, at, ed_number_from_f64(reals[index]));
    else if (index < 2 * ED_COUNT(reals)) {
        u64 whole = wholes[index % ED_COUNT(wholes)];
        ed_number_store(kind, at, (ed_Number){ .form = ED_FORMAT_UINT, .u = whole });
    } else if (kind == ED_BOOL) *(bool *)at = bits & 1;
    else memcpy(at, &bits, ed_kind_size(kind));
}

/// A struct with KINDS fields. All have the kind `kind`; if that is KINDS, each has its own kind.
static ed_Type *numbers_of(ed_Kind kind, const char *preset)
{
    char words[300] = "";
    for (u32 k = 0; k < KINDS; k++)
        sprintf(words + strlen(words), "v%u:%s%s ", k,
                ed_kind_name(kind < KINDS ? kind : (ed_Kind)k), preset);
    return test_type("Item", words, NULL, NULL);
}

/// Converts rows of numbers of `from` to each kind. NULL if all values and counts are those of
/// ed_number_store, with the default for a number that cannot be converted.
static const char *conversion_differs(ed_Kind from)
{
    static char where[100];
    static u8 before[ROWS][8];
    ed_Type *old = numbers_of(from, ""), *new = numbers_of((ed_Kind)KINDS, "=70000");
    error = (ed_Error){ .code = ED_OK };
    if (!ed_run_open(&run, game_of(old), 1, &error)) return error.text;
    for (u32 i = 0; i < ROWS; i++) {
        u8 *row = ed_array_add(run.states[0].arena, run.states[0].at, old->size, 8);
        if (!row) return "no memory";
        memset(before[i], 0, sizeof before[i]);
        put_number(from, i, before[i]);
        for (u32 k = 0; k < KINDS; k++)
            memcpy(row + old->fields[k].offset, before[i], ed_kind_size(from));
    }
    if (!ed_run_replace(&run, game_of(new), &error)) return error.text;
    const u8 *rows = ((const ed_Array *)run.states[0].at)->items;
    for (u32 k = 0; k < KINDS; k++) {
        ed_Tally counts = { 0 };
        for (u32 i = 0; i < ROWS; i++) {
            u8 wanted[8] = { 0 };
            ed_number_store((ed_Kind)k, wanted, (ed_Number){ .form = ED_FORMAT_UINT, .u = 70000 });
            switch (ed_number_store((ed_Kind)k, wanted, ed_number_load(from, before[i]))) {
            case ED_CONVERT_SATURATED: counts.saturated++; break;
            case ED_CONVERT_ROUNDED: counts.rounded++; break;
            case ED_CONVERT_NONE: counts.defaulted++; break;
            default: counts.exact++; break;
            }
            snprintf(where, sizeof where, "%s to %s, row %u", ed_kind_name(from),
                     ed_kind_name((ed_Kind)k), i);
            if (memcmp(rows + i * new->size + new->fields[k].offset, wanted,
                       ed_kind_size((ed_Kind)k))
                != 0)
                return where;
        }
        snprintf(where, sizeof where, "%s to %s: the counts", ed_kind_name(from),
                 ed_kind_name((ed_Kind)k));
        if (memcmp(&row_of(new->fields[k].name)->tally, &counts, sizeof counts) != 0) return where;
    }
    ed_run_close(&run);
    return NULL;
}

TEST(numbers_in_rows_are_converted_like_single_numbers)
{
    for (u32 from = 0; from < KINDS; from++) {
        const char *differs = conversion_differs((ed_Kind)from);
        CHECK_TEXT(differs ? differs : "", "");
    }
}

/// Converts rows of numbers to another unit and back, each from a snapshot. `changed` gets how many
/// changed, and `rounded` how many the first report counts as rounded.
static void convert_there_and_back(const char *field, const char *unit, const char *other,
                                   u32 *changed, u64 *rounded)
{
    ed_Type *one = test_type("Item", field, NULL, NULL),
            *two = test_type("Item", field, NULL, NULL);
    ed_Module *games[] = { game_of(one), game_of(two) };
    u32 size = one->fields[0].size;
    *changed = 0;
    static u8 before[ROWS * 8];
    ed_Span bytes;
    test_field(one, "v")->unit = unit;
    test_field(two, "v")->unit = other;
    CHECK(ed_run_open(&run, games[0], 1, &error));
    for (u32 i = 0; i < ROWS; i++) {
        f64 number = ldexp(1 + (f64)((i * 0x9e3779b1u) >> 8) / 0x1p24, (int)(i % 60) - 30);
        u8 *row = ed_array_add(run.states[0].arena, run.states[0].at, one->size, 8);
        ed_number_store(one->fields[0].kind, row, ed_number_from_f64(number / 3));
        memcpy(before + i * size, row, size);
    }
    for (u32 step = 1; step <= 2; step++) {
        CHECK(ed_run_pack_into(&run, ED_PACK_FILE, test_arena(), &bytes, &error));
        ed_run_close(&run);
        CHECK(ed_run_open(&run, games[step % 2], 1, &error));
        CHECK(ed_run_load(&run, bytes.at, bytes.size, &error));
        if (step == 1) *rounded = row_of("v")->tally.rounded;
    }
    const u8 *rows = ((const ed_Array *)run.states[0].at)->items;
    for (u32 i = 0; i < ROWS; i++)
        *changed += memcmp(rows + i * one->size, before + i * size, size) != 0;
    ed_run_close(&run);
}

TEST(a_float_in_another_unit_is_exact_if_it_comes_back)
{
    static const char *const units[][2] = {
        { "m", "cm" }, { "cm", "m" }, { "rad", "deg" }, { "m/s", "km/h" }, { "mm", "ft" }
    };
    for (u32 i = 0; i < ED_COUNT(units); i++) {
        u64 rounded;
        u32 changed;
        convert_there_and_back("v:f32", units[i][0], units[i][1], &changed, &rounded);
        CHECK_EQ(rounded, changed);
        CHECK(changed > ROWS / 30 && changed < ROWS / 2);
        convert_there_and_back("v:f64", units[i][0], units[i][1], &changed, &rounded);
        CHECK_EQ(rounded, changed);
    }
}

// --- enums and flags -----------------------------------------------------------------------------

#define OLD_NAMES "enum Mood : u8 { CALM, ANGRY, SCARED } flags Way : u8 { SWIM, FLY, DIG }"
#define NEW_NAMES \
    "enum Mood : u16 { AFRAID [[was(SCARED)]] = 5, CALM = 9 } flags Way : u16 { DIG, WALK, SWIM }"

TEST(values_of_enums_and_flags_are_matched_by_name)
{
    static const MigrateCase cases[] = {
        { "Mood v", "Mood v", "'CALM'", "'CALM'", "1 exact" },
        { "Mood v", "Mood v", "'SCARED'", "'AFRAID'", "1 exact" },
        { "Mood v", "Mood v", "'ANGRY'", "'AFRAID'", "1 defaulted" },
        { "Mood v", "Mood v = CALM", "'ANGRY'", "'CALM'", "1 defaulted" },
        { "Mood v[2]", "Mood v[2]", "['CALM','ANGRY']", "['CALM','AFRAID']",
          "1 exact, 1 defaulted" },
        { "Way v", "Way v", "['SWIM','DIG']", "['DIG','SWIM']", "1 exact" },
        { "Way v", "Way v", "['SWIM','FLY']", "['SWIM']", "1 defaulted" },
        { "Way v", "Way v = WALK", "[]", "[]", "1 exact" },
        { "Way v", "Way v = WALK", "['FLY']", "[]", "1 defaulted" },
    };
    CHECK_MIGRATED(OLD_NAMES, NEW_NAMES, cases);
}

TEST(enums_and_flags_become_numbers_and_come_from_numbers)
{
    static const MigrateCase cases[] = {
        { "Mood v", "i32 v", "'SCARED'", "2", "1 exact" },
        { "Mood v", "bool v", "'SCARED'", "true", "1 rounded" },
        { "Way v", "f32 v", "['SWIM','DIG']", "5", "1 exact" },
        { "i32 v", "Mood v", "9", "'CALM'", "1 exact" },
        { "i32 v", "Mood v = CALM", "1", "'CALM'", "1 defaulted" },
        { "i32 v", "Mood v = CALM", "-1", "'CALM'", "1 defaulted" },
        { "f64 v", "Mood v", "8.5", "'CALM'", "1 rounded" },
        { "f64 v", "Mood v", "9", "'CALM'", "1 exact" },
        { "f64 v", "Mood v = CALM", "'nan'", "'CALM'", "1 defaulted" },
        { "u16 v", "Way v", "6", "['WALK','SWIM']", "1 exact" },
        { "u16 v", "Way v", "9", "['DIG']", "1 defaulted" },
        { "i16 v", "Way v", "-1", "['DIG','WALK','SWIM']", "1 defaulted" },
        { "f32 v", "Way v", "3.5", "['SWIM']", "1 rounded" },
        { "f32 v", "Way v = WALK", "1e30", "['WALK']", "1 defaulted" },
        { "Mood v", "Way v = WALK", "'ANGRY'", "['WALK']", "1 defaulted" },
        { "Way v", "Mood v = CALM", "['FLY']", "'CALM'", "1 defaulted" },
    };
    CHECK_MIGRATED(OLD_NAMES, NEW_NAMES, cases);
}

TEST(an_enum_becomes_text_and_text_becomes_an_enum)
{
    static const MigrateCase cases[] = {
        { "Mood v", "char v[16]", "'SCARED'", "'SCARED'", "1 exact" },
        { "Mood v", "char v[4]", "'ANGRY'", "'ANG'", "1 cut" },
        { "Mood v", "str v", "'CALM'", "'CALM'", "1 exact" },
        { "char v[16]", "Mood v", "'CALM'", "'CALM'", "1 exact" },
        { "char v[8]", "Mood v", "'SCARED'", "'AFRAID'", "1 exact" },
        { "str v", "Mood v", "'SCARED'", "'AFRAID'", "1 exact" },
        { "str v", "Mood v = CALM", "'CAL'", "'CALM'", "1 defaulted" },
        { "str v", "Mood v = CALM", "''", "'CALM'", "1 defaulted" },
        { "str v", "Way v = WALK", "'DIG'", "['WALK']", "1 defaulted" },
        { "Way v", "str v = 'none'", "['DIG']", "'none'", "1 defaulted" },
    };
    CHECK_MIGRATED(OLD_NAMES, NEW_NAMES, cases);
}

// --- text ----------------------------------------------------------------------------------------

TEST(a_text_that_does_not_fit_is_cut_between_two_characters)
{
    static const MigrateCase cases[] = {
        { "char v[8]", "char v[4]", "'hello'", "'hel'", "1 cut" },
        { "char v[8]", "char v[4]", "'hel'", "'hel'", "1 exact" },
        { "char v[8]", "char v[5]", "'caf\u00e9'", "'caf'", "1 cut" },
        { "str v", "char v[5]", "'caf\u00e9'", "'caf'", "1 cut" },
        { "str v", "char v[6]", "'caf\u00e9'", "'caf\u00e9'", "1 exact" },
        { "str v", "char v[6] = 'full'", "''", "''", "1 exact" },
        { "char v[6]", "str v = 'full'", "'hello'", "'hello'", "1 exact" },
        { "char v[6]", "str v = 'full'", "''", "''", "1 exact" },
        { "str v", "str v = 'full'", "'a'", "'a'", "1 exact" },
        { "char v[4][2]", "char v[2][2]", "['a','b','','']", "['a','b']", "2 exact" },
    };
    CHECK_MIGRATED("", "", cases);
}

// --- records -------------------------------------------------------------------------------------

#define OLD_RECORDS \
    "struct A { u8 x; u16 y; } struct B { u8 x; }" \
    "union Any { A a; u32 n; f32 gone; } union Flat { f32 f; u32 n; }"
#define NEW_RECORDS \
    "struct A { u16 y; u8 x; u8 z = 3; } struct B { u8 x; }" \
    "union Any { f64 f; u32 m [[was(n)]]; A a; } union Flat { f32 f; u32 n; }"

TEST(records_are_migrated_field_by_field)
{
    static const MigrateCase cases[] = {
        { "A v", "A v", "{'x':1,'y':2}", "{'y':2,'x':1,'z':3}",
          "1 exact; A.y: 1 exact; A.x: 1 exact; A.z: added 3" },
        { "A v", "B v", "{'x':1,'y':2}", "{'x':1}", "1 exact; B.x: 1 exact; B.y: dropped 1 lost" },
        { "B v", "A v = {.y = 9}", "{'x':1}", "{'y':9,'x':1,'z':3}",
          "1 exact; A.y: added 0, 9 in Item.v; A.x: 1 exact; A.z: added 3" },
    };
    CHECK_MIGRATED(OLD_RECORDS, NEW_RECORDS, cases);
}

TEST(the_alternative_of_a_union_is_matched_by_name)
{
    static const MigrateCase cases[] = {
        { "Any v", "Any v", "{'n':7}", "{'m':7}",
          "1 exact; Any.f: added; Any.n -> m: 1 exact; Any.gone: dropped; A.z: added 3 in 0" },
        { "Any v", "Any v", "{'a':{'x':1}}", "{'a':{'y':0,'x':1,'z':3}}",
          "1 exact; Any.f: added; Any.a: 1 exact; Any.gone: dropped; A.y: 1 exact; A.x: 1 exact; "
          "A.z: added 3" },
        { "Any v", "Any v", "{'gone':2}", "{'f':0}",
          "1 defaulted; Any.f: added; Any.gone: dropped 1 lost; A.z: added 3 in 0" },
        { "Flat v", "Flat v", "{'n':7}", "{'n':7}", "1 exact; Flat.n: 1 exact" },
    };
    CHECK_MIGRATED(OLD_RECORDS, NEW_RECORDS, cases);
}

TEST(a_value_becomes_the_only_alternative_of_its_type_and_comes_from_it)
{
    static const char *const record = "1 exact; A.y: 1 exact; A.x: 1 exact; A.z: added 3";
    const MigrateCase cases[] = {
        { "u32 v", "Any v", "7", "{'m':7}", "1 exact" },
        { "u8 v", "Any v", "7", "{'f':0}", "1 defaulted" },
        { "A v", "Any v", "{'x':1,'y':2}", "{'a':{'y':2,'x':1,'z':3}}", record },
        { "Any v", "u32 v", "{'n':7}", "7", "1 exact" },
        { "Any v", "u32 v = 5", "{'gone':7}", "5", "1 defaulted" },
        { "Any v", "A v", "{'a':{'x':1,'y':2}}", "{'y':2,'x':1,'z':3}", record },
        { "Any v", "B v", "{'a':{'x':1,'y':2}}", "{'x':0}", "1 defaulted" },
    };
    CHECK_MIGRATED(OLD_RECORDS, NEW_RECORDS, cases);
}

// --- what cannot be converted --------------------------------------------------------------------

TEST(a_value_of_an_unrelated_type_leaves_the_default)
{
    static const MigrateCase cases[] = {
        { "str v", "u32 v = 5", "'7'", "5", "1 defaulted" },
        { "u32 v", "str v = 'none'", "7", "'none'", "1 defaulted" },
        { "u32 v", "char v[8] = 'none'", "7", "'none'", "1 defaulted" },
        { "u32 v", "B v", "7", "{'x':0}", "1 defaulted" },
        { "B v", "u32 v = 5", "{'x':7}", "5", "1 defaulted" },
        { "u32 v[2]", "str v[2] = {'a','b'}", "[1,2]", "['a','b']", "2 defaulted" },
        { "u32 v[]", "str v[]", "[1,2]", "['','']", "2 defaulted" },
    };
    CHECK_MIGRATED(OLD_RECORDS, NEW_RECORDS, cases);
}
