#include "runtime/migrate/steps.h"
#include "runtime/migrate/old_record.h"
#include "tests/lib/migrate_values.h"
#include "tests/lib/test.h"

// --- the fields of a record ----------------------------------------------------------------------

TEST(each_field_has_its_own_step_wherever_it_is_in_the_record)
{
    static const MigrateCase cases[] = {
        { "u8 a; u16 b; u32 c", "u32 c; u8 a; u16 b", "={'a':1,'b':2,'c':3}",
          "={'c':3,'a':1,'b':2}", "c: 1 exact; a: 1 exact; b: 1 exact" },
        { "u8 a; u16 b; u32 c", "u8 c; u8 n = 7; str t = 'new'; u16 b", "={'a':1,'b':2,'c':300}",
          "={'c':255,'n':7,'t':'new','b':2}",
          "c: 1 saturated; n: added 7; t: added 'new'; b: 1 exact; a: dropped 1 lost" },
        { "u8 a; u8 b", "u8 b [[was(a)]]; u8 a [[was(b)]]", "={'a':1,'b':2}", "={'b':1,'a':2}",
          "a -> b: 1 exact; b -> a: 1 exact" },
        { "str a; u8 list[]; u8 few[..2]", "u16 few[..3]; str a; char b[4]; u8 list[]",
          "={'a':'long','list':[1,2],'few':[3]}", "={'few':[3],'a':'long','b':'','list':[1,2]}",
          "few: 1 exact; a: 1 exact; b: added ''; list: 2 exact" },
        { "u8 a", "u8 b", "={'a':1}", "={'b':0}", "b: added 0; a: dropped 1 lost" },
    };
    CHECK_MIGRATED("", "", cases);
}

TEST(a_new_text_has_its_own_copy_of_the_default_in_each_record)
{
    CHECK(migrate_begin("struct Item { u8 a; } state Game { Item at[2]; }",
                        "struct Item { u8 a; str t = 'new'; } state Game { Item at[2]; }"));
    CHECK(migrate_pack() && migrate_load());
    const u8 *at = migrate.new.roots[0].at;
    ed_Str one, other;
    memcpy(&one, at + 8, sizeof one);
    memcpy(&other, at + 8 + migrate_type("Item")->size, sizeof other);
    CHECK(one.items && other.items && one.items != other.items);
}

// --- parts that moved ----------------------------------------------------------------------------

#define VEC "struct Vec { i32 x; i32 y; }"

TEST(parts_are_gathered_into_a_struct_and_taken_out_of_it)
{
    static const MigrateCase cases[] = {
        { "i16 left; i16 top", "Vec pos [[was(.x = left, .y = top)]]", "={'left':1,'top':2}",
          "={'pos':{'x':1,'y':2}}", "left -> pos.x: 1 exact; top -> pos.y: 1 exact" },
        { "Vec pos; u8 n", "u8 n; i32 x [[was(pos.x)]]; i32 y [[was(pos.y)]]",
          "={'pos':{'x':1,'y':2},'n':3}", "={'n':3,'x':1,'y':2}",
          "n: 1 exact; pos.x -> x: 1 exact; pos.y -> y: 1 exact" },
        { "Vec pos; u8 n", "u8 n; i8 x [[was(pos.x)]]", "={'pos':{'x':300,'y':2},'n':3}",
          "={'n':3,'x':127}", "n: 1 exact; pos.x -> x: 1 saturated; pos: dropped 1 lost" },
        { "Vec pos; u8 n", "u8 n; i32 x [[was(pos.x)]]", "={'pos':{'x':300},'n':3}",
          "={'n':3,'x':300}", "n: 1 exact; pos.x -> x: 1 exact; pos: dropped" },
        { "i32 left [[unit('m')]]", "Vec pos [[unit('cm')]] [[was(.y = left)]]", "={'left':5}",
          "={'pos':{'x':0,'y':500}}", "left -> pos.y: 1 exact" },
        { "Vec pos [[unit('m')]]", "i32 left [[unit('cm')]] [[was(pos.x)]]", "={'pos':{'x':5}}",
          "={'left':500}", "pos.x -> left: 1 exact; pos: dropped" },
    };
    CHECK_MIGRATED(VEC, VEC, cases);
}

