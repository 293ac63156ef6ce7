#include "runtime/attic/snapshot.h"
#include "runtime/snapshot/defaults.h"
#include "tests/lib/rows.h"
#include "tests/lib/versions.h"
#include <stdio.h>
#include "host/inspect/tree.h"

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
    CHECK(host_tree_expand(&tree, &state, "Small", true));
    CHECK_TEXT(listed(&state), "Sheet\nSmall\nSmall.list\nSmall.spots\nSmall.texts\nSmall.dice\n");
    CHECK(host_tree_expand(&tree, &state, "Small.texts", true));
    CHECK_HAS(listed(&state), "Small.texts\nSmall.texts[0]\nSmall.texts[1]\n");
    CHECK(host_tree_expand(&tree, &state, "Small", false));
    CHECK_TEXT(listed(&state), "Sheet\nSmall\n");
    CHECK(host_tree_expand(&tree, &state, "Small", true));
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
        CHECK(host_tree_reveal(&tree, &state, open[i])
              && host_tree_expand(&tree, &state, open[i], true));
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
    CHECK(host_tree_reveal(&tree, &state, "Sheet.rows[2].id")
          && host_tree_reveal(&tree, &state, "Sheet.rows[5].id")
          && host_tree_reveal(&tree, &state, "Small.list[0].a"));
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

TEST(of_a_million_rows_only_the_visible_ones_are_visited)
{
    ed_State state = filled(1);
    Small *small = blocks[Small_root].at;
    for (u32 i = 0; i < 1000000; i++)
        Plain_array_add(blocks[Small_root].arena, &small->list)->b = i;
    u32 count = small->list.count;
    CHECK(host_tree_reveal(&tree, &state, "Small.list[700000].b"));
    CHECK(host_tree_expand(&tree, &state, "Small.list[3]", true));
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
    CHECK(host_tree_expand(&tree, &state, "Small.list", true));
    CHECK(host_tree_expand(&tree, &state, "Small.list[10]", false));
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
    CHECK(host_tree_expand(&tree, &state, "Small", true));
    CHECK_HAS(listed(&state), "Small\nSmall.list\nSmall.spots\n");
    CHECK(rows[2].can_expand && !rows[2].expanded);
    CHECK(host_tree_expand(&tree, &state, "Small.list", true));
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
    CHECK(host_tree_expand(&tree, &state, path, true));
    CHECK(host_tree_expand(&tree, &state, "Small", true)
          && host_tree_expand(&tree, &state, "Small.list", true));
    CHECK_HAS(listed(&state), "Small.list[1]\nSmall.list[1].a\n");
    snprintf(path, sizeof path, "Small.list[%0*u]", (int)(longest - strlen("Small.list[")), 2);
    CHECK(!host_tree_expand(&tree, &state, path, true));
    CHECK(!strstr(listed(&state), "Small.list[2].a"));
    memset(path, 'x', HOST_PATH_MAX);
    path[HOST_PATH_MAX] = 0;
    CHECK(!host_tree_reveal(&tree, &state, path));
}

TEST(a_hidden_or_removed_row_is_not_found)
{
    ed_State state = filled(3);
    u64 number;
    CHECK(!host_tree_find(&tree, &state, "Sheet.count", &number));
    CHECK(host_tree_expand(&tree, &state, "Sheet", true));
    CHECK(host_tree_find(&tree, &state, "Sheet.count", &number));
    CHECK(!host_tree_find(&tree, &state, "Sheet.gone", &number));
    CHECK(!host_tree_find(&tree, &state, "Sheet.rows[99]", &number));
    CHECK(!host_tree_find(&tree, &state, "", &number));
    CHECK(!host_tree_find(&tree, &state, "Nothing", &number));
}

TEST(a_list_whose_count_exceeds_its_memory_has_no_rows)
{
    ed_State state = filled(3);
    Sheet *sheet = blocks[Sheet_root].at;
    CHECK(host_tree_reveal(&tree, &state, "Sheet.rows[0].id"));
    sheet->rows.count = UINT32_MAX;
    CHECK(strstr(listed(&state), "Sheet.rows[0]") == NULL);
}

