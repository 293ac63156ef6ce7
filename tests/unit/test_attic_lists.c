#include <stdio.h>
#include "runtime/attic/attic.h"
#include "runtime/types/pool.h"
#include "runtime/value/value.h"
#include "tests/lib/test.h"
#include "tests/lib/version_walk.h"
#include "tests/lib/versions.h"

// --- lists ---------------------------------------------------------------------------------------

TEST(a_list_cut_in_steps_is_whole_again)
{
    CHECK(walk_begin("a:u16[..4]"));
    walk_set("Z.a", "[1,2,3,4]");
    CHECK(WALK("a:u16[..2]", "a:u16[..1]", "a:u16[..2]", "a:u16[..3]"));
    CHECK(strcmp(walk_get("Z.a"), "[1,2,3]") == 0);
    CHECK(walk_to("a:u16[]"));
    CHECK(strcmp(walk_get("Z.a"), "[1,2,3,4]") == 0);
    CHECK_EQ(walk_retained(), 0);
    ed_run_close(&walk_run);
}

TEST(a_list_that_became_an_array_and_a_list_again_has_all_its_items)
{
    CHECK(walk_begin("l:Item[]"));
    walk_grow(5);
    CHECK(WALK("l:Item[..1]", "l:Item[1]", "l:Item", "l:Item[..1]", "l:Item[2]", "l:Item[]"));
    CHECK(strcmp(walk_ids(), "1 2 3 4 5") == 0);
    CHECK(strcmp(walk_get("Z.l[4].ammo"), "[1,2,3,15]") == 0);
    ed_run_close(&walk_run);
}

TEST(an_array_made_a_list_and_an_array_again_is_whole)
{
    CHECK(walk_begin("a:u16[5]"));
    walk_set("Z.a", "[1,0,0,4,0]");
    CHECK(WALK("a:u16[1]", "a:u16[..1]", "a:u16[..2]", "a:u16[4]"));
    CHECK(strcmp(walk_get("Z.a"), "[1,0,0,4]") == 0);
    ed_run_close(&walk_run);
}

TEST(items_of_a_pool_cut_in_steps_come_back)
{
    CHECK(walk_begin("l:Item[20]pool"));
    walk_grow(5);
    CHECK(WALK("l:Item[4]pool", "l:Item[2]pool", "l:Item[20]pool"));
    CHECK(strcmp(walk_ids(), "1 2 3 4 5") == 0);
    ed_run_close(&walk_run);
}

TEST(a_pool_cut_and_dropped_comes_back_whole)
{
    CHECK(walk_begin("l:Item[20]pool q:u8"));
    walk_grow(5);
    CHECK(WALK("l:Item[1]pool q:u8", "q:u8", "l:Item[20]pool q:u8"));
    CHECK(strcmp(walk_ids(), "1 2 3 4 5") == 0);
    ed_run_close(&walk_run);
}

// The attic identifies the items of a pool by their handles, so they need no key.
static const char *const with_hp = "id:u32 hp:u16 ammo:u8[4]", *const without_hp =
                                                                   "id:u32 ammo:u8[4]";

static const ed_Module *pool_of(const char *words)
{
    return &test_version("Z", "l:Item[20]pool", test_type("Item", words, NULL, NULL))->module;
}

static ed_Pool *walk_pool(void) { return (ed_Pool *)(void *)walk_list(); }

TEST(values_of_removed_items_of_a_pool_are_reported_without_advice_about_keys)
{
    static char line[1000];
    ed_Error error = { .code = ED_OK };
    const ed_Module *without = pool_of(without_hp);
    CHECK(ed_run_open(&walk_run, pool_of(with_hp), 1, &error));
    walk_grow(1);
    walk_set("Z.l[0].hp", "7");
    CHECK(ed_run_replace(&walk_run, without, &error));
    ed_pool_clear(walk_pool(), without->schema->types[0]->size);
    walk_grow(1);
    CHECK(ed_run_replace(&walk_run, pool_of(with_hp), &error));
    ed_Text out = ed_text_over(line, sizeof line);
    ed_report_line(&walk_run.report, &out);
    CHECK_HAS(line, "1 old value in the attic belongs to no current record");
    CHECK(!strstr(line, "key"));
    ed_run_close(&walk_run);
}

