#include <stdio.h>
#include "runtime/migrate/attic.h"
#include "runtime/run/run.h"
#include "runtime/types/pool.h"
#include "runtime/value/value.h"
#include "tests/lib/test.h"
#include "tests/lib/versions.h"

// --- a game whose only state is of a few fields, in any version ----------------------------------

static ed_Module *version_of(const char *words, const char *item_words)
{
    return &test_version("Z", words, test_type("Item", item_words, NULL, "id"))->module;
}

static ed_Run run;
static char text[4096];
static const char *items = "id:u32 hp:u16 ammo:u8[4]";

static bool begin(const char *words)
{
    ed_Error error = { .code = ED_OK };
    items = "id:u32 hp:u16 ammo:u8[4]";
    return ed_run_open(&run, version_of(words, items), 1, &error);
}

static bool become(const char *words)
{
    ed_Error error = { .code = ED_OK };
    bool good = ed_run_replace(&run, version_of(words, items), &error);
    if (!good) printf("%s\n", error.text);
    return good;
}

static bool become_with(const char *words, const char *item_words)
{
    items = item_words;
    return become(words);
}

static void set(const char *path, const char *value)
{
    ed_ValueRef place;
    ed_Error error = { .code = ED_OK };
    ed_State state = ed_run_state(&run);
    if (!ed_value_find(&state, path, &place, &error) || !ed_value_set(&place, value, &error))
        printf("%s\n", error.text);
}

static const char *get(const char *path)
{
    ed_ValueRef place;
    ed_Error error = { .code = ED_OK };
    ed_State state = ed_run_state(&run);
    ed_Text out = ed_text_over(text, sizeof text);
    if (ed_value_find(&state, path, &place, &error)) ed_value_json(&place, &out);
    else ed_text_add(&out, "%s", error.text);
    return text;
}

static ed_Array *list(void) { return run.states[0].at; }

/// Items with ids from 1, in a list that is the first field.
static void grow(u32 count)
{
    char path[64], words[16];
    const ed_Field *field = &run.module->schema->states[0]->fields[0];
    for (u32 i = 0; i < count; i++) {
        if (field->shape == ED_POOL) {
            ((ed_Pool *)(void *)list())->limit = field->count;
            ed_pool_add(run.states[0].arena, (ed_Pool *)(void *)list(), field->size, 8);
        } else ed_array_add(run.states[0].arena, list(), field->size, 8);
        snprintf(path, sizeof path, "Z.l[%u].id", i);
        snprintf(words, sizeof words, "%u", i + 1);
        set(path, words);
        snprintf(path, sizeof path, "Z.l[%u].ammo", i);
        snprintf(words, sizeof words, "[1,2,3,%u]", 11 + i);
        set(path, words);
    }
}

static const char *ids(void)
{
    ed_Text out = ed_text_over(text, sizeof text);
    char path[32], all[256] = "";
    const ed_Type *type = run.module->schema->states[0];
    const ed_Field *field = &type->fields[0];
    u32 count = field->shape == ED_FIXED   ? field->count
              : field->shape == ED_BOUNDED ? ((u32 *)run.states[0].at)[field->offset / 4 - 1]
              : field->shape == ED_POOL    ? ((ed_Pool *)(void *)list())->count
                                           : list()->count;
    for (u32 i = 0; i < count; i++) {
        snprintf(path, sizeof path, "Z.l[%u].id", i);
        strcat(strcat(all, i ? " " : ""), get(path));
    }
    out = ed_text_over(text, sizeof text);
    ed_text_add(&out, "%s", all);
    return text;
}

/// Reloads into these versions of the state, one after the other.
static bool walk(const char *const *words)
{
    for (; *words; words++)
        if (!become(*words)) return false;
    return true;
}
#define WALK(...) walk((const char *const[]){ __VA_ARGS__, NULL })

static u64 waiting(void) { return ed_attic_count(run.attic); }

