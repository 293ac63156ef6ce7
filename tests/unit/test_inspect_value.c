#include "tests/lib/rows.h"
#include <stdio.h>
#include "host/inspect/value.h"

static ed_RootMemory blocks[2];
static char text[4096];

static ed_State filled(u32 count)
{
    for (u32 i = 0; i < 2; i++) blocks[i].arena = test_arena();
    ed_State state = rows_state(blocks);
    rows_fill(&state, count);
    return state;
}

static ed_ValueRef place_of(const ed_State *state, const char *path)
{
    ed_ValueRef ref = { .at = NULL };
    ed_Error error = { 0 };
    ed_value_find(state, path, &ref, &error);
    return ref;
}

static const char *shown(const ed_State *state, const char *path)
{
    ed_ValueRef ref = place_of(state, path);
    ed_Text out = ed_text_over(text, sizeof text);
    host_value_text(state, &ref, &out);
    return text;
}

TEST(every_kind_of_field_has_its_control_and_text)
{
    static const struct {
        const char *path;
        host_Control control;
        const char *text;
    } cases[] = {
        { "Sheet.count", HOST_CONTROL_NUMBER, "3" },
        { "Sheet.rows", HOST_CONTROL_NONE, "Row […2]" },
        { "Sheet.pair[0].on", HOST_CONTROL_CHECKBOX, "false" },
        { "Sheet.pair[0].name", HOST_CONTROL_TEXT, "\"row\"" },
        { "Sheet.pair[0].mood", HOST_CONTROL_DROPDOWN, "ANGRY" },
        { "Sheet.pair[0].ways", HOST_CONTROL_FLAGS, "none" },
        { "Sheet.pair[0].note", HOST_CONTROL_TEXT, "\"\"" },
        { "Sheet.pair[0].held", HOST_CONTROL_ABSENT, "absent" },
        { "Sheet.pair[0].link", HOST_CONTROL_REF, "none" },
        { "Sheet.pair[0].figure", HOST_CONTROL_DROPDOWN, "circle" },
        { "Sheet.pair[0].figure.circle.radius", HOST_CONTROL_NUMBER, "1" },
        { "Sheet.pair[0].sprite", HOST_CONTROL_POINTER, "null" },
        { "Sheet.pair[0].grid", HOST_CONTROL_NONE, "i16 […2×2]" },
        { "Sheet.pair[0].grid[1][0]", HOST_CONTROL_NUMBER, "0" },
        { "Sheet.pair[0].path", HOST_CONTROL_NONE, "Spot […0]" },
        { "Sheet.tree", HOST_CONTROL_NONE, "Node" },
        { "Sheet", HOST_CONTROL_NONE, "state" },
        { "Sheet.pair[0]", HOST_CONTROL_NONE, "Row, id 7" },
        { "Sheet.pair[1].mood", HOST_CONTROL_DROPDOWN, "9 (not a Humour value)" },
        { "Sheet.pair[1].ways", HOST_CONTROL_FLAGS, "SWIM | DIG" },
        { "Sheet.pair[1].wide", HOST_CONTROL_NUMBER, "nan" },
        { "Small.dice[0]", HOST_CONTROL_NUMBER, "0" },
    };
    for (u32 i = 0; i < 2; i++) blocks[i].arena = test_arena();
    ed_State state = rows_state(blocks);
    Sheet *sheet = blocks[Sheet_root].at;
    for (u32 i = 0; i < 2; i++) Row_array_add(blocks[Sheet_root].arena, &sheet->rows);
    sheet->pair[0].id = 7;
    sheet->pair[1].mood = (Humour)9;
    sheet->pair[1].ways = Ways_SWIM | Ways_DIG;
    sheet->pair[1].wide = __builtin_nan("");
    for (u32 i = 0; i < ED_COUNT(cases); i++) {
        ed_ValueRef ref = place_of(&state, cases[i].path);
        CHECK(ref.at);
        CHECK_EQ(host_value_control(&ref), cases[i].control);
        CHECK_TEXT(shown(&state, cases[i].path), cases[i].text);
    }
}

