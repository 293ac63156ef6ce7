#include "runtime/base/limits.h"
#include "runtime/msgpack/write.h"
#include "runtime/snapshot/defaults.h"
#include "tests/lib/test.h"
#include <stdio.h>
#include "gen/schema.gen.h"
#include "runtime/value/value.h"

static ed_RootMemory blocks[2];
static ed_Error error;
static char text[8192];

static ed_State state_of(void)
{
    for (u32 i = 0; i < 2; i++) {
        blocks[i].arena = test_arena();
        blocks[i].at = ed_state_init(eddie_schema.states[i], blocks[i].arena);
    }
    error = (ed_Error){ .code = ED_OK };
    return (ed_State){ .game = "unit", .schema = &eddie_schema, .roots = blocks };
}

static const char *json(const ed_State *state, const char *path)
{
    ed_ValueRef ref;
    ed_Text out = ed_text_over(text, sizeof text);
    error = (ed_Error){ .code = ED_OK };
    if (!ed_value_find(state, path, &ref, &error)) return error.text;
    ed_value_json(&ref, &out);
    return text;
}

static bool set(const ed_State *state, const char *path, const char *value)
{
    ed_ValueRef ref;
    error = (ed_Error){ .code = ED_OK };
    return ed_value_find(state, path, &ref, &error) && ed_value_set(&ref, value, &error);
}

TEST(values_are_printed_by_path)
{
    ed_State state = state_of();
    ((Game *)blocks[0].at)->tick = 7;
    CHECK_TEXT(json(&state, "Game.tick"), "7");
    CHECK_TEXT(json(&state, "Game.whole.at"), "{\"x\":0,\"y\":1}");
    CHECK_TEXT(json(&state, "Game.whole.grid"), "[[1,2,3],[4,5,6]]");
    CHECK_TEXT(json(&state, "Game.whole.grid[1]"), "[4,5,6]");
    CHECK_TEXT(json(&state, "Game.whole.grid[1][2]"), "6");
    CHECK_TEXT(json(&state, "Game.whole.numbers[1]"), "8");
    CHECK_TEXT(json(&state, "Game.whole.mood"), "\"ANGRY\"");
    CHECK_TEXT(json(&state, "Game.whole.status"), "[\"ALIVE\",\"HIDDEN\"]");
    CHECK_TEXT(json(&state, "Game.whole.name"), "\"eddie\"");
    CHECK_TEXT(json(&state, "Editor"), "{\"selected\":0,\"open\":false}");
}

TEST(a_path_that_names_nothing_says_what_is_near)
{
    ed_State state = state_of();
    CHECK_TEXT(json(&state, "Gmae.tick"), "the state has no 'Gmae': did you mean 'Game'?");
    CHECK_TEXT(json(&state, "Game.tik"), "Game has no 'tik': did you mean 'tick'?");
    CHECK_HAS(json(&state, "Game.tick.x"), "not a struct");
    CHECK_HAS(json(&state, "Game.whole.path.x"), "index it first");
    CHECK_HAS(json(&state, "Game.points[0]"), "has length 0");
    CHECK_HAS(json(&state, "Game.tick[0]"), "not an array");
    CHECK_HAS(json(&state, "Game..tick"), "not a valid path");
    CHECK_HAS(json(&state, "Game.whole.grid[-1]"), "not a valid path");
    CHECK_HAS(json(&state, ""), "not a valid path");
}

TEST(an_item_is_found_by_the_value_of_a_field)
{
    ed_State state = state_of();
    CHECK(set(&state, "Game.points", "[{\"x\":1,\"y\":5},{\"x\":2,\"y\":6},{\"x\":2,\"y\":7}]"));
    CHECK_TEXT(json(&state, "Game.points[x=2].y"), "6");
    CHECK_TEXT(json(&state, "Game.points[y=7]"), "{\"x\":2,\"y\":7}");
    CHECK_TEXT(json(&state, "Game.points[x=9].y"), "'points' has no record with x=9");
    CHECK_TEXT(json(&state, "Game.points[z=9].y"),
               "'points' is not a list of records with a field 'z'");
    CHECK_TEXT(json(&state, "Game.tick[x=1]"), "'tick' is not an array");
    CHECK_HAS(json(&state, "Game.whole.numbers[x=1]"), "not a list");
    CHECK_HAS(json(&state, "Game.points[x=2"), "not a valid path");
    CHECK_HAS(json(&state, "Game.points[]"), "not a valid path");
    CHECK_HAS(json(&state, "Game.points[-1]"), "not a valid path");
}

