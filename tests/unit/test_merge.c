#include <stdio.h>
#include "runtime/types/pool.h"
#include "tests/lib/test.h"
#include "tests/lib/version_walk.h"

/// What several reloads lost, and what the retained states bring back.

TEST(a_part_that_was_dropped_before_its_record_comes_back_each_time)
{
    CHECK(walk_begin("q:u8"));
    CHECK(walk_to_with("m:Item q:u8", "a:u16 b:u16"));
    walk_set("Z.m", "{\"a\":3,\"b\":9}");
    CHECK(walk_to_with("m:Item q:u8", "a:u16"));
    CHECK(WALK("q:u8"));
    for (u32 i = 0; i < 2; i++) {
        CHECK(walk_to_with("m:Item q:u8", "a:u16 b:u16"));
        CHECK_TEXT(walk_get("Z.m"), "{\"a\":3,\"b\":9}");
        CHECK(WALK("q:u8"));
    }
    ed_run_close(&walk_run);
}

TEST(a_value_that_came_back_and_was_zeroed_stays_zero)
{
    CHECK(walk_begin("a:u16 q:u8"));
    walk_set("Z.a", "5");
    CHECK(WALK("q:u8", "a:u16 q:u8"));
    CHECK_TEXT(walk_get("Z.a"), "5");
    walk_set("Z.a", "0");
    CHECK(WALK("q:u8", "a:u16 q:u8"));
    CHECK_TEXT(walk_get("Z.a"), "0");
    ed_run_close(&walk_run);
}

TEST(a_number_that_was_narrowed_twice_comes_back_in_a_float)
{
    CHECK(walk_begin("a:i32"));
    walk_set("Z.a", "300");
    CHECK(WALK("a:u8", "a:u16", "a:u8"));
    CHECK_TEXT(walk_get("Z.a"), "255");
    CHECK(WALK("a:f64"));
    CHECK_TEXT(walk_get("Z.a"), "300");
    ed_run_close(&walk_run);
}

TEST(a_value_that_returns_narrower_is_counted_and_comes_back_later)
{
    char line[400];
    CHECK(walk_begin("a:f32 s:u8[..4] q:u8"));
    walk_set("Z.a", "28022.855");
    walk_set("Z.s", "[1,2,3]");
    CHECK(WALK("q:u8", "a:i32 s:u8[..2] q:u8"));
    CHECK_TEXT(walk_get("Z.a"), "28023");
    CHECK_TEXT(walk_get("Z.s"), "[1,2]");
    ed_Text out = ed_text_over(line, sizeof line);
    ed_report_line(&walk_run.report, &out);
    CHECK_HAS(line, "restored Z.a (1 of 1 record, 1 rounded)");
    CHECK_HAS(line, "restored Z.s (1 of 1 record, 1 truncated)");
    CHECK(WALK("a:f32 s:u8[..4] q:u8"));
    CHECK_TEXT(walk_get("Z.a"), "28022.855");
    CHECK_TEXT(walk_get("Z.s"), "[1,2,3]");
    ed_run_close(&walk_run);
}

TEST(a_second_cut_is_counted)
{
    char line[400];
    CHECK(walk_begin("a:u8[6]"));
    walk_set("Z.a", "[1,2,3,4,5,6]");
    CHECK(WALK("a:u8[4]", "a:u8[2]"));
    ed_Text out = ed_text_over(line, sizeof line);
    ed_report_line(&walk_run.report, &out);
    CHECK_HAS(line, "converted Z.a u8[4] -> u8[2] (2 exact, 2 truncated)");
    CHECK(WALK("a:u8[6]"));
    CHECK_TEXT(walk_get("Z.a"), "[1,2,3,4,5,6]");
    ed_run_close(&walk_run);
}

TEST(a_struct_that_became_a_bool_and_was_removed_comes_back)
{
    CHECK(walk_begin("q:u8"));
    CHECK(walk_to_with("m:Item q:u8", "a:u16 b:u16"));
    walk_set("Z.m", "{\"a\":3,\"b\":9}");
    CHECK(WALK("m:bool q:u8", "q:u8", "m:Item q:u8"));
    CHECK_TEXT(walk_get("Z.m"), "{\"a\":3,\"b\":9}");
    ed_run_close(&walk_run);
}

TEST(columns_of_an_array_come_back_from_a_list)
{
    CHECK(walk_begin("t:u16[2][2]"));
    walk_set("Z.t", "[[1,2],[3,4]]");
    CHECK(WALK("t:u16[]", "t:u16[2][2]"));
    CHECK_TEXT(walk_get("Z.t"), "[[1,2],[3,4]]");
    ed_run_close(&walk_run);
}