// --- arrays of fixed size ------------------------------------------------------------------------

TEST(an_array_cut_in_two_steps_is_whole_again_in_two)
{
    CHECK(begin("a:u16[4]"));
    set("Z.a", "[1,2,3,4]");
    CHECK(WALK("a:u16[3]", "a:u16[2]", "a:u16[3]"));
    CHECK(strcmp(get("Z.a"), "[1,2,3]") == 0);
    CHECK(become("a:u16[4]"));
    CHECK(strcmp(get("Z.a"), "[1,2,3,4]") == 0);
    CHECK_EQ(waiting(), 0);
    ed_run_close(&run);
}

TEST(an_array_cut_in_two_steps_is_whole_again_in_one)
{
    CHECK(begin("a:u16[4]"));
    set("Z.a", "[1,2,3,4]");
    CHECK(WALK("a:u16[3]", "a:u16[1]", "a:u16", "a:u32", "a:u16[4]"));
    CHECK(strcmp(get("Z.a"), "[1,2,3,4]") == 0);
    ed_run_close(&run);
}

TEST(an_array_cut_in_one_step_is_whole_again_in_two)
{
    CHECK(begin("a:u16[4]"));
    set("Z.a", "[1,2,3,4]");
    CHECK(WALK("a:u16[1]", "a:u16[3]", "a:u32[3]", "a:u16[4]"));
    CHECK(strcmp(get("Z.a"), "[1,2,3,4]") == 0);
    ed_run_close(&run);
}

TEST(rows_and_columns_cut_one_after_the_other_come_back)
{
    CHECK(begin("a:u16[3][3]"));
    set("Z.a", "[[1,2,3],[4,5,6],[7,8,9]]");
    CHECK(WALK("a:u16[2][3]", "a:u16[2][2]", "a:u16[1][1]", "a:u16[2]", "a:u16[2][1]",
               "a:u16[3][2]"));
    CHECK(strcmp(get("Z.a"), "[[1,2],[4,5],[7,8]]") == 0);
    CHECK(become("a:u16[3][3]"));
    CHECK(strcmp(get("Z.a"), "[[1,2,3],[4,5,6],[7,8,9]]") == 0);
    ed_run_close(&run);
}

TEST(rows_that_became_numbers_and_then_fewer_come_back)
{
    CHECK(begin("a:u16[3][2]"));
    set("Z.a", "[[1,2],[3,4],[5,6]]");
    CHECK(WALK("a:u16[3]", "a:u16[1]", "a:u16[3]"));
    CHECK_TEXT(get("Z.a"), "[1,3,5]");
    CHECK(become("a:u16[3][2]"));
    CHECK_TEXT(get("Z.a"), "[[1,2],[3,4],[5,6]]");
    CHECK_EQ(waiting(), 0);
    ed_run_close(&run);
}

TEST(rows_that_became_numbers_fewer_and_rows_again_come_back)
{
    CHECK(begin("a:u16[3][2]"));
    set("Z.a", "[[1,2],[3,4],[5,6]]");
    CHECK(WALK("a:u16[3]", "a:u16[1]", "a:u16[3][2]"));
    CHECK_TEXT(get("Z.a"), "[[1,2],[3,4],[5,6]]");
    CHECK_EQ(waiting(), 0);
    ed_run_close(&run);
}

TEST(numbers_of_a_struct_that_comes_back_are_converted_to_its_new_unit)
{
    static const char *const units[] = { "rad", "deg", "deg" };
    static const char *const words[] = { "n:u8 stats:Item", "n:u8", "n:u8 stats:Item" };
    ed_Error error = { .code = ED_OK };
    for (u32 i = 0; i < ED_COUNT(units); i++) {
        ed_Type *item = test_type("Item", "angle:f32", NULL, NULL);
        test_field(item, "angle")->unit = units[i];
        const ed_Module *module = &test_version("Z", words[i], item)->module;
        CHECK(i ? ed_run_replace(&run, module, &error) : ed_run_open(&run, module, 1, &error));
        if (i == 0) set("Z.stats.angle", "1");
    }
    CHECK_TEXT(get("Z.stats.angle"), "57.29578");
    ed_run_close(&run);
}