/// A game may have left a list pointing anywhere.
TEST(a_list_outside_of_its_arena_has_no_items)
{
    static Point elsewhere[2];
    ed_State state = state_of();
    Game *game = blocks[0].at;
    CHECK(set(&state, "Game.points", "[{},{}]"));
    void *items = game->points.items;
    game->points.items = elsewhere;
    CHECK_TEXT(json(&state, "Game.points"), "[]");
    CHECK_TEXT(json(&state, "Game.points[1]"), "'points' has length 0: index 1 is out of range");
    CHECK_TEXT(json(&state, "Game.points[x=0]"), "'points' has no record with x=0");
    game->points.items = items;
    game->points.count = UINT32_MAX;
    CHECK_TEXT(json(&state, "Game.points[1]"), "'points' has length 0: index 1 is out of range");
}

TEST(floats_are_printed_with_the_fewest_digits_that_read_back)
{
    ed_State state = state_of();
    Whole *whole = &((Game *)blocks[0].at)->whole;
    whole->single = 0.1f;
    whole->wide = 0.1;
    CHECK_TEXT(json(&state, "Game.whole.single"), "0.1");
    CHECK_TEXT(json(&state, "Game.whole.wide"), "0.1");
    whole->wide = 1.0 / 3;
    CHECK_TEXT(json(&state, "Game.whole.wide"), "0.3333333333333333");
    whole->wide = __builtin_inf();
    CHECK_TEXT(json(&state, "Game.whole.wide"), "\"inf\"");
}

/// The second column is what is printed; the first may be typed.
TEST(not_a_number_and_infinities_are_set_as_they_are_printed)
{
    static const char *const all[][2] = {
        { "nan", "\"nan\"" },           { "-nan", "\"-nan\"" },
        { "inf", "\"inf\"" },           { "-inf", "\"-inf\"" },
        { "nan(0x1)", "\"nan(0x1)\"" }, { "-nan(0x7fffff)", "\"-nan(0x7fffff)\"" },
        { "nan(0x400000)", NULL },      // the usual NaN of an f32, but not of an f64
    };
    static const char *const bad[] = { "NaN",
                                       "nan(0x0)",
                                       "nan(0x)",
                                       "nan(1)",
                                       "nan(0xFF)",
                                       "nan(0x1",
                                       "nan()",
                                       "+inf",
                                       "--inf",
                                       "infinity",
                                       "\"inf \"",
                                       "\"1\"",
                                       "nan(0x10000000000000)",
                                       "null" };
    ed_State state = state_of();
    for (u32 i = 0; i < ED_COUNT(all); i++)
        for (u32 k = 0; k < 2; k++) {
            const char *path = k ? "Game.whole.wide" : "Game.whole.single";
            CHECK(set(&state, path, all[i][0]));
            if (all[i][1]) CHECK_TEXT(json(&state, path), all[i][1]);
            else CHECK_TEXT(json(&state, path), k ? "\"nan(0x400000)\"" : "\"nan\"");
            if (all[i][1]) CHECK(set(&state, path, all[i][1]));
        }
    for (u32 i = 0; i < ED_COUNT(bad); i++) CHECK(!set(&state, "Game.whole.wide", bad[i]));
    CHECK(!set(&state, "Game.whole.single", "nan(0x800000)"));
    CHECK(!set(&state, "Game.whole.a", "nan") && !set(&state, "Game.whole.a", "\"inf\""));
    CHECK(set(&state, "Game.points", "[{\"x\":\"nan\",\"y\":\"-inf\"}]"));
    CHECK_TEXT(json(&state, "Game.points[x=\"nan\"].y"), "\"-inf\"");
}

