#include "tests/lib/version_walk.h"
#include "tests/lib/enemies.h"
#include "tests/lib/test.h"

/// Names that change while their values are in the attic.

/// Gives the field a former name.
static const ed_Module *with_was(test_Version *version, const char *field, const char *was)
{
    test_field(version->types[0], field)->was = test_was(was);
    test_field(version->types[0], field)->was_count = 1;
    return &version->module;
}

static bool replace_with(const ed_Module *module)
{
    ed_Error error = { .code = ED_OK };
    return ed_run_replace(&enemies_run, module, &error);
}

TEST(a_dropped_field_comes_back_under_another_name)
{
    CHECK(enemies_begin("id:u32 b:u32", NULL));
    enemies_grow(2);
    enemies_set(1, "b", "77");
    CHECK(enemies_become("id:u32", NULL));
    CHECK(replace_with(with_was(enemies_version_of("id:u32 e:u32", NULL, "enemies"), "e", "b")));
    CHECK_TEXT(enemies_value(1, "e"), "77");
    ed_run_close(&enemies_run);
}

TEST(an_attribute_was_that_is_added_one_save_later_restores_the_values)
{
    CHECK(enemies_begin("id:u32 a:f32", NULL));
    enemies_grow(2);
    enemies_set(1, "a", "77");
    CHECK(enemies_become("id:u32 c:f32 d:f32", NULL));      // either of them may be the old one
    CHECK_TEXT(enemies_value(1, "c"), "0");
    CHECK(replace_with(
        with_was(enemies_version_of("id:u32 c:f32 d:f32", NULL, "enemies"), "c", "a")));
    CHECK_HAS(enemies_line(), "restored Enemy.c (1 of 2 records)");
    CHECK_TEXT(enemies_value(1, "c"), "77");
    ed_run_close(&enemies_run);
}

TEST(after_an_assumed_rename_is_undone_the_old_name_gets_its_values_back)
{
    CHECK(enemies_begin("id:u32 b:f32", NULL));
    enemies_grow(2);
    enemies_set(1, "b", "77");
    CHECK(enemies_become("id:u32 z:f32", NULL));
    CHECK_TEXT(enemies_value(1, "z"), "77");
    test_Version *fresh = enemies_version_of("id:u32 z:f32", NULL, "enemies");
    ((ed_Field *)(uintptr_t)&fresh->types[0]->fields[1])->flags = ED_FIELD_FRESH;
    CHECK(replace_with(&fresh->module));
    CHECK_TEXT(enemies_value(1, "z"), "0");
    CHECK(enemies_become("id:u32 b:f32", NULL));
    CHECK_TEXT(enemies_value(1, "b"), "77");
    ed_run_close(&enemies_run);
}

TEST(a_rename_and_its_undo_keep_the_current_values)
{
    CHECK(enemies_begin("id:u32 b:f32", NULL));
    enemies_grow(1);
    enemies_set(0, "b", "1");
    CHECK(enemies_become("id:u32 z:f32", NULL));
    enemies_set(0, "z", "2");
    CHECK(enemies_become("id:u32 b:f32", NULL));
    enemies_set(0, "b", "3");
    CHECK(enemies_become("id:u32 z:f32", NULL));
    CHECK_TEXT(enemies_value(0, "z"), "3");
    ed_run_close(&enemies_run);
}

TEST(an_old_name_that_was_taken_again_keeps_the_values_apart)
{
    CHECK(enemies_begin("id:u32 f:f32", NULL));
    enemies_grow(1);
    enemies_set(0, "f", "10");
    CHECK(replace_with(
        with_was(enemies_version_of("id:u32 g:f32 f:f32", NULL, "enemies"), "g", "f")));
    enemies_set(0, "f", "20");
    CHECK(enemies_become("id:u32", NULL));
    CHECK(replace_with(
        with_was(enemies_version_of("id:u32 g:f32 f:f32", NULL, "enemies"), "g", "f")));
    CHECK_TEXT(enemies_value(0, "g"), "10");
    CHECK_TEXT(enemies_value(0, "f"), "20");
    ed_run_close(&enemies_run);
}

