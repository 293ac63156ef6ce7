#include <stdio.h>
#include "runtime/types/pool.h"
#include "tests/lib/invariants.h"
#include "tests/lib/migrate_values.h"
#include "tests/lib/test.h"

// --- sizes and shapes ----------------------------------------------------------------------------

TEST(elements_that_fit_are_kept_and_others_count_unless_they_were_the_default)
{
    static const MigrateCase cases[] = {
        { "u8 v[3]", "u8 v[2]", "[1,2,3]", "[1,2]", "2 exact, 1 cut" },
        { "u8 v[3]", "u8 v[2]", "[1,2,0]", "[1,2]", "2 exact" },
        { "u8 v[3] = {0, 0, 7}", "u8 v[2]", "[1,2,7]", "[1,2]", "2 exact" },
        { "u8 v[3] = {0, 0, 7}", "u8 v[2]", "[1,2,0]", "[1,2]", "2 exact, 1 cut" },
        { "u8 v[2]", "u16 v[3] = {7, 8, 9}", "[1,2]", "[1,2,9]", "2 exact" },
        { "u8 v[..3]", "u8 v[..2]", "[1,2,3]", "[1,2]", "2 exact, 1 cut" },
        { "u8 v[..3]", "u8 v[..2]", "[1,2,0]", "[1,2]", "2 exact" },
        { "u8 v[]", "u8 v[..2]", "[1,2,0,4]", "[1,2]", "2 exact, 1 cut" },
        { "u8 v[..3]", "u16 v[..4]", "[1,2,3]", "[1,2,3]", "3 exact" },
        { "str v[]", "str v[..1]", "['a','','b']", "['a']", "1 exact, 1 cut" },
    };
    CHECK_MIGRATED("", "", cases);
}

TEST(an_array_or_a_list_becomes_any_other)
{
    static const MigrateCase cases[] = {
        { "u8 v[2]", "u8 v[]", "[1,0]", "[1,0]", "2 exact" },
        { "u8 v[2]", "u16 v[..3]", "[1,0]", "[1,0]", "2 exact" },
        { "u8 v[2]", "u8 v[..1]", "[1,2]", "[1]", "1 exact, 1 cut" },
        { "u8 v[..3]", "u8 v[2] = {8, 9}", "[1]", "[1,9]", "1 exact" },
        { "u8 v[..3]", "u8 v[2] = {8, 9}", "[]", "[8,9]", "" },
        { "u8 v[..3]", "u8 v[2]", "[1,2,3]", "[1,2]", "2 exact, 1 cut" },
        { "u8 v[..3]", "u8 v[]", "[1,2,3]", "[1,2,3]", "3 exact" },
        { "u8 v[]", "u8 v[2] = {8, 9}", "[1]", "[1,9]", "1 exact" },
        { "u8 v[]", "u16 v[..2]", "[1,2,3]", "[1,2]", "2 exact, 1 cut" },
        { "u8 v[..2] = {5}", "u8 v[] = {6, 7}", "[]", "[]", "" },
        { "str v[]", "char v[2][4]", "['one','three']", "['one','thr']", "1 exact, 1 cut" },
    };
    CHECK_MIGRATED("", "", cases);
}

TEST(a_value_becomes_the_first_element_and_the_first_element_becomes_the_value)
{
    static const MigrateCase cases[] = {
        { "u8 v", "u8 v[2] = {8, 9}", "1", "[1,9]", "1 exact" },
        { "u8 v", "u16 v[..2] = {8, 9}", "1", "[1]", "1 exact" },
        { "u8 v", "u8 v[]", "0", "[0]", "1 exact" },
        { "u8 v[2]", "u8 v = 9", "[1,2]", "1", "1 exact, 1 cut" },
        { "u8 v[2]", "u8 v = 9", "[1,0]", "1", "1 exact" },
        { "u8 v[..2]", "u16 v = 9", "[1,2]", "1", "1 exact, 1 cut" },
        { "u8 v[]", "u8 v = 9", "[1,0,3]", "1", "1 exact, 1 cut" },
        { "u8 v[]", "u8 v = 9", "[]", "9", "" },
        { "char v[4]", "str v[]", "'abc'", "['abc']", "1 exact" },
        { "str v[..2]", "char v[2]", "['abc']", "'a'", "1 cut" },
    };
    CHECK_MIGRATED("", "", cases);
}