TEST(values_are_set_by_path)
{
    ed_State state = state_of();
    CHECK(set(&state, "Game.whole.a", "200"));
    CHECK_TEXT(json(&state, "Game.whole.a"), "200");
    CHECK(set(&state, "Game.whole.single", "0.1"));
    CHECK_TEXT(json(&state, "Game.whole.single"), "0.1");
    CHECK(set(&state, "Game.whole.wide", "-0.1"));
    CHECK_TEXT(json(&state, "Game.whole.wide"), "-0.1");
    CHECK(set(&state, "Game.whole.wide", "1200"));
    CHECK_TEXT(json(&state, "Game.whole.wide"), "1200");
    CHECK(set(&state, "Game.whole.name", "\"b\\\"c\""));
    CHECK_TEXT(json(&state, "Game.whole.name"), "\"b\\\"c\"");
    CHECK(set(&state, "Game.whole.note", "\"a text of any length\""));
    CHECK_TEXT(json(&state, "Game.whole.note"), "\"a text of any length\"");
    CHECK(set(&state, "Game.whole.mood", "AFRAID"));
    CHECK_TEXT(json(&state, "Game.whole.mood"), "\"AFRAID\"");
    CHECK(set(&state, "Game.whole.status", "BURNING | HIDDEN"));
    CHECK_TEXT(json(&state, "Game.whole.status"), "[\"BURNING\",\"HIDDEN\"]");
    CHECK(set(&state, "Game.whole.status", "[\"ALIVE\",\"HIDDEN\"]"));
    CHECK_TEXT(json(&state, "Game.whole.status"), "[\"ALIVE\",\"HIDDEN\"]");
    CHECK(set(&state, "Game.whole.status", "[]"));
    CHECK_TEXT(json(&state, "Game.whole.status"), "[]");
    CHECK(set(&state, "Game.whole.truth", "true"));
    CHECK_TEXT(json(&state, "Game.whole.truth"), "true");
    CHECK(set(&state, "Game.whole.h", "-9223372036854775808"));
    CHECK_TEXT(json(&state, "Game.whole.h"), "-9223372036854775808");
    CHECK(!set(&state, "Game.whole.mood", "SAD"));
    CHECK_TEXT(error.text, "'mood' must be a value of Mood: CALM, ANGRY, AFRAID; got SAD");
}

TEST(what_does_not_fit_is_refused_and_changes_nothing)
{
    static const char *const bad[][2] = {
        { "Game.whole.a", "256" },
        { "Game.whole.a", "-1" },
        { "Game.whole.a", "1.5" },
        { "Game.whole.a", "\"1\"" },
        { "Game.whole.a", "" },
        { "Game.whole.name", "\"12345678\"" },
        { "Game.whole.name", "eddie" },
        { "Game.whole.mood", "SAD" },
        { "Game.whole.mood", "9" },
        { "Game.whole.status", "8" },
        { "Game.whole.at", "1" },
        { "Game.whole.grid", "1" },
        { "Game.whole.single", "none" },
        { "Editor", "1" },
        { "Game.whole.d", " -5" },
        { "Game.whole.d", "+5" },
        { "Game.whole.d", "18446744073709551616" },
        { "Game.whole.h", "9223372036854775808" },
        { "Game.whole.h", "-9223372036854775809" },
        { "Game.whole", "{\"h\":-9223372036854775809}" },
    };
    for (u32 i = 0; i < ED_COUNT(bad); i++) {
        ed_State state = state_of();
        char before[8192];
        snprintf(before, sizeof before, "%s", json(&state, "Game"));
        CHECK(!set(&state, bad[i][0], bad[i][1]));
        CHECK(*error.text);
        CHECK_TEXT(json(&state, "Game"), before);
    }
}

/// Sets the value, and returns what is printed.
static const char *turned(const ed_State *state, const char *path, const char *value)
{
    return set(state, path, value) ? json(state, path) : error.text;
}