TEST(records_that_were_cut_off_come_back_beside_those_that_the_game_changed)
{
    CHECK(walk_begin("q:u8"));
    CHECK(walk_to_with("l:Item[..4] q:u8", "id:u32 hp:u16"));
    walk_items = "id:u32 hp:u16";
    walk_set("Z.l", "[{\"id\":1,\"hp\":10},{\"id\":2,\"hp\":20},{\"id\":3,\"hp\":30}]");
    CHECK(WALK("l:Item[..2] q:u8"));
    walk_set("Z.l[0].hp", "11");
    CHECK(WALK("l:Item[..4] q:u8"));
    CHECK_TEXT(walk_get("Z.l"), "[{\"id\":1,\"hp\":11},{\"id\":2,\"hp\":20},{\"id\":3,\"hp\":30}]");
    ed_run_close(&walk_run);
}

TEST(a_field_that_the_retained_state_lacked_keeps_its_value)
{
    CHECK(walk_begin("q:u8"));
    CHECK(walk_to_with("p:Item", "a:u16"));
    walk_set("Z.p.a", "300");
    CHECK(walk_to_with("p:Item m:Item", "a:u8=5"));
    CHECK_TEXT(walk_get("Z.m"), "{\"a\":5}");
    CHECK(walk_to_with("p:Item m:Item", "a:u16=9"));
    CHECK_TEXT(walk_get("Z.p"), "{\"a\":300}");
    CHECK_TEXT(walk_get("Z.m"), "{\"a\":5}");
    ed_run_close(&walk_run);
}

TEST(an_element_that_the_retained_array_lacked_keeps_its_value)
{
    CHECK(walk_begin("q:u8"));
    CHECK(walk_to_with("t:Item[1]", "v:u16"));
    walk_set("Z.t[0].v", "300");
    CHECK(walk_to_with("t:Item[3]", "v:u8=5"));
    CHECK_TEXT(walk_get("Z.t"), "[{\"v\":255},{\"v\":5},{\"v\":5}]");
    CHECK(walk_to_with("t:Item[3]", "v:u16=9"));
    CHECK_TEXT(walk_get("Z.t"), "[{\"v\":300},{\"v\":5},{\"v\":5}]");
    ed_run_close(&walk_run);
}

TEST(a_record_that_was_a_list_without_items_keeps_its_value)
{
    CHECK(walk_begin("q:u8"));
    CHECK(walk_to_with("a:Item[..1] b:Item", "v:u16"));
    walk_set("Z.b.v", "300");
    CHECK(walk_to_with("a:Item b:Item", "v:u8=5"));
    CHECK_TEXT(walk_get("Z.a"), "{\"v\":5}");
    CHECK(walk_to_with("a:Item b:Item", "v:u16=9"));
    CHECK_TEXT(walk_get("Z.a"), "{\"v\":5}");
    CHECK_TEXT(walk_get("Z.b"), "{\"v\":300}");
    ed_run_close(&walk_run);
}

TEST(a_list_that_became_a_number_comes_back_without_an_item_for_it)
{
    const char *list = "struct Item [[key(id)]] { i32 id; } state Z { Item team; Item l[]; }";
    CHECK(walk_begin_schema(list));
    walk_set("Z.l", "[{\"id\":1},{\"id\":2}]");
    CHECK(walk_to_schema("struct Item [[key(id)]] { i32 id; } state Z { Item team; i16 l; }"));
    CHECK(walk_to_schema(list));
    CHECK_TEXT(walk_get("Z.l"), "[{\"id\":1},{\"id\":2}]");
    ed_run_close(&walk_run);
}

TEST(a_list_is_restored_although_its_default_has_other_items)
{
    const char *with = "struct Item [[key(id)]] { i32 id; } "
                       "state Z { Item team; Item left[..2] = {{.id = 1}}; }";
    CHECK(walk_begin_schema(with));
    walk_set("Z.left", "[{\"id\":7}]");
    CHECK(walk_to_schema("struct Item [[key(id)]] { i32 id; } state Z { Item team; }"));
    CHECK(walk_to_schema(with));
    CHECK_TEXT(walk_get("Z.left"), "[{\"id\":7}]");
    ed_run_close(&walk_run);
}

TEST(a_list_in_a_record_that_comes_back_has_none_of_the_items_of_its_default)
{
    const char *types = "struct Item [[key(id)]] { i32 id; u8 a[]; } "
                        "struct Part { Item l[] = {{.a = {1}}, {}}; } ";
    char both[200], one[200];
    snprintf(both, sizeof both, "%s state Z { Part p; Part q[2]; }", types);
    snprintf(one, sizeof one, "%s state Z { Part p; }", types);
    CHECK(walk_begin_schema(both));
    walk_set("Z.q[1].l", "[{\"id\":1},{\"id\":2}]");
    CHECK(walk_to_schema(one));
    CHECK(walk_to_schema(both));
    CHECK_TEXT(walk_get("Z.q[1].l"), "[{\"id\":1,\"a\":[]},{\"id\":2,\"a\":[]}]");
    ed_run_close(&walk_run);
}

