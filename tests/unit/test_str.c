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

TEST(a_message_is_shown_without_the_path_at_its_start)
{
    CHECK_TEXT(ed_without_path("a.so: not a module", "a.so"), "not a module");
    CHECK_TEXT(ed_without_path("a.so:3: wrong", "a.so"), "a.so:3: wrong");
    CHECK_TEXT(ed_without_path("a.so.old: wrong", "a.so"), "a.so.old: wrong");
    CHECK_TEXT(ed_without_path("a", "a.so"), "a");
    CHECK_TEXT(ed_without_path("a??b: wrong", "a\n\033b"), "wrong");
    CHECK_TEXT(ed_without_path("??: wrong", "a"), "??: wrong");
}

TEST(a_word_is_found_where_it_first_begins)
{
    const char *text = "aab aab";
    CHECK(ed_find(text, 7, "ab") == text + 1);
    CHECK(ed_find(text, 7, "") == text);
    CHECK(ed_find(text, 2, "ab") == NULL);
    CHECK(ed_find(text, 3, "ab") == text + 1);
    CHECK(ed_find_any_case(text, "AB A") == text + 1);
    CHECK(ed_find_any_case("Shield", "ELD") != NULL);
    CHECK(ed_find_any_case("Shield", "elds") == NULL);
    CHECK(ed_find_any_case("", "") != NULL);
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

TEST(a_drained_text_is_not_cut_at_the_size_of_its_buffer)
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

TEST(terminal_escapes_are_not_plain)
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

TEST(a_number_is_parsed_only_if_the_whole_text_is_digits)
{
    static const char *const bad[] = { "",  " 1", "+1",  "-1",  "1 ",
                                       "a", "1a", "1.5", "0x1", "18446744073709551616" };
    u64 value = 7;
    for (u32 i = 0; i < ED_COUNT(bad); i++) CHECK(!ed_parse_uint(bad[i], UINT64_MAX, &value));
    CHECK(!ed_parse_uint("256", 255, &value));
    CHECK_EQ(value, 7);
    CHECK(ed_parse_uint("255", 255, &value) && value == 255);
    CHECK(ed_parse_uint("007", 255, &value) && value == 7);
    CHECK(ed_parse_uint("18446744073709551615", UINT64_MAX, &value) && value == UINT64_MAX);
    CHECK(ed_parse_uint("9", 9, &value) && value == 9);
    CHECK(ed_parse_uint("0", 0, &value) && value == 0);
}

TEST(only_the_shortest_form_of_a_character_up_to_10ffff_is_well_formed)
{
    static const struct {
        const char *text;
        u32 size, code;      // a size of 0: not well-formed
    } all[] = {
        { "\x7f", 1, 0x7f },
        { "\x80", 0, 0 },
        { "\xc1\xbf", 0, 0 },      // overlong
        { "\xc2\x80", 2, 0x80 },
        { "\xdf\xbf", 2, 0x7ff },
        { "\xc2\x7f", 0, 0 },
        { "\xc2\xc0", 0, 0 },
        { "\xe0\x9f\xbf", 0, 0 },      // overlong
        { "\xe0\xa0\x80", 3, 0x800 },
        { "\xed\x9f\xbf", 3, 0xd7ff },
        { "\xed\xa0\x80", 0, 0 },      // a surrogate
        { "\xee\x80\x80", 3, 0xe000 },
        { "\xef\xbf\xbf", 3, 0xffff },
        { "\xef\xbf\x7f", 0, 0 },
        { "\xf0\x8f\xbf\xbf", 0, 0 },      // overlong
        { "\xf0\x90\x80\x80", 4, 0x10000 },
        { "\xf4\x8f\xbf\xbf", 4, 0x10ffff },
        { "\xf4\x90\x80\x80", 0, 0 },      // beyond U+10FFFF
        { "\xf5\x80\x80\x80", 0, 0 },
        { "\xf0\x90\x80\x7f", 0, 0 },
    };
    for (u32 i = 0; i < ED_COUNT(all); i++) {
        size_t size = strlen(all[i].text);
        CHECK_EQ(ed_utf8_size(all[i].text, size), all[i].size);
        CHECK_EQ(ed_utf8_size(all[i].text, size + 1), all[i].size);
        if (all[i].size) CHECK_EQ(ed_utf8_code(all[i].text, size), all[i].code);
        if (size > 1) CHECK_EQ(ed_utf8_size(all[i].text, size - 1), 0);
    }
}

TEST(each_range_of_unsafe_characters_has_its_ends)
{
    static const struct {
        u32 first, last;
    } unsafe[] = { { 0, 0x1f },        { 0x7f, 0x9f },     { 0x61c, 0x61c },
                   { 0x200e, 0x200f }, { 0x2028, 0x202e }, { 0x2066, 0x2069 } };
    for (u32 code = 0; code < 0x2100; code++) {
        bool safe = true;
        for (u32 i = 0; i < ED_COUNT(unsafe); i++)
            safe &= code < unsafe[i].first || code > unsafe[i].last;
        size_t size = code < 0x80 ? 1 : code < 0x800 ? 2 : 3;
        u32 lead = size == 1 ? code : size == 2 ? 0xc0 | code >> 6 : 0xe0 | code >> 12;
        char text[3] = { (char)lead, (char)(0x80 | (code >> 6 & 63)) };
        if (size > 1) text[size - 1] = (char)(0x80 | (code & 63));
        CHECK_EQ(ed_utf8_plain(text, size), safe ? size : 0);
    }
}

TEST(an_array_of_characters_keeps_room_for_its_terminator)
{
    CHECK_EQ(ed_chars_size("", 0), 0);
    CHECK_EQ(ed_chars_size("ab\0c", 4), 2);
    CHECK_EQ(ed_chars_size("abc", 3), 2);
    CHECK_EQ(ed_chars_size("abc", 4), 3);
    CHECK_EQ(ed_chars_size("a\xc3\xa4", 3), 1);
    CHECK_EQ(ed_utf8_cut("abc", 3, 3), 3);
    CHECK_EQ(ed_utf8_cut("abc", 3, 0), 0);
    CHECK_EQ(ed_utf8_cut("\xc3\xa4", 2, 1), 0);
    CHECK_EQ(ed_utf8_cut("a\xf0\x9f\x98\x80", 5, 4), 1);
    CHECK_EQ(ed_utf8_cut("\x80\x80\x80\x80\x80", 5, 2), 2);      // not UTF-8
}

TEST(a_distance_counts_insertions_deletions_replacements_and_swaps)
{
    char name[65];
    memset(name, 'a', 64);
    name[64] = 0;
    CHECK_EQ(ed_name_distance("abc", ""), 3);
    CHECK_EQ(ed_name_distance("a", "b"), 1);
    CHECK_EQ(ed_name_distance("ab", "ba"), 1);
    CHECK_EQ(ed_name_distance("AB", "ba"), 1);
    CHECK_EQ(ed_name_distance("abc", "cab"), 2);
    CHECK_EQ(ed_name_distance("abcd", "acbd"), 1);
    CHECK_EQ(ed_name_distance("abc", "abcd"), 1);
    CHECK_EQ(ed_name_distance("zabc", "abc"), 1);
    CHECK_EQ(ed_name_distance("Z", "z"), 0);
    CHECK_EQ(ed_name_distance("@", "`"), 1);      // not letters
    CHECK_EQ(ed_name_distance("[", "{"), 1);
    CHECK_EQ(ed_name_distance("kitten", "sitting"), 3);
    CHECK_EQ(ed_name_distance(name, "a"), 64);
    CHECK_EQ(ed_name_distance("a", name), 64);
    CHECK_EQ(ed_name_distance(name + 1, "a"), 62);
}

/// The most edits that a suggestion for a name of that many letters may have.
static u32 edits_for(u32 letters)
{
    char name[32] = "", other[32];
    memset(name, 'a', letters);
    for (u32 edits = letters; edits > 0; edits--) {
        ed_Suggestion near = ed_suggestion(name);
        strcpy(other, name);
        memset(other, 'b', edits);
        ed_suggestion_try(&near, other);
        if (near.best) return edits;
    }
    return 0;
}

TEST(a_long_name_may_differ_more_from_its_suggestion)
{
    static const u32 edits[] = { 0, 0, 1, 1, 2, 2, 2, 2, 3, 3 };
    for (u32 i = 0; i < ED_COUNT(edits); i++) CHECK_EQ(edits_for(i), edits[i]);
    ed_Suggestion near = ed_suggestion("health");
    ed_suggestion_try(&near, "wealthy");
    ed_suggestion_try(&near, "wealth");
    ed_suggestion_try(&near, "stealth");
    ed_suggestion_try(&near, "healthy");      // equally similar: the first wins
    CHECK_TEXT(near.best, "wealth");
    CHECK_EQ(near.distance, 1);
}

TEST(a_text_that_just_fits_is_not_cut)
{
    char buffer[8];
    ed_Text text = ed_text_over(buffer, sizeof buffer);
    ed_text_add(&text, "%s", "0123456");
    CHECK(!text.cut && text.size == 7);
    ed_text_put(&text, "", 0);
    CHECK(!text.cut);
    ed_text_put(&text, "x", 1);
    CHECK(text.cut && text.size == 7);
    text = ed_text_over(buffer, sizeof buffer);
    ed_text_put(&text, "0123456", 7);
    CHECK(!text.cut);
    CHECK_TEXT(buffer, "0123456");
    ed_text_add(&text, "%s", "x");
    CHECK(text.cut && text.size == 7);
    text = ed_text_over(buffer, sizeof buffer);
    ed_text_put(&text, "0123456789", 10);
    CHECK(text.cut);
    CHECK_TEXT(buffer, "0123456");
    text = ed_text_over(buffer, 0);
    ed_text_add(&text, "x");
    CHECK(text.cut && text.size == 0);
    text = ed_text_over(buffer, 0);
    ed_text_put(&text, "x", 1);
    CHECK(text.cut && text.size == 0);
}

static u32 taken;

/// Takes only the first buffer.
static void take_once(ed_Text *text)
{
    if (taken++) text->cut = true;
    else take(text);
}

TEST(a_drain_that_takes_no_more_cuts_the_text)
{
    char small[8], large[128];
    ed_Text all = ed_text_over(large, sizeof large), text = ed_text_over(small, sizeof small);
    text.drain = take_once;
    text.to = &all;
    taken = 0;
    ed_text_drain(&text);      // nothing to take
    CHECK_EQ(taken, 0);
    ed_text_add(&text, "%s", "123456");
    ed_text_add(&text, "%s", "789");
    CHECK(taken == 1 && !text.cut);
    CHECK_TEXT(small, "789");
    ed_text_put(&text, "abcdef", 6);
    CHECK(taken == 2 && text.cut);
    ed_text_drain(&text);      // the text was cut
    CHECK_EQ(taken, 2);
    CHECK_TEXT(large, "123456");
}

TEST(an_addition_longer_than_the_buffer_is_cut_even_with_a_drain)
{
    char small[8], large[128];
    ed_Text all = ed_text_over(large, sizeof large), text = ed_text_over(small, sizeof small);
    text.drain = take;
    text.to = &all;
    ed_text_add(&text, "ab");
    ed_text_add(&text, "%s", "0123456789");
    CHECK(text.cut);
    CHECK_TEXT(large, "ab");
    CHECK_TEXT(small, "0123456");
}

TEST(text_is_escaped_in_json_where_it_has_to_be)
{
    char buffer[128];
    ed_Text out = ed_text_over(buffer, sizeof buffer);
    ed_text_json(&out, "\t/\r\0\xf0\x9f\x98\x80\xe2\x82", 10);
    CHECK_TEXT(buffer, "\"\\t/\\u000d\\u0000\xf0\x9f\x98\x80\xef\xbf\xbd\xef\xbf\xbd\"");
}