TEST(records_and_lists_are_set_as_they_are_printed)
{
    ed_State state = state_of();
    CHECK_TEXT(turned(&state, "Game.whole.at", "{\"x\":3,\"y\":-0.5}"), "{\"x\":3,\"y\":-0.5}");
    // y: its default.
    CHECK_TEXT(turned(&state, "Game.whole.at", " { \"x\" : 1e2 } "), "{\"x\":100,\"y\":1}");
    CHECK_TEXT(turned(&state, "Game.whole.at", "{}"), "{\"x\":0,\"y\":1}");
    CHECK_TEXT(turned(&state, "Game.whole.grid", "[[1,2,3],[7,8,9]]"), "[[1,2,3],[7,8,9]]");
    CHECK_TEXT(turned(&state, "Game.whole.grid[1]", "[4,5,-6]"), "[4,5,-6]");
    CHECK_TEXT(turned(&state, "Game.whole.grid", json(&state, "Game.whole.grid")),
               "[[1,2,3],[4,5,-6]]");
    CHECK_TEXT(turned(&state, "Game.whole.path", "[{\"x\":1},{\"y\":2}]"),
               "[{\"x\":1,\"y\":1},{\"x\":0,\"y\":2}]");
    CHECK_TEXT(turned(&state, "Game.whole.trail", "[{},{},{}]"),
               "[{\"x\":0,\"y\":1},{\"x\":0,\"y\":1},{\"x\":0,\"y\":1}]");
    CHECK_TEXT(turned(&state, "Game.whole.trail", "[]"), "[]");
    CHECK_TEXT(turned(&state, "Game.whole.words", "[\"a\",\"\",\"\\u00e4\\ud83d\\ude00z\"]"),
               "[\"a\",\"\",\"\xc3\xa4\xf0\x9f\x98\x80z\"]");
    CHECK_TEXT(turned(&state, "Game.whole.words[1]", "\"longer than it was\""),
               "\"longer than it was\"");
    CHECK_TEXT(turned(&state, "Game.whole.names", "[\"abc\",\"\"]"), "[\"abc\",\"\"]");
    CHECK_TEXT(turned(&state, "Game.whole.mood", "\"AFRAID\""), "\"AFRAID\"");
    CHECK_TEXT(turned(&state, "Game.whole.status", "[\"BURNING\"]"), "[\"BURNING\"]");
    CHECK_TEXT(turned(&state, "Game.whole.d", "18446744073709551615"), "18446744073709551615");
    CHECK_TEXT(turned(&state, "Game.whole.a", "0xff"), "255");
}

TEST(a_whole_root_comes_back_as_it_was_printed)
{
    ed_State state = state_of();
    char before[8192];
    set(&state, "Game.whole.words", "[\"a\",\"b\"]");
    set(&state, "Game.whole.h", "-9223372036854775808");
    set(&state, "Game.points", "[{\"x\":0.1}]");
    snprintf(before, sizeof before, "%s", json(&state, "Game"));
    ed_State other = state_of();
    CHECK_TEXT(turned(&other, "Game", before), before);
}

