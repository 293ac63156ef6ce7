#include "tests/lib/test.h"
#include "runtime/build/dependencies.h"

static ed_Words files;

static bool parse(const char *text, ed_DependencyForm form)
{
    ed_Span span = { (const u8 *)text, strlen(text) };
    files = (ed_Words){ .count = 0 };
    return ed_dependencies_parse(&files, test_arena(), span, form);
}

TEST(dependencies_are_the_words_after_the_targets)
{
    CHECK(parse("a.o b.o: game/a.c game/b.h\n", ED_DEPENDENCIES_WORDS));
    CHECK_EQ(files.count, 2);
    CHECK_TEXT(files.at[0], "game/a.c");
    CHECK_TEXT(files.at[1], "game/b.h");
    CHECK(files.at[2] == NULL);
}

TEST(a_list_of_dependencies_continues_after_a_backslash)
{
    CHECK(parse("a.o: \\\n a.c \\\r\n  b.h\\\n c.h\n\nb.h:\nc.h:\n", ED_DEPENDENCIES_WORDS));
    CHECK_EQ(files.count, 3);
    CHECK_TEXT(files.at[1], "b.h");
    CHECK_TEXT(files.at[2], "c.h");
}

TEST(characters_that_make_escapes_are_unescaped_in_dependencies)
{
    CHECK(parse("a\\ b.o: a\\ b.c c\\#d$$e.h f\\\\\\ g.h h\\i.h $j.h k\\:l.h\n",
                ED_DEPENDENCIES_WORDS));
    CHECK_EQ(files.count, 6);
    CHECK_TEXT(files.at[0], "a b.c");
    CHECK_TEXT(files.at[1], "c#d$e.h");
    CHECK_TEXT(files.at[2], "f\\ g.h");
    CHECK_TEXT(files.at[3], "h\\i.h");
    CHECK_TEXT(files.at[4], "$j.h");
    CHECK_TEXT(files.at[5], "k:l.h");
}

TEST(the_colon_of_a_drive_does_not_end_the_targets)
{
    CHECK(parse("C:/a.o D:\\b.o: C:/a.c\n", ED_DEPENDENCIES_WORDS));
    CHECK_EQ(files.count, 1);
    CHECK_TEXT(files.at[0], "C:/a.c");
}

TEST(dependencies_in_lines_may_have_blanks)
{
    CHECK(parse("a b.o: \\\n  x y.c \\\n  a b/c#d$e.h \\\n\te\\ f.h\n", ED_DEPENDENCIES_LINES));
    CHECK_EQ(files.count, 3);
    CHECK_TEXT(files.at[0], "x y.c");
    CHECK_TEXT(files.at[1], "a b/c#d$e.h");
    CHECK_TEXT(files.at[2], "e f.h");
}

TEST(a_text_without_a_rule_has_no_dependencies)
{
    CHECK(!parse("", ED_DEPENDENCIES_WORDS));
    CHECK(!parse("a.o a.c\n", ED_DEPENDENCIES_WORDS));
    CHECK(parse("a.o:", ED_DEPENDENCIES_WORDS));
    CHECK_EQ(files.count, 0);
}