TEST(a_default_for_an_inconvertible_value_is_restored_after_a_cut)
{
    CHECK(begin("a:Item"));
    set("Z.a.hp", "7");
    CHECK(WALK("a:u16=300", "a:u8", "a:u16=300"));
    CHECK_TEXT(get("Z.a"), "300");
    CHECK(WALK("a:u8", "a:u32", "a:Item"));
    CHECK_TEXT(get("Z.a.hp"), "7");
    CHECK_EQ(waiting(), 0);
    ed_run_close(&run);
}

TEST(an_array_that_became_a_number_and_was_dropped_comes_back_whole)
{
    CHECK(begin("a:u16[3] q:u8"));
    set("Z.a", "[300,2,3]");
    CHECK(WALK("a:u8 q:u8", "q:u8", "a:u8 q:u8"));
    CHECK_TEXT(get("Z.a"), "255");
    CHECK(become("a:u16[3] q:u8"));
    CHECK_TEXT(get("Z.a"), "[300,2,3]");
    CHECK_EQ(waiting(), 0);
    ed_run_close(&run);
}

TEST(an_inconvertible_value_is_retained_while_its_default_is_cut)
{
    CHECK(begin("a:Item"));
    set("Z.a.hp", "7");
    CHECK(WALK("a:u32=70000", "a:u8", "a:u16"));
    CHECK_TEXT(get("Z.a"), "65535");
    CHECK(become("a:u32=70000"));
    CHECK_TEXT(get("Z.a"), "70000");
    CHECK(WALK("a:u16", "a:Item"));
    CHECK_TEXT(get("Z.a.hp"), "7");
    ed_run_close(&run);
}

TEST(a_tail_that_comes_back_narrower_is_whole_later)
{
    CHECK(begin("a:u16[3]"));
    set("Z.a", "[1,2,300]");
    CHECK(WALK("a:u16[2]", "a:u16[1]", "a:u8[3]"));
    CHECK(strcmp(get("Z.a"), "[1,2,255]") == 0);
    CHECK(become("a:u16[3]"));
    CHECK(strcmp(get("Z.a"), "[1,2,300]") == 0);
    ed_run_close(&run);
}

TEST(a_number_narrowed_and_then_cut_off_is_back_as_it_was_first)
{
    CHECK(begin("a:u16[..4] b:u16[4]"));
    set("Z.a", "[1,2,3,400]");
    set("Z.b", "[1,2,300,400]");
    CHECK(WALK("a:u8[..4] b:u8[4]", "a:u8[..2] b:u8[2]", "a:u8[..1] b:u8[3]", "a:u8[..4] b:u8[4]",
               "a:u16[..4] b:u16[4]"));
    CHECK(strcmp(get("Z.a"), "[1,2,3,400]") == 0);
    CHECK(strcmp(get("Z.b"), "[1,2,300,400]") == 0);
    CHECK_EQ(waiting(), 0);
    ed_run_close(&run);
}

TEST(a_number_narrowed_cut_off_and_dropped_is_back_as_it_was_first)
{
    CHECK(begin("a:u16[..4] b:u16[4] q:u8"));
    set("Z.a", "[1,2,3,400]");
    set("Z.b", "[300,2,300,400]");
    CHECK(
        WALK("a:u8[..4] b:u8[4] q:u8", "a:u8[..2] b:u8 q:u8", "q:u8", "a:u16[..4] b:u16[4] q:u8"));
    CHECK(strcmp(get("Z.a"), "[1,2,3,400]") == 0);
    CHECK(strcmp(get("Z.b"), "[300,2,300,400]") == 0);
    ed_run_close(&run);
}