TEST(a_dimension_more_has_the_old_values_first_and_one_less_keeps_the_first)
{
    static const MigrateCase cases[] = {
        { "u8 v[2]", "u8 v[2][2] = {{6, 7}, {8, 9}}", "[1,2]", "[[1,7],[2,9]]", "2 exact" },
        { "u8 v", "u8 v[2][2]", "1", "[[1,0],[0,0]]", "1 exact" },
        { "u8 v[2][2]", "u8 v[2]", "[[1,2],[3,0]]", "[1,3]", "2 exact, 1 cut" },
        { "u8 v[2][2]", "u8 v", "[[1,2],[3,0]]", "1", "1 exact, 2 cut" },
        { "u8 v[2][2]", "u8 v[..3]", "[[1,2],[3,0]]", "[1,3]", "2 exact, 1 cut" },
        { "u8 v[2][2]", "u8 v[]", "[[1,2],[3,0]]", "[1,3]", "2 exact, 1 cut" },
        { "u8 v[2][2]", "u8 v[..1]", "[[1,2],[3,4]]", "[1]", "1 exact, 3 cut" },
        { "u8 v[2][3]", "u8 v[3][2]", "[[1,2,3],[4,5,6]]", "[[1,2],[4,5],[0,0]]",
          "4 exact, 2 cut" },
        { "u8 v[2][2]", "u16 v[2][2]", "[[1,2],[3,4]]", "[[1,2],[3,4]]", "4 exact" },
        { "u8 v[]", "u8 v[2][2]", "[1,2,3]", "[[1,0],[2,0]]", "2 exact, 1 cut" },
    };
    CHECK_MIGRATED("", "", cases);
}

// --- optional values -----------------------------------------------------------------------------

TEST(an_optional_value_is_present_or_absent_as_before)
{
    static const MigrateCase cases[] = {
        { "u8 v", "u8 v [[optional]]", "0", "0", "1 exact" },
        { "u8 v [[optional]]", "u16 v [[optional]]", "null", "null", "1 exact" },
        { "u8 v [[optional]]", "u16 v [[optional]] = 7", "null", "null", "1 exact" },
        { "u8 v [[optional]]", "u16 v [[optional]] = 7", "5", "5", "1 exact" },
        { "u8 v [[optional]]", "u8 v = 9", "5", "5", "1 exact" },
        { "u8 v [[optional]]", "u8 v = 9", "null", "9", "1 defaulted" },
        { "u8 v [[optional]]", "u8 v[2] = {8, 9}", "null", "[8,9]", "1 defaulted" },
        { "u8 v [[optional]]", "u8 v[]", "null", "[]", "" },
        { "u8 v [[optional]]", "u8 v[]", "5", "[5]", "1 exact" },
        { "u8 v[]", "u8 v [[optional]] = 7", "[]", "null", "" },
        { "u8 v[..2]", "u8 v [[optional]]", "[5,6]", "5", "1 exact, 1 cut" },
    };
    CHECK_MIGRATED("", "", cases);
}

TEST(memory_of_an_absent_value_or_item_is_zero)
{
    u8 *at;
    CHECK(migrate_begin("state Game { u8 a [[optional]]; u8 b[..3] = {1}; }",
                        "state Game { u8 b[..3] = {7, 8}; u8 a [[optional]] = 9; }"));
    CHECK(migrate_pack());
    CHECK(migrate_load());
    at = migrate.new.roots[0].at;
    CHECK(memcmp(at, "\1\0\0\0\1\0\0\0\0", 9) == 0);
}

#define POOLS \
    "struct Thing { u8 n; } state Pools { Thing things[] [[pool]]; } " \
    "union Any { u8 n; ref(Thing) thing; }"

