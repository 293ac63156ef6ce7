#include <stdio.h>
#include "runtime/attic/attic.h"
#include "runtime/run/run.h"
#include "runtime/types/number.h"
#include "runtime/value/value.h"
#include "tests/lib/test.h"
#include "tests/lib/versions.h"

// --- a game whose state is described by words, see versions.h ------------------------------------

static ed_Run run;
static ed_Error error;
static char text[8000];

static ed_Module *game_of(const char *words, const char *item)
{
    return &test_version("Game", words, test_type("Item", item, NULL, NULL))->module;
}

static bool begin(const char *words, const char *item)
{
    error = (ed_Error){ .code = ED_OK };
    return ed_run_open(&run, game_of(words, item), 1, &error);
}

static bool become(const char *words, const char *item)
{
    bool good = ed_run_replace(&run, game_of(words, item), &error);
    if (!good) printf("%s\n", error.text);
    return good;
}

static bool set(const char *path, const char *value)
{
    ed_ValueRef ref;
    ed_State state = ed_run_state(&run);
    bool good = ed_value_find(&state, path, &ref, &error) && ed_value_set(&ref, value, &error);
    if (!good) printf("%s\n", error.text);
    return good;
}

static const char *value(const char *path)
{
    ed_ValueRef ref;
    ed_State state = ed_run_state(&run);
    ed_Text out = ed_text_over(text, sizeof text);
    if (ed_value_find(&state, path, &ref, &error)) ed_value_json(&ref, &out);
    else ed_text_add(&out, "%s", error.text);
    return text;
}

static const char *line(void)
{
    ed_Text out = ed_text_over(text, sizeof text);
    ed_report_line(&run.report, &out);
    return text;
}

// --- many lists ----------------------------------------------------------------------------------

/// Reading a list enters a level below the record that holds it, and then leaves that level.
TEST(as_many_lists_as_a_state_may_have_are_migrated)
{
    static const char *const item = "a:u32[] b:u32[] c:u32[] d:u32[] e:u32[]";
    static const char *const whole = "[{\"a\":[1],\"b\":[2],\"c\":[3],\"d\":[4],\"e\":[5]}]";
    char words[300] = "", path[20];
    for (u32 i = 0; i < 15; i++) sprintf(words + strlen(words), "l%u:Item[] ", i);
    CHECK(begin(words, item));
    for (u32 i = 0; i < 15; i++) {
        snprintf(path, sizeof path, "Game.l%u", i);
        CHECK(set(path, whole));
    }
    strcat(words, "more:u32");
    CHECK(become(words, item));
    for (u32 i = 0; i < 15; i++) {
        snprintf(path, sizeof path, "Game.l%u", i);
        CHECK_TEXT(value(path), whole);
    }
    CHECK(ed_report_lossless(&run.report));
    ed_run_close(&run);
}

// --- what a value of another shape cannot show ---------------------------------------------------

TEST(an_empty_list_that_became_one_value_is_empty_again)
{
    CHECK(begin("list:u32[] other:u32[]", "x:u32"));
    CHECK(set("Game.other", "[7]"));
    CHECK(become("list:u32=5 other:u32=5", "x:u32"));
    CHECK_TEXT(value("Game.list"), "5");
    CHECK_TEXT(value("Game.other"), "7");
    CHECK(become("list:u32[] other:u32[]", "x:u32"));
    CHECK_TEXT(value("Game.list"), "[]");
    CHECK_TEXT(value("Game.other"), "[7]");
    ed_run_close(&run);
}

TEST(an_empty_list_that_became_a_fixed_array_is_empty_again)
{
    CHECK(begin("list:u32[] other:u32[..3]", "x:u32"));
    CHECK(set("Game.other", "[7]"));
    CHECK(become("list:u32[2] other:u32[2]", "x:u32"));
    CHECK_TEXT(value("Game.list"), "[0,0]");
    CHECK_TEXT(value("Game.other"), "[7,0]");
    CHECK(become("list:u32[] other:u32[..3]", "x:u32"));
    CHECK_TEXT(value("Game.list"), "[]");
    ed_run_close(&run);
}