TEST(too_many_expanded_rows_change_nothing)
{
    ed_State state = filled(3);
    char path[64];
    u32 i = 0;
    for (bool ok = true; ok && i < 2 * HOST_TOGGLES_MAX; i += ok) {
        snprintf(path, sizeof path, "Sheet.rows[%u]", i);
        ok = host_tree_expand(&tree, &state, path, true);
    }
    CHECK(i > HOST_TOGGLES_MAX / 2 && i < HOST_TOGGLES_MAX);
    CHECK(host_tree_is_full(&tree));
    CHECK(host_tree_expand(&tree, &state, "Sheet", true));
    CHECK(host_tree_count(&tree, &state) > 2);
    host_tree_collapse_all(&tree);
    CHECK_EQ(host_tree_count(&tree, &state), 2);
    CHECK(!host_tree_expand(&tree, &state, "", true));
    CHECK(!host_tree_expand(&tree, &state, "Sheet.rows[", true));
    CHECK(!host_tree_expand(&tree, &state, "Sheet.rows[4294967296]", true));
    CHECK(!host_tree_expand(&tree, &state, "Sheet.rows[id=4]", true));
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
    CHECK(host_tree_reveal(&tree, &state, "Sheet.rows[1].figure"));
    CHECK_HAS(listed(&state), "Sheet.rows[1]\nSheet.rows[1].figure\nSheet.rows[2]\n");
}

TEST(rows_below_a_match_are_shown_when_it_is_expanded)
{
    ed_State state = filled(3);
    host_tree_filter(&tree, "spots");
    CHECK_TEXT(listed(&state), "Small\nSmall.spots\n");
    CHECK(host_tree_reveal(&tree, &state, "Small.spots[0].x"));
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
    CHECK(host_tree_reveal(&tree, &state, "Sheet.rows[1].path[0].x"));
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

// The tree numbers the elements; their paths have the names.
TEST(elements_of_an_array_indexed_by_an_enum_have_the_names_of_its_values)
{
    static const ed_Value values[] = { { .name = "ORC", .number = 0 },
                                       { .name = "ELF", .number = 1 } };
    static const ed_Type kind = { .name = "Kind",
                                  .kind = ED_ENUM,
                                  .base = ED_U8,
                                  .size = 1,
                                  .values = values,
                                  .value_count = 2 };
    test_Version *game = test_version("Game", "speed:u8[2][2]", NULL);
    test_field(game->states[0], "speed")->index_types[0] = &kind;
    ed_State state = filled(0);
    u64 number;
    blocks[0].at = ed_state_init(game->states[0], blocks[0].arena);
    state.schema = &game->schema;
    CHECK(host_tree_reveal(&tree, &state, "Game.speed[ELF][1]"));
    CHECK_TEXT(listed(&state), "Game\nGame.speed\nGame.speed[ORC]\nGame.speed[ELF]\n"
                               "Game.speed[ELF][0]\nGame.speed[ELF][1]\n");
    CHECK(host_tree_find(&tree, &state, "Game.speed[ELF][1]", &number) && number == 5);
    CHECK(host_tree_find(&tree, &state, "Game.speed[1][1]", &number) && number == 5);
    CHECK(host_tree_expand(&tree, &state, "Game.speed[1]", false));
    CHECK_TEXT(listed(&state), "Game\nGame.speed\nGame.speed[ORC]\nGame.speed[ELF]\n");
    CHECK(!host_tree_find(&tree, &state, "Game.speed[GNOME]", &number));
    CHECK(!host_tree_expand(&tree, &state, "Game.speed[GNOME]", true));
    CHECK(!host_tree_expand(&tree, &state, "Game[ORC]", true));
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
    CHECK(host_tree_reveal(&tree, &state, "Small.list[0].a"));
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
    CHECK(host_tree_reveal(&tree, &state, "Small.list[1].a"));
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
    host_tree_reveal(&tree, &state, "Small.list[1].a");
    CHECK(ed_value_find_was(&state, "Small.list[1].a", &ref));
    for (u32 i = 0; i < sizeof none / sizeof *none; i++) {
        CHECK(!ed_value_find_was(&state, none[i], &ref));
        CHECK(!host_tree_find(&tree, &state, none[i], &number));
    }
}