TEST(an_item_that_moved_within_its_pool_gets_its_own_value_back)
{
    ed_Error error = { .code = ED_OK };
    const ed_Module *without = pool_of(without_hp);
    u32 size = without->schema->types[0]->size;
    CHECK(ed_run_open(&walk_run, pool_of(with_hp), 1, &error));
    walk_grow(3);
    walk_set("Z.l[0].hp", "7");
    walk_set("Z.l[1].hp", "8");
    walk_set("Z.l[2].hp", "9");
    CHECK(ed_run_replace(&walk_run, without, &error));
    ed_pool_remove(walk_pool(), ed_pool_ref(walk_pool(), 0), size);
    CHECK(ed_run_replace(&walk_run, pool_of(with_hp), &error));
    CHECK_TEXT(walk_ids(), "3 2");
    CHECK_TEXT(walk_get("Z.l[0].hp"), "9");
    CHECK_TEXT(walk_get("Z.l[1].hp"), "8");
    ed_run_close(&walk_run);
}

TEST(a_pool_that_was_removed_returns_with_the_handles_of_its_items)
{
    CHECK(walk_begin("l:Item[20]pool q:u8"));
    u32 size = walk_run.module->schema->types[0]->size;
    walk_grow(3);
    ed_pool_remove(walk_pool(), ed_pool_ref(walk_pool(), 0), size);
    CHECK(ed_pool_add(walk_run.states[0].arena, walk_pool(), size, 8) != NULL);
    const ed_Ref again = ed_pool_ref(walk_pool(), 2);
    CHECK_EQ(again.generation, 2);
    CHECK(WALK("q:u8", "l:Item[20]pool q:u8"));
    for (u32 i = 0; i < 3; i++) CHECK(ed_pool_has(walk_pool(), ed_pool_ref(walk_pool(), i)));
    const ed_Ref now = ed_pool_ref(walk_pool(), 2);
    CHECK(now.index == again.index && now.generation == again.generation);
    ed_run_close(&walk_run);
}

TEST(items_of_a_pool_that_becomes_a_list_are_identified_by_their_index)
{
    ed_Error error = { .code = ED_OK };
    const ed_Type *with = test_type("Item", with_hp, NULL, NULL);
    CHECK(ed_run_open(&walk_run, pool_of(with_hp), 1, &error));
    walk_grow(3);
    walk_set("Z.l[1].hp", "8");
    walk_set("Z.l[2].hp", "9");
    CHECK(ed_run_replace(&walk_run, pool_of(without_hp), &error));
    CHECK(ed_run_replace(&walk_run, &test_version("Z", "l:Item[]", with)->module, &error));
    CHECK_TEXT(walk_ids(), "1 2 3");
    CHECK_TEXT(walk_get("Z.l[1].hp"), "8");
    CHECK_TEXT(walk_get("Z.l[2].hp"), "9");
    ed_run_close(&walk_run);
}

TEST(values_of_removed_records_leave_the_attic_when_their_field_returns)
{
    static const char *const with = "id:u32 ammo:u8[4] x:u16[]", *const without =
                                                                     "id:u32 ammo:u8[4]";
    CHECK(walk_begin("l:Item[]"));
    CHECK(walk_to_with("l:Item[]", with));
    walk_grow(2);
    walk_set("Z.l[0].x", "[1]");
    walk_set("Z.l[1].x", "[2]");
    CHECK(walk_to_with("l:Item[]", without));
    CHECK_EQ(walk_retained(), 2);
    walk_list()->count = 1;
    CHECK(walk_to_with("l:Item[]", with));
    CHECK_TEXT(walk_get("Z.l[0].x"), "[1]");
    CHECK_EQ(walk_retained(), 0);
    ed_run_close(&walk_run);
}

