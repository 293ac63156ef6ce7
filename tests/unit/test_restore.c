#include "runtime/attic/attic.h"
#include "runtime/types/pool.h"
#include "runtime/value/value.h"
#include "tests/lib/test.h"
#include "tests/lib/version_walk.h"
#include "tests/lib/versions.h"

// --- arrays of fixed size ------------------------------------------------------------------------

TEST(an_array_cut_in_two_steps_is_whole_again_in_two)
{
    CHECK(walk_begin("a:u16[4]"));
    walk_set("Z.a", "[1,2,3,4]");
    CHECK(WALK("a:u16[3]", "a:u16[2]", "a:u16[3]"));
    CHECK(strcmp(walk_get("Z.a"), "[1,2,3]") == 0);
    CHECK(walk_to("a:u16[4]"));
    CHECK(strcmp(walk_get("Z.a"), "[1,2,3,4]") == 0);
    CHECK_EQ(walk_retained(), 0);
    ed_run_close(&walk_run);
}

TEST(an_array_cut_in_two_steps_is_whole_again_in_one)
{
    CHECK(walk_begin("a:u16[4]"));
    walk_set("Z.a", "[1,2,3,4]");
    CHECK(WALK("a:u16[3]", "a:u16[1]", "a:u16", "a:u32", "a:u16[4]"));
    CHECK(strcmp(walk_get("Z.a"), "[1,2,3,4]") == 0);
    ed_run_close(&walk_run);
}

TEST(an_array_cut_in_one_step_is_whole_again_in_two)
{
    CHECK(walk_begin("a:u16[4]"));
    walk_set("Z.a", "[1,2,3,4]");
    CHECK(WALK("a:u16[1]", "a:u16[3]", "a:u32[3]", "a:u16[4]"));
    CHECK(strcmp(walk_get("Z.a"), "[1,2,3,4]") == 0);
    ed_run_close(&walk_run);
}

TEST(rows_and_columns_cut_one_after_the_other_come_back)
{
    CHECK(walk_begin("a:u16[3][3]"));
    walk_set("Z.a", "[[1,2,3],[4,5,6],[7,8,9]]");
    CHECK(WALK("a:u16[2][3]", "a:u16[2][2]", "a:u16[1][1]", "a:u16[2]", "a:u16[2][1]",
               "a:u16[3][2]"));
    CHECK(strcmp(walk_get("Z.a"), "[[1,2],[4,5],[7,8]]") == 0);
    CHECK(walk_to("a:u16[3][3]"));
    CHECK(strcmp(walk_get("Z.a"), "[[1,2,3],[4,5,6],[7,8,9]]") == 0);
    ed_run_close(&walk_run);
}

TEST(rows_reduced_to_numbers_and_then_truncated_come_back)
{
    CHECK(walk_begin("a:u16[3][2]"));
    walk_set("Z.a", "[[1,2],[3,4],[5,6]]");
    CHECK(WALK("a:u16[3]", "a:u16[1]", "a:u16[3]"));
    CHECK_TEXT(walk_get("Z.a"), "[1,3,5]");
    CHECK(walk_to("a:u16[3][2]"));
    CHECK_TEXT(walk_get("Z.a"), "[[1,2],[3,4],[5,6]]");
    CHECK_EQ(walk_retained(), 0);
    ed_run_close(&walk_run);
}

TEST(rows_reduced_to_numbers_truncated_and_made_rows_again_come_back)
{
    CHECK(walk_begin("a:u16[3][2]"));
    walk_set("Z.a", "[[1,2],[3,4],[5,6]]");
    CHECK(WALK("a:u16[3]", "a:u16[1]", "a:u16[3][2]"));
    CHECK_TEXT(walk_get("Z.a"), "[[1,2],[3,4],[5,6]]");
    CHECK_EQ(walk_retained(), 0);
    ed_run_close(&walk_run);
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
        CHECK(i ? ed_run_replace(&walk_run, module, &error)
                : ed_run_open(&walk_run, module, 1, &error));
        if (i == 0) walk_set("Z.stats.angle", "1");
    }
    CHECK_TEXT(walk_get("Z.stats.angle"), "57.29578");
    ed_run_close(&walk_run);
}

TEST(a_default_for_an_inconvertible_value_is_restored_after_a_cut)
{
    CHECK(walk_begin("a:Item"));
    walk_set("Z.a.hp", "7");
    CHECK(WALK("a:u16=300", "a:u8", "a:u16=300"));
    CHECK_TEXT(walk_get("Z.a"), "300");
    CHECK(WALK("a:u8", "a:u32", "a:Item"));
    CHECK_TEXT(walk_get("Z.a.hp"), "7");
    ed_run_close(&walk_run);
}