TEST(an_array_cut_and_dropped_comes_back_whole)
{
    CHECK(begin("a:u16[4] q:u8"));
    set("Z.a", "[1,2,3,4]");
    CHECK(WALK("a:u16[2] q:u8", "q:u8", "a:u16[4] q:u8"));
    CHECK(strcmp(get("Z.a"), "[1,2,3,4]") == 0);
    CHECK_EQ(waiting(), 0);
    ed_run_close(&run);
}

TEST(an_array_that_was_dropped_comes_back_piece_by_piece)
{
    CHECK(begin("a:u16[4] q:u8"));
    set("Z.a", "[1,2,3,4]");
    CHECK(WALK("q:u8", "a:u16[2] q:u8", "a:u16[3] q:u8"));
    CHECK(strcmp(get("Z.a"), "[1,2,3]") == 0);
    CHECK(become("a:u16[4] q:u8"));
    CHECK(strcmp(get("Z.a"), "[1,2,3,4]") == 0);
    CHECK_EQ(waiting(), 0);
    ed_run_close(&run);
}

TEST(numbers_that_were_dropped_come_back_narrower_and_then_whole)
{
    CHECK(begin("a:u16[3] q:u8"));
    set("Z.a", "[1,300,400]");
    CHECK(WALK("q:u8", "a:u8[2] q:u8"));
    CHECK(strcmp(get("Z.a"), "[1,255]") == 0);
    CHECK(WALK("q:u8", "a:u16[3] q:u8"));
    CHECK(strcmp(get("Z.a"), "[1,300,400]") == 0);
    ed_run_close(&run);
}

TEST(what_the_game_wrote_since_stays_and_the_tail_comes_back)
{
    CHECK(begin("a:u16[4]"));
    set("Z.a", "[1,2,3,4]");
    CHECK(WALK("a:u16[3]", "a:u16[2]"));
    set("Z.a", "[7,8]");
    CHECK(become("a:u16[4]"));
    CHECK_TEXT(get("Z.a"), "[7,8,0,0]");
    ed_run_close(&run);
}

// --- lists ---------------------------------------------------------------------------------------

TEST(a_list_cut_in_steps_is_whole_again)
{
    CHECK(begin("a:u16[..4]"));
    set("Z.a", "[1,2,3,4]");
    CHECK(WALK("a:u16[..2]", "a:u16[..1]", "a:u16[..2]", "a:u16[..3]"));
    CHECK(strcmp(get("Z.a"), "[1,2,3]") == 0);
    CHECK(become("a:u16[]"));
    CHECK(strcmp(get("Z.a"), "[1,2,3,4]") == 0);
    CHECK_EQ(waiting(), 0);
    ed_run_close(&run);
}

TEST(a_list_made_an_array_and_a_list_again_is_whole)
{
    CHECK(begin("l:Item[]"));
    grow(5);
    CHECK(WALK("l:Item[..1]", "l:Item[1]", "l:Item", "l:Item[..1]", "l:Item[2]", "l:Item[]"));
    CHECK(strcmp(ids(), "1 2 3 4 5") == 0);
    CHECK(strcmp(get("Z.l[4].ammo"), "[1,2,3,15]") == 0);
    ed_run_close(&run);
}

TEST(an_array_made_a_list_and_an_array_again_is_whole)
{
    CHECK(begin("a:u16[5]"));
    set("Z.a", "[1,0,0,4,0]");
    CHECK(WALK("a:u16[1]", "a:u16[..1]", "a:u16[..2]", "a:u16[4]"));
    CHECK(strcmp(get("Z.a"), "[1,0,0,4]") == 0);
    ed_run_close(&run);
}

TEST(items_of_a_pool_cut_in_steps_come_back)
{
    CHECK(begin("l:Item[20]pool"));
    grow(5);
    CHECK(WALK("l:Item[4]pool", "l:Item[2]pool", "l:Item[20]pool"));
    CHECK(strcmp(ids(), "1 2 3 4 5") == 0);
    ed_run_close(&run);
}