TEST(an_empty_list_that_the_game_filled_meanwhile_is_not_emptied)
{
    CHECK(begin("list:u32[]", "x:u32"));
    CHECK(become("list:u32=5", "x:u32"));
    CHECK(set("Game.list", "6"));
    CHECK(become("list:u32[]", "x:u32"));
    CHECK_TEXT(value("Game.list"), "[6]");
    ed_run_close(&run);
}

// --- many rows ----------------------------------------------------------------------------------

typedef struct Wide {
    u32 a;
    u8 bytes[88];
    bool on;
    u64 b;
} Wide;

typedef struct WideLater {
    bool on;
    u64 b;
    u32 a;
    u16 more;
    u8 bytes[88];
} WideLater;

static bool all_are(const u8 *bytes, size_t size, u8 byte)
{
    bool same = true;
    for (size_t i = 0; i < size; i++) same &= bytes[i] == byte;
    return same;
}

TEST(many_wide_rows_are_migrated)
{
    static const char *const now = "a:u32 bytes:u8[88] on:bool b:u64";
    const u32 count = 20003;
    CHECK(begin("rows:Item[]", now));
    ed_Array *rows = run.states[0].at;
    for (u32 i = 0; i < count; i++) {
        Wide *row = ed_array_add(run.states[0].arena, rows, sizeof *row, 8);
        if (!row) break;
        *row = (Wide){ .a = i, .on = i % 3 == 0, .b = i * 5 };
        memset(row->bytes, (int)(i % 251), sizeof row->bytes);
    }
    CHECK(become("rows:Item[]", now));
    u32 good = 0;
    rows = run.states[0].at;
    for (u32 i = 0; i < rows->count; i++) {
        const Wide *row = (const Wide *)rows->items + i;
        good += row->a == i && row->b == i * 5 && row->on == (i % 3 == 0)
             && all_are(row->bytes, sizeof row->bytes, (u8)(i % 251));
    }
    CHECK_EQ(good, count);
    static const char *const later = "on:bool b:u64 a:u32 more:u16=7 bytes:u8[88]";
    CHECK(become("rows:Item[]", later));
    CHECK(ed_report_lossless(&run.report));
    // arrays that are reduced, and restored from the attic
    CHECK(become("rows:Item[]", "on:bool b:u64 a:u32 more:u16=7 bytes:u8[80]"));
    CHECK_TEXT(value("Game.rows[1000].b"), "5000");
    CHECK(become("rows:Item[]", later));
    good = 0;
    rows = run.states[0].at;
    for (u32 i = 0; i < rows->count; i++) {
        const WideLater *row = (const WideLater *)rows->items + i;
        good += row->a == i && row->b == i * 5 && row->on == (i % 3 == 0) && row->more == 7
             && all_are(row->bytes, sizeof row->bytes, (u8)(i % 251));
    }
    CHECK_EQ(good, count);
    ed_run_close(&run);
}

TEST(losses_of_many_rows_are_counted_by_field)
{
    CHECK(begin("rows:Item[]", "a:u32 b:u16 c:i32"));
    ed_Array *rows = run.states[0].at;
    for (u32 i = 0; i < 1000; i++) {
        u32 *row = ed_array_add(run.states[0].arena, rows, 16, 8);
        CHECK(row);
        row[0] = i;
        row[1] = i % 2;
    }
    CHECK(become("rows:Item[]", "a:u8 c:f32"));
    CHECK_TEXT(line(),
               "0 fields kept, converted Item.a u32 -> u8 (256 exact, 744 saturated), dropped "
               "Item.b (1000 records, 500 held a value): kept in the attic, converted "
               "Game.rows (1000 exact), converted Item.c i32 -> f32 (1000 exact)");
    CHECK_EQ(ed_attic_count(run.attics.current), 744 + 500);
    CHECK(become("rows:Item[]", "a:u32 b:u16 c:i32"));
    CHECK_HAS(line(), "(256 exact, 744 restored), restored Item.b (1000 of 1000 records), ");
    CHECK_TEXT(value("Game.rows[999]"), "{\"a\":999,\"b\":1,\"c\":0}");
    CHECK_EQ(ed_attic_count(run.attics.current), 0);
    ed_run_close(&run);
}

