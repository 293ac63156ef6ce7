#include "runtime/migrate/snapshot.h"
#include "tests/lib/rows.h"
#include <stdio.h>
#include "host/inspect/changed.h"
#include "host/inspect/value.h"

#define ROWS_MAX 400

static host_Tree tree;
static host_Row rows[ROWS_MAX];
static ed_RootMemory blocks[2];
static char text[4096];

static ed_State filled(u32 count)
{
    for (u32 i = 0; i < 2; i++) blocks[i].arena = test_arena();
    ed_State state = rows_state(blocks);
    rows_fill(&state, count);
    host_tree_make(&tree, test_arena());
    return state;
}

static ed_ValueRef place_of(const ed_State *state, const char *path)
{
    ed_ValueRef ref = { .at = NULL };
    ed_Error error = { 0 };
    ed_value_find(state, path, &ref, &error);
    return ref;
}

/// The paths of all rows, one per line.
static const char *listed(const ed_State *state)
{
    u32 count = host_tree_rows(&tree, state, 0, rows, ROWS_MAX);
    ed_Text out = ed_text_over(text, sizeof text);
    for (u32 i = 0; i < count; i++) ed_text_add(&out, "%s\n", rows[i].path);
    return text;
}

static const char *shown(const ed_State *state, const char *path)
{
    ed_ValueRef ref = place_of(state, path);
    ed_Text out = ed_text_over(text, sizeof text);
    host_value_text(state, &ref, &out);
    return text;
}

// --- rows ----------------------------------------------------------------------------------------

TEST(a_tree_begins_with_its_roots_collapsed)
{
    ed_State state = filled(3);
    CHECK_TEXT(listed(&state), "Sheet\nSmall\n");
    CHECK_EQ(host_tree_count(&tree, &state), 2);
    CHECK(rows[0].can_expand && !rows[0].expanded);
}

TEST(expanded_rows_are_below_their_parent)
{
    ed_State state = filled(3);
    CHECK(host_tree_expand(&tree, "Small", true));
    CHECK_TEXT(listed(&state), "Sheet\nSmall\nSmall.list\nSmall.spots\nSmall.texts\nSmall.dice\n");
    CHECK(host_tree_expand(&tree, "Small.texts", true));
    CHECK_HAS(listed(&state), "Small.texts\nSmall.texts[0]\nSmall.texts[1]\n");
    CHECK(host_tree_expand(&tree, "Small", false));
    CHECK_TEXT(listed(&state), "Sheet\nSmall\n");
    CHECK(host_tree_expand(&tree, "Small", true));
    CHECK_HAS(listed(&state), "Small.texts[1]\n");
}

/// Rows do not depend on the range in which they are read, and keep their numbers.
TEST(each_row_is_where_its_number_says)
{
    static const char *const open[] = { "Sheet.rows[1]",
                                        "Sheet.rows[1].grid[1]",
                                        "Sheet.rows[2].figure",
                                        "Sheet.rows[2].cells[0]",
                                        "Sheet.pool[0]",
                                        "Sheet.pair[1].path",
                                        "Small.list" };
    ed_State state = filled(5);
    for (u32 i = 0; i < ED_COUNT(open); i++)
        CHECK(host_tree_reveal(&tree, open[i]) && host_tree_expand(&tree, open[i], true));
    static host_Row all[ROWS_MAX];
    u32 count = host_tree_rows(&tree, &state, 0, all, ROWS_MAX);
    CHECK_EQ(count, host_tree_count(&tree, &state));
    CHECK(count > 60 && count < ROWS_MAX);
    for (u32 i = 0; i < count; i++) {
        u64 number = UINT64_MAX;
        CHECK_EQ(host_tree_rows(&tree, &state, i, rows, 3), i + 3 <= count ? 3 : count - i);
        CHECK_TEXT(rows[0].path, all[i].path);
        CHECK_EQ(rows[0].number, i);
        CHECK(host_tree_find(&tree, &state, all[i].path, &number));
        CHECK_EQ(number, i);
        CHECK(rows[0].ref.at == (i ? place_of(&state, all[i].path).at : blocks[0].at));
    }
    CHECK_EQ(host_tree_rows(&tree, &state, count, rows, 3), 0);
}

TEST(a_list_that_became_shorter_has_no_rows_after_its_end)
{
    ed_State state = filled(6);
    Sheet *sheet = blocks[Sheet_root].at;
    CHECK(host_tree_reveal(&tree, "Sheet.rows[2].id") && host_tree_reveal(&tree, "Sheet.rows[5].id")
          && host_tree_reveal(&tree, "Small.list[0].a"));
    sheet->rows.count = 2;
    static host_Row all[ROWS_MAX];
    u32 count = host_tree_rows(&tree, &state, 0, all, ROWS_MAX);
    CHECK_EQ(count, host_tree_count(&tree, &state));
    for (u32 i = 0; i < count; i++) {
        u64 number = UINT64_MAX;
        CHECK(host_tree_rows(&tree, &state, i, rows, 2) > 0);
        CHECK_TEXT(rows[0].path, all[i].path);
        CHECK(host_tree_find(&tree, &state, all[i].path, &number) && number == i);
    }
    CHECK(!strstr(listed(&state), "Sheet.rows[2]"));
    CHECK_HAS(listed(&state), "Sheet.rows[1]\nSheet.pair\n");
}