TEST(a_pool_cut_and_dropped_comes_back_whole)
{
    CHECK(begin("l:Item[20]pool q:u8"));
    grow(5);
    CHECK(WALK("l:Item[1]pool q:u8", "q:u8", "l:Item[20]pool q:u8"));
    CHECK(strcmp(ids(), "1 2 3 4 5") == 0);
    ed_run_close(&run);
}

TEST(values_of_removed_items_of_a_pool_are_reported_without_advice_about_keys)
{
    static const char *const words[] = { "id:u32 hp:u16 ammo:u8[4]", "id:u32 ammo:u8[4]",
                                         "id:u32 hp:u16 ammo:u8[4]" };
    static char line[1000];
    ed_Error error = { .code = ED_OK };
    for (u32 i = 0; i < ED_COUNT(words); i++) {
        ed_Type *item = test_type("Item", words[i], NULL, NULL);
        const ed_Module *module = &test_version("Z", "l:Item[20]pool", item)->module;
        CHECK(i ? ed_run_replace(&run, module, &error) : ed_run_open(&run, module, 1, &error));
        if (i == 1) ed_pool_clear((ed_Pool *)(void *)list(), module->schema->types[0]->size);
        if (i < 2) grow(1);
        if (i == 0) set("Z.l[0].hp", "7");
    }
    ed_Text out = ed_text_over(line, sizeof line);
    ed_report_line(&run.report, &out);
    CHECK_HAS(line, "1 old value in the attic belongs to no current record");
    CHECK(!strstr(line, "key"));
    ed_run_close(&run);
}

TEST(a_list_cut_and_dropped_comes_back_whole)
{
    CHECK(begin("l:Item[] q:u8"));
    grow(5);
    CHECK(WALK("l:Item[..3] q:u8", "l:Item[1] q:u8", "q:u8", "l:Item[] q:u8"));
    CHECK(strcmp(ids(), "1 2 3 4 5") == 0);
    CHECK_EQ(waiting(), 0);
    ed_run_close(&run);
}

TEST(a_list_that_the_game_shortened_gets_no_old_tail)
{
    CHECK(begin("a:u16[..4]"));
    set("Z.a", "[1,2,3,4]");
    CHECK(WALK("a:u16[..3]", "a:u16[..2]"));
    set("Z.a", "[1]");
    CHECK(WALK("a:u16[..3]", "a:u16[..4]"));
    CHECK(strcmp(get("Z.a"), "[1]") == 0);
    CHECK_EQ(waiting(), 0);
    ed_run_close(&run);
}

TEST(a_list_that_was_shortened_and_grew_meanwhile_gets_no_old_tail)
{
    CHECK(begin("a:u16[..4]"));
    set("Z.a", "[1,2,3,4]");
    CHECK(WALK("a:u16[..3]", "a:u16[..2]"));
    set("Z.a", "[]");
    CHECK(become("a:u16[..3]"));
    set("Z.a", "[7,8,9]");
    CHECK(become("a:u16[..4]"));
    CHECK(strcmp(get("Z.a"), "[7,8,9]") == 0);
    ed_run_close(&run);
}

TEST(a_list_cut_in_a_record_that_was_dropped_meanwhile_comes_back_whole)
{
    CHECK(begin("q:u8"));
    CHECK(become_with("q:u8 a:Item b:Item", "x:u16[..4]"));
    set("Z.a.x", "[1,2,3,4]");
    CHECK(become_with("q:u8 a:Item b:Item", "x:u16[..2]"));
    CHECK(become_with("q:u8 b:Item", "x:u16[..3]"));
    CHECK(become_with("q:u8 a:Item b:Item", "x:u16[..2]"));
    CHECK_TEXT(get("Z.a.x"), "[1,2]");
    CHECK(become_with("q:u8 a:Item b:Item", "x:u16[..4]"));
    CHECK_TEXT(get("Z.a.x"), "[1,2,3,4]");
    CHECK_EQ(waiting(), 0);
    ed_run_close(&run);
}

