#include "host/inspect/line_edit.h"
#include "tests/lib/test.h"

static host_LineEdit line;

/// The text with a bar at the caret.
static const char *shown(void)
{
    static char text[HOST_LINE_EDIT_MAX + 1];
    memcpy(text, line.text, line.caret);
    text[line.caret] = '|';
    memcpy(text + line.caret + 1, line.text + line.caret, line.size - line.caret + 1);
    return text;
}

static void set(const char *text) { host_line_edit_set(&line, text, strlen(text)); }

TEST(a_line_that_is_set_is_selected)
{
    set("ab");
    CHECK_TEXT(shown(), "ab|");
    CHECK(line.all);
    host_line_edit_move(&line, HOST_LEFT);
    CHECK_TEXT(shown(), "|ab");
    CHECK(!line.all);
    set("ab");
    host_line_edit_move(&line, HOST_RIGHT);
    CHECK_TEXT(shown(), "ab|");
    set("ab");
    host_line_edit_word(&line, HOST_LEFT);
    CHECK(!line.all);
    set("a");
    CHECK(host_line_edit_insert(&line, "b"));
    CHECK_TEXT(shown(), "b|");
    set("");
    CHECK(!line.all);
}

TEST(the_ends_of_a_line_stop_the_caret)
{
    set("ab");
    host_line_edit_end(&line, HOST_LEFT);
    host_line_edit_move(&line, HOST_LEFT);
    host_line_edit_erase(&line, HOST_LEFT);
    host_line_edit_word(&line, HOST_LEFT);
    CHECK_TEXT(shown(), "|ab");
    host_line_edit_end(&line, HOST_RIGHT);
    host_line_edit_move(&line, HOST_RIGHT);
    host_line_edit_erase(&line, HOST_RIGHT);
    host_line_edit_word(&line, HOST_RIGHT);
    CHECK_TEXT(shown(), "ab|");
    host_line_edit_point(&line, 9, 0);
    CHECK_TEXT(shown(), "ab|");
}

TEST(an_invalid_byte_is_a_letter)
{
    set("a\xff\xc3z");
    host_line_edit_end(&line, HOST_LEFT);
    static const char *const steps[] = { "a|\xff\xc3z", "a\xff|\xc3z", "a\xff\xc3|z",
                                         "a\xff\xc3z|" };
    for (u32 i = 0; i < ED_COUNT(steps); i++) {
        host_line_edit_move(&line, HOST_RIGHT);
        CHECK_TEXT(shown(), steps[i]);
    }
}

TEST(words_are_separated_by_spaces)
{
    set(" one  two ");
    host_line_edit_end(&line, HOST_LEFT);
    static const char *const right[] = { " one|  two ", " one  two| ", " one  two |" };
    for (u32 i = 0; i < ED_COUNT(right); i++) {
        host_line_edit_word(&line, HOST_RIGHT);
        CHECK_TEXT(shown(), right[i]);
    }
    static const char *const left[] = { " one  |two ", " |one  two ", "| one  two " };
    for (u32 i = 0; i < ED_COUNT(left); i++) {
        host_line_edit_word(&line, HOST_LEFT);
        CHECK_TEXT(shown(), left[i]);
    }
}

TEST(a_line_can_be_filled_to_its_end)
{
    static char large[HOST_LINE_EDIT_MAX + 1];
    memset(large, 'x', HOST_LINE_EDIT_MAX);
    host_line_edit_set(&line, large, HOST_LINE_EDIT_MAX);
    CHECK_EQ(line.size, HOST_LINE_EDIT_MAX - 1);
    CHECK_EQ(strlen(line.text), HOST_LINE_EDIT_MAX - 1);
    CHECK(!host_line_edit_insert(&line, large));
    large[HOST_LINE_EDIT_MAX - 1] = 0;
    CHECK(host_line_edit_insert(&line, large));      // replaces all of it
    CHECK_EQ(line.size, HOST_LINE_EDIT_MAX - 1);
    CHECK(!host_line_edit_insert(&line, "y"));
    host_line_edit_erase(&line, HOST_LEFT);
    CHECK(host_line_edit_insert(&line, "y"));
    CHECK_EQ(line.text[HOST_LINE_EDIT_MAX - 2], 'y');
    CHECK_EQ(strlen(line.text), HOST_LINE_EDIT_MAX - 1);
}

TEST(a_line_moves_and_erases_whole_letters)
{
    host_line_edit_set(&line, "aäb", 4);
    CHECK(host_line_edit_insert(&line, "x€y"));
    CHECK_TEXT(line.text, "x€y");
    host_line_edit_move(&line, HOST_LEFT);
    host_line_edit_erase(&line, HOST_LEFT);
    CHECK_TEXT(line.text, "xy");
    host_line_edit_erase(&line, HOST_RIGHT);
    host_line_edit_erase(&line, HOST_RIGHT);
    CHECK_TEXT(line.text, "x");
    CHECK(host_line_edit_insert(&line, "€y"));
    line.all = true;
    host_line_edit_point(&line, 0, 2);
    CHECK_EQ(line.caret, 4);
    CHECK(!line.all);
    host_line_edit_point(&line, 4, 9);
    CHECK_EQ(line.caret, 5);
    host_line_edit_erase(&line, HOST_LEFT);
    host_line_edit_erase(&line, HOST_LEFT);
    CHECK_TEXT(line.text, "x");
    host_line_edit_end(&line, HOST_LEFT);
    host_line_edit_erase(&line, HOST_LEFT);
    CHECK(host_line_edit_insert(&line, "one two "));
    host_line_edit_word(&line, HOST_LEFT);
    CHECK_EQ(line.caret, 4);
    host_line_edit_word(&line, HOST_LEFT);
    CHECK_EQ(line.caret, 0);
    static char large[HOST_LINE_EDIT_MAX + 1];
    memset(large, 'x', HOST_LINE_EDIT_MAX);
    CHECK(!host_line_edit_insert(&line, large));
    CHECK_TEXT(line.text, "one two x");
}

/// Typed text must not count as the original, whatever is selected.
TEST(a_line_knows_whether_it_was_changed)
{
    host_line_edit_set(&line, "12", 2);
    host_line_edit_move(&line, HOST_LEFT);
    host_line_edit_end(&line, HOST_RIGHT);
    CHECK(!line.changed);
    CHECK(host_line_edit_insert(&line, "3"));
    line.all = true;
    CHECK(line.changed);
    host_line_edit_set(&line, "12", 2);
    CHECK(!line.changed);
    host_line_edit_erase(&line, HOST_LEFT);
    CHECK(line.changed);
}