TEST(a_million_rows_cost_what_is_seen_of_them)
{
    ed_State state = filled(1);
    Small *small = blocks[Small_root].at;
    for (u32 i = 0; i < 1000000; i++)
        Plain_array_add(blocks[Small_root].arena, &small->list)->b = i;
    u32 count = small->list.count;
    CHECK(host_tree_reveal(&tree, "Small.list[700000].b"));
    CHECK(host_tree_expand(&tree, "Small.list[3]", true));
    tree.visits = 0;
    CHECK_EQ(host_tree_count(&tree, &state), 6 + count + 3 + 3);
    CHECK_EQ(host_tree_rows(&tree, &state, 699995, rows, 50), 50);
    CHECK_TEXT(rows[0].path, "Small.list[699989]");
    CHECK_HAS(listed(&state), "Small.list[3].c\nSmall.list[4]\n");
    u64 number = 0;
    CHECK(host_tree_find(&tree, &state, "Small.list[999999]", &number));
    CHECK_EQ(number, 3 + 999999 + 6);
    CHECK(tree.visits > 10 && tree.visits < 1000);
}

TEST(a_filter_over_a_million_rows_costs_no_more)
{
    ed_State state = filled(1);
    Small *small = blocks[Small_root].at;
    for (u32 i = 0; i < 1000000; i++)
        Plain_array_add(blocks[Small_root].arena, &small->list)->b = i;
    host_tree_filter(&tree, "list.c");
    CHECK_TEXT(listed(&state), "Small\nSmall.list\n");
    CHECK(host_tree_expand(&tree, "Small.list", true));
    CHECK(host_tree_expand(&tree, "Small.list[10]", false));
    tree.visits = 0;
    CHECK_EQ(host_tree_count(&tree, &state), 2 + 2 * (u64)small->list.count - 1);
    CHECK_EQ(host_tree_rows(&tree, &state, 1000001, rows, 40), 40);
    CHECK_TEXT(rows[0].path, "Small.list[500000]");
    CHECK_TEXT(rows[1].path, "Small.list[500000].c");
    CHECK(tree.visits > 10 && tree.visits < 1000);
}

TEST(an_empty_list_can_be_expanded_and_collapsed)
{
    ed_State state = filled(0);
    CHECK(host_tree_expand(&tree, "Small", true));
    CHECK_HAS(listed(&state), "Small\nSmall.list\nSmall.spots\n");
    CHECK(rows[2].can_expand && !rows[2].expanded);
    CHECK(host_tree_expand(&tree, "Small.list", true));
    CHECK_HAS(listed(&state), "Small\nSmall.list\nSmall.spots\n");
    CHECK(rows[2].can_expand && rows[2].expanded);
}

TEST(rows_are_expanded_only_if_all_paths_inside_are_short_enough)
{
    char path[HOST_PATH_MAX + 1];
    const size_t longest = HOST_PATH_MAX - ED_NAME_MAX - 2;
    ed_State state = filled(3);
    snprintf(path, sizeof path, "Small.list[%0*u]", (int)(longest - strlen("Small.list[]")), 1);
    CHECK_EQ(strlen(path), longest);
    CHECK(host_tree_expand(&tree, path, true));
    CHECK(host_tree_expand(&tree, "Small", true) && host_tree_expand(&tree, "Small.list", true));
    CHECK_HAS(listed(&state), "Small.list[1]\nSmall.list[1].a\n");
    snprintf(path, sizeof path, "Small.list[%0*u]", (int)(longest - strlen("Small.list[")), 2);
    CHECK(!host_tree_expand(&tree, path, true));
    CHECK(!strstr(listed(&state), "Small.list[2].a"));
    memset(path, 'x', HOST_PATH_MAX);
    path[HOST_PATH_MAX] = 0;
    CHECK(!host_tree_reveal(&tree, path));
}

TEST(a_hidden_or_removed_row_is_not_found)
{
    ed_State state = filled(3);
    u64 number;
    CHECK(!host_tree_find(&tree, &state, "Sheet.count", &number));
    CHECK(host_tree_expand(&tree, "Sheet", true));
    CHECK(host_tree_find(&tree, &state, "Sheet.count", &number));
    CHECK(!host_tree_find(&tree, &state, "Sheet.gone", &number));
    CHECK(!host_tree_find(&tree, &state, "Sheet.rows[99]", &number));
    CHECK(!host_tree_find(&tree, &state, "", &number));
    CHECK(!host_tree_find(&tree, &state, "Nothing", &number));
}