TEST(a_handle_leads_to_its_item_wherever_that_is_now)
{
    for (u32 i = 0; i < 2; i++) blocks[i].arena = test_arena();
    ed_State state = rows_state(blocks);
    ed_Arena *arena = blocks[Sheet_root].arena;
    Sheet *sheet = blocks[Sheet_root].at;
    Row_ref refs[3];
    for (u32 i = 0; i < 3; i++)
        refs[i] = Row_pool_ref(&sheet->pool, Row_pool_add(arena, &sheet->pool));
    sheet->pair[0].link = refs[2];
    CHECK_TEXT(shown(&state, "Sheet.pair[0].link"), "Row 2");
    Row_pool_remove(&sheet->pool, refs[0]);
    CHECK_TEXT(shown(&state, "Sheet.pair[0].link"), "Row 0");
    char path[HOST_PATH_MAX];
    ed_ValueRef ref = place_of(&state, "Sheet.pair[0].link");
    CHECK(host_value_follow(&state, &ref, path, sizeof path));
    CHECK_TEXT(path, "Sheet.pool[0]");
    CHECK(!host_value_follow(&state, &ref, path, sizeof "Sheet.pool[0]" - 1));
    ed_Slot *slots = sheet->pool.slots, elsewhere[8];
    memcpy(elsewhere, slots, 3 * sizeof *slots);
    sheet->pool.slots = elsewhere;      // outside of the memory of its root
    CHECK_TEXT(shown(&state, "Sheet.pair[0].link"), "none");
    CHECK(!host_value_follow(&state, &ref, path, sizeof path));
    sheet->pool.slots = slots;
    slots[refs[2].index].at = sheet->pool.count;
    CHECK_TEXT(shown(&state, "Sheet.pair[0].link"), "none");
    slots[refs[2].index].at = 0;
    Row_pool_remove(&sheet->pool, refs[2]);
    CHECK_TEXT(shown(&state, "Sheet.pair[0].link"), "none");
    // in the slots of the removed items
    for (u32 i = 0; i < 2; i++) Row_pool_add(arena, &sheet->pool);
    CHECK_TEXT(shown(&state, "Sheet.pair[0].link"), "none");
    sheet->pair[0].link = (Row_ref){ 4000000000u, 1 };
    CHECK_TEXT(shown(&state, "Sheet.pair[0].link"), "none");
}

static const char *moved(const ed_State *state, const char *path, f64 steps)
{
    ed_ValueRef ref = place_of(state, path);
    ed_Text out = ed_text_over(text, sizeof text);
    u8 from[8] = { 0 };
    memcpy(from, ref.at, ref.field->size);
    host_value_moved(&ref, from, steps, &out);
    return text;
}

/// A new item gets no handle of an old one, just as when only the pool is set.
TEST(a_handle_leads_to_nothing_after_its_whole_state_was_replaced)
{
    ed_State state = filled(0);
    ed_Error error = { .code = ED_OK };
    Sheet *sheet = blocks[Sheet_root].at;
    ed_Arena *arena = blocks[Sheet_root].arena;
    memset(&sheet->pool, 0, sizeof sheet->pool);
    Row_ref ref = Row_pool_ref(&sheet->pool, Row_pool_add(arena, &sheet->pool));
    ed_ValueRef whole = place_of(&state, "Sheet");
    CHECK(Row_pool_get(&sheet->pool, ref) != NULL);
    CHECK(ed_value_set(&whole, "{}", &error));
    CHECK_EQ(sheet->pool.count, 0);
    Row_pool_add(arena, &sheet->pool);
    CHECK(Row_pool_get(&sheet->pool, ref) == NULL);
}

