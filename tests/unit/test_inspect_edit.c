#include "runtime/attic/snapshot.h"
#include "tests/lib/rows.h"
#include <stdio.h>
#include "host/inspect/undo.h"

static host_Edits edits;
static ed_RootMemory blocks[2];
static ed_Error error;
static char text[8192], path[HOST_PATH_MAX];

static ed_State fresh(void)
{
    for (u32 i = 0; i < 2; i++) blocks[i].arena = test_arena();
    host_edits_make(&edits, test_arena());
    return rows_state(blocks);
}

static const char *json(const ed_State *state, const char *at)
{
    ed_ValueRef place;
    ed_Text out = ed_text_over(text, sizeof text);
    ed_Error why = { 0 };
    if (!ed_value_find(state, at, &place, &why)) return "gone";
    ed_value_json(&place, &out);
    return text;
}

static bool set(const ed_State *state, const char *at, const char *value)
{
    error = (ed_Error){ 0 };
    return host_edits_set(&edits, state, at, value, false, &error);
}

static bool undo(const ed_State *state)
{
    error = (ed_Error){ 0 };
    return host_edits_undo(&edits, state, path, &error);
}

static bool redo(const ed_State *state)
{
    error = (ed_Error){ 0 };
    return host_edits_redo(&edits, state, path, &error);
}

TEST(changes_are_undone_and_redone)
{
    ed_State state = fresh();
    CHECK(set(&state, "Sheet.count", "4"));
    CHECK(set(&state, "Sheet.count", "5"));
    CHECK(set(&state, "Sheet.pair[1].name", "\"b\\\"c\\u0001\""));
    CHECK(undo(&state));
    CHECK_TEXT(path, "Sheet.pair[1].name");
    CHECK_TEXT(json(&state, "Sheet.pair[1].name"), "\"row\"");
    CHECK(undo(&state));
    CHECK_TEXT(json(&state, "Sheet.count"), "4");
    CHECK(undo(&state));
    CHECK_TEXT(json(&state, "Sheet.count"), "3");
    CHECK(!undo(&state));
    CHECK(redo(&state) && redo(&state) && redo(&state) && !redo(&state));
    CHECK_TEXT(json(&state, "Sheet.count"), "5");
    CHECK_TEXT(json(&state, "Sheet.pair[1].name"), "\"b\\\"c\\u0001\"");
    CHECK(undo(&state));
    CHECK(set(&state, "Sheet.count", "9"));
    CHECK(!redo(&state));
}

TEST(a_refused_edit_is_not_recorded_for_undo)
{
    ed_State state = fresh();
    CHECK(set(&state, "Sheet.pair[0].small", "7"));
    CHECK(undo(&state));
    CHECK(!set(&state, "Sheet.pair[0].small", "65536"));
    CHECK_HAS(error.text, "a u16 from 0 to 65535");
    CHECK(!set(&state, "Sheet.gone", "1"));
    CHECK(!set(&state, "Sheet.rows", "1"));
    CHECK(!set(&state, "Sheet", "1"));
    CHECK(redo(&state));      // a refused value does not end it
    CHECK_TEXT(json(&state, "Sheet.pair[0].small"), "7");
    CHECK(undo(&state));
    CHECK(!set(&state, "Sheet.pair[0].figure", "sphere"));
    CHECK(!set(&state, "Sheet.pair[0].sprite", "1"));
    CHECK(!undo(&state));
}

TEST(one_movement_of_the_mouse_is_one_change)
{
    ed_State state = fresh();
    char value[16];
    for (u32 i = 0; i < 300; i++) {
        snprintf(value, sizeof value, "%u", i);
        CHECK(host_edits_set(&edits, &state, "Sheet.count", value, true, &error));
    }
    host_edits_end_drag(&edits);
    CHECK(host_edits_set(&edits, &state, "Sheet.count", "1000", true, &error));
    CHECK(undo(&state));
    CHECK_TEXT(json(&state, "Sheet.count"), "299");
    CHECK(undo(&state));
    CHECK_TEXT(json(&state, "Sheet.count"), "3");
    CHECK(!undo(&state));
}

static bool drag(const ed_State *state, const char *value)
{
    return host_edits_set(&edits, state, "Sheet.count", value, true, &error);
}