TEST(a_list_that_points_elsewhere_has_no_rows)
{
    ed_State state = filled(3);
    Sheet *sheet = blocks[Sheet_root].at;
    CHECK(host_tree_reveal(&tree, "Sheet.rows[0].id"));
    sheet->rows.count = UINT32_MAX;
    CHECK(strstr(listed(&state), "Sheet.rows[0]") == NULL);
    CHECK_TEXT(shown(&state, "Sheet.rows"), "Row […0]");
}

TEST(too_many_expanded_rows_change_nothing)
{
    ed_State state = filled(3);
    char path[64];
    u32 i = 0;
    for (bool ok = true; ok && i < 2 * HOST_TOGGLES_MAX; i += ok) {
        snprintf(path, sizeof path, "Sheet.rows[%u]", i);
        ok = host_tree_expand(&tree, path, true);
    }
    CHECK(i > HOST_TOGGLES_MAX / 2 && i < HOST_TOGGLES_MAX);
    CHECK(host_tree_is_full(&tree));
    CHECK(host_tree_expand(&tree, "Sheet", true));
    CHECK(host_tree_count(&tree, &state) > 2);
    host_tree_collapse_all(&tree);
    CHECK_EQ(host_tree_count(&tree, &state), 2);
    CHECK(!host_tree_expand(&tree, "", true));
    CHECK(!host_tree_expand(&tree, "Sheet.rows[", true));
    CHECK(!host_tree_expand(&tree, "Sheet.rows[4294967296]", true));
    CHECK(!host_tree_expand(&tree, "Sheet.rows[id=4]", true));
}

// --- the filter ----------------------------------------------------------------------------------

TEST(a_filter_shows_what_has_its_name_and_what_is_above)
{
    ed_State state = filled(3);
    host_tree_filter(&tree, "TEXTS");
    CHECK_TEXT(listed(&state), "Small\nSmall.texts\n");
    host_tree_filter(&tree, "sheet.cou");
    CHECK_TEXT(listed(&state), "Sheet\nSheet.count\n");
    host_tree_filter(&tree, "sheet.number");
    CHECK_HAS(listed(&state), "Sheet\nSheet.rows\nSheet.pair\n");
    host_tree_filter(&tree, "no such");
    CHECK_TEXT(listed(&state), "");
    CHECK_EQ(host_tree_count(&tree, &state), 0);
    host_tree_filter(&tree, "");
    CHECK_TEXT(listed(&state), "Sheet\nSmall\n");
}

TEST(a_filter_finds_through_lists_and_types_that_hold_themselves)
{
    ed_State state = filled(3);
    host_tree_filter(&tree, "tree.children.value");
    CHECK_TEXT(listed(&state), "Sheet\nSheet.tree\nSheet.tree.children\n");
    host_tree_filter(&tree, "rows[1].figure.circle.radius");
    CHECK_TEXT(listed(&state), "Sheet\nSheet.rows\n");
    CHECK(host_tree_reveal(&tree, "Sheet.rows[1].figure"));
    CHECK_HAS(listed(&state), "Sheet.rows[1]\nSheet.rows[1].figure\nSheet.rows[2]\n");
}

TEST(rows_below_a_match_are_shown_when_it_is_expanded)
{
    ed_State state = filled(3);
    host_tree_filter(&tree, "spots");
    CHECK_TEXT(listed(&state), "Small\nSmall.spots\n");
    CHECK(host_tree_reveal(&tree, "Small.spots[0].x"));
    CHECK_HAS(listed(&state), "Small.spots[0].x\nSmall.spots[0].y\n");
    host_tree_filter(&tree, "spots");      // each filter begins with collapsed rows
    CHECK_TEXT(listed(&state), "Small\nSmall.spots\n");
    host_tree_filter(&tree, "");
    CHECK_TEXT(listed(&state), "Sheet\nSmall\n");
}

// --- other layouts -------------------------------------------------------------------------------

/// The tree finds expanded rows by tag, even if their field or their root was renamed.
TEST(expanded_rows_stay_expanded_across_a_layout_change)
{
    static RowsRead read;
    ed_State state = filled(3);
    CHECK(host_tree_reveal(&tree, "Sheet.rows[1].path[0].x"));
    CHECK_HAS(listed(&state), "Sheet.rows[1].path[0].x\n");
    ed_Writer w = test_writer();
    CHECK(ed_snapshot_write(&w, &state));
    CHECK(rows_read(&read, &later_schema, w.bytes, w.size));
    CHECK_HAS(listed(&read.state), "LaterSheet.rows[1].path[0].y\n"
                                   "LaterSheet.rows[1].path[0].z\n"
                                   "LaterSheet.rows[1].path[0].x\n");
    u64 number;
    CHECK(host_tree_find(&tree, &read.state, "LaterSheet.rows[1].path[0].x", &number));
    CHECK_HAS(listed(&state), "Sheet.rows[1].path[0].x\n");
}