TEST(a_null_handle_is_the_same_as_an_absent_one)
{
    static const MigrateCase cases[] = {
        { "ref(Thing) v", "ref(Thing) v [[optional]]", "null", "null",
          "Thing.n: 1 exact; 1 exact" },
        { "ref(Thing) v", "ref(Thing) v [[optional]]", "[0,1]", "[0,1]",
          "Thing.n: 1 exact; 1 exact" },
        { "ref(Thing) v [[optional]]", "ref(Thing) v", "null", "null",
          "Thing.n: 1 exact; 1 exact" },
        { "ref(Thing) v", "ref(Thing) v[]", "null", "[]", "Thing.n: 1 exact" },
        { "ref(Thing) v", "ref(Thing) v[2]", "null", "[null,null]", "Thing.n: 1 exact; 1 exact" },
        { "ref(Thing) v", "Any v", "null", "{'thing':null}", "Thing.n: 1 exact; 1 exact" },
        { "ref(Thing) v", "u8 v = 9", "null", "9", "Thing.n: 1 exact; 1 defaulted" },
    };
    CHECK_MIGRATED(POOLS, POOLS, cases);
}

// --- arrays with an enum as their bound ----------------------------------------------------------

TEST(elements_of_an_array_indexed_by_an_enum_follow_their_values)
{
    static const MigrateCase cases[] = {
        { "u8 v[Kind]", "u8 v[Kind] = {7, 8, 9}", "[1,2,3]", "[3,8,1]", "2 exact, 1 cut" },
        { "u8 v[Kind]", "u8 v[Kind]", "[1,0,3]", "[3,0,1]", "2 exact" },
        { "u8 v[Kind]", "u16 v[Kind]", "[1,0,3]", "[3,0,1]", "2 exact" },
        { "u8 v[Kind]", "u8 v[3]", "[1,2,3]", "[1,2,3]", "3 exact" },
        { "u8 v[3]", "u8 v[Kind]", "[1,2,3]", "[1,2,3]", "3 exact" },
        { "u8 v[2][Kind]", "u8 v[2][Kind]", "[[1,2,3],[4,0,6]]", "[[3,0,1],[6,0,4]]",
          "4 exact, 1 cut" },
        { "u8 v[Kind][2]", "u8 v[Kind][3]", "[[1,2],[0,4],[5,6]]", "[[5,6,0],[0,0,0],[1,2,0]]",
          "4 exact, 1 cut" },
    };
    CHECK_MIGRATED("enum Kind : u8 { ORC, ELF, MAN }",
                   "enum Kind : u8 { HUMAN [[was(MAN)]], TROLL, ORC }", cases);
}

// --- records -------------------------------------------------------------------------------------

TEST(a_record_that_is_cut_counts_once_unless_it_was_the_default)
{
    static const MigrateCase cases[] = {
        { "P v[2]", "P v[1]", "[{'x':1},{'x':2}]", "[{'x':1}]", "1 exact, 1 cut; P.x: 1 exact" },
        { "P v[2]", "P v[1]", "[{'x':1},{'x':5}]", "[{'x':1}]", "1 exact; P.x: 1 exact" },
        { "P v[]", "P v[..1]", "[{'x':1},{'x':0},{'x':5}]", "[{'x':1}]",
          "1 exact, 1 cut; P.x: 1 exact" },
        { "P v", "P v[2]", "{'x':1}", "[{'x':1},{'x':5}]", "1 exact; P.x: 1 exact" },
    };
    CHECK_MIGRATED("struct P { u8 x = 5; }", "struct P { u16 x = 5; }", cases);
}

// --- pools ---------------------------------------------------------------------------------------

/// Begins with these fields of the state Game, which holds items in `v`.
static bool begin_items(const char *from, const char *to, const char *items)
{
    char schemas[2][200];
    snprintf(schemas[0], sizeof schemas[0], "struct Item { u8 n; } state Game { %s; }", from);
    snprintf(schemas[1], sizeof schemas[1], "struct Item { u16 n; } state Game { %s; }", to);
    return migrate_begin(schemas[0], schemas[1]) && migrate_set("Game.v", items);
}