TEST(a_dragged_number_stays_within_its_type)
{
    ed_State state = filled(1);
    Row *row = &((Sheet *)blocks[Sheet_root].at)->pair[0];
    row->small = 65530;
    CHECK_TEXT(moved(&state, "Sheet.pair[0].small", 1e9), "65535");
    CHECK_TEXT(moved(&state, "Sheet.pair[0].small", -1e9), "0");
    row->grid[0][0] = 3;
    CHECK_TEXT(moved(&state, "Sheet.pair[0].grid[0][0]", -5), "-2");
    CHECK_TEXT(moved(&state, "Sheet.pair[0].grid[0][0]", -1e300), "-32768");
    row->wide = 1;
    CHECK_TEXT(moved(&state, "Sheet.pair[0].wide", 7), "1.07");
    row->wide = 250;
    CHECK_TEXT(moved(&state, "Sheet.pair[0].wide", -3), "247");
    row->wide = __builtin_inf();
    CHECK_TEXT(moved(&state, "Sheet.pair[0].wide", 1), "0");
    row->wide = 1.7e308;
    CHECK_TEXT(moved(&state, "Sheet.pair[0].wide", 1000), "1.7976931348623157e+308");
    row->wide = -1.7e308;
    CHECK_TEXT(moved(&state, "Sheet.pair[0].wide", -1000), "-1.7976931348623157e+308");
    row->id = 4294967295u;
    CHECK_TEXT(moved(&state, "Sheet.pair[0].id", -1), "4284967295");
    row->id = 1;
    CHECK_TEXT(moved(&state, "Sheet.pair[0].id", 1), "2");
    CHECK_TEXT(moved(&state, "Sheet.pair[0].grid[0][0]", 40000), "32767");
    row->grid[0][0] = -300;
    CHECK_TEXT(moved(&state, "Sheet.pair[0].grid[0][0]", 1), "-299");
}

/// Values of kinds and ranges that the schema does not have.
static const char *moved_as(ed_Kind kind, u64 bits, f64 steps)
{
    const ed_Field field = { .name = "field", .kind = kind, .size = ed_kind_size(kind) };
    const ed_ValueRef ref = { .field = &field, .at = &bits };
    ed_Text out = ed_text_over(text, sizeof text);
    host_value_moved(&ref, (const u8 *)&bits, steps, &out);
    return text;
}

TEST(integers_stop_at_the_limits_of_their_kind)
{
    CHECK_TEXT(moved_as(ED_U8, 3, -5), "0");
    CHECK_TEXT(moved_as(ED_U8, 254, 2), "255");
    CHECK_TEXT(moved_as(ED_I8, 3, -5), "-2");
    CHECK_TEXT(moved_as(ED_I8, 0, 0), "0");
    CHECK_TEXT(moved_as(ED_I64, 3, -5), "-2");
    CHECK_TEXT(moved_as(ED_I64, INT64_MAX - 1, 1e300), "9223372036854775807");
    CHECK_TEXT(moved_as(ED_I64, (u64)INT64_MIN + 1, -1e300), "-9223372036854775808");
    CHECK_TEXT(moved_as(ED_U64, UINT64_MAX - 1, 1e300), "18446744073709551615");
    CHECK_TEXT(moved_as(ED_U64, 8000000000000000000, 1e300), "17000000000000000000");
    CHECK_TEXT(moved_as(ED_U64, 8000000000000000000, -1e300), "0");
}

static const char *at_fraction(ed_Field field, f64 fraction)
{
    u64 bits = 0;
    const ed_ValueRef ref = { .field = &field, .at = &bits };
    ed_Text out = ed_text_over(text, sizeof text);
    host_value_at_fraction(&ref, fraction, &out);
    return text;
}

TEST(a_slider_covers_exactly_its_range)
{
    const ed_Field wide = { .kind = ED_F64, .size = 8, .range_low = 0.126, .range_high = 9.874 },
                   whole = { .kind = ED_I16, .size = 2, .range_low = -10, .range_high = 5 };
    CHECK_TEXT(at_fraction(wide, 0), "0.126");
    CHECK_TEXT(at_fraction(wide, -1), "0.126");
    CHECK_TEXT(at_fraction(wide, 0.0001), "0.13");
    CHECK_TEXT(at_fraction(wide, 0.5), "5");
    CHECK_TEXT(at_fraction(wide, 1), "9.874");
    CHECK_TEXT(at_fraction(wide, 2), "9.874");
    CHECK_TEXT(at_fraction(whole, 0), "-10");
    CHECK_TEXT(at_fraction(whole, 0.5), "-3");
    CHECK_TEXT(at_fraction(whole, 0.24), "-6");
    CHECK_TEXT(at_fraction(whole, 1), "5");
}