static ed_Field renamed_fields[8];
static ed_Type renamed;
static ed_Schema renamed_schema;
static u32 list_tag;

/// In the renamed schema, Small.list is Small.entries.
static void rename_list(ed_State *state)
{
    static const ed_Type *states[2];
    renamed = *rows_schema.states[Small_root];
    list_tag = renamed.fields[0].tag;
    memcpy(renamed_fields, renamed.fields, renamed.field_count * sizeof *renamed_fields);
    renamed_fields[0].name = "entries";
    renamed_fields[0].tag = ed_tag("entries", strlen("entries"));
    renamed.fields = renamed_fields;
    states[Sheet_root] = rows_schema.states[Sheet_root];
    states[Small_root] = &renamed;
    renamed_schema = rows_schema;
    renamed_schema.states = states;
    state->schema = &renamed_schema;
}

static void say_what_it_was(void)
{
    renamed_fields[0].was = &list_tag;
    renamed_fields[0].was_count = 1;
}

TEST(expanded_rows_stay_expanded_after_a_rename)
{
    ed_State state = filled(3);
    CHECK(host_tree_reveal(&tree, "Small.list[0].a"));
    rename_list(&state);
    CHECK(strstr(listed(&state), "Small.entries[0]") == NULL);
    say_what_it_was();
    CHECK_HAS(listed(&state), "Small.entries[0].a\n");
}

/// Paths that are pinned, selected or in the undo history.
TEST(a_path_leads_to_what_has_another_name_now)
{
    static RowsRead read;
    ed_State state = filled(3);
    ed_ValueRef ref;
    u64 now, before;
    CHECK(host_tree_reveal(&tree, "Small.list[1].a"));
    rename_list(&state);
    CHECK(!ed_value_find_was(&state, "Small.list[1].a", &ref));
    CHECK(!host_tree_find(&tree, &state, "Small.list[1].a", &before));
    say_what_it_was();
    CHECK(ed_value_find_was(&state, "Small.list[1].a", &ref));
    CHECK_TEXT(ref.field->name, "a");
    CHECK(!ed_value_find(&state, "Small.list[1].a", &ref, NULL));
    CHECK(host_tree_find(&tree, &state, "Small.list[1].a", &before));
    CHECK(host_tree_find(&tree, &state, "Small.entries[1].a", &now));
    CHECK_EQ(before, now);
    CHECK(!ed_value_find_was(&state, "Small.lists[1].a", &ref));
    state.schema = &rows_schema;
    ed_Writer w = test_writer();
    CHECK(ed_snapshot_write(&w, &state));
    CHECK(rows_read(&read, &later_schema, w.bytes, w.size));
    CHECK(ed_value_find_was(&read.state, "Sheet.rows[1].path", &ref));
    CHECK(host_tree_find(&tree, &read.state, "Sheet.rows", &before) == false);      // collapsed
    CHECK(host_tree_find(&tree, &read.state, "Sheet", &before));
}

TEST(text_that_is_not_a_path_finds_nothing)
{
    static const char *none[] = { "",
                                  ".",
                                  ".Small",
                                  "[0]",
                                  "Small.",
                                  "Small..list",
                                  "Small[0]",
                                  "Small.list[",
                                  "Small.list[]",
                                  "Small.list[x]",
                                  "Small.list[1",
                                  "Small.list[1]a",
                                  "Small.list[1].",
                                  "Small.list[3]",
                                  "Small.list[4294967296]",
                                  "Small.list.a" };
    ed_State state = filled(3);
    ed_ValueRef ref;
    u64 number;
    host_tree_reveal(&tree, "Small.list[1].a");
    CHECK(ed_value_find_was(&state, "Small.list[1].a", &ref));
    for (u32 i = 0; i < sizeof none / sizeof *none; i++) {
        CHECK(!ed_value_find_was(&state, none[i], &ref));
        CHECK(!host_tree_find(&tree, &state, none[i], &number));
    }
}

// --- values --------------------------------------------------------------------------------------