TEST(an_array_that_became_a_number_and_was_dropped_comes_back_whole)
{
    CHECK(walk_begin("a:u16[3] q:u8"));
    walk_set("Z.a", "[300,2,3]");
    CHECK(WALK("a:u8 q:u8", "q:u8", "a:u8 q:u8"));
    CHECK_TEXT(walk_get("Z.a"), "255");
    CHECK(walk_to("a:u16[3] q:u8"));
    CHECK_TEXT(walk_get("Z.a"), "[300,2,3]");
    CHECK_EQ(walk_retained(), 0);
    ed_run_close(&walk_run);
}

TEST(an_inconvertible_value_is_retained_while_its_default_is_cut)
{
    CHECK(walk_begin("a:Item"));
    walk_set("Z.a.hp", "7");
    CHECK(WALK("a:u32=70000", "a:u8", "a:u16"));
    CHECK_TEXT(walk_get("Z.a"), "65535");
    CHECK(walk_to("a:u32=70000"));
    CHECK_TEXT(walk_get("Z.a"), "70000");
    CHECK(WALK("a:u16", "a:Item"));
    CHECK_TEXT(walk_get("Z.a.hp"), "7");
    ed_run_close(&walk_run);
}

TEST(a_tail_that_comes_back_narrower_is_whole_later)
{
    CHECK(walk_begin("a:u16[3]"));
    walk_set("Z.a", "[1,2,300]");
    CHECK(WALK("a:u16[2]", "a:u16[1]", "a:u8[3]"));
    CHECK(strcmp(walk_get("Z.a"), "[1,2,255]") == 0);
    CHECK(walk_to("a:u16[3]"));
    CHECK(strcmp(walk_get("Z.a"), "[1,2,300]") == 0);
    ed_run_close(&walk_run);
}

TEST(a_number_narrowed_and_then_cut_off_is_back_as_it_was_first)
{
    CHECK(walk_begin("a:u16[..4] b:u16[4]"));
    walk_set("Z.a", "[1,2,3,400]");
    walk_set("Z.b", "[1,2,300,400]");
    CHECK(WALK("a:u8[..4] b:u8[4]", "a:u8[..2] b:u8[2]", "a:u8[..1] b:u8[3]", "a:u8[..4] b:u8[4]",
               "a:u16[..4] b:u16[4]"));
    CHECK(strcmp(walk_get("Z.a"), "[1,2,3,400]") == 0);
    CHECK(strcmp(walk_get("Z.b"), "[1,2,300,400]") == 0);
    CHECK_EQ(walk_retained(), 0);
    ed_run_close(&walk_run);
}

TEST(a_number_narrowed_cut_off_and_dropped_is_back_as_it_was_first)
{
    CHECK(walk_begin("a:u16[..4] b:u16[4] q:u8"));
    walk_set("Z.a", "[1,2,3,400]");
    walk_set("Z.b", "[300,2,300,400]");
    CHECK(
        WALK("a:u8[..4] b:u8[4] q:u8", "a:u8[..2] b:u8 q:u8", "q:u8", "a:u16[..4] b:u16[4] q:u8"));
    CHECK(strcmp(walk_get("Z.a"), "[1,2,3,400]") == 0);
    CHECK(strcmp(walk_get("Z.b"), "[300,2,300,400]") == 0);
    ed_run_close(&walk_run);
}

TEST(an_array_cut_and_dropped_comes_back_whole)
{
    CHECK(walk_begin("a:u16[4] q:u8"));
    walk_set("Z.a", "[1,2,3,4]");
    CHECK(WALK("a:u16[2] q:u8", "q:u8", "a:u16[4] q:u8"));
    CHECK(strcmp(walk_get("Z.a"), "[1,2,3,4]") == 0);
    CHECK_EQ(walk_retained(), 0);
    ed_run_close(&walk_run);
}

TEST(an_array_that_was_dropped_comes_back_piece_by_piece)
{
    CHECK(walk_begin("a:u16[4] q:u8"));
    walk_set("Z.a", "[1,2,3,4]");
    CHECK(WALK("q:u8", "a:u16[2] q:u8", "a:u16[3] q:u8"));
    CHECK(strcmp(walk_get("Z.a"), "[1,2,3]") == 0);
    CHECK(walk_to("a:u16[4] q:u8"));
    CHECK(strcmp(walk_get("Z.a"), "[1,2,3,4]") == 0);
    CHECK_EQ(walk_retained(), 0);
    ed_run_close(&walk_run);
}

TEST(numbers_that_were_dropped_come_back_narrower_and_then_whole)
{
    CHECK(walk_begin("a:u16[3] q:u8"));
    walk_set("Z.a", "[1,300,400]");
    CHECK(WALK("q:u8", "a:u8[2] q:u8"));
    CHECK(strcmp(walk_get("Z.a"), "[1,255]") == 0);
    CHECK(WALK("q:u8", "a:u16[3] q:u8"));
    CHECK(strcmp(walk_get("Z.a"), "[1,300,400]") == 0);
    ed_run_close(&walk_run);
}

