#include "runtime/base/str.h"
#include "tests/lib/test.h"

TEST(tag_is_fnv_1a)
{
    CHECK_EQ(ed_tag("", 0), 0x811c9dc5u);
    CHECK_EQ(ed_tag("a", 1), 0xe40c292cu);
    CHECK_EQ(ed_tag("foobar", 6), 0xbf9cf968u);
}

TEST(utf8_is_cut_between_characters)
{
    CHECK_EQ(ed_utf8_cut("abc", 3, 8), 3);
    CHECK_EQ(ed_utf8_cut("a\xc3\xa4", 3, 2), 1);
    CHECK_EQ(ed_utf8_cut("a\xe2\x82\xac", 4, 3), 1);
    CHECK_EQ(ed_utf8_cut("\xf0\x9f\x98\x80z", 5, 4), 4);
    CHECK_EQ(ed_utf8_cut("\xf0\x9f\x98\x80z", 5, 3), 0);
    CHECK_EQ(ed_utf8_cut("\x80\x80\x80\x80\x80\x80", 6, 5), 5);
}

TEST(names_that_look_alike_are_near)
{
    CHECK_EQ(ed_name_distance("shield", "shield"), 0);
    CHECK_EQ(ed_name_distance("shield", "sheild"), 1);
    CHECK_EQ(ed_name_distance("Shield", "shield"), 0);
    CHECK_EQ(ed_name_distance("hp", "health"), 5);
    CHECK_EQ(ed_name_distance("", "abc"), 3);
}

TEST(json_text_is_always_well_formed)
{
    char buffer[128];
    ed_Text text = ed_text_over(buffer, sizeof buffer);
    ed_text_json(&text, "a\"\\\n\x01\xc3\xa4\xff", 8);
    CHECK_TEXT(buffer, "\"a\\\"\\\\\\n\\u0001\xc3\xa4\xef\xbf\xbd\"");
}

TEST(text_that_does_not_fit_is_cut_and_terminated)
{
    char buffer[8];
    ed_Text text = ed_text_over(buffer, sizeof buffer);
    ed_text_add(&text, "%s", "0123456789");
    CHECK_TEXT(buffer, "0123456");
    CHECK(text.cut);
    ed_text_put(&text, "x", 1);
    CHECK_TEXT(buffer, "0123456");
}

static void take(ed_Text *text)
{
    ed_Text *all = text->to;
    ed_text_put(all, text->at, text->size);
}

TEST(a_text_that_is_drained_has_no_end)
{
    char small[8], large[128];
    ed_Text all = ed_text_over(large, sizeof large), text = ed_text_over(small, sizeof small);
    text.drain = take;
    text.to = &all;
    for (u32 i = 0; i < 9; i++) ed_text_add(&text, "%u,", 100 + i);
    ed_text_put(&text, "0123456789abcdefghij", 20);
    ed_text_drain(&text);
    CHECK(!text.cut);
    CHECK_TEXT(large, "100,101,102,103,104,105,106,107,108,0123456789abcdefghij");
}

TEST(what_a_terminal_would_obey_is_not_plain)
{
    static const char *const obeyed[] = { "\x1b",         "\n",           "\x7f",
                                          "\xc2\x9b",     "\xff",         "\x80",
                                          "\xd8\x9c",     "\xe2\x80\x8e", "\xe2\x80\x8f",
                                          "\xe2\x80\xa8", "\xe2\x80\xaa", "\xe2\x80\xae",
                                          "\xe2\x81\xa6", "\xe2\x81\xa9" };
    for (u32 i = 0; i < ED_COUNT(obeyed); i++)
        CHECK_EQ(ed_utf8_plain(obeyed[i], strlen(obeyed[i])), 0);
    CHECK_EQ(ed_utf8_plain("a", 1), 1);
    CHECK_EQ(ed_utf8_plain("\xc2\xa0", 2), 2);
    CHECK_EQ(ed_utf8_plain("\xe2\x82\xac", 3), 3);
    CHECK_EQ(ed_utf8_plain("\xe2\x80\xb0", 3), 3);
    char text[] = "a\t\x1b[1m\xc2\x9b\xe2\x80\xae\xff\xc3\xa4";
    ed_text_strip_control(text);
    CHECK_TEXT(text, "a\t?[1m??????\xc3\xa4");
}

TEST(control_characters_are_escaped_in_json)
{
    char buffer[64];
    ed_Text out = ed_text_over(buffer, sizeof buffer);
    ed_text_json(&out, "\x1b[1m\x7f\xc2\x9b\xc3\xa4", 9);
    CHECK_TEXT(buffer, "\"\\u001b[1m\\u007f\\u009b\xc3\xa4\"");
    out = ed_text_over(buffer, sizeof buffer);
    ed_text_json(&out, "\xd8\x9c\xe2\x80\xae\xe2\x81\xa9", 8);
    CHECK_TEXT(buffer, "\"\\u061c\\u202e\\u2069\"");
}