TEST(a_list_cut_and_dropped_comes_back_whole)
{
    CHECK(walk_begin("l:Item[] q:u8"));
    walk_grow(5);
    CHECK(WALK("l:Item[..3] q:u8", "l:Item[1] q:u8", "q:u8", "l:Item[] q:u8"));
    CHECK(strcmp(walk_ids(), "1 2 3 4 5") == 0);
    CHECK_EQ(walk_retained(), 0);
    ed_run_close(&walk_run);
}

TEST(a_list_that_the_game_shortened_gets_no_old_tail)
{
    CHECK(walk_begin("a:u16[..4]"));
    walk_set("Z.a", "[1,2,3,4]");
    CHECK(WALK("a:u16[..3]", "a:u16[..2]"));
    walk_set("Z.a", "[1]");
    CHECK(WALK("a:u16[..3]", "a:u16[..4]"));
    CHECK(strcmp(walk_get("Z.a"), "[1]") == 0);
    CHECK_EQ(walk_retained(), 0);
    ed_run_close(&walk_run);
}

TEST(a_list_that_was_shortened_and_grew_meanwhile_gets_no_old_tail)
{
    CHECK(walk_begin("a:u16[..4]"));
    walk_set("Z.a", "[1,2,3,4]");
    CHECK(WALK("a:u16[..3]", "a:u16[..2]"));
    walk_set("Z.a", "[]");
    CHECK(walk_to("a:u16[..3]"));
    walk_set("Z.a", "[7,8,9]");
    CHECK(walk_to("a:u16[..4]"));
    CHECK(strcmp(walk_get("Z.a"), "[7,8,9]") == 0);
    ed_run_close(&walk_run);
}

TEST(a_list_cut_in_a_record_that_was_dropped_meanwhile_comes_back_whole)
{
    CHECK(walk_begin("q:u8"));
    CHECK(walk_to_with("q:u8 a:Item b:Item", "x:u16[..4]"));
    walk_set("Z.a.x", "[1,2,3,4]");
    CHECK(walk_to_with("q:u8 a:Item b:Item", "x:u16[..2]"));
    CHECK(walk_to_with("q:u8 b:Item", "x:u16[..3]"));
    CHECK(walk_to_with("q:u8 a:Item b:Item", "x:u16[..2]"));
    CHECK_TEXT(walk_get("Z.a.x"), "[1,2]");
    CHECK(walk_to_with("q:u8 a:Item b:Item", "x:u16[..4]"));
    CHECK_TEXT(walk_get("Z.a.x"), "[1,2,3,4]");
    CHECK_EQ(walk_retained(), 0);
    ed_run_close(&walk_run);
}

TEST(a_list_shortened_while_a_record_of_its_type_is_dropped_gets_no_old_tail)
{
    CHECK(walk_begin("q:u8"));
    CHECK(walk_to_with("q:u8 a:Item b:Item", "x:u16[..4]"));
    walk_set("Z.a.x", "[1,2,3,4]");
    walk_set("Z.b.x", "[5,6,7,8]");
    CHECK(walk_to_with("q:u8 a:Item b:Item", "x:u16[..2]"));
    walk_set("Z.a.x", "[1]");
    CHECK(walk_to_with("q:u8 a:Item", "x:u16[..3]"));
    walk_set("Z.a.x", "[1,9]");
    CHECK(walk_to_with("q:u8 a:Item b:Item", "x:u16[..4]"));
    CHECK_TEXT(walk_get("Z.a.x"), "[1,9]");
    CHECK_TEXT(walk_get("Z.b.x"), "[5,6,7,8]");
    ed_run_close(&walk_run);
}