TEST(a_list_shortened_while_a_record_of_its_type_is_dropped_gets_no_old_tail)
{
    CHECK(begin("q:u8"));
    CHECK(become_with("q:u8 a:Item b:Item", "x:u16[..4]"));
    set("Z.a.x", "[1,2,3,4]");
    set("Z.b.x", "[5,6,7,8]");
    CHECK(become_with("q:u8 a:Item b:Item", "x:u16[..2]"));
    set("Z.a.x", "[1]");
    CHECK(become_with("q:u8 a:Item", "x:u16[..3]"));
    set("Z.a.x", "[1,9]");
    CHECK(become_with("q:u8 a:Item b:Item", "x:u16[..4]"));
    CHECK_TEXT(get("Z.a.x"), "[1,9]");
    CHECK_TEXT(get("Z.b.x"), "[5,6,7,8]");
    ed_run_close(&run);
}

TEST(arrays_in_records_cut_in_steps_come_back_but_not_to_removed_records)
{
    CHECK(begin("l:Item[]"));
    grow(3);
    CHECK(become_with("l:Item[]", "id:u32 hp:u16 ammo:u8[3]"));
    CHECK(become_with("l:Item[]", "id:u32 hp:u16 ammo:u8[2]"));
    set("Z.l[1].id", "9");
    CHECK(become_with("l:Item[]", "id:u32 hp:u16 ammo:u8[3]"));
    CHECK(become_with("l:Item[]", "id:u32 hp:u16 ammo:u8[4]"));
    CHECK(strcmp(get("Z.l[0].ammo"), "[1,2,3,11]") == 0);
    CHECK(strcmp(get("Z.l[1].ammo"), "[1,2,0,0]") == 0);
    CHECK(strcmp(get("Z.l[2].ammo"), "[1,2,3,13]") == 0);
    ed_run_close(&run);
}

TEST(what_records_lose_while_they_are_restored_is_retained_too)
{
    CHECK(begin("l:Item[] o:Item"));
    grow(3);
    set("Z.l[2].hp", "300");
    CHECK(become("l:Item[..1] o:Item"));
    CHECK(become_with("l:Item[..3] o:Item", "id:u32 hp:u8 ammo:u8[2]"));
    CHECK(strcmp(get("Z.l[2].hp"), "255") == 0);
    CHECK(become_with("l:Item[..3] o:Item", "id:u32 hp:u16 ammo:u8[4]"));
    ed_run_close(&run);
}

TEST(what_a_record_lost_is_retained_while_the_record_itself_is_dropped)
{
    CHECK(begin("l:Item[] o:Item"));
    grow(3);
    set("Z.l[2].hp", "300");
    CHECK(become_with("l:Item[] o:Item", "id:u32 hp:u8 ammo:u8[3]"));
    CHECK(become("o:Item"));
    CHECK(become_with("o:Item", "id:u32 hp:u32 ammo:u8[2]"));
    CHECK(become_with("l:Item[] o:Item", "id:u32 hp:u16 ammo:u8[4]"));
    CHECK(strcmp(get("Z.l[2].hp"), "300") == 0);
    CHECK(strcmp(get("Z.l[2].ammo"), "[1,2,3,13]") == 0);
    ed_run_close(&run);
}

TEST(a_refused_reload_leaves_retained_values_as_they_were)
{
    CHECK(begin("a:u16[4] q:u8"));
    set("Z.a", "[1,2,3,300]");
    CHECK(WALK("a:u16[2] q:u8", "q:u8"));
    u64 before = waiting();
    ed_Module *bad = version_of("a:u8[3] q:u8", items);
    ed_Error error = { .code = ED_OK };
    ((ed_Type *)(uintptr_t)bad->schema->states[0])->upgrade_name = "refuse";
    bad->abi = 0;
    CHECK(!ed_run_replace(&run, bad, &error));
    CHECK_EQ(waiting(), before);
    CHECK(become("a:u16[4] q:u8"));
    CHECK(strcmp(get("Z.a"), "[1,2,3,300]") == 0);
    ed_run_close(&run);
}

