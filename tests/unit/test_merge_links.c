#include "runtime/attic/merge_links.h"
#include <stdio.h>
#include <string.h>
#include "runtime/types/pool.h"
#include "tests/lib/test.h"
#include "tests/lib/version_walk.h"

// A pointer that an edit removed and another one brings back leads to the same record, if it still
// exists, although others were added or removed in between.

#define ITEM "struct Item { u32 id; } "
#define KEYED "struct Item [[key(id)]] { u32 id; } "
#define IDS "[{\"id\":1},{\"id\":2},{\"id\":3},{\"id\":4}]"

typedef struct Case {
    const char *with, *without, *path, *between, *expected;
} Case;

TEST(a_restored_pointer_leads_to_the_record_that_it_led_to)
{
    static const Case all[] = {
        { ITEM "state Game { Item a[]; Item *p; }", ITEM "state Game { Item a[]; }",
          "\"Game.a[2]\"", IDS, "\"Game.a[2]\"" },
        { ITEM "state Game { Item a[]; Item *p; }", ITEM "state Game { Item a[]; }",
          "\"Game.a[2]\"", "[{\"id\":2},{\"id\":3}]", "null" },
        { KEYED "state Game { Item a[]; Item *p; }", KEYED "state Game { Item a[]; }",
          "\"Game.a[2]\"", "[{\"id\":9},{\"id\":4},{\"id\":3},{\"id\":3000},{\"id\":2}]",
          "\"Game.a[2]\"" },
        { KEYED "state Game { Item a[]; Item *p; }", KEYED "state Game { Item a[]; }",
          "\"Game.a[2]\"", "[{\"id\":3},{\"id\":4}]", "\"Game.a[0]\"" },
        { KEYED "state Game { Item a[]; Item *p; }", KEYED "state Game { Item a[]; }",
          "\"Game.a[2]\"", "[{\"id\":1},{\"id\":4}]", "null" },
        { KEYED "state Game { Item a[]; Item *p; }", KEYED "state Game { Item a[]; }",
          "\"Game.a[2]\"", "[{\"id\":3},{\"id\":3}]", "null" },
    };
    for (u32 i = 0; i < ED_COUNT(all); i++) {
        const Case *c = &all[i];
        CHECK(walk_begin_schema(c->with));
        walk_set("Game.a", IDS);
        walk_set("Game.p", c->path);
        CHECK(walk_to_schema(c->without));
        walk_set("Game.a", c->between);
        CHECK(walk_to_schema(c->with));
        CHECK_TEXT(walk_get("Game.p"), c->expected);
    }
}

TEST(a_pointer_to_a_record_that_was_cut_off_comes_back_with_it)
{
    static const struct {
        const char *item, *whole, *cut, *target;
    } all[] = {
        { ITEM, "Item a[..4];", "Item a[..2];", "\"Game.a[3]\"" },
        { ITEM, "Item a[4];", "Item a[2];", "\"Game.a[3]\"" },
        { ITEM, "Item a[4];", "Item a;", "\"Game.a[1]\"" },
        { ITEM, "Item a[..4] [[pool]];", "Item a[..2] [[pool]];", "\"Game.a[3]\"" },
        { ITEM, "Item a[..4];", "Item a[..3]; u8 x;", "\"Game.a[3]\"" },
        { KEYED, "Item a[..4];", "Item a[..2];", "\"Game.a[3]\"" },
        { KEYED, "Item a[..4];", "Item a[..2];", "\"Game.a[0]\"" },
    };
    for (u32 i = 0; i < ED_COUNT(all); i++) {
        char whole[200], cut[200];
        static const char state[] = "%sstate Game { %s Item *p; Item *q[3]; }";
        snprintf(whole, sizeof whole, state, all[i].item, all[i].whole);
        snprintf(cut, sizeof cut, state, all[i].item, all[i].cut);
        CHECK(walk_begin_schema(whole));
        walk_set("Game.a", IDS);
        walk_set("Game.p", all[i].target);
        walk_set("Game.q[1]", all[i].target);
        CHECK(walk_to_schema(cut));
        CHECK(walk_to_schema(whole));
        CHECK_TEXT(walk_get("Game.p"), all[i].target);
        CHECK_TEXT(walk_get("Game.q[1]"), all[i].target);
    }
}

TEST(a_number_that_was_no_index_is_not_lost)
{
    const char *before = ITEM "state Game { Item a[2]; u32 n; }",
               *after = ITEM "state Game { Item a[2]; Item *n; }";
    CHECK(walk_begin_schema(before));
    walk_set("Game.n", "7");
    CHECK(walk_to_schema(after));
    CHECK_TEXT(walk_get("Game.n"), "null");
    CHECK(walk_to_schema(before));
    CHECK_TEXT(walk_get("Game.n"), "7");
}

static void remove_item(u32 index)
{
    ed_ValueRef pool;
    ed_State state = ed_run_state(&walk_run);
    CHECK(ed_value_find(&state, "Game.a", &pool, NULL));
    ed_Pool *items = (ed_Pool *)pool.at;
    CHECK(ed_pool_remove(items, ed_pool_ref(items, index), pool.field->size));
}

TEST(a_restored_pointer_follows_the_handle_of_its_record)
{
    static const struct {
        const char *pool, *expected;
        u32 removed;
    } all[] = {
        { "Item a[] [[pool]];", "\"Game.a[0]\"", 0 },
        { "Item a[] [[pool]];", "null", 3 },
        { "Item a[..9] [[pool, stable]];", "\"Game.a[3]\"", 0 },
        { "Item a[..9] [[pool, stable]];", "null", 3 },
    };
    for (u32 i = 0; i < ED_COUNT(all); i++) {
        char with[200], without[200];
        snprintf(with, sizeof with, ITEM "state Game { %s Item *p; }", all[i].pool);
        snprintf(without, sizeof without, ITEM "state Game { %s }", all[i].pool);
        CHECK(walk_begin_schema(with));
        walk_set("Game.a", IDS);
        walk_set("Game.p", "\"Game.a[3]\"");
        CHECK(walk_to_schema(without));
        remove_item(all[i].removed);
        CHECK(walk_to_schema(with));
        CHECK_TEXT(walk_get("Game.p"), all[i].expected);
    }
}