TEST(every_kind_of_field_has_its_control_and_text)
{
    static const struct {
        const char *path;
        host_Control control;
        const char *text;
    } cases[] = {
        { "Sheet.count", HOST_CONTROL_NUMBER, "3" },
        { "Sheet.rows", HOST_CONTROL_NONE, "Row […2]" },
        { "Sheet.pair[0].on", HOST_CONTROL_CHECKBOX, "false" },
        { "Sheet.pair[0].name", HOST_CONTROL_TEXT, "\"row\"" },
        { "Sheet.pair[0].mood", HOST_CONTROL_DROPDOWN, "ANGRY" },
        { "Sheet.pair[0].ways", HOST_CONTROL_FLAGS, "none" },
        { "Sheet.pair[0].note", HOST_CONTROL_TEXT, "\"\"" },
        { "Sheet.pair[0].held", HOST_CONTROL_ABSENT, "absent" },
        { "Sheet.pair[0].link", HOST_CONTROL_REF, "none" },
        { "Sheet.pair[0].figure", HOST_CONTROL_DROPDOWN, "circle" },
        { "Sheet.pair[0].figure.circle.radius", HOST_CONTROL_NUMBER, "1" },
        { "Sheet.pair[0].sprite", HOST_CONTROL_POINTER, "null" },
        { "Sheet.pair[0].grid", HOST_CONTROL_NONE, "i16 […2×2]" },
        { "Sheet.pair[0].grid[1][0]", HOST_CONTROL_NUMBER, "0" },
        { "Sheet.pair[0].path", HOST_CONTROL_NONE, "Spot […0]" },
        { "Sheet.tree", HOST_CONTROL_NONE, "Node" },
        { "Sheet", HOST_CONTROL_NONE, "state" },
        { "Sheet.pair[0]", HOST_CONTROL_NONE, "Row, id 7" },
        { "Sheet.pair[1].mood", HOST_CONTROL_DROPDOWN, "9 (not a Humour value)" },
        { "Sheet.pair[1].ways", HOST_CONTROL_FLAGS, "SWIM | DIG" },
        { "Sheet.pair[1].wide", HOST_CONTROL_NUMBER, "nan" },
        { "Small.dice[0]", HOST_CONTROL_NUMBER, "0" },
    };
    for (u32 i = 0; i < 2; i++) blocks[i].arena = test_arena();
    ed_State state = rows_state(blocks);
    Sheet *sheet = blocks[Sheet_root].at;
    for (u32 i = 0; i < 2; i++) Row_array_add(blocks[Sheet_root].arena, &sheet->rows);
    sheet->pair[0].id = 7;
    sheet->pair[1].mood = (Humour)9;
    sheet->pair[1].ways = Ways_SWIM | Ways_DIG;
    sheet->pair[1].wide = __builtin_nan("");
    for (u32 i = 0; i < ED_COUNT(cases); i++) {
        ed_ValueRef ref = place_of(&state, cases[i].path);
        CHECK(ref.at);
        CHECK_EQ(host_value_control(&ref), cases[i].control);
        CHECK_TEXT(shown(&state, cases[i].path), cases[i].text);
    }
}

TEST(a_handle_leads_to_its_item_wherever_that_is_now)
{
    for (u32 i = 0; i < 2; i++) blocks[i].arena = test_arena();
    ed_State state = rows_state(blocks);
    ed_Arena *arena = blocks[Sheet_root].arena;
    Sheet *sheet = blocks[Sheet_root].at;
    Row_ref refs[3];
    for (u32 i = 0; i < 3; i++)
        refs[i] = Row_pool_ref(&sheet->pool, Row_pool_add(arena, &sheet->pool));
    sheet->pair[0].link = refs[2];
    CHECK_TEXT(shown(&state, "Sheet.pair[0].link"), "Row 2");
    Row_pool_remove(&sheet->pool, refs[0]);
    CHECK_TEXT(shown(&state, "Sheet.pair[0].link"), "Row 0");
    char path[HOST_PATH_MAX];
    ed_ValueRef ref = place_of(&state, "Sheet.pair[0].link");
    CHECK(host_value_follow(&state, &ref, path, sizeof path));
    CHECK_TEXT(path, "Sheet.pool[0]");
    CHECK(!host_value_follow(&state, &ref, path, sizeof "Sheet.pool[0]" - 1));
    ed_Slot *slots = sheet->pool.slots, elsewhere[8];
    memcpy(elsewhere, slots, 3 * sizeof *slots);
    sheet->pool.slots = elsewhere;      // outside of the memory of its root
    CHECK_TEXT(shown(&state, "Sheet.pair[0].link"), "none");
    CHECK(!host_value_follow(&state, &ref, path, sizeof path));
    sheet->pool.slots = slots;
    slots[refs[2].index].at = sheet->pool.count;
    CHECK_TEXT(shown(&state, "Sheet.pair[0].link"), "none");
    slots[refs[2].index].at = 0;
    Row_pool_remove(&sheet->pool, refs[2]);
    CHECK_TEXT(shown(&state, "Sheet.pair[0].link"), "none");
    // in the slots of the removed items
    for (u32 i = 0; i < 2; i++) Row_pool_add(arena, &sheet->pool);
    CHECK_TEXT(shown(&state, "Sheet.pair[0].link"), "none");
    sheet->pair[0].link = (Row_ref){ 4000000000u, 1 };
    CHECK_TEXT(shown(&state, "Sheet.pair[0].link"), "none");
}