TEST(a_wrong_element_is_refused_with_its_path_and_changes_nothing)
{
    static const char *const bad[][3] = {
        { "Game.whole.at", "{\"x\":1,\"z\":2}", "byte 8 of the value: Point has no 'z'" },
        { "Game", "{\"tik\":1}", "Game has no 'tik': did you mean 'tick'?" },
        { "Game.whole.at", "{\"x\":1,\"x\":2}", "'x' appears twice" },
        { "Game.whole.at", "{\"x\":\"a\"}", "'x' must be an f32; got \"a\"" },
        { "Game.whole.at", "{\"x\":1", "the value ends where" },
        { "Game.whole.at", "{\"x\":1]", "expected" },
        { "Game.whole.at", "{\"x\":1,}", "expected" },
        { "Game.whole.at", "{} {}", "unexpected text after" },
        { "Game.whole.at", "{\"x\" 1}", "a colon" },
        { "Game.whole.at", "{\"x\":1e999}", "f32" },
        { "Game.whole.at", "{\"x\":1e39}", "f32" },
        { "Game.whole.at", "{\"x\":null}", "f32; got null" },
        { "Game.whole.at", "{\"x\":01}", "f32" },
        { "Game.whole.at", "{\"x\":.5}", "f32" },
        { "Game.whole.at", "{\"x\":true}", "f32" },
        { "Game.whole.grid", "[[1,2,3]]", "must be 2, not 1" },
        { "Game.whole.grid", "[[1,2,3],[4,5]]", "must be 3, not 2" },
        { "Game.whole.grid", "[[1,2,3],[4,5,2147483648]]",
          "'grid' must be an i32 from -2147483648 to 2147483647; got 2147483648" },
        { "Game.whole.grid", "[[1,2,3],[4,5,6],]", "must be 2, not 3" },
        { "Game.whole.grid", "[[1,2,3],[4,5,6}]", "a comma or ]" },
        { "Game.whole.path", "[{},{},{},{},{}]", "at most 4, not 5" },
        { "Game.whole.words", "[\"a\",1]", "a string in quotes; got 1" },
        { "Game.whole.words", "[\"a\",\"\\ud800\"]", "escape" },
        { "Game.whole.words", "[\"a\",\"\\x\"]", "escape" },
        { "Game.whole.words", "[\"a\",\"\xff\"]", "byte" },
        { "Game.whole.words", "[\"a\nb\"]", "byte" },
        { "Game.whole.words", "[\"a]", "the value ends where the closing quote" },
        { "Game.whole.names", "[\"abc\",\"abcd\"]", "can hold 3 bytes" },
        { "Game.whole.names", "[\"abc\",\"a\\u0000\"]", "zero byte" },
        { "Game.whole.note", "\"a\\u0000b\"", "zero byte" },
        { "Game.whole.words", "[\"a\",\"\\u0000\"]", "zero byte" },
        { "Game.whole.status", "[\"ALIVE\",\"DEAD\"]",
          "flags of Status: ALIVE, BURNING, HIDDEN; got a list" },
        { "Game.whole.mood", "[\"CALM\"]", "got a list" },
        { "Game.whole.a", "010", "u8" },
        { "Game.whole.a", "true", "u8" },
        { "Game", "{\"tick\":1,\"whole\":{\"a\":1,\"at\":{\"x\":[]}}}",
          "'x' must be an f32; got a list" },
        { "Game", "{\"tick\":-1}", "u64" },
        { "Game", "[]", "an object" },
        { "Game", "", "an object" },
        { "Editor.open", "2", "bool" },
    };
    for (u32 i = 0; i < ED_COUNT(bad); i++) {
        ed_State state = state_of();
        char before[8192];
        set(&state, "Game.whole.words", "[\"kept\",\"too\"]");
        size_t used = state.roots[0].arena->used;
        snprintf(before, sizeof before, "%s", json(&state, "Game"));
        CHECK(!set(&state, bad[i][0], bad[i][1]));
        CHECK_HAS(error.text, bad[i][2]);
        CHECK_TEXT(json(&state, "Game"), before);
        CHECK_EQ(state.roots[0].arena->used, used);
    }
}

TEST(a_value_is_not_nested_without_end)
{
    static ed_Type node;
    static const ed_Field fields[] = { { .name = "nodes",
                                         .kind = ED_STRUCT,
                                         .shape = ED_DYNAMIC,
                                         .size = sizeof(ed_Array),
                                         .type = &node } };
    node = (ed_Type){ .name = "Node",
                      .kind = ED_STRUCT,
                      .size = sizeof(ed_Array),
                      .align = 8,
                      .fields = fields,
                      .field_count = 1 };
    ed_Array root = { .items = NULL };
    ed_ValueRef ref = { .type = &node, .at = &root, .arena = test_arena() };
    char deep[4096] = "";
    error = (ed_Error){ .code = ED_OK };
    for (u32 i = 0; i < 200; i++) strcat(deep, "{\"nodes\":[");
    CHECK(!ed_value_set(&ref, deep, &error));
    CHECK_HAS(error.text, "nested deeper than 64");
    CHECK(!root.items && !root.count);
}

TEST(a_full_arena_refuses_a_value_and_changes_nothing)
{
    ed_State state = state_of();
    ed_Arena *arena = state.roots[0].arena;
    char before[8192];
    snprintf(before, sizeof before, "%s", json(&state, "Game"));
    size_t limit = arena->limit;
    for (size_t room = 0; room < 200; room += 8) {
        arena->limit = arena->used + room;
        CHECK(!set(&state, "Game.whole.words",
                   "[\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
                   "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
                   "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
                   "aaaaaaaaaaaaaaaaaaaaaaaaaaa\",\"b\"]"));
        CHECK_EQ(error.code, ED_ERR_LIMIT);
        CHECK_TEXT(json(&state, "Game"), before);
        CHECK_EQ(arena->refused, 0);
    }
    arena->limit = limit;
    CHECK(set(&state, "Game.whole.words", "[\"a\"]"));
}