TEST(the_position_of_a_value_in_its_range_is_a_fraction)
{
    static const struct {
        i16 value;
        f64 fraction;
    } cases[] = { { -10, 0 }, { -11, 0 }, { -7, 0.2 }, { 0, 10.0 / 15 }, { 5, 1 }, { 9, 1 } };
    const ed_Field whole = { .kind = ED_I16, .size = 2, .range_low = -10, .range_high = 5 },
                   small = { .kind = ED_U8, .size = 1, .range_low = 100, .range_high = 200 },
                   wide = { .kind = ED_F64, .size = 8, .range_low = 0, .range_high = 2 };
    for (u32 i = 0; i < ED_COUNT(cases); i++) {
        i16 value = cases[i].value;
        CHECK(host_value_fraction(&(ed_ValueRef){ .field = &whole, .at = &value })
              == cases[i].fraction);
    }
    u8 byte = 150;
    f64 half = 1.5, none = __builtin_nan("");
    CHECK(host_value_fraction(&(ed_ValueRef){ .field = &small, .at = &byte }) == 0.5);
    CHECK(host_value_fraction(&(ed_ValueRef){ .field = &wide, .at = &half }) == 0.75);
    CHECK(host_value_fraction(&(ed_ValueRef){ .field = &wide, .at = &none }) == 0);
}

TEST(infinite_numbers_are_shown_as_inf)
{
    ed_State state = filled(1);
    Row *row = &((Sheet *)blocks[Sheet_root].at)->pair[0];
    row->wide = __builtin_inf();
    CHECK_TEXT(shown(&state, "Sheet.pair[0].wide"), "inf");
    row->wide = -__builtin_inf();
    CHECK_TEXT(shown(&state, "Sheet.pair[0].wide"), "-inf");
}

TEST(a_list_whose_count_exceeds_its_memory_is_shown_as_empty)
{
    ed_State state = filled(3);
    ((Sheet *)blocks[Sheet_root].at)->rows.count = UINT32_MAX;
    CHECK_TEXT(shown(&state, "Sheet.rows"), "Row […0]");
}

TEST(a_long_text_is_shown_by_its_beginning_and_its_size)
{
    static char letters[] = "elsewhere";
    ed_State state = filled(1);
    ed_Arena *arena = blocks[Sheet_root].arena;
    Row *row = &((Sheet *)blocks[Sheet_root].at)->pair[0];
    char expected[128], longer[101];
    memset(longer, 'x', 100);
    longer[100] = 0;
    ed_str_set(arena, &row->note, longer);
    snprintf(expected, sizeof expected, "\"%.96s\" … 100 bytes", longer);
    CHECK_TEXT(shown(&state, "Sheet.pair[0].note"), expected);
    longer[96] = 0;
    ed_str_set(arena, &row->note, longer);
    snprintf(expected, sizeof expected, "\"%s\"", longer);
    CHECK_TEXT(shown(&state, "Sheet.pair[0].note"), expected);
    row->note = (ed_Str){ letters, 9, 10 };      // outside of the memory of its root
    CHECK_TEXT(shown(&state, "Sheet.pair[0].note"), "\"\"");
}