TEST(undo_and_redo_end_a_movement_of_the_mouse)
{
    ed_State state = fresh();
    CHECK(drag(&state, "4"));
    host_edits_end_drag(&edits);
    CHECK(drag(&state, "5") && undo(&state));
    CHECK_TEXT(json(&state, "Sheet.count"), "4");
    CHECK(drag(&state, "6") && undo(&state));
    CHECK_TEXT(json(&state, "Sheet.count"), "4");
    CHECK(redo(&state) && drag(&state, "7") && undo(&state));
    CHECK_TEXT(json(&state, "Sheet.count"), "6");
    CHECK(set(&state, "Sheet.count", "8") && drag(&state, "9") && undo(&state));
    CHECK_TEXT(json(&state, "Sheet.count"), "8");
    CHECK(drag(&state, "10"));
    CHECK(host_edits_set(&edits, &state, "Sheet.pair[0].small", "2", true, &error));
    CHECK(undo(&state));
    CHECK_TEXT(json(&state, "Sheet.count"), "10");
}

TEST(every_change_of_a_value_is_counted)
{
    ed_State state = fresh();
    CHECK(set(&state, "Sheet.count", "4"));
    CHECK_EQ(edits.writes, 1);
    CHECK(!set(&state, "Sheet.count", "x"));
    CHECK_EQ(edits.writes, 1);
    CHECK(undo(&state));
    CHECK_EQ(edits.writes, 2);
    CHECK(redo(&state));
    CHECK_EQ(edits.writes, 3);
}

TEST(the_oldest_changes_are_discarded)
{
    ed_State state = fresh();
    char value[16];
    for (u32 i = 0; i < HOST_CHANGES_MAX + 10; i++) {
        snprintf(value, sizeof value, "%u", i);
        CHECK(set(&state, "Sheet.count", value));
    }
    u32 count = 0;
    while (undo(&state)) count++;
    CHECK_EQ(count, HOST_CHANGES_MAX);
    CHECK_TEXT(json(&state, "Sheet.count"), "9");
}

/// Undo restores the lists and texts of a record, too.
TEST(a_replaced_record_is_restored_completely)
{
    ed_State state = fresh();
    CHECK(set(&state, "Sheet.pair[0].held", "{}"));
    CHECK(set(&state, "Sheet.pair[0].held.text", "\"kept\""));
    CHECK(set(&state, "Sheet.pair[0].held.id", "77"));
    CHECK(set(&state, "Sheet.pair[0].held", "null"));
    CHECK_TEXT(json(&state, "Sheet.pair[0].held"), "null");
    CHECK(undo(&state));
    CHECK_TEXT(json(&state, "Sheet.pair[0].held"), "{\"id\":77,\"kind\":0,\"text\":\"kept\"}");
    CHECK(set(&state, "Sheet.pair[0].figure.circle.radius", "8"));
    CHECK(set(&state, "Sheet.pair[0].figure", "box"));
    CHECK(undo(&state));
    CHECK_EQ(error.code, ED_OK);
    CHECK_TEXT(json(&state, "Sheet.pair[0].figure"), "{\"circle\":{\"radius\":8,\"label\":\"\"}}");
    CHECK(redo(&state));
    CHECK_TEXT(json(&state, "Sheet.pair[0].figure"), "{\"box\":{\"wide\":0,\"tags\":[]}}");
}

TEST(a_record_can_be_replaced_again_after_many_other_changes)
{
    ed_State state = fresh();
    for (u32 i = 0; i < HOST_CHANGES_MAX; i++)
        CHECK(set(&state, "Sheet.pair[0].name", i % 2 ? "\"a\"" : "\"b\""));
    CHECK(set(&state, "Sheet.pair[0].figure.circle.radius", "8"));
    CHECK(set(&state, "Sheet.pair[0].figure", "box"));
    CHECK(undo(&state) && redo(&state));
    CHECK_EQ(error.code, ED_OK);
    CHECK_TEXT(json(&state, "Sheet.pair[0].figure"), "{\"box\":{\"wide\":0,\"tags\":[]}}");
    CHECK(undo(&state));
    CHECK_EQ(error.code, ED_OK);
    CHECK_TEXT(json(&state, "Sheet.pair[0].figure"), "{\"circle\":{\"radius\":8,\"label\":\"\"}}");
}

/// Replaces a tree of that many levels and undoes that.
static bool restores_levels(const ed_State *state, u32 levels)
{
    Node *tree = &((Sheet *)blocks[Sheet_root].at)->tree, *node = tree;
    for (u32 i = 0; i < levels; i++) {
        node = Node_array_add(blocks[Sheet_root].arena, &node->children);
        node->value = i + 1;
    }
    bool undone = set(state, "Sheet.tree", "{}") && tree->children.count == 0 && undo(state);
    return undone && tree->children.count == (error.code ? 0 : 1) && !error.code;
}