TEST(a_text_that_exceeds_the_limit_is_reported_as_too_large)
{
    ed_State state = state_of();
    static char large[1 << 18] = "[\"";
    const size_t before = ed_bytes_max;
    memset(large + 2, 'a', sizeof large - 9);
    strcpy(large + sizeof large - 7, "\",\"b\"]");
    ed_bytes_max = 1 << 16;
    bool good = set(&state, "Game.whole.words", large);
    ed_bytes_max = before;
    CHECK(!good);
    CHECK_HAS(error.text, "does not fit into the memory of value buffer, which is limited to");
    CHECK(set(&state, "Game.whole.words", large));
}

// --- what need not be there ----------------------------------------------------------------------

static ed_RootMemory defaults_block;

static ed_State defaults_state(void)
{
    static const ed_Type *const types[] = { &Defaults_type };
    static const ed_Schema schema = {
        .types = types, .type_count = 1, .states = types, .state_count = 1
    };
    defaults_block.arena = test_arena();
    defaults_block.at = ed_state_init(types[0], defaults_block.arena);
    return (ed_State){ .game = "unit", .schema = &schema, .roots = &defaults_block };
}

TEST(a_path_into_an_absent_value_is_refused_with_the_current_one)
{
    ed_State state = defaults_state();
    CHECK_TEXT(json(&state, "Defaults.maybe"), "null");
    CHECK_TEXT(json(&state, "Defaults.maybe.x"), "'maybe' is optional and has no value now");
    CHECK_TEXT(json(&state, "Defaults.there.x"), "3");
    CHECK_TEXT(json(&state, "Defaults.forms[0].number"), "7");
    CHECK_TEXT(json(&state, "Defaults.forms[0].point"),
               "the Form is currently 'number' and has no 'point'");
}

TEST(an_enum_value_without_a_name_is_printed_as_its_number)
{
    ed_State state = state_of();
    ((Game *)blocks[0].at)->whole.mood = (Mood)77;
    CHECK_TEXT(json(&state, "Game.whole.mood"), "77");
}

TEST(a_union_is_set_to_one_alternative)
{
    ed_State state = defaults_state();
    CHECK_TEXT(turned(&state, "Defaults.form", "{\"number\":4}"), "{\"number\":4}");
    CHECK_TEXT(turned(&state, "Defaults.form", "point"), "{\"point\":{\"x\":0,\"y\":1}}");
    CHECK_TEXT(turned(&state, "Defaults.form", "\"number\""), "{\"number\":0}");
    CHECK_HAS(turned(&state, "Defaults.form", "{}"), "Form needs one of its alternatives");
    CHECK_HAS(turned(&state, "Defaults.form", "{\"number\":1,\"point\":{}}"),
              "Form can have only one of its alternatives");
    CHECK_HAS(turned(&state, "Defaults", "{\"form\":5}"),
              "the name of an alternative, or an object with one alternative");
    CHECK_TEXT(turned(&state, "Defaults.maybe", "{\"x\":2}"), "{\"x\":2,\"y\":1}");
    CHECK_TEXT(turned(&state, "Defaults.maybe", "null"), "null");
}

TEST(former_names_are_accepted_only_on_request)
{
    static ed_Type after;
    static const ed_Type *const types[] = { &after };
    ed_Schema schema = { .types = types, .type_count = 1, .states = types, .state_count = 1 };
    u32 was_root = ed_tag("Before", 6);
    after = After_type;
    after.was = &was_root;
    after.was_count = 1;
    ed_RootMemory block = { .arena = test_arena() };
    block.at = ed_state_init(&after, block.arena);
    ed_State state = { .game = "unit", .schema = &schema, .roots = &block };
    ed_ValueRef ref;
    error = (ed_Error){ .code = ED_OK };
    CHECK(ed_value_find(&state, "After.c", &ref, &error));
    void *at = ref.at;
    CHECK(!ed_value_find(&state, "After.a", &ref, &error));
    CHECK(!ed_value_find(&state, "Before.c", &ref, NULL));
    CHECK(ed_value_find_was(&state, "After.a", &ref) && ref.at == at);
    CHECK(ed_value_find_was(&state, "Before.a", &ref) && ref.at == at);
    CHECK(ed_value_find_was(&state, "After.c", &ref) && ref.at == at);
    CHECK(!ed_value_find_was(&state, "After.none", &ref));
    CHECK(!ed_value_find_was(&state, "None.c", &ref));
}