// --- records in records --------------------------------------------------------------------------

TEST(a_large_value_that_was_dropped_after_another_comes_back)
{
    CHECK(begin("q:u8"));
    CHECK(become_with("q:u8 a:Item l:Item[500]", "id:u32 x:u16[..4]"));
    set("Z.l[499].x", "[1,2,3,4]");
    CHECK(WALK("q:u8", "q:u8 a:Item l:Item[500]"));
    CHECK_TEXT(get("Z.l[499].x"), "[1,2,3,4]");
    ed_run_close(&run);
}

/// Reloads into that version, with `was` as the former name of `field`.
static bool become_renamed(ed_Module *module, const ed_Type *type, const char *field,
                           const char *was)
{
    ed_Error error = { .code = ED_OK };
    test_field(type, field)->was = test_was(was);
    test_field(type, field)->was_count = 1;
    return ed_run_replace(&run, module, &error);
}

/// Renames `a` to `b`, and adds a new `a`.
static bool become_two(const char *item_words)
{
    ed_Module *module = version_of("a:Item b:Item", item_words);
    return become_renamed(module, module->schema->states[0], "b", "a");
}

TEST(two_structs_of_which_one_had_the_name_of_the_other_keep_their_values_apart)
{
    CHECK(begin("q:u8"));
    CHECK(become_with("a:Item", "x:u16 y:u16"));
    set("Z.a.x", "10");
    CHECK(become_two("x:u16 y:u16"));
    set("Z.a.x", "20");
    CHECK(become_two("y:u16"));
    CHECK(become_two("x:u16 y:u16"));
    CHECK_TEXT(get("Z.b.x"), "10");
    CHECK_TEXT(get("Z.a.x"), "20");
    ed_run_close(&run);
}

/// Renames `score` in the items to `armor`, and adds a new `score`.
static bool become_armored(const char *words, const char *item_words)
{
    ed_Module *module = version_of(words, item_words);
    return become_renamed(module, module->schema->types[0], "armor", "score");
}

TEST(a_value_from_the_attic_does_not_rename_the_fields_of_its_struct_again)
{
    CHECK(begin("q:u8"));
    CHECK(become_with("a:Item[2]", "score:u16[3]"));
    set("Z.a", "[{\"score\":[1,2,3]},{\"score\":[4,5,6]}]");
    CHECK(become_armored("a:Item[..1]", "score:u16 armor:u16[2]"));
    CHECK(become_armored("a:Item[..4]", "score:u16 armor:u16[1]"));
    CHECK(become_armored("a:Item[..1]", "score:u16 armor:u16[2]"));
    CHECK_TEXT(get("Z.a[0].armor"), "[1,2]");
    ed_run_close(&run);
}

/// Adds a transient field `t` to the items.
static bool become_transient(const char *words)
{
    ed_Error error = { .code = ED_OK };
    ed_Module *module = version_of(words, "y:u16 t:u16");
    test_field(module->schema->types[0], "t")->flags = ED_FIELD_TRANSIENT;
    return ed_run_replace(&run, module, &error);
}

TEST(a_list_of_records_with_a_transient_field_leaves_the_attic_when_it_is_back)
{
    CHECK(begin("q:u8"));
    CHECK(become_transient("q:u8 l:Item[..3]"));
    set("Z.l", "[{\"y\":1},{\"y\":2}]");
    CHECK(become_transient("q:u8"));
    CHECK_EQ(waiting(), 1);
    CHECK(become_transient("q:u8 l:Item[..3]"));
    CHECK_TEXT(get("Z.l[1].y"), "2");
    CHECK_EQ(waiting(), 0);
    ed_run_close(&run);
}

// --- alternatives --------------------------------------------------------------------------------