TEST(arrays_in_records_cut_in_steps_come_back_but_not_to_removed_records)
{
    CHECK(walk_begin("l:Item[]"));
    walk_grow(3);
    CHECK(walk_to_with("l:Item[]", "id:u32 hp:u16 ammo:u8[3]"));
    CHECK(walk_to_with("l:Item[]", "id:u32 hp:u16 ammo:u8[2]"));
    walk_set("Z.l[1].id", "9");
    CHECK(walk_to_with("l:Item[]", "id:u32 hp:u16 ammo:u8[3]"));
    CHECK(walk_to_with("l:Item[]", "id:u32 hp:u16 ammo:u8[4]"));
    CHECK(strcmp(walk_get("Z.l[0].ammo"), "[1,2,3,11]") == 0);
    CHECK(strcmp(walk_get("Z.l[1].ammo"), "[1,2,0,0]") == 0);
    CHECK(strcmp(walk_get("Z.l[2].ammo"), "[1,2,3,13]") == 0);
    ed_run_close(&walk_run);
}

TEST(what_records_lose_while_they_are_restored_is_retained_too)
{
    CHECK(walk_begin("l:Item[] o:Item"));
    walk_grow(3);
    walk_set("Z.l[2].hp", "300");
    CHECK(walk_to("l:Item[..1] o:Item"));
    CHECK(walk_to_with("l:Item[..3] o:Item", "id:u32 hp:u8 ammo:u8[2]"));
    CHECK(strcmp(walk_get("Z.l[2].hp"), "255") == 0);
    CHECK(walk_to_with("l:Item[..3] o:Item", "id:u32 hp:u16 ammo:u8[4]"));
    ed_run_close(&walk_run);
}

TEST(what_a_record_lost_is_retained_while_the_record_itself_is_dropped)
{
    CHECK(walk_begin("l:Item[] o:Item"));
    walk_grow(3);
    walk_set("Z.l[2].hp", "300");
    CHECK(walk_to_with("l:Item[] o:Item", "id:u32 hp:u8 ammo:u8[3]"));
    CHECK(walk_to("o:Item"));
    CHECK(walk_to_with("o:Item", "id:u32 hp:u32 ammo:u8[2]"));
    CHECK(walk_to_with("l:Item[] o:Item", "id:u32 hp:u16 ammo:u8[4]"));
    CHECK(strcmp(walk_get("Z.l[2].hp"), "300") == 0);
    CHECK(strcmp(walk_get("Z.l[2].ammo"), "[1,2,3,13]") == 0);
    ed_run_close(&walk_run);
}

TEST(a_refused_reload_leaves_retained_values_as_they_were)
{
    CHECK(walk_begin("a:u16[4] q:u8"));
    walk_set("Z.a", "[1,2,3,300]");
    CHECK(WALK("a:u16[2] q:u8", "q:u8"));
    u64 before = walk_retained();
    ed_Module *bad = walk_version("a:u8[3] q:u8", walk_items);
    ed_Error error = { .code = ED_OK };
    ((ed_Type *)(uintptr_t)bad->schema->states[0])->upgrade_name = "refuse";
    bad->abi = 0;
    CHECK(!ed_run_replace(&walk_run, bad, &error));
    CHECK_EQ(walk_retained(), before);
    CHECK(walk_to("a:u16[4] q:u8"));
    CHECK(strcmp(walk_get("Z.a"), "[1,2,3,300]") == 0);
    ed_run_close(&walk_run);
}

TEST(what_a_record_lost_as_it_became_a_list_is_restored_to_the_first_item)
{
    static const char *const states[] = { "o:Item", "o:Item[]", "o:Item[]" };
    static const char *const items[] = { "id:u32 hp:u16", "id:u32", "id:u32 hp:u16" };
    ed_Error error = { .code = ED_OK };
    for (u32 i = 0; i < ED_COUNT(states); i++) {
        const ed_Type *item = test_type("Item", items[i], NULL, NULL);
        const ed_Module *module = &test_version("Z", states[i], item)->module;
        CHECK(i ? ed_run_replace(&walk_run, module, &error)
                : ed_run_open(&walk_run, module, 1, &error));
        if (i == 0) walk_set("Z.o.hp", "300");
    }
    CHECK_TEXT(walk_get("Z.o[0].hp"), "300");
    ed_run_close(&walk_run);
}