TEST(lists_in_lists_are_restored_down_to_a_limit)
{
    ed_State state = fresh();
    CHECK(restores_levels(&state, 4));
    state = fresh();
    CHECK(!restores_levels(&state, 5));
    CHECK_TEXT(error.text, "Sheet.tree.children: the old value is too large to restore");
}

TEST(a_list_that_contains_itself_is_not_stored)
{
    ed_State state = fresh();
    Node_array *children = &((Sheet *)blocks[Sheet_root].at)->tree.children;
    for (u32 i = 0; i < 16; i++) Node_array_add(blocks[Sheet_root].arena, children);
    for (u32 i = 0; i < 16; i++) children->items[i].children = *children;
    CHECK(set(&state, "Sheet.tree", "{}"));
    CHECK(undo(&state));
    CHECK_TEXT(error.text, "Sheet.tree.children: the old value is too large to restore");
}

TEST(a_list_comes_back_with_the_record_it_was_in)
{
    ed_State state = fresh();
    ed_ValueRef tags;
    CHECK(set(&state, "Sheet.pair[0].figure", "box"));
    CHECK(ed_value_find(&state, "Sheet.pair[0].figure.box.tags", &tags, &error));
    CHECK(ed_value_set(&tags, "[4,5,6]", &error));
    CHECK(set(&state, "Sheet.pair[0].figure", "circle"));
    CHECK(undo(&state));
    CHECK_EQ(error.code, ED_OK);
    CHECK_TEXT(json(&state, "Sheet.pair[0].figure"), "{\"box\":{\"wide\":0,\"tags\":[4,5,6]}}");
}

/// Memory outside of the root is not read, either.
TEST(undo_reports_a_list_that_it_cannot_restore)
{
    ed_State state = fresh();
    Row *row = &((Sheet *)blocks[Sheet_root].at)->pair[0];
    CHECK(set(&state, "Sheet.pair[0].figure", "box"));
    ed_Array *tags = (ed_Array *)(void *)&row->figure.box.tags;
    CHECK(ed_array_reserve(blocks[Sheet_root].arena, tags, 8000, 1, 1));
    memset(tags->items, 0, tags->count = 8000);
    CHECK(set(&state, "Sheet.pair[0].figure", "circle"));
    CHECK(undo(&state));
    CHECK_HAS(error.text, "figure.box.tags: the old value is too large");
    tags->items = (u8 *)(uintptr_t)64;
    tags->count = 3;
    CHECK(set(&state, "Sheet.pair[0].figure", "circle"));
    CHECK(undo(&state));
    CHECK_HAS(error.text, "figure.box.tags: the old value");
}

TEST(changes_survive_a_new_layout_and_skip_removed_values)
{
    static RowsRead read;
    ed_State state = fresh();
    Small *small = blocks[Small_root].at;
    Plain_array_add(blocks[Small_root].arena, &small->list);
    CHECK(set(&state, "Small.list[0].a", "4"));
    CHECK(set(&state, "Small.list[0].b", "70"));
    small->list.count = 0;
    CHECK(undo(&state));
    CHECK_TEXT(error.text, "Small.list[0].b no longer exists");
    Plain_array_add(blocks[Small_root].arena, &small->list)->a = 4;
    ed_Writer w = test_writer();
    CHECK(ed_snapshot_write(&w, &state));
    CHECK(rows_read(&read, &rows_schema, w.bytes, w.size));
    CHECK(undo(&read.state));
    CHECK_EQ(error.code, ED_OK);
    CHECK_TEXT(json(&read.state, "Small.list[0].a"), "0");
}

/// Memory outside of the root is never written, whatever the state contains.
TEST(nothing_is_written_where_a_list_or_text_points_elsewhere)
{
    ed_State state = fresh();
    Sheet *sheet = blocks[Sheet_root].at;
    Row stray[2] = { { .id = 5 }, { .id = 6 } };
    char letters[8] = "abc";
    sheet->rows.items = stray;
    sheet->rows.count = sheet->rows.capacity = 2;
    sheet->pair[0].note = (ed_Str){ letters, 3, sizeof letters };
    CHECK(!set(&state, "Sheet.rows[1].id", "9"));
    CHECK_EQ(stray[1].id, 6);
    CHECK(!set(&state, "Sheet.pair[0].note", "\"x\""));
    CHECK_TEXT(letters, "abc");
    sheet->pair[0].note = (ed_Str){ 0 };
    CHECK(set(&state, "Sheet.pair[0].note", "\"x\""));
    CHECK_TEXT(json(&state, "Sheet.pair[0].note"), "\"x\"");
}
