#include "runtime/value/record_ptr.h"
#include <string.h>
#include "tests/lib/test.h"
#include "tests/lib/version_walk.h"

#define GAME \
    "struct Item { u32 id; Item *next; } " \
    "state Game { Item list[] [[pool]]; Item grid[2][3]; Item one; Item *p; Item *q[2]; }"

static void begin(void)
{
    CHECK(walk_begin_schema(GAME));
    walk_set("Game.list", "[{},{},{}]");
}

TEST(a_pointer_is_set_and_printed_as_the_path_of_its_record)
{
    static const char *const paths[] = { "\"Game.list[2]\"", "\"Game.grid[1][2]\"", "\"Game.one\"",
                                         "null" };
    begin();
    for (u32 i = 0; i < ED_COUNT(paths); i++) {
        walk_set("Game.p", paths[i]);
        CHECK_TEXT(walk_get("Game.p"), paths[i]);
    }
}

static const char *refused(const char *value)
{
    static ed_Error error;
    ed_ValueRef ref;
    ed_State state = ed_run_state(&walk_run);
    error = (ed_Error){ .code = ED_OK };
    bool set = !ed_value_find(&state, "Game.p", &ref, NULL) || ed_value_set(&ref, value, &error);
    return set ? "set" : error.text;
}

TEST(a_pointer_leads_only_to_records_of_its_type_in_a_state)
{
    static const char *const values[] = {
        "\"Game.list[3]\"", "\"Game.list\"", "\"Game.one.id\"", "\"Game\"", "\"\"", "7", "[0,1]"
    };
    begin();
    walk_set("Game.p", "\"Game.one\"");
    for (u32 i = 0; i < ED_COUNT(values); i++)
        CHECK(strstr(refused(values[i]), "'p' must be null or the path of a Item"));
    CHECK_TEXT(walk_get("Game.p"), "\"Game.one\"");
}

TEST(pointers_follow_the_items_of_a_list_that_is_set)
{
    begin();
    walk_set("Game.p", "\"Game.list[1]\"");
    walk_set("Game.list",
             "[{\"id\":7},{\"id\":8,\"next\":\"Game.list[1]\"},{},{},{},{},{},{},{},{},{}]");
    CHECK_TEXT(walk_get("Game.p"), "\"Game.list[1]\"");
    CHECK_TEXT(walk_get("Game.list[1].next"), "\"Game.list[1]\"");
    walk_set("Game.list", "[{\"id\":9}]");
    CHECK_TEXT(walk_get("Game.p"), "null");
}

TEST(a_dangling_pointer_is_packed_as_null_and_reported_with_its_path)
{
    ed_Span bytes;
    ed_Error error = { .code = ED_OK };
    ed_ValueRef ref, item;
    begin();
    ed_State state = ed_run_state(&walk_run);
    CHECK(ed_value_find(&state, "Game.grid[1][0].next", &ref, NULL)
          && ed_value_find(&state, "Game.list[2]", &item, NULL));
    u8 *inside = (u8 *)item.at + 4;      // not the start of a record
    memcpy(ref.at, &inside, sizeof inside);
    CHECK_TEXT(walk_get("Game.grid[1][0].next"), "null");
    for (u32 i = 0; i < 2; i++) {
        char text[300];
        ed_Text out = ed_text_over(text, sizeof text);
        CHECK(ed_run_pack(&walk_run, &bytes, &error));
        ed_write_changes_describe(&walk_run.changes, &out);
        CHECK_TEXT(text, "1 value cannot be saved as it is: 'Game.grid[1][0].next' points to no "
                         "record of the state and becomes null");
    }
    CHECK(ed_run_load(&walk_run, bytes.at, bytes.size, &error));
    CHECK_TEXT(walk_get("Game.grid[1][0].next"), "null");
}

TEST(a_function_that_the_schema_does_not_list_is_reported_with_its_path)
{
    char text[300];
    ed_Text out = ed_text_over(text, sizeof text);
    ed_Span bytes;
    ed_Error error = { .code = ED_OK };
    ed_ValueRef ref;
    const u64 unlisted = ED_NAME_BIT | 6;
    CHECK(walk_begin_schema("functions Think : void (void) { stand } "
                            "struct Item { Think think[2]; } state Game { Item items[3]; }"));
    ed_State state = ed_run_state(&walk_run);
    CHECK(ed_value_find(&state, "Game.items[2].think[1]", &ref, NULL));
    memcpy(ref.at, &unlisted, sizeof unlisted);
    CHECK(ed_run_pack(&walk_run, &bytes, &error));
    ed_write_changes_describe(&walk_run.changes, &out);
    CHECK_TEXT(text, "1 value cannot be saved as it is: 'Game.items[2].think[1]' points to nothing "
                     "that the schema lists and becomes null");
}
