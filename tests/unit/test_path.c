#include "runtime/value/path.h"
#include "tests/lib/test.h"

static char shown[4096];
static ed_Error error;

/// The steps of a path, each in parentheses, or the error.
static const char *steps(const char *text)
{
    ed_Text out = ed_text_over(shown, sizeof shown);
    ed_Path path = ed_path(text);
    ed_PathStep step;
    error = (ed_Error){ .code = ED_OK };
    do {
        if (!ed_path_next(&path, &step, &error)) return error.text;
        if (step.kind == ED_PATH_FIELD) ed_text_add(&out, "(%s)", step.name);
        if (step.kind == ED_PATH_INDEX) ed_text_add(&out, "(%llu)", (unsigned long long)step.index);
        if (step.kind == ED_PATH_NAMED) ed_text_add(&out, "(named %s)", step.name);
        if (step.kind == ED_PATH_KEY)
            ed_text_add(&out, "(%s is %.*s)", step.name, (int)step.value_size, step.value);
    } while (*path.rest);
    return shown;
}

static const char *above(const char *text)
{
    ed_Text out = ed_text_over(shown, sizeof shown);
    ed_text_add(&out, "%s", text);
    return ed_path_up(shown) ? shown : "no step above";
}

/// The text, repeated `count` times.
static const char *many(const char *text, u32 count)
{
    static char joined[4096];
    ed_Text out = ed_text_over(joined, sizeof joined);
    for (u32 i = 0; i < count; i++) ed_text_add(&out, "%s", text);
    return joined;
}

TEST(a_path_is_read_step_by_step)
{
    CHECK_TEXT(steps("Game"), "(Game)");
    CHECK_TEXT(steps("Game.pos.x"), "(Game)(pos)(x)");
    CHECK_TEXT(steps("Game.grid[1][20].a"), "(Game)(grid)(1)(20)(a)");
    CHECK_TEXT(steps("Game.enemies[id=17].hp"), "(Game)(enemies)(id is 17)(hp)");
    CHECK_TEXT(steps("Game[0]"), "(Game)(0)");
    CHECK_TEXT(steps("Game.a[007]"), "(Game)(a)(7)");
}

TEST(an_element_may_have_a_name)
{
    CHECK_TEXT(steps("Game.speed[ORC].x"), "(Game)(speed)(named ORC)(x)");
    CHECK_TEXT(steps("G.l[_a1][z][2]"), "(G)(l)(named _a1)(named z)(2)");
    CHECK_TEXT(above("G.l[ORC]"), "G.l");
    CHECK_HAS(steps("G.l[ORC"), "a ] at byte 7");
    CHECK_HAS(steps("G.l[ORC]x"), ". or [ at byte 8");
}

TEST(a_key_may_be_any_json)
{
    CHECK_TEXT(steps("G.l[name=\"a]b\"].x"), "(G)(l)(name is \"a]b\")(x)");
    CHECK_TEXT(steps("G.l[name=\"a.b[c\"].x"), "(G)(l)(name is \"a.b[c\")(x)");
    CHECK_TEXT(steps("G.l[name=\"a\\\"]\"].x"), "(G)(l)(name is \"a\\\"]\")(x)");
    CHECK_TEXT(steps("G.l[name=\"a=b\"]"), "(G)(l)(name is \"a=b\")");
    CHECK_TEXT(steps("G.l[at=-1.5e3]"), "(G)(l)(at is -1.5e3)");
    CHECK_TEXT(steps("G.l[name=]"), "(G)(l)(name is )");
}

TEST(spaces_are_not_skipped)
{
    CHECK_TEXT(steps("G. x"), "(G)( x)");
    CHECK_TEXT(steps("G.l[name=\"a b\"]"), "(G)(l)(name is \"a b\")");
    CHECK_HAS(steps("G.l[ 1]"), "an index, a name or field=value at byte 4");
    CHECK_HAS(steps("G.l[1 ]"), "a ] at byte 5");
    CHECK_HAS(steps("G.l[1] .x"), ". or [ at byte 6");
}

TEST(text_that_is_not_a_path_is_refused_with_the_expected_token_and_offset)
{
    CHECK_TEXT(steps(""), "'' is not a valid path: expected a name at byte 0; "
                          "write it like Game.enemies[3].pos.x");
    CHECK_HAS(steps("."), "a name at byte 0");
    CHECK_HAS(steps(".G"), "a name at byte 0");
    CHECK_HAS(steps("[0]"), "a name at byte 0");
    CHECK_HAS(steps("G."), "a name at byte 2");
    CHECK_HAS(steps("G..x"), "a name at byte 2");
    CHECK_HAS(steps("G.[0]"), "a name at byte 2");
    CHECK_HAS(steps("G.l[=1]"), "a name at byte 4");
    CHECK_HAS(steps("G.l[]"), "an index, a name or field=value at byte 4");
    CHECK_HAS(steps("G.l[-1]"), "an index, a name or field=value at byte 4");
    CHECK_HAS(steps("G.l[1x]"), "a ] at byte 5");
    CHECK_HAS(steps("G.l[1=2]"), "a ] at byte 5");
    CHECK_HAS(steps("G.l[1]x"), ". or [ at byte 6");
    CHECK_EQ(error.code, ED_ERR_PATH);
}

TEST(a_bracket_must_close)
{
    CHECK_HAS(steps("G.l["), "a ] at byte 4");
    CHECK_HAS(steps("G.l[1"), "a ] at byte 5");
    CHECK_HAS(steps("G.l[x=1.y"), "a ] at byte 9");
    CHECK_HAS(steps("G.l[x=\"a]"), "a ] at byte 9");
    CHECK_HAS(steps("G.l[x=\"a\\"), "a ] at byte 9");
}

TEST(a_name_has_at_most_63_bytes)
{
    const char *name = many("a", 64);
    CHECK_EQ(strlen(steps(name + 1)), 65);
    CHECK_HAS(steps(name), "a shorter name at byte 0");
}

TEST(a_path_has_at_most_256_steps)
{
    ed_Path path = ed_path(many(".a", 257) + 1);
    ed_PathStep step;
    for (u32 i = 0; i < 256; i++) CHECK(ed_path_next(&path, &step, NULL));
    CHECK(!ed_path_next(&path, &step, NULL));
    CHECK_HAS(steps(path.text), "fewer steps at byte 511");
}

TEST(a_huge_index_stays_huge)
{
    CHECK_TEXT(steps("G.l[4294967296]"), "(G)(l)(4294967296)");
    CHECK_TEXT(steps("G.l[18446744073709551616]"), "(G)(l)(18446744073709551615)");
}

TEST(a_path_ends_without_another_step)
{
    ed_Path path = ed_path("Game");
    ed_PathStep step;
    CHECK(ed_path_next(&path, &step, NULL));
    CHECK_TEXT(path.rest, "");
    CHECK(!ed_path_next(&path, &step, NULL));
}

TEST(the_last_step_is_cut_off)
{
    CHECK_TEXT(above("Game.pos.x"), "Game.pos");
    CHECK_TEXT(above("Game.list[3]"), "Game.list");
    CHECK_TEXT(above("Game.list[name=\"a.b]\"]"), "Game.list");
    CHECK_TEXT(above("Game.list[3].x"), "Game.list[3]");
    CHECK_TEXT(above("Game"), "no step above");
    CHECK_TEXT(shown, "Game");
    CHECK_TEXT(above(""), "no step above");
}