TEST(the_items_of_a_pool_keep_their_handles)
{
    static const char *const fields = "Item v[] [[pool]]; ref(Item) a; ref(Item) b";
    for (u32 open = 0; open < 2; open++) {
        CHECK(begin_items(fields, fields, "[{'n':1},{'n':2},{'n':3}]"));
        ed_Pool *old = migrate.old.roots[0].at, *new;
        CHECK(ed_pool_remove(old, ed_pool_ref(old, 0), 1));      // 3 moves to index 0
        CHECK(migrate_set("Game.a", "[1,1]") && migrate_set("Game.b", "[2,1]"));
        migrate.old.open_form = open;
        CHECK(migrate_pack() && migrate_load());
        new = migrate.new.roots[0].at;
        CHECK_TEXT(migrate_get("Game.v"), "[{'n':3},{'n':2}]");
        CHECK_TEXT(migrate_get("Game.a"), "[1,1]");
        const u16 *items = new->items;
        CHECK(ed_pool_get(new, (ed_Ref){ 1, 1 }, 2) == &items[1]);
        CHECK(ed_pool_get(new, (ed_Ref){ 2, 1 }, 2) == &items[0]);
        CHECK(!broken_invariant(&migrate.new));
    }
}

TEST(a_list_becomes_a_pool_and_a_pool_becomes_a_list)
{
    static const struct {
        const char *from, *to, *items, *becomes;
        u64 exact, cut;
    } cases[] = {
        { "Item v[]", "Item v[] [[pool]]", "[{'n':1},{'n':2}]", "[{'n':1},{'n':2}]", 2, 0 },
        { "Item v[..3]", "Item v[] [[pool]]", "[]", "[]", 0, 0 },
        { "Item v[]", "Item v[..1] [[pool]]", "[{'n':1},{'n':2}]", "[{'n':1}]", 1, 1 },
        { "Item v", "Item v[] [[pool]]", "{'n':1}", "[{'n':1}]", 1, 0 },
        { "Item v[] [[pool]]", "Item v[]", "[{'n':1},{'n':2}]", "[{'n':1},{'n':2}]", 2, 0 },
        { "Item v[] [[pool]]", "Item v[..1] [[pool]]", "[{'n':1},{'n':2}]", "[{'n':1}]", 1, 1 },
        { "Item v[] [[pool]]", "Item v", "[{'n':1},{'n':0}]", "{'n':1}", 1, 0 },
    };
    for (u32 i = 0; i < ED_COUNT(cases); i++) {
        CHECK(begin_items(cases[i].from, cases[i].to, cases[i].items));
        CHECK(migrate_pack() && migrate_load());
        CHECK_TEXT(migrate_get("Game.v"), cases[i].becomes);
        CHECK_EQ(migrate.report.rows[0].tally.exact, cases[i].exact);
        CHECK_EQ(migrate.report.rows[0].tally.truncated, cases[i].cut);
        CHECK(!broken_invariant(&migrate.new));
    }
}

TEST(a_pool_has_the_limit_of_its_new_field)
{
    CHECK(begin_items("Item v[] [[pool]]", "Item v[..1] [[pool]]", "[{'n':1}]"));
    CHECK(migrate_pack() && migrate_load());
    CHECK(!ed_pool_add(migrate.new.roots[0].arena, migrate.new.roots[0].at, 2, 2));
}

// --- pointers ------------------------------------------------------------------------------------

TEST(a_pointer_does_not_become_a_number_nor_a_number_a_pointer)
{
    CHECK(migrate_begin("state Game { ptr a [[live]]; u64 b; }",
                        "state Game { u64 a = 5; ptr b [[live]]; }"));
    migrate.old.live = migrate.new.live = true;
    memset(migrate.old.roots[0].at, 1, 16);
    CHECK(migrate_pack() && migrate_load());
    CHECK_TEXT(migrate_get("Game.a"), "5");
    CHECK_EQ(((u64 *)migrate.new.roots[0].at)[1], 0);
    for (u32 i = 0; i < 2; i++) CHECK_EQ(migrate.report.rows[i].tally.defaulted, 1);
}