// --- states --------------------------------------------------------------------------------------

typedef struct TwoStates {
    ed_Module module;
    ed_Schema schema;
    const ed_Type *states[2];
} TwoStates;

static const test_Version *one_state(void)
{
    return test_version("Z", "q:u8", test_type("Item", "id:u32", NULL, NULL));
}

/// A game that has another state, besides that of one_state.
static TwoStates *two_states(const char *name, const char *was)
{
    TwoStates *two = ed_arena_push(test_arena(), sizeof *two, 8);
    const test_Version *one = one_state();
    ed_Type *other = test_type(name, "a:u16[4]", NULL, NULL);
    other->was = was ? test_was(was) : NULL;
    other->was_count = was != NULL;
    *two = (TwoStates){ .module = one->module, .states = { one->states[0], other } };
    two->schema = (ed_Schema){
        .types = two->states, .type_count = 2, .states = two->states, .state_count = 2
    };
    two->module.schema = &two->schema;
    return two;
}

TEST(a_state_that_was_renamed_and_dropped_comes_back_under_its_new_name)
{
    ed_Error error = { .code = ED_OK };
    CHECK(ed_run_open(&walk_run, &two_states("Level", NULL)->module, 1, &error));
    walk_set("Level.a", "[1,2,3,4]");
    CHECK(ed_run_replace(&walk_run, &two_states("Arena", "Level")->module, &error));
    CHECK(ed_run_replace(&walk_run, &one_state()->module, &error));
    CHECK(ed_run_replace(&walk_run, &two_states("Arena", NULL)->module, &error));
    CHECK_TEXT(walk_get("Arena.a"), "[1,2,3,4]");
    CHECK_EQ(ed_report_count(&walk_run.report, ED_RESTORED), 1);
    CHECK_EQ(walk_retained(), 0);
    ed_run_close(&walk_run);
}

TEST(a_damaged_state_in_the_attic_is_removed_and_reported)
{
    char line[400];
    ed_Text out = ed_text_over(line, sizeof line);
    const ed_Module *both = &two_states("Level", NULL)->module;
    ed_Error error = { .code = ED_OK };
    CHECK(ed_run_open(&walk_run, both, 1, &error));
    walk_set("Level.a", "[1,2,3,4]");
    CHECK(ed_run_replace(&walk_run, &one_state()->module, &error));
    *(u8 *)(uintptr_t)walk_run.attics.current->states[0].document.at = 0xc1;
    CHECK(ed_run_replace(&walk_run, both, &error));
    ed_report_line(&walk_run.report, &out);
    CHECK_HAS(line, "1 old value in the attic could not be read and was deleted");
    CHECK_EQ(walk_retained(), 0);
    CHECK_TEXT(walk_get("Level.a"), "[0,0,0,0]");
    ed_run_close(&walk_run);
}

// --- records in records --------------------------------------------------------------------------

TEST(a_large_value_that_was_dropped_after_another_comes_back)
{
    CHECK(walk_begin("q:u8"));
    CHECK(walk_to_with("q:u8 a:Item l:Item[500]", "id:u32 x:u16[..4]"));
    walk_set("Z.l[499].x", "[1,2,3,4]");
    CHECK(WALK("q:u8", "q:u8 a:Item l:Item[500]"));
    CHECK_TEXT(walk_get("Z.l[499].x"), "[1,2,3,4]");
    ed_run_close(&walk_run);
}

/// Reloads into that version, with `was` as the former name of `field`.
static bool become_renamed(ed_Module *module, const ed_Type *type, const char *field,
                           const char *was)
{
    ed_Error error = { .code = ED_OK };
    test_field(type, field)->was = test_was(was);
    test_field(type, field)->was_count = 1;
    return ed_run_replace(&walk_run, module, &error);
}