static const char *moved(const ed_State *state, const char *path, f64 steps)
{
    ed_ValueRef ref = place_of(state, path);
    ed_Text out = ed_text_over(text, sizeof text);
    u8 from[8] = { 0 };
    memcpy(from, ref.at, ref.field->size);
    host_value_moved(&ref, from, steps, &out);
    return text;
}

/// A new item gets no handle of an old one, just as when only the pool is set.
TEST(a_handle_leads_to_nothing_when_all_of_its_state_is_set)
{
    ed_State state = filled(0);
    ed_Error error = { .code = ED_OK };
    Sheet *sheet = blocks[Sheet_root].at;
    ed_Arena *arena = blocks[Sheet_root].arena;
    memset(&sheet->pool, 0, sizeof sheet->pool);
    Row_ref ref = Row_pool_ref(&sheet->pool, Row_pool_add(arena, &sheet->pool));
    ed_ValueRef whole = place_of(&state, "Sheet");
    CHECK(Row_pool_get(&sheet->pool, ref) != NULL);
    CHECK(ed_value_set(&whole, "{}", &error));
    CHECK_EQ(sheet->pool.count, 0);
    Row_pool_add(arena, &sheet->pool);
    CHECK(Row_pool_get(&sheet->pool, ref) == NULL);
}

TEST(a_dragged_number_stays_within_its_type)
{
    ed_State state = filled(1);
    Row *row = &((Sheet *)blocks[Sheet_root].at)->pair[0];
    row->small = 65530;
    CHECK_TEXT(moved(&state, "Sheet.pair[0].small", 1e9), "65535");
    CHECK_TEXT(moved(&state, "Sheet.pair[0].small", -1e9), "0");
    row->grid[0][0] = 3;
    CHECK_TEXT(moved(&state, "Sheet.pair[0].grid[0][0]", -5), "-2");
    CHECK_TEXT(moved(&state, "Sheet.pair[0].grid[0][0]", -1e300), "-32768");
    row->wide = 1;
    CHECK_TEXT(moved(&state, "Sheet.pair[0].wide", 7), "1.07");
    row->wide = 250;
    CHECK_TEXT(moved(&state, "Sheet.pair[0].wide", -3), "247");
    row->wide = __builtin_inf();
    CHECK_TEXT(moved(&state, "Sheet.pair[0].wide", 1), "0");
    row->wide = 1.7e308;
    CHECK_TEXT(moved(&state, "Sheet.pair[0].wide", 1000), "1.7976931348623157e+308");
    row->wide = -1.7e308;
    CHECK_TEXT(moved(&state, "Sheet.pair[0].wide", -1000), "-1.7976931348623157e+308");
    row->id = 4294967295u;
    CHECK_TEXT(moved(&state, "Sheet.pair[0].id", -1), "4284967295");
    row->id = 1;
    CHECK_TEXT(moved(&state, "Sheet.pair[0].id", 1), "2");
    CHECK_TEXT(moved(&state, "Sheet.pair[0].grid[0][0]", 40000), "32767");
    row->grid[0][0] = -300;
    CHECK_TEXT(moved(&state, "Sheet.pair[0].grid[0][0]", 1), "-299");
}

/// Values of kinds and ranges that the schema does not have.
static const char *moved_as(ed_Kind kind, u64 bits, f64 steps)
{
    const ed_Field field = { .name = "field", .kind = kind, .size = ed_kind_size(kind) };
    const ed_ValueRef ref = { .field = &field, .at = &bits };
    ed_Text out = ed_text_over(text, sizeof text);
    host_value_moved(&ref, (const u8 *)&bits, steps, &out);
    return text;
}

TEST(integers_stop_at_the_limits_of_their_kind)
{
    CHECK_TEXT(moved_as(ED_U8, 3, -5), "0");
    CHECK_TEXT(moved_as(ED_U8, 254, 2), "255");
    CHECK_TEXT(moved_as(ED_I8, 3, -5), "-2");
    CHECK_TEXT(moved_as(ED_I8, 0, 0), "0");
    CHECK_TEXT(moved_as(ED_I64, 3, -5), "-2");
    CHECK_TEXT(moved_as(ED_I64, INT64_MAX - 1, 1e300), "9223372036854775807");
    CHECK_TEXT(moved_as(ED_I64, (u64)INT64_MIN + 1, -1e300), "-9223372036854775808");
    CHECK_TEXT(moved_as(ED_U64, UINT64_MAX - 1, 1e300), "18446744073709551615");
    CHECK_TEXT(moved_as(ED_U64, 8000000000000000000, 1e300), "17000000000000000000");
    CHECK_TEXT(moved_as(ED_U64, 8000000000000000000, -1e300), "0");
}

static const char *at_fraction(ed_Field field, f64 fraction)
{
    u64 bits = 0;
    const ed_ValueRef ref = { .field = &field, .at = &bits };
    ed_Text out = ed_text_over(text, sizeof text);
    host_value_at_fraction(&ref, fraction, &out);
    return text;
}

