#include "tests/test.h"
#include <stdio.h>
#include "gen/schema.gen.h"
#include "runtime/value.h"

static ed_Block blocks[2];
static ed_Error error;
static char text[8192];

static ed_State state_of(void)
{
    for (u32 i = 0; i < 2; i++) {
        blocks[i].arena = test_arena();
        blocks[i].at    = ed_state_init(eddie_schema.states[i], blocks[i].arena);
    }
    error = (ed_Error){ .code = ED_OK };
    return (ed_State){ .game = "unit", .schema = &eddie_schema, .blocks = blocks };
}

static const char *json(const ed_State *state, const char *path)
{
    ed_Place place;
    ed_Text out = ed_text_over(text, sizeof text);
    error = (ed_Error){ .code = ED_OK };
    if (!ed_value_find(state, path, &place, &error)) return error.text;
    ed_value_json(&place, &out);
    return text;
}

static bool set(const ed_State *state, const char *path, const char *value)
{
    ed_Place place;
    error = (ed_Error){ .code = ED_OK };
    return ed_value_find(state, path, &place, &error) && ed_value_set(&place, value, &error);
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
    CHECK_HAS(json(&state, "Game.tick.x"), "no struct");
    CHECK_HAS(json(&state, "Game.whole.path.x"), "index it first");
    CHECK_HAS(json(&state, "Game.points[0]"), "holds 0");
    CHECK_HAS(json(&state, "Game.tick[0]"), "no array");
    CHECK_HAS(json(&state, "Game..tick"), "no path");
    CHECK_HAS(json(&state, "Game.whole.grid[x]"), "no path");
    CHECK_HAS(json(&state, ""), "no path");
}

TEST(floats_are_printed_with_the_fewest_digits_that_read_back)
{
    ed_State state = state_of();
    Whole *whole = &((Game *)blocks[0].at)->whole;
    whole->single = 0.1f;
    whole->wide   = 0.1;
    CHECK_TEXT(json(&state, "Game.whole.single"), "0.1");
    CHECK_TEXT(json(&state, "Game.whole.wide"), "0.1");
    whole->wide = 1.0 / 3;
    CHECK_TEXT(json(&state, "Game.whole.wide"), "0.3333333333333333");
    whole->wide = __builtin_inf();
    CHECK_TEXT(json(&state, "Game.whole.wide"), "null");
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
    CHECK_TEXT(error.text, "'mood' takes Mood: CALM, ANGRY, AFRAID, not SAD");
}

TEST(what_does_not_fit_is_refused_and_changes_nothing)
{
    static const char *const bad[][2] = {
        { "Game.whole.a", "256" }, { "Game.whole.a", "-1" }, { "Game.whole.a", "1.5" },
        { "Game.whole.a", "\"1\"" }, { "Game.whole.a", "" }, { "Game.whole.name", "\"12345678\"" },
        { "Game.whole.name", "eddie" }, { "Game.whole.mood", "SAD" }, { "Game.whole.mood", "9" },
        { "Game.whole.status", "8" }, { "Game.whole.at", "1" }, { "Game.whole.grid", "1" },
        { "Game.whole.single", "nan" }, { "Editor", "1" },
        { "Game.whole.d", " -5" }, { "Game.whole.d", "+5" },
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