TEST(each_field_of_a_large_struct_may_be_named_once)
{
    static ed_Field fields[200];
    static char names[200][8], values[4000];
    u8 record[200] = { 0 };
    for (u32 i = 0; i < 200; i++) {
        snprintf(names[i], sizeof names[i], "f%u", i);
        fields[i] = (ed_Field){
            .name = names[i], .tag = i + 1, .kind = ED_U8, .size = 1, .count = 1, .offset = i
        };
    }
    const ed_Type type = { .name = "Wide",
                           .kind = ED_STRUCT,
                           .size = 200,
                           .align = 1,
                           .fields = fields,
                           .field_count = 200 };
    ed_ValueRef ref = { .type = &type, .at = record, .arena = test_arena() };
    ed_Text all = ed_text_over(values, sizeof values);
    for (u32 i = 0; i < 200; i++) ed_text_add(&all, "%s\"f%u\":%u", i ? "," : "{", i, i);
    ed_text_add(&all, "}");
    error = (ed_Error){ .code = ED_OK };
    CHECK(ed_value_set(&ref, values, &error));
    for (u32 i = 0; i < 200; i++) CHECK_EQ(record[i], i);
    for (u32 i = 0; i < 200; i++) {
        char twice[64], expected[64];
        snprintf(twice, sizeof twice, "{\"f%u\":1,\"f%u\":2}", i, i);
        snprintf(expected, sizeof expected, "'f%u' appears twice", i);
        error = (ed_Error){ .code = ED_OK };
        CHECK(!ed_value_set(&ref, twice, &error));
        CHECK_HAS(error.text, expected);
    }
}

TEST(a_text_that_points_outside_of_its_arena_is_not_readable)
{
    static char elsewhere[4] = "abc";
    ed_State state = state_of();
    ed_Str *note = &((Game *)blocks[0].at)->whole.note;
    ed_ValueRef ref, whole = ed_value_root(&state, 0);
    CHECK(ed_value_find(&state, "Game.whole.note", &ref, &error) && ed_value_is_readable(&ref));
    CHECK(ed_value_is_readable(&whole));
    note->count = note->capacity + 1;
    CHECK(!ed_value_is_readable(&ref));
    *note = (ed_Str){ elsewhere, 3, 4 };
    CHECK(!ed_value_is_readable(&ref));
    *note = (ed_Str){ elsewhere, 0, 4 };
    CHECK(!ed_value_is_readable(&ref));
    *note = (ed_Str){ elsewhere, 0, 0 };
    CHECK(ed_value_is_readable(&ref));
    CHECK(ed_value_find(&state, "Game.whole.words", &ref, &error) && ed_value_is_readable(&ref));
    CHECK(ed_value_find(&state, "Game.whole.name", &ref, &error) && ed_value_is_readable(&ref));
}

// --- arrays that are indexed by an enum ----------------------------------------------------------

static const ed_Value kind_values[] = {
    { .name = "ORC", .number = 1 },
    { .name = "ELF", .number = 0, .was = (const u32[]){ 0xd6198dfe }, .was_count = 1 },
    { .name = "TROLL", .number = 2 },
    { .name = "3D", .number = 3 },
    { .name = "ELF", .number = 4 }
};
static const ed_Type kind_type = { .name = "Kind",
                                   .kind = ED_ENUM,
                                   .base = ED_U8,
                                   .size = 1,
                                   .values = kind_values,
                                   .value_count = 5 };