/// `l` keeps the second version in the attic.
TEST(a_default_that_an_element_has_from_its_state_is_not_taken_for_a_value)
{
    const char *old = "struct Part { u8 a[2][2]; } struct Item { u8 x; u8 y; } "
                      "state Z { Part p = {.a = {{1, 2}, {3, 4}}}; u16 n; Item l[]; }",
               *new = "struct Part { u8 a[2][3]; } struct Item { u8 x; u8 y; } "
                      "state Z { Part p; u8 n; Item l[]; }",
               *further = "struct Part { u8 a[3][1]; } struct Item { u8 x; } "
                          "state Z { Part p; u8 n; Item l[]; }";
    CHECK(walk_begin_schema(old));
    walk_set("Z.p.a", "[[0,0],[0,0]]");
    walk_set("Z.n", "300");
    walk_set("Z.l", "[{\"x\":1,\"y\":2}]");
    CHECK(walk_to_schema(new));
    CHECK(walk_to_schema(further));
    walk_set("Z.p.a[2][0]", "9");
    walk_set("Z.l", "[{\"x\":1},{\"x\":2}]");
    CHECK(walk_to_schema(new));
    CHECK(walk_to_schema(old));
    CHECK_TEXT(walk_get("Z.p"), "{\"a\":[[0,0],[0,0]]}");
    CHECK_TEXT(walk_get("Z.n"), "300");
    ed_run_close(&walk_run);
}

TEST(a_default_that_stands_for_an_optional_record_is_not_restored)
{
    CHECK(walk_begin_schema("struct Item { u8 v; } state Z { Item a [[optional]]; }"));
    walk_set("Z.a", "{\"v\":7}");
    CHECK(walk_to_schema("state Z { u16 a [[optional]] = 300; }"));
    CHECK_TEXT(walk_get("Z.a"), "300");
    CHECK(walk_to_schema("state Z { u8 a [[optional]] = 9; }"));
    CHECK(walk_to_schema("state Z { u16 a [[optional]] = 400; }"));
    CHECK_TEXT(walk_get("Z.a"), "300");
    CHECK(walk_to_schema("struct Item { u8 v; } state Z { Item a [[optional]]; }"));
    CHECK_TEXT(walk_get("Z.a"), "{\"v\":7}");
    ed_run_close(&walk_run);
}

TEST(what_a_part_lost_comes_back_after_it_moved_out_of_its_record)
{
    CHECK(walk_begin_schema("struct Item { u16 v; u8 w; } state Z { Item a; }"));
    walk_set("Z.a", "{\"v\":300,\"w\":2}");
    CHECK(walk_to_schema("struct Item { u8 v; u8 w; } state Z { Item a; }"));
    CHECK(walk_to_schema("struct Item { u8 w; } state Z { Item a; u16 v [[was(a.v)]]; }"));
    CHECK_TEXT(walk_get("Z.v"), "300");
    ed_run_close(&walk_run);
}

/// `l` keeps the second version in the attic, and p[2] the third.
TEST(a_value_that_is_its_default_comes_back_with_the_record_that_was_cut)
{
    const char *old = "struct Part { char t[3][10] = {'moon', 'a'}; } struct Item { u8 x; u8 y; } "
                      "state Z { Part p[2][1][2]; Item l[]; }",
               *new = "struct Part { char t[2][2]; } struct Item { u8 x; u8 y; } "
                      "state Z { Part p[1][2][4]; Item l[]; }",
               *further = "struct Part { char t[2][2]; } struct Item { u8 x; } "
                          "state Z { Part p[3][1][2]; Item l[]; }";
    CHECK(walk_begin_schema(old));
    walk_set("Z.p[1][0][0].t[2]", "\"x\"");
    walk_set("Z.l", "[{\"x\":1,\"y\":2}]");
    CHECK(walk_to_schema(new));
    CHECK(walk_to_schema(further));
    walk_set("Z.p[2][0][0].t[1]", "\"c\"");
    walk_set("Z.l", "[{\"x\":1},{\"x\":2}]");
    CHECK(walk_to_schema(new));
    CHECK(walk_to_schema(old));
    CHECK_TEXT(walk_get("Z.p[1][0][0].t"), "[\"moon\",\"a\",\"x\"]");
    ed_run_close(&walk_run);
}

TEST(an_empty_pool_comes_back_with_the_handles_that_it_does_not_use_again)
{
    const char *pool =
        "struct Item { u32 id; u8 ammo[4]; } state Z { Item l[..4] [[pool]]; u8 q; }";
    CHECK(walk_begin_schema(pool));
    walk_grow(1);
    const u32 size = walk_run.module->schema->states[0]->fields[0].size;
    ed_pool_clear((ed_Pool *)(void *)walk_list(), size);
    CHECK(walk_to_schema("struct Item { u32 id; u8 ammo[4]; } state Z { Item other; u8 q; }"));
    CHECK(walk_to_schema(pool));
    const ed_Pool *l = (const ed_Pool *)(const void *)walk_list();
    CHECK_EQ(l->slot_count, 1);
    CHECK_EQ(l->slots[0].generation, 2);
    ed_run_close(&walk_run);
}