/// Renames `a` to `b`, and adds a new `a`.
static bool become_two(const char *item_words)
{
    ed_Module *module = walk_version("a:Item b:Item", item_words);
    return become_renamed(module, module->schema->states[0], "b", "a");
}

TEST(two_structs_of_which_one_had_the_name_of_the_other_keep_their_values_apart)
{
    CHECK(walk_begin("q:u8"));
    CHECK(walk_to_with("a:Item", "x:u16 y:u16"));
    walk_set("Z.a.x", "10");
    CHECK(become_two("x:u16 y:u16"));
    walk_set("Z.a.x", "20");
    CHECK(become_two("y:u16"));
    CHECK(become_two("x:u16 y:u16"));
    CHECK_TEXT(walk_get("Z.b.x"), "10");
    CHECK_TEXT(walk_get("Z.a.x"), "20");
    ed_run_close(&walk_run);
}

/// Renames `score` in the items to `armor`, and adds a new `score`.
static bool become_armored(const char *words, const char *item_words)
{
    ed_Module *module = walk_version(words, item_words);
    return become_renamed(module, module->schema->types[0], "armor", "score");
}

TEST(a_rename_is_not_applied_twice_to_a_value_from_the_attic)
{
    CHECK(walk_begin("q:u8"));
    CHECK(walk_to_with("a:Item[2]", "score:u16[3]"));
    walk_set("Z.a", "[{\"score\":[1,2,3]},{\"score\":[4,5,6]}]");
    CHECK(become_armored("a:Item[..1]", "score:u16 armor:u16[2]"));
    CHECK(become_armored("a:Item[..4]", "score:u16 armor:u16[1]"));
    CHECK(become_armored("a:Item[..1]", "score:u16 armor:u16[2]"));
    CHECK_TEXT(walk_get("Z.a[0].armor"), "[1,2]");
    ed_run_close(&walk_run);
}

/// Adds a transient field `t` to the items.
static bool become_transient(const char *words)
{
    ed_Error error = { .code = ED_OK };
    ed_Module *module = walk_version(words, "y:u16 t:u16");
    test_field(module->schema->types[0], "t")->flags = ED_FIELD_TRANSIENT;
    return ed_run_replace(&walk_run, module, &error);
}

TEST(a_list_of_records_with_a_transient_field_leaves_the_attic_when_it_is_back)
{
    CHECK(walk_begin("q:u8"));
    CHECK(become_transient("q:u8 l:Item[..3]"));
    walk_set("Z.l", "[{\"y\":1},{\"y\":2}]");
    CHECK(become_transient("q:u8"));
    CHECK_EQ(walk_retained(), 1);
    CHECK(become_transient("q:u8 l:Item[..3]"));
    CHECK_TEXT(walk_get("Z.l[1].y"), "2");
    CHECK_EQ(walk_retained(), 0);
    ed_run_close(&walk_run);
}

TEST(a_list_whose_old_value_cannot_be_converted_keeps_its_items)
{
    static const struct {
        const char *with_default, *without, *now;
    } all[] = {
        { "u32 x[..5] = {1, 2, 0}", "u32 x[..2]", "[1,2]" },
        { "u32 x[] = {1, 2}", "u16 x[]", "[1,2]" },
        { "u32 x [[optional]] = 5", "u16 x [[optional]]", "5" },
    };
    for (u32 i = 0; i < ED_COUNT(all); i++) {
        char with_default[80], without[80];
        snprintf(with_default, sizeof with_default, "state Z { %s; }", all[i].with_default);
        snprintf(without, sizeof without, "state Z { %s; }", all[i].without);
        CHECK(walk_begin_schema("state Z { ptr x [[live]]; }"));
        CHECK(walk_to_schema(with_default));
        CHECK(walk_to_schema(without));
        CHECK_TEXT(walk_get("Z.x"), all[i].now);
        ed_run_close(&walk_run);
    }
}