TEST(elements_of_an_array_that_the_game_did_not_write_come_back)
{
    CHECK(walk_begin("a:u16[4]"));
    walk_set("Z.a", "[1,2,3,4]");
    CHECK(WALK("a:u16[3]", "a:u16[2]"));
    walk_set("Z.a", "[7,8]");
    CHECK(walk_to("a:u16[4]"));
    CHECK_TEXT(walk_get("Z.a"), "[7,8,3,4]");
    ed_run_close(&walk_run);
}

// --- alternatives --------------------------------------------------------------------------------

/// Like walk_to_with, but the items are unions. In memory, an alternative follows the union's
/// index.
static bool become_unions(const char *words, const char *alternatives)
{
    ed_Error error = { .code = ED_OK };
    ed_Type *either = test_type("Item", alternatives, NULL, NULL);
    either->kind = ED_UNION;
    either->size += 8;
    for (u32 i = 0; i < either->field_count; i++)
        test_field(either, either->fields[i].name)->offset += 8;
    return ed_run_replace(&walk_run, &test_version("Z", words, either)->module, &error);
}

TEST(what_unions_in_an_array_lost_is_restored_to_an_array_of_numbers)
{
    CHECK(walk_begin("q:u8"));
    CHECK(become_unions("a:Item[2] q:u8", "fine:u32 coarse:u16"));
    walk_set("Z.a", "[{\"fine\":300},{\"coarse\":400}]");
    CHECK(become_unions("a:Item[2] q:u8", "fine:u8 coarse:u8"));
    CHECK_TEXT(walk_get("Z.a"), "[{\"fine\":255},{\"coarse\":255}]");
    walk_set("Z.a[1]", "{\"coarse\":9}");
    CHECK(walk_to("a:u32[2] q:u8"));
    CHECK_TEXT(walk_get("Z.a"), "[300,0]");      // 0: a u8 in a union does not become a u32
    CHECK(become_unions("a:Item[2] q:u8", "fine:u8 coarse:u8"));
    CHECK_TEXT(walk_get("Z.a"), "[{\"fine\":255},{\"coarse\":9}]");
    ed_run_close(&walk_run);
}

TEST(an_alternative_restored_in_an_array_that_was_cut_stays_restored_as_a_number)
{
    CHECK(walk_begin("q:u8"));
    CHECK(become_unions("a:Item[1] q:u8", "fine:u32"));
    walk_set("Z.a", "[{\"fine\":300}]");
    CHECK(become_unions("a:Item[2] q:u8", "fine:u8"));
    CHECK_TEXT(walk_get("Z.a"), "[{\"fine\":255},{\"fine\":0}]");
    walk_set("Z.a[1].fine", "5");
    CHECK(become_unions("a:Item[1] q:u8", "fine:u32"));
    CHECK_TEXT(walk_get("Z.a"), "[{\"fine\":300}]");
    CHECK(walk_to("a:u32[1] q:u8"));
    CHECK_TEXT(walk_get("Z.a"), "[300]");
    ed_run_close(&walk_run);
}

// --- the report ----------------------------------------------------------------------------------

static const char *full(void)
{
    static char text[4096];
    ed_Text out = ed_text_over(text, sizeof text);
    ed_report_full(&walk_run.report, &out);
    return text;
}

TEST(an_array_restored_with_its_tail_is_one_line_of_the_report)
{
    CHECK(walk_begin("a:u16[4] q:u8"));
    walk_set("Z.a", "[1,2,3,4]");
    CHECK(WALK("a:u16[2] q:u8", "q:u8", "a:u16[4] q:u8"));
    CHECK_HAS(full(), "restored Z.a (1 of 1 record)");
    ed_run_close(&walk_run);
}

TEST(a_restored_row_lists_records_and_losses_in_one_pair_of_parentheses)
{
    CHECK(walk_begin("a:u16 q:u8"));
    walk_set("Z.a", "300");
    CHECK(WALK("q:u8", "a:u8 q:u8"));
    CHECK_HAS(full(), "restored Z.a (1 of 1 record, 1 saturated)");
    ed_run_close(&walk_run);
}

TEST(a_field_of_another_kind_is_reported_as_added)
{
    CHECK(walk_begin("a:u16 q:u8"));
    walk_set("Z.a", "300");
    CHECK(WALK("q:u8", "a:Item q:u8"));
    CHECK_HAS(full(), "added Z.a");
    CHECK_HAS(full(), "the old values in the attic have a different type and stay there");
    CHECK(strstr(full(), "restored") == NULL);
    CHECK(walk_to("a:u16 q:u8"));
    CHECK(strcmp(walk_get("Z.a"), "300") == 0);
    ed_run_close(&walk_run);
}

TEST(a_number_that_comes_back_in_part_is_reported_as_converted)
{
    CHECK(walk_begin("a:u32 q:u8"));
    walk_set("Z.a", "70000");
    CHECK(WALK("a:u8 q:u8", "a:u16 q:u8"));
    CHECK_TEXT(full(), "1 field kept\nconverted Z.a u8 -> u16 (1 saturated)\n");
    ed_run_close(&walk_run);
}