TEST(a_slider_covers_exactly_its_range)
{
    const ed_Field wide = { .kind = ED_F64, .size = 8, .range_low = 0.126, .range_high = 9.874 },
                   whole = { .kind = ED_I16, .size = 2, .range_low = -10, .range_high = 5 };
    CHECK_TEXT(at_fraction(wide, 0), "0.126");
    CHECK_TEXT(at_fraction(wide, -1), "0.126");
    CHECK_TEXT(at_fraction(wide, 0.0001), "0.13");
    CHECK_TEXT(at_fraction(wide, 0.5), "5");
    CHECK_TEXT(at_fraction(wide, 1), "9.874");
    CHECK_TEXT(at_fraction(wide, 2), "9.874");
    CHECK_TEXT(at_fraction(whole, 0), "-10");
    CHECK_TEXT(at_fraction(whole, 0.5), "-3");
    CHECK_TEXT(at_fraction(whole, 0.24), "-6");
    CHECK_TEXT(at_fraction(whole, 1), "5");
}

TEST(a_value_has_its_place_in_the_range)
{
    static const struct {
        i16 value;
        f64 fraction;
    } cases[] = { { -10, 0 }, { -11, 0 }, { -7, 0.2 }, { 0, 10.0 / 15 }, { 5, 1 }, { 9, 1 } };
    const ed_Field whole = { .kind = ED_I16, .size = 2, .range_low = -10, .range_high = 5 },
                   small = { .kind = ED_U8, .size = 1, .range_low = 100, .range_high = 200 },
                   wide = { .kind = ED_F64, .size = 8, .range_low = 0, .range_high = 2 };
    for (u32 i = 0; i < ED_COUNT(cases); i++) {
        i16 value = cases[i].value;
        CHECK(host_value_fraction(&(ed_ValueRef){ .field = &whole, .at = &value })
              == cases[i].fraction);
    }
    u8 byte = 150;
    f64 half = 1.5, none = __builtin_nan("");
    CHECK(host_value_fraction(&(ed_ValueRef){ .field = &small, .at = &byte }) == 0.5);
    CHECK(host_value_fraction(&(ed_ValueRef){ .field = &wide, .at = &half }) == 0.75);
    CHECK(host_value_fraction(&(ed_ValueRef){ .field = &wide, .at = &none }) == 0);
}

TEST(numbers_without_an_end_are_named)
{
    ed_State state = filled(1);
    Row *row = &((Sheet *)blocks[Sheet_root].at)->pair[0];
    row->wide = __builtin_inf();
    CHECK_TEXT(shown(&state, "Sheet.pair[0].wide"), "inf");
    row->wide = -__builtin_inf();
    CHECK_TEXT(shown(&state, "Sheet.pair[0].wide"), "-inf");
}

TEST(a_long_text_is_shown_by_its_beginning_and_its_size)
{
    static char letters[] = "elsewhere";
    ed_State state = filled(1);
    ed_Arena *arena = blocks[Sheet_root].arena;
    Row *row = &((Sheet *)blocks[Sheet_root].at)->pair[0];
    char expected[128], longer[101];
    memset(longer, 'x', 100);
    longer[100] = 0;
    ed_str_set(arena, &row->note, longer);
    snprintf(expected, sizeof expected, "\"%.96s\" … 100 bytes", longer);
    CHECK_TEXT(shown(&state, "Sheet.pair[0].note"), expected);
    longer[96] = 0;
    ed_str_set(arena, &row->note, longer);
    snprintf(expected, sizeof expected, "\"%s\"", longer);
    CHECK_TEXT(shown(&state, "Sheet.pair[0].note"), expected);
    row->note = (ed_Str){ letters, 9, 10 };      // outside of the memory of its root
    CHECK_TEXT(shown(&state, "Sheet.pair[0].note"), "\"\"");
}

/// A record with the first `count` of five fields, as the inspector shows it on one line.
static const char *preview(u32 count, const ed_Field *key, ed_Shape shape)
{
    static u32 numbers[5] = { 1, 2, 3, 4, 5 };
    static char name[8] = "name";
    ed_Field parts[5];
    for (u32 i = 0; i < 5; i++)
        parts[i] = (ed_Field){ .name = "part", .offset = 4 * i, .size = 4, .kind = ED_U32 };
    parts[0].shape = shape;
    parts[0].count = parts[0].dims[0] = 1;
    const ed_Type type = {
        .name = "Parts", .kind = ED_STRUCT, .fields = parts, .field_count = count, .key = key
    };
    const ed_Field field = { .name = "field", .kind = ED_STRUCT, .type = &type };
    const ed_ValueRef ref = { .field = &field, .at = key ? (void *)name : numbers };
    ed_Text out = ed_text_over(text, sizeof text);
    host_value_text(NULL, &ref, &out);
    return text;
}