TEST(a_renamed_field_of_a_new_record_ignores_what_a_removed_record_with_its_key_had)
{
    CHECK(enemies_begin("id:u32 b:u32", "id"));
    enemies_grow(1);
    enemies_set(0, "id", "2");
    enemies_set(0, "b", "77");
    CHECK(enemies_become("id:u32", "id"));
    ((ed_Array *)enemies_run.states[0].at)->count = 0;
    CHECK(enemies_become("id:u32 b:u32", "id"));
    CHECK(replace_with(with_was(enemies_version_of("id:u32 e:u32", "id", "enemies"), "e", "b")));
    enemies_grow(1);
    enemies_set(0, "id", "2");
    enemies_set(0, "e", "5");
    CHECK(enemies_become("id:u32 e:u32 x:u32", "id"));
    CHECK_TEXT(enemies_value(0, "e"), "5");
    ed_run_close(&enemies_run);
}

TEST(a_record_with_a_list_whose_name_another_one_took_can_be_restored)
{
    CHECK(enemies_begin("id:u32 a:u16[] b:u16[] x:u8", NULL));
    enemies_grow(2);
    enemies_set(1, "a", "[3]");
    enemies_set(1, "b", "[7,8]");
    enemies_set(1, "x", "5");
    CHECK(replace_with(with_was(enemies_version_of("id:u32 b:u16[]", NULL, "enemies"), "b", "a")));
    CHECK_TEXT(enemies_value(1, "b"), "[3]");
    CHECK(enemies_become("id:u32 b:u16[] x:u8", NULL));
    CHECK_TEXT(enemies_value(1, "x"), "5");
    ed_run_close(&enemies_run);
}

TEST(a_value_does_not_return_to_the_field_that_has_its_old_name)
{
    CHECK(enemies_begin("id:u32 a:u32 x:u8", NULL));
    enemies_grow(1);
    enemies_set(0, "a", "300");
    enemies_set(0, "x", "5");
    test_Version *swapped = enemies_version_of("id:u32 a:u32 c:u8", NULL, "enemies");
    with_was(swapped, "a", "c");
    CHECK(replace_with(with_was(swapped, "c", "a")));
    CHECK_TEXT(enemies_value(0, "c"), "255");
    swapped = enemies_version_of("id:u32 a:u32 c:u8 x:u8", NULL, "enemies");
    with_was(swapped, "a", "c");
    CHECK(replace_with(with_was(swapped, "c", "a")));
    CHECK_TEXT(enemies_value(0, "x"), "5");
    CHECK_TEXT(enemies_value(0, "a"), "0");
    ed_run_close(&enemies_run);
}

TEST(a_former_name_that_was_not_applied_to_a_field_is_not_applied_to_its_old_values)
{
    const char *new = "state Z { f32 price[] [[was(heat)]]; u32 heat; u16 shape [[was(price)]]; }";
    CHECK(walk_begin_schema("state Z { f32 price [[was(heat)]]; u16 heat[1][3]; }"));
    walk_set("Z.heat", "[[7,8,9]]");
    CHECK(walk_to_schema(new));
    CHECK(walk_to_schema("state Z { f32 price[] [[was(heat)]]; u16 shape [[was(price)]]; }"));
    CHECK_TEXT(walk_get("Z.price"), "[]");
    CHECK(walk_to_schema(new));
    CHECK_TEXT(walk_get("Z"), "{\"price\":[],\"heat\":7,\"shape\":0}");
    ed_run_close(&walk_run);
}

TEST(a_field_that_kept_its_name_does_not_return_to_the_name_that_it_once_had)
{
    const char *new = "state Z { str b [[was(a)]]; u8 a[] [[was(c)]]; u32 c[1][3]; }";
    CHECK(walk_begin_schema("state Z { u8 a [[was(c)]]; str c [[was(a)]]; }"));
    walk_set("Z.a", "7");
    walk_set("Z.c", "\"text\"");
    CHECK(walk_to_schema(new));
    CHECK(walk_to_schema("state Z { str b [[was(a)]]; u8 a[] [[was(c)]]; }"));
    CHECK_TEXT(walk_get("Z.a"), "[]");
    CHECK(walk_to_schema(new));
    CHECK_TEXT(walk_get("Z.a"), "[]");
    ed_run_close(&walk_run);
}

TEST(a_former_name_that_a_field_got_back_is_not_applied_to_its_old_values)
{
    const char *new = "state Z { u32 left [[was(angle)]]; u16 angle; }";
    CHECK(walk_begin_schema("state Z { u32 upper [[was(angle)]]; }"));
    walk_set("Z.upper", "70000");
    CHECK(walk_to_schema(new));
    CHECK(walk_to_schema("state Z { u32 left [[was(angle)]]; }"));
    CHECK_TEXT(walk_get("Z"), "{\"left\":0}");
    CHECK(walk_to_schema(new));
    CHECK_TEXT(walk_get("Z.left"), "0");
    ed_run_close(&walk_run);
}
