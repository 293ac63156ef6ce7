#include <math.h>
#include <stdio.h>
#include "runtime/run/run.h"
#include "runtime/types/number.h"
#include "tests/lib/test.h"
#include "tests/lib/versions.h"

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

// --- each kind of number to each other -----------------------------------------------------------

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

// --- units ---------------------------------------------------------------------------------------

TEST(numbers_are_converted_to_another_unit)
{
    static const struct {
        const char *from_kind, *from_unit, *to_kind, *to_unit;
        f64 from, to;
        u32 exact, saturated, rounded;
    } all[] = {
        { "i32", "m", "i32", "cm", 5, 500, 1, 0, 0 },
        { "i32", "m", "i32", "cm", -5, -500, 1, 0, 0 },
        { "i32", "cm", "i32", "m", 150, 2, 0, 0, 1 },
        { "i32", "cm", "i32", "m", 200, 2, 1, 0, 0 },
        { "u8", "m", "u8", "cm", 2, 200, 1, 0, 0 },
        { "u8", "m", "u8", "cm", 3, 255, 0, 1, 0 },
        { "f32", "m", "f32", "cm", 1.5, 150, 1, 0, 0 },
        { "f32", "cm", "f32", "m", 1, (f64)0.01f, 1, 0, 0 },
        { "f64", "m", "i16", "cm", 1.5, 150, 1, 0, 0 },
        { "f64", "m", "i16", "cm", 1000, 32767, 0, 1, 0 },
        { "u16", "m", "f32", "km", 500, 0.5, 1, 0, 0 },
        { "bool", "m", "u8", "cm", 1, 1, 1, 0, 0 },
        { "u8", "m", "bool", "cm", 1, 1, 1, 0, 0 },
        { "i32", "m", "i32", "m", 5, 5, 1, 0, 0 },
        { "i32", "m", "i32", "s", 5, 5, 1, 0, 0 },
        { "i32", "m", "i32", NULL, 5, 5, 1, 0, 0 },
        { "i32", NULL, "i32", "cm", 5, 5, 1, 0, 0 },
        { "u64", "m", "u64", "cm", 0x1p60, 0x1p64, 0, 1, 0 },
        { "u64", "cm", "u64", "m", 200, 2, 1, 0, 0 },
        { "i64", "m", "i64", "mm", -0x1p53, -9007199254740992000.0, 0, 0, 1 },
        { "i64", "m", "i64", "mm", 0x1p43, 8796093022208000.0, 1, 0, 0 },
        { "i64", "m", "i64", "mm", 0x1p44, 17592186044416000.0, 0, 0, 1 },
        { "u64", "mm", "u64", "m", 18014398509482000.0, 18014398509482.0, 0, 0, 1 },
        { "f32", "nm", "f32", "km", 1e-36, 0, 0, 0, 1 },      // underflows
        { "f64", "nm", "f64", "km", 4e-320, 0, 0, 0, 1 },
        { "f64", "nm", "i32", "km", 4e-320, 0, 0, 0, 1 },
        { "f64", "km", "f64", "nm", 1e300, 1.7976931348623157e308, 0, 1, 0 },
        { "f64", "km", "f64", "nm", -INFINITY, -INFINITY, 1, 0, 0 },
        { "f32", "m", "f32", "cm", -0.0, -0.0, 1, 0, 0 },
        { "f32", "m", "f64", "cm", (f64)0.7f, (f64)0.7f * 100, 1, 0, 0 },
        { "i32", "in", "i32", "cm", 1, 3, 0, 0, 1 },      // comes back, but was rounded
        { "u32", "m", "f32", "km", 16777216, (f64)16777.216f, 0, 0, 1 },
    };
    for (u32 i = 0; i < ED_COUNT(all); i++) {
        char words[40], result[80], expected[80];
        snprintf(words, sizeof words, "v:%s", all[i].from_kind);
        ed_Type *old = test_type("Item", words, NULL, NULL);
        snprintf(words, sizeof words, "v:%s", all[i].to_kind);
        ed_Type *new = test_type("Item", words, NULL, NULL);
        test_field(old, "v")->unit = all[i].from_unit;
        test_field(new, "v")->unit = all[i].to_unit;
        error = (ed_Error){ .code = ED_OK };
        CHECK(ed_run_open(&run, game_of(old), 1, &error));
        u8 *row = ed_array_add(run.states[0].arena, run.states[0].at, old->size, 8);
        ed_number_store(old->fields[0].kind, row, ed_number_from_f64(all[i].from));
        bool same = old->fields[0].kind == new->fields[0].kind
                 && (all[i].from_unit && all[i].to_unit
                     && strcmp(all[i].from_unit, all[i].to_unit) == 0);
        CHECK(ed_run_replace(&run, game_of(new), &error));
        if (!same) {
            ed_Number found =
                ed_number_load(new->fields[0].kind, ((const ed_Array *)run.states[0].at)->items);
            f64 value = found.form == ED_FORMAT_F32 || found.form == ED_FORMAT_F64 ? found.f
                      : found.form == ED_FORMAT_INT                                ? (f64)found.i
                                                                                   : (f64)found.u;
            const ed_Tally *tally = &row_of("v")->tally;
            snprintf(result, sizeof result, "%u: %.17g, %llu %llu %llu", i, value,
                     (unsigned long long)tally->exact, (unsigned long long)tally->saturated,
                     (unsigned long long)tally->rounded);
            snprintf(expected, sizeof expected, "%u: %.17g, %u %u %u", i, all[i].to, all[i].exact,
                     all[i].saturated, all[i].rounded);
            CHECK_TEXT(result, expected);
        } else CHECK(run.report.same_layout);
        ed_run_close(&run);
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

TEST(units_that_do_not_convert_leave_the_numbers_and_are_reported)
{
    char text[300];
    ed_Type *old = test_type("Item", "v:i32", NULL, NULL),
            *new = test_type("Item", "v:i32", NULL, NULL);
    test_field(old, "v")->unit = "m";
    test_field(new, "v")->unit = "s";
    error = (ed_Error){ .code = ED_OK };
    CHECK(ed_run_open(&run, game_of(old), 1, &error));
    *(i32 *)ed_array_add(run.states[0].arena, run.states[0].at, old->size, 8) = 5;
    CHECK(ed_run_replace(&run, game_of(new), &error));
    ed_Text out = ed_text_over(text, sizeof text);
    ed_report_line(&run.report, &out);
    CHECK_HAS(text, "converted Item.v i32 m -> i32 s (1 exact): no conversion between these units "
                    "is known: the numbers are unchanged");
    ed_run_close(&run);
}

TEST(a_part_that_moved_is_converted_to_the_unit_of_its_new_field)
{
    static const ed_Move moves[] = { { "", "pos.x" } };
    char text[300];
    test_Version *before = test_version("Game", "keep:u32 pos:Item",
                                        test_type("Item", "x:i32 y:i32", NULL, NULL)),
                 *after = test_version("Game", "left:i32 keep:u32",
                                       test_type("Item", "x:i32 y:i32", NULL, NULL));
    ed_Field *left = test_field(after->states[0], "left");
    test_field(before->types[0], "x")->unit = "m";
    left->unit = "cm";
    left->moves = moves;
    left->move_count = 1;
    error = (ed_Error){ .code = ED_OK };
    CHECK(ed_run_open(&run, &before->module, 1, &error));
    u8 *state = run.states[0].at;
    *(i32 *)(void *)(state + test_field(before->states[0], "pos")->offset) = 5;
    CHECK(ed_run_replace(&run, &after->module, &error));
    CHECK_EQ(*(i32 *)run.states[0].at, 500);
    ed_Text out = ed_text_over(text, sizeof text);
    ed_report_line(&run.report, &out);
    CHECK_HAS(text, "renamed Game.pos.x -> left i32 m -> i32 cm (1 exact)");
    ed_run_close(&run);
}