TEST(a_record_of_few_numbers_is_shown_by_them)
{
    const ed_Field name = { .name = "name", .kind = ED_CHARS, .size = 8 },
                   list = { .name = "list", .kind = ED_U32, .size = 4, .shape = ED_DYNAMIC };
    CHECK_TEXT(preview(1, NULL, ED_ONE), "1");
    CHECK_TEXT(preview(4, NULL, ED_ONE), "1, 2, 3, 4");
    CHECK_TEXT(preview(5, NULL, ED_ONE), "Parts");
    CHECK_TEXT(preview(2, NULL, ED_FIXED), "Parts");
    CHECK_TEXT(preview(5, &name, ED_ONE), "Parts");
    CHECK_TEXT(preview(5, &list, ED_ONE), "Parts");
}

TEST(an_absent_value_becomes_the_simplest_one)
{
    static const char *const cases[][2] = {
        { "on", "false" },      { "small", "0" }, { "wide", "0" },    { "name", "\"\"" },
        { "note", "\"\"" },     { "held", "{}" }, { "mood", "CALM" }, { "ways", "0" },
        { "figure", "circle" }, { "link", "" },   { "sprite", "" },
    };
    char path[64];
    ed_State state = filled(1);
    for (u32 i = 0; i < ED_COUNT(cases); i++) {
        snprintf(path, sizeof path, "Sheet.pair[0].%s", cases[i][0]);
        ed_ValueRef ref = place_of(&state, path);
        ed_Text out = ed_text_over(text, sizeof text);
        host_value_default(&ref, &out);
        CHECK_TEXT(text, cases[i][1]);
    }
}

TEST(only_named_values_have_choices)
{
    static const struct {
        const char *path;
        u32 count;
    } cases[] = { { "Sheet", 0 },
                  { "Sheet.count", 0 },
                  { "Sheet.tree", 0 },
                  { "Sheet.pair[0].mood", 3 },
                  { "Sheet.pair[0].ways", 3 },
                  { "Sheet.pair[0].figure", 3 } };
    ed_State state = filled(1);
    for (u32 i = 0; i < ED_COUNT(cases); i++) {
        ed_ValueRef ref = place_of(&state, cases[i].path);
        CHECK_EQ(host_value_choices(&ref), cases[i].count);
    }
}

TEST(a_flag_in_the_highest_bit_is_toggled)
{
    static const ed_Value values[] = { { .name = "LOW", .number = 1 },
                                       { .name = "HIGH", .number = INT64_MIN } };
    const ed_Type type = { .name = "Bits",
                           .kind = ED_FLAGS,
                           .base = ED_U64,
                           .values = values,
                           .value_count = ED_COUNT(values) };
    const ed_Field field = { .name = "bits", .kind = ED_FLAGS, .size = 8, .type = &type };
    u64 bits = 1;
    const ed_ValueRef ref = { .field = &field, .at = &bits };
    ed_Text out = ed_text_over(text, sizeof text);
    host_value_choose(&ref, 1, &out);
    CHECK_TEXT(text, "9223372036854775809");
    bits = (u64)INT64_MIN + 1;
    CHECK(host_value_chosen(&ref, 0) && host_value_chosen(&ref, 1));
    out = ed_text_over(text, sizeof text);
    host_value_choose(&ref, 1, &out);
    CHECK_TEXT(text, "1");
}

TEST(a_value_is_new_until_the_next_reload)
{
    host_ChangeMarks seen;
    CHECK(host_changed_init(&seen, test_arena()));
    host_changed_start_epoch(&seen, 1);
    CHECK(!host_changed_note(&seen, "Game.a", 5));
    CHECK(host_changed_note(&seen, "Game.a", 6));
    CHECK(!host_changed_note(&seen, "Game.a", 5));
    CHECK(host_changed_note(&seen, "Game.a", 7));
    host_changed_start_epoch(&seen, 1);
    CHECK(host_changed_note(&seen, "Game.a", 7));
    host_changed_start_epoch(&seen, 2);
    CHECK(!host_changed_note(&seen, "Game.a", 7));
    CHECK(host_changed_note(&seen, "Game.a", 8));
}

TEST(no_value_is_new_right_after_a_reload)
{
    char path[32];
    host_ChangeMarks seen;
    CHECK(host_changed_init(&seen, test_arena()));
    for (u32 i = 0; i < 20 * HOST_CHANGED_MAX; i++) {
        snprintf(path, sizeof path, "Game.a[%u]", i);
        CHECK(!host_changed_note(&seen, path, 1));
        CHECK(host_changed_note(&seen, path, 2));
    }
    host_changed_start_epoch(&seen, 1);
    for (u32 i = 20 * HOST_CHANGED_MAX; i-- > 0;) {
        snprintf(path, sizeof path, "Game.a[%u]", i);
        CHECK(!host_changed_note(&seen, path, 2));
    }
}