// --- texts in rows -------------------------------------------------------------------------------

static const u8 hello[] = "\xa5hello";

/// A struct of up to three fields: numbers `a` and `b` at offsets 0 and 4, and a text at offset 8
/// whose default is "hello".
static const ed_Type *words_of(ed_Type *type, ed_Field *fields, const char *names)
{
    u32 count = 0;
    if (strchr(names, 'a'))
        fields[count++] =
            (ed_Field){ .name = "a", .tag = 1, .kind = ED_U32, .size = 4, .count = 1 };
    if (strchr(names, 'b'))
        fields[count++] =
            (ed_Field){ .name = "b", .tag = 2, .kind = ED_U32, .size = 4, .count = 1, .offset = 4 };
    if (strchr(names, 't'))
        fields[count++] = (ed_Field){ .name = "t",
                                      .tag = 3,
                                      .kind = ED_STR,
                                      .size = sizeof(ed_Str),
                                      .count = 1,
                                      .offset = 8,
                                      .packed_default = hello,
                                      .packed_default_size = 6 };
    *type = (ed_Type){ .name = "Item",
                       .kind = ED_STRUCT,
                       .tag = ed_tag("Item", 4),
                       .size = 24,
                       .align = 8,
                       .fields = fields,
                       .field_count = count };
    return type;
}

static const char *row_text(u32 index)
{
    char path[40];
    snprintf(path, sizeof path, "Game.rows[%u]", index);
    return value(path);
}

TEST(a_text_that_is_added_to_rows_has_its_default_in_each)
{
    static ed_Type types[3];
    static ed_Field fields[3][3];
    ed_Module *
        one = &test_version("Game", "rows:Item[]", words_of(&types[0], fields[0], "a"))->module,
       *two = &test_version("Game", "rows:Item[]", words_of(&types[1], fields[1], "at"))->module,
       *three = &test_version("Game", "rows:Item[]", words_of(&types[2], fields[2], "abt"))->module;
    error = (ed_Error){ .code = ED_OK };
    CHECK(ed_run_open(&run, one, 1, &error));
    CHECK(set("Game.rows", "[{\"a\":1},{\"a\":2},{\"a\":3}]"));
    CHECK(ed_run_replace(&run, two, &error));
    CHECK_TEXT(row_text(0), "{\"a\":1,\"t\":\"hello\"}");
    CHECK_TEXT(row_text(2), "{\"a\":3,\"t\":\"hello\"}");
    CHECK(set("Game.rows[1].t", "\"changed\"") && set("Game.rows[2].t", "\"\""));
    CHECK(ed_run_replace(&run, three, &error));
    CHECK_TEXT(value("Game.rows"), "[{\"a\":1,\"b\":0,\"t\":\"hello\"},{\"a\":2,\"b\":0,"
                                   "\"t\":\"changed\"},{\"a\":3,\"b\":0,\"t\":\"\"}]");
    CHECK(set("Game.rows[0].t", "\"longer than it was\""));      // each row has its own memory
    CHECK_TEXT(row_text(1), "{\"a\":2,\"b\":0,\"t\":\"changed\"}");
    CHECK(ed_run_replace(&run, one, &error));
    CHECK_HAS(line(), "dropped Item.t (3 records, 3 held a value)");
    ed_run_close(&run);
}