/// As become_with, but the items are unions. In memory, an alternative follows the union's index.
static bool become_unions(const char *words, const char *alternatives)
{
    ed_Error error = { .code = ED_OK };
    ed_Type *either = test_type("Item", alternatives, NULL, NULL);
    either->kind = ED_UNION;
    either->size += 8;
    for (u32 i = 0; i < either->field_count; i++)
        test_field(either, either->fields[i].name)->offset += 8;
    return ed_run_replace(&run, &test_version("Z", words, either)->module, &error);
}

TEST(what_alternatives_in_an_array_lost_is_restored_to_an_array_of_numbers)
{
    CHECK(begin("q:u8"));
    CHECK(become_unions("a:Item[2] q:u8", "fine:u32 coarse:u16"));
    set("Z.a", "[{\"fine\":300},{\"coarse\":400}]");
    CHECK(become_unions("a:Item[2] q:u8", "fine:u8 coarse:u8"));
    CHECK_TEXT(get("Z.a"), "[{\"fine\":255},{\"coarse\":255}]");
    set("Z.a[1]", "{\"coarse\":9}");
    CHECK(become("a:u32[2] q:u8"));
    CHECK_TEXT(get("Z.a"), "[300,0]");      // a u32 is not an alternative of the union anymore
    CHECK(become_unions("a:Item[2] q:u8", "fine:u8 coarse:u8"));
    CHECK_TEXT(get("Z.a"), "[{\"fine\":255},{\"coarse\":9}]");
    ed_run_close(&run);
}

TEST(an_alternative_restored_in_an_array_that_was_cut_stays_restored_as_a_number)
{
    CHECK(begin("q:u8"));
    CHECK(become_unions("a:Item[1] q:u8", "fine:u32"));
    set("Z.a", "[{\"fine\":300}]");
    CHECK(become_unions("a:Item[2] q:u8", "fine:u8"));
    CHECK_TEXT(get("Z.a"), "[{\"fine\":255},{\"fine\":0}]");
    set("Z.a[1].fine", "5");
    CHECK(become_unions("a:Item[1] q:u8", "fine:u32"));
    CHECK_TEXT(get("Z.a"), "[{\"fine\":300}]");
    CHECK(become("a:u32[1] q:u8"));
    CHECK_TEXT(get("Z.a"), "[300]");
    ed_run_close(&run);
}

// --- the report ----------------------------------------------------------------------------------

static const char *full(void)
{
    ed_Text out = ed_text_over(text, sizeof text);
    ed_report_full(&run.report, &out);
    return text;
}

TEST(an_array_restored_with_its_tail_is_one_line_of_the_report)
{
    CHECK(begin("a:u16[4] q:u8"));
    set("Z.a", "[1,2,3,4]");
    CHECK(WALK("a:u16[2] q:u8", "q:u8", "a:u16[4] q:u8"));
    CHECK_HAS(full(), "restored Z.a (1 of 1 record)");
    ed_run_close(&run);
}

TEST(the_losses_of_a_narrower_restore_share_one_pair_of_brackets)
{
    CHECK(begin("a:u16 q:u8"));
    set("Z.a", "300");
    CHECK(WALK("q:u8", "a:u8 q:u8"));
    CHECK_HAS(full(), "restored Z.a (1 of 1 record, 1 saturated)");
    ed_run_close(&run);
}

TEST(a_field_of_another_kind_is_reported_as_added)
{
    CHECK(begin("a:u16 q:u8"));
    set("Z.a", "300");
    CHECK(WALK("q:u8", "a:Item q:u8"));
    CHECK_HAS(full(), "added Z.a");
    CHECK_HAS(full(), "the old values in the attic have a different type and stay there");
    CHECK(strstr(full(), "restored") == NULL);
    CHECK(become("a:u16 q:u8"));
    CHECK(strcmp(get("Z.a"), "300") == 0);
    ed_run_close(&run);
}
