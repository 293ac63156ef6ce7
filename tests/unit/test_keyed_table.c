#include "runtime/types/keyed_table.h"
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include "tests/lib/test.h"

typedef struct Row {
    char word[8];
    i32 number;
    const char *text;
    u8 mood;
} Row;

static const ed_Value moods[] = { { .name = "CALM" }, { .name = "ANGRY", .number = 4 } };
static const ed_Type mood = {
    .name = "Mood", .kind = ED_ENUM, .base = ED_U8, .values = moods, .value_count = 2
};
static const ed_Field keys[] = {
    { .name = "word", .kind = ED_CHARS, .size = 8, .count = 1, .offset = offsetof(Row, word) },
    { .name = "number", .kind = ED_I32, .size = 4, .count = 1, .offset = offsetof(Row, number) },
    { .name = "text", .kind = ED_TEXT_PTR, .size = 8, .count = 1, .offset = offsetof(Row, text) },
    { .name = "mood", .kind = ED_ENUM, .size = 1, .count = 1, .offset = offsetof(Row, mood) },
};

#define ROOM 4u

static ed_Value values[ROOM + 1] = { { .name = "null" } };
static ed_RowName names[ROOM];
static ed_Type type;

/// The names of the rows, or the error.
static const char *read_rows(const Row *rows, u32 count, u32 key)
{
    static char words[400];
    ed_Field field = keys[key];
    if (field.kind == ED_ENUM) field.type = &mood;
    const ed_Type row = { .name = "Row", .key = &field };
    ed_Error error = { .code = ED_OK };
    type = (ed_Type){ .name = "rows", .rows = rows, .row_size = sizeof *rows, .values = values };
    const ed_KeyedTable table = { &type, &row, &count, values, names, ROOM };
    if (!ed_keyed_table_read(&table, &error)) {
        snprintf(words, sizeof words, "%s", error.text);
        return words;
    }
    ed_Text out = ed_text_over(words, sizeof words);
    for (u32 i = 0; i < type.value_count; i++) ed_text_add(&out, "%s ", values[i].name);
    for (u32 i = 1; i < type.value_count; i++)
        if (values[i].number != (i64)(ED_NAME_BIT | (i - 1))) return "another number";
    return words;
}

TEST(the_rows_of_a_table_are_named_after_their_keys)
{
    static const Row rows[3] = { { "one", 3, "sword_2", 4 }, { "two", 7, "Bow", 0 } };
    CHECK_TEXT(read_rows(rows, 2, 0), "null one two ");
    CHECK_TEXT(read_rows(rows, 2, 1), "null 3 7 ");
    CHECK_TEXT(read_rows(rows, 2, 2), "null sword_2 Bow ");
    CHECK_TEXT(read_rows(rows, 2, 3), "null ANGRY CALM ");
    CHECK_TEXT(read_rows(rows, 0, 0), "null ");
}

TEST(a_table_whose_rows_cannot_be_told_apart_is_refused)
{
    static const Row same[2] = { { "one", 3, "a", 4 }, { "one", 3, "a", 4 } },
                     wrong[3] = { { "null", -5, "two words", 9 }, { "", 1, NULL, 0 } },
                     many[ROOM + 1] = { { "a", 1, "a", 0 } };
    for (u32 key = 0; key < ED_COUNT(keys); key++)
        CHECK_HAS(read_rows(same, 2, key), "rows[0] and rows[1] have the same key");
    CHECK_HAS(read_rows(wrong, 1, 0), "rows[0].word is \"null\": a key that identifies");
    CHECK_HAS(read_rows(wrong, 1, 1), "rows[0].number is \"-5\"");
    CHECK_HAS(read_rows(wrong, 1, 2), "rows[0].text is \"two words\"");
    CHECK_HAS(read_rows(wrong + 1, 1, 0), "rows[0].word is \"\"");
    CHECK_HAS(read_rows(wrong + 1, 1, 2), "rows[0].text is \"\"");
    CHECK_HAS(read_rows(many, ROOM + 1, 0), "rows has 5 rows: raise its bound in the schema, 4");
}

TEST(a_key_is_at_most_as_long_as_a_name)
{
    char long_text[ED_NAME_MAX + 1];
    memset(long_text, 'a', sizeof long_text);
    long_text[ED_NAME_MAX] = 0;
    Row row = { .text = long_text };
    CHECK_HAS(read_rows(&row, 1, 2), "a key that identifies");
    row.text = long_text + 1;
    CHECK(strlen(read_rows(&row, 1, 2)) == 5 + ED_NAME_MAX);
}