TEST(a_part_moves_through_several_structs)
{
    static const MigrateCase cases[] = {
        { "Body body; u8 n", "u8 n; i32 x [[was(body.pos.x)]]", "={'body':{'pos':{'x':4}},'n':3}",
          "={'n':3,'x':4}", "n: 1 exact; body.pos.x -> x: 1 exact; body: dropped" },
        { "i32 x; u8 n", "u8 n; Body body [[was(.pos.y = x)]]", "={'x':4,'n':3}",
          "={'n':3,'body':{'hp':9,'pos':{'x':0,'y':4}}}", "n: 1 exact; x -> body.pos.y: 1 exact" },
    };
    CHECK_MIGRATED(VEC "struct Body { u8 hp = 9; Vec pos; }",
                   VEC "struct Body { u8 hp = 9; Vec pos; }", cases);
}

// --- records in records --------------------------------------------------------------------------

TEST(a_record_that_holds_a_list_of_its_own_type_is_migrated)
{
    static const MigrateCase cases[] = {
        { "Tree v", "Tree v", "{'n':1,'sub':[{'n':2,'sub':[{'n':3}]},{'n':4}]}",
          "{'sub':[{'sub':[{'sub':[],'n':3}],'n':2},{'sub':[],'n':4}],'n':1}",
          "1 exact; Tree.sub: 3 exact; Tree.n: 4 exact" },
    };
    CHECK_MIGRATED("struct Tree { u8 n; Tree sub[]; }", "struct Tree { Tree sub[]; u16 n; }",
                   cases);
}

TEST(a_union_without_its_alternative_has_the_first_one)
{
    static const MigrateCase cases[] = {
        { "Any v; u8 n", "u8 n; Any v", "={'v':{'list':{'all':[1,2]}},'n':3}",
          "={'n':3,'v':{'list':{'all':[1,2]}}}",
          "n: 1 exact; 1 exact; Any.first: added; Any.list: 1 exact; Any.gone: dropped; Box.all: 2 "
          "exact" },
        { "Any v; u8 n", "u8 n; Any v", "={'v':{'gone':1},'n':3}", "={'n':3,'v':{'first':0}}",
          "n: 1 exact; 1 defaulted; Any.first: added; Any.gone: dropped 1 lost" },
    };
    CHECK_MIGRATED("union Any { u8 gone; Box list; } struct Box { u8 all[]; }",
                   "union Any { u8 first; Box list; } struct Box { u8 all[]; }", cases);
}

// --- upgrade functions ---------------------------------------------------------------------------

static bool double_or_refuse(ed_Arena *arena, void *it, const ed_OldRecord *old)
{
    u16 n;
    (void)arena;
    memcpy(&n, it, sizeof n);
    if (n == 13) return ed_old_refuse(old, "13 is not lucky");
    n = (u16)(n + ed_old_u64(old, "n", 0));
    memcpy(it, &n, sizeof n);
    return true;
}

/// Begins with an upgrade function for each item of a list.
static bool begin_upgrade(const char *items, bool open)
{
    if (!migrate_begin("struct Item { u8 n; } state Game { u8 a; Item at[]; }",
                       "struct Item [[upgrade(item_up)]] { u16 n; } state Game { Item at[]; }")
        || !migrate_set("Game.at", items))
        return false;
    migrate_type("Item")->upgrade = double_or_refuse;
    migrate.old.open_form = open;
    return migrate_pack();
}

TEST(an_upgrade_function_runs_for_each_record_after_its_fields_are_migrated)
{
    for (u32 open = 0; open < 2; open++) {
        CHECK(begin_upgrade("[{'n':1},{'n':200},{'n':0}]", open));
        CHECK(migrate_load());
        CHECK_TEXT(migrate_get("Game.at"), "[{'n':2},{'n':400},{'n':0}]");
        CHECK_TEXT(migrate_counts(3), "n: 1 exact; Item: 1 upgraded");
    }
}

TEST(an_upgrade_function_that_refuses_a_record_ends_the_load_at_its_path)
{
    for (u32 open = 0; open < 2; open++) {
        CHECK(begin_upgrade("[{'n':1},{'n':2},{'n':13}]", open));
        CHECK(!migrate_load());
        CHECK_EQ(migrate.error.code, ED_ERR_UPGRADE);
        CHECK_HAS(migrate.error.text, "Game.at[2]");
        CHECK_HAS(migrate.error.text, "item_up refused: 13 is not lucky");
    }
}