/// A record with the first `count` of five fields, as the inspector shows it on one line.
static const char *preview(u32 count, const ed_Field *key, ed_Shape shape)
{
    static u32 numbers[5] = { 1, 2, 3, 4, 5 };
    static char name[8] = "name";
    ed_Field parts[5];
    for (u32 i = 0; i < 5; i++)
        parts[i] = (ed_Field){ .name = "part", .offset = 4 * i, .size = 4, .kind = ED_U32 };
    parts[0].shape = shape;
    parts[0].count = parts[0].dims[0] = 1;
    const ed_Type type = {
        .name = "Parts", .kind = ED_STRUCT, .fields = parts, .field_count = count, .key = key
    };
    const ed_Field field = { .name = "field", .kind = ED_STRUCT, .type = &type };
    const ed_ValueRef ref = { .field = &field, .at = key ? (void *)name : numbers };
    ed_Text out = ed_text_over(text, sizeof text);
    host_value_text(NULL, &ref, &out);
    return text;
}

TEST(a_record_of_few_numbers_is_shown_by_them)
{
    const ed_Field name = { .name = "name", .kind = ED_CHARS, .size = 8 },
                   list = { .name = "list", .kind = ED_U32, .size = 4, .shape = ED_DYNAMIC };
    CHECK_TEXT(preview(1, NULL, ED_ONE), "1");
    CHECK_TEXT(preview(4, NULL, ED_ONE), "1, 2, 3, 4");
    CHECK_TEXT(preview(5, NULL, ED_ONE), "Parts");
    CHECK_TEXT(preview(2, NULL, ED_FIXED), "Parts");
    CHECK_TEXT(preview(5, &name, ED_ONE), "Parts");
    CHECK_TEXT(preview(5, &list, ED_ONE), "Parts");
}

TEST(an_absent_value_becomes_the_simplest_one)
{
    static const char *const cases[][2] = {
        { "on", "false" },      { "small", "0" }, { "wide", "0" },    { "name", "\"\"" },
        { "note", "\"\"" },     { "held", "{}" }, { "mood", "CALM" }, { "ways", "0" },
        { "figure", "circle" }, { "link", "" },   { "sprite", "" },
    };
    char path[64];
    ed_State state = filled(1);
    for (u32 i = 0; i < ED_COUNT(cases); i++) {
        snprintf(path, sizeof path, "Sheet.pair[0].%s", cases[i][0]);
        ed_ValueRef ref = place_of(&state, path);
        ed_Text out = ed_text_over(text, sizeof text);
        host_value_default(&ref, &out);
        CHECK_TEXT(text, cases[i][1]);
    }
}

TEST(only_named_values_have_choices)
{
    static const struct {
        const char *path;
        u32 count;
    } cases[] = { { "Sheet", 0 },
                  { "Sheet.count", 0 },
                  { "Sheet.tree", 0 },
                  { "Sheet.pair[0].mood", 3 },
                  { "Sheet.pair[0].ways", 3 },
                  { "Sheet.pair[0].figure", 3 } };
    ed_State state = filled(1);
    for (u32 i = 0; i < ED_COUNT(cases); i++) {
        ed_ValueRef ref = place_of(&state, cases[i].path);
        CHECK_EQ(host_value_choices(&ref), cases[i].count);
    }
}

TEST(a_flag_in_the_highest_bit_is_toggled)
{
    static const ed_Value values[] = { { .name = "LOW", .number = 1 },
                                       { .name = "HIGH", .number = INT64_MIN } };
    const ed_Type type = { .name = "Bits",
                           .kind = ED_FLAGS,
                           .base = ED_U64,
                           .values = values,
                           .value_count = ED_COUNT(values) };
    const ed_Field field = { .name = "bits", .kind = ED_FLAGS, .size = 8, .type = &type };
    u64 bits = 1;
    const ed_ValueRef ref = { .field = &field, .at = &bits };
    ed_Text out = ed_text_over(text, sizeof text);
    host_value_choose(&ref, 1, &out);
    CHECK_TEXT(text, "9223372036854775809");
    bits = (u64)INT64_MIN + 1;
    CHECK(host_value_chosen(&ref, 0) && host_value_chosen(&ref, 1));
    out = ed_text_over(text, sizeof text);
    host_value_choose(&ref, 1, &out);
    CHECK_TEXT(text, "1");
}
