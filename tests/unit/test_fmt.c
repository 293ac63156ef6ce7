#include "codegen/fmt/fmt.h"
#include "tests/lib/test.h"

/// The pieces of a schema. The text must be a string literal, since the pieces refer to it.
static cg_Fmt scanned(const char *text)
{
    ed_Arena *arena = test_arena();
    cg_Diag *diag = cg_new(arena, sizeof *diag);
    cg_Source *source = cg_new(arena, sizeof *source);
    *source = (cg_Source){ .path = "test.def", .text = text, .size = (u32)strlen(text) };
    cg_Fmt fmt = { .arena = arena, .diag = diag, .source = source };
    if (!cg_fmt_scan(&fmt)) test_fail(__FILE__, __LINE__, "%s", diag->problems[0].text);
    return fmt;
}

static bool same(const char *one, const char *other)
{
    cg_Fmt a = scanned(one), b = scanned(other);
    return cg_fmt_same(&a, &b);
}

TEST(white_space_does_not_make_two_schemas_differ)
{
    CHECK(same("", ""));
    CHECK(same("", " \n\t\r\n"));
    CHECK(same("struct A{u8 x;}", "struct A {\n    u8 x;\n}\n"));
    CHECK(same("// a  comment \nu8", "//a comment\n u8"));
    CHECK(same("/* a\n  b */ u8", "/* a\n\t\tb */ u8"));
}

TEST(a_token_or_comment_that_is_lost_or_changed_makes_two_schemas_differ)
{
    CHECK(!same("u8 x;", "u8 x"));
    CHECK(!same("u8 x;", "u8 x;;"));
    CHECK(!same("u8 x;", "u8 y;"));
    CHECK(!same("u8 x;", "u9 x;"));
    CHECK(!same("u8 x;", "u8 xx;"));
    CHECK(!same("u8 xx;", "u8 x;"));
    CHECK(!same("u8 x;", "u8x;"));
    CHECK(!same("a \"b c\"", "a \"b  c\""));
}

TEST(a_changed_comment_makes_two_schemas_differ)
{
    CHECK(!same("u8 // one", "u8 // two"));
    CHECK(!same("u8 // one", "u8 // on"));
    CHECK(!same("u8 // on", "u8 // one"));
    CHECK(!same("u8 // one", "u8 /* one"
                             " */"));
    CHECK(!same("/* one */ u8", "u8 /* one */"));
    CHECK(!same("u8 // one", "u8"));
    CHECK(!same("u8", "u8 // one"));
}

TEST(a_width_counts_characters_of_the_last_line_and_tab_stops)
{
    static const struct {
        const char *text;
        u32 width;
    } rows[] = { { "", 0 },         { "a", 1 },      { "abcd", 4 },     { "\t", 4 },
                 { "a\t", 4 },      { "abc\t", 4 },  { "abcd\t", 8 },   { "\t\tb", 9 },
                 { "long\nab", 2 }, { "long\n", 0 }, { "\nabc", 3 },    { "äöü", 3 },
                 { "ä\tb", 5 },     { "日本", 2 },   { "a\n\t\nb", 1 }, { "abcde\tf\tg", 13 } };
    for (u32 i = 0; i < ED_COUNT(rows); i++)
        CHECK_EQ(cg_fmt_width(rows[i].text, strlen(rows[i].text)), rows[i].width);
    CHECK_EQ(cg_fmt_width("one\ntwo", 4), 0);
    CHECK_EQ(cg_fmt_width("one\ntwo", 3), 3);
}