static const ed_Field indexed_fields[] = { { .name = "speed",
                                             .kind = ED_U8,
                                             .size = 1,
                                             .count = 10,
                                             .shape = ED_FIXED,
                                             .dims = { 5, 2 },
                                             .index_types = { &kind_type } },
                                           { .name = "plain",
                                             .kind = ED_U8,
                                             .size = 1,
                                             .offset = 10,
                                             .count = 2,
                                             .shape = ED_FIXED,
                                             .dims = { 2 } } };

static ed_State indexed_state(void)
{
    static const ed_Type type = {
        .name = "Game", .kind = ED_STRUCT, .size = 12, .fields = indexed_fields, .field_count = 2
    };
    static const ed_Type *const types[] = { &type };
    static const ed_Schema schema = {
        .types = types, .type_count = 1, .states = types, .state_count = 1
    };
    static u8 bytes[12];
    for (u32 i = 0; i < sizeof bytes; i++) bytes[i] = (u8)i;
    blocks[0] = (ed_RootMemory){ .at = bytes, .arena = test_arena() };
    return (ed_State){ .game = "unit", .schema = &schema, .roots = blocks };
}

TEST(an_element_of_an_array_indexed_by_an_enum_is_found_by_name_and_by_number)
{
    ed_State state = indexed_state();
    CHECK_TEXT(json(&state, "Game.speed[ORC]"), "[2,3]");
    CHECK_TEXT(json(&state, "Game.speed[1]"), "[2,3]");
    CHECK_TEXT(json(&state, "Game.speed[ORC][1]"), "3");
    CHECK_TEXT(json(&state, "Game.speed[TROLL][0]"), "4");
    CHECK_TEXT(json(&state, "Game.speed[ELF][0]"), "0");
    CHECK_TEXT(json(&state, "Game.speed[GOBLIN][0]"), "0");      // the former name of ELF
    CHECK(set(&state, "Game.speed[ORC][1]", "99"));
    CHECK_TEXT(json(&state, "Game.speed[1][1]"), "99");
}

TEST(a_name_that_is_not_an_index_is_refused_with_the_names_that_are)
{
    ed_State state = indexed_state();
    CHECK_TEXT(
        json(&state, "Game.speed[GNOME]"),
        "'speed' has no element 'GNOME': expected a value of Kind: ORC, ELF, TROLL, 3D, ELF");
    CHECK_TEXT(json(&state, "Game.speed[orc]"),
               "'speed' has no element 'orc': expected a value of Kind: ORC, ELF, TROLL, 3D, ELF");
    CHECK_TEXT(json(&state, "Game.speed[5]"), "'speed' has length 5: index 5 is out of range");
    CHECK_TEXT(json(&state, "Game.speed[0][ORC]"),
               "'speed' has no element 'ORC': expected an index or field=value");
    CHECK_TEXT(json(&state, "Game.plain[ORC]"),
               "'plain' has no element 'ORC': expected an index or field=value");
    CHECK_TEXT(json(&state, "Game.plain[0][ORC]"), "'plain' is not an array");
    CHECK_TEXT(json(&state, "Game[ORC]"), "'Game' is not an array");
}

// A document may have a name twice, or one that begins with a digit. Paths to such elements use
// the number.
TEST(an_element_is_printed_with_its_name_if_the_path_leads_back_to_it)
{
    static const char *const steps[] = { "[ELF]", "[ORC]", "[TROLL]", "[3]", "[4]" };
    ed_State state = indexed_state();
    ed_ValueRef list, back;
    CHECK(ed_value_find(&state, "Game.speed", &list, &error));
    for (u32 i = 0; i < 5; i++) {
        ed_ValueRef item = ed_value_item(&list, i);
        ed_Text out = ed_text_over(text, sizeof text);
        ed_text_add(&out, "Game.speed");
        ed_value_print_step(&item, i, &out);
        CHECK_TEXT(text + strlen("Game.speed"), steps[i]);
        CHECK(ed_value_find(&state, text, &back, &error) && back.at == item.at);
    }
    list = ed_value_item(&list, 1);
    list = ed_value_item(&list, 1);
    ed_Text out = ed_text_over(text, sizeof text);
    ed_value_print_step(&list, 1, &out);
    CHECK_TEXT(text, "[1]");
}
