#include "runtime/types/stable_pool.h"
#include <stdio.h>
#include <string.h>
#include "runtime/value/value.h"
#include "tests/lib/test.h"
#include "tests/lib/version_walk.h"

enum { LIMIT = 4 };

static ed_Pool empty(void) { return (ed_Pool){ .limit = LIMIT | ED_POOL_STABLE }; }

static u32 *add(ed_Pool *pool) { return (u32 *)ed_pool_add(test_arena(), pool, 4, 4); }

/// The items in the order of ed_pool_next.
static const char *items_of(const ed_Pool *pool)
{
    static char text[100];
    size_t size = 0;
    text[0] = 0;
    for (const u32 *it = NULL; (it = (const u32 *)ed_pool_next(pool, it, 4)) != NULL;)
        size += (size_t)snprintf(text + size, sizeof text - size, "%s%u", size ? " " : "", *it);
    return text;
}

TEST(items_do_not_move_and_gaps_are_filled)
{
    ed_Pool pool = empty();
    u32 *items[LIMIT];
    for (u32 i = 0; i < LIMIT; i++) *(items[i] = add(&pool)) = i + 1;
    CHECK(!add(&pool));
    ed_Ref second = ed_pool_ref(&pool, 1);
    ed_pool_free(&pool, items[1], 4);
    ed_pool_free(&pool, items[1], 4);      // it no longer exists
    CHECK(!ed_pool_has(&pool, second) && !ed_pool_ref(&pool, 1).generation);
    CHECK_TEXT(items_of(&pool), "1 3 4");
    CHECK(ed_pool_next(&pool, items[1], 4) == items[2]);      // after one that was removed
    CHECK(ed_pool_remove(&pool, ed_pool_ref(&pool, 3), 4) && ed_pool_is_valid(&pool));
    CHECK(add(&pool) == items[3] && add(&pool) == items[1] && *items[1] == 0 && *items[2] == 3);
    CHECK(!ed_pool_has(&pool, second));
    ed_pool_clear(&pool, 4);
    CHECK_TEXT(items_of(&pool), "");
    CHECK(ed_pool_is_valid(&pool) && add(&pool) && ed_pool_get(&pool, ed_pool_ref(&pool, 3), 4));
}

TEST(gathering_and_spreading_keep_items_and_handles)
{
    ed_Pool pool = empty();
    u32 *items[LIMIT];
    ed_Ref refs[LIMIT];
    for (u32 i = 0; i < LIMIT; i++) *(items[i] = add(&pool)) = i + 1;
    for (u32 i = 0; i < LIMIT; i++) refs[i] = ed_pool_ref(&pool, i);
    ed_pool_free(&pool, items[0], 4);
    ed_pool_free(&pool, items[2], 4);
    CHECK(ed_pool_gather(test_arena(), &pool, 4, 4) && !ed_pool_is_stable(&pool));
    CHECK(pool.count == 2 && ed_pool_is_valid(&pool));
    CHECK(*(u32 *)ed_pool_get(&pool, refs[3], 4) == 4 && !ed_pool_get(&pool, refs[2], 4));
    CHECK(ed_pool_spread(test_arena(), &pool, 4, 4, LIMIT) && ed_pool_is_stable(&pool));
    CHECK(pool.count == LIMIT && ed_pool_is_valid(&pool));
    CHECK_TEXT(items_of(&pool), "2 4");
    CHECK((u32 *)ed_pool_get(&pool, refs[1], 4) == (u32 *)pool.items + 1);
    CHECK(ed_pool_ref(&pool, 3).generation == refs[3].generation);
    CHECK(add(&pool) && add(&pool) && !add(&pool));
}

TEST(full_memory_changes_nothing)
{
    ed_Arena small;
    ed_Pool pool = empty(), before;
    CHECK(add(&pool) && add(&pool));
    before = pool;
    CHECK(ed_arena_open(&small, "small", 8, NULL));
    CHECK(!ed_pool_gather(&small, &pool, 4, 4) && memcmp(&pool, &before, sizeof pool) == 0);
    CHECK(!ed_pool_spread(&small, &pool, 4, 4, LIMIT) && memcmp(&pool, &before, sizeof pool) == 0);
    pool = empty();
    CHECK(!ed_pool_add(&small, &pool, 4, 4) && !pool.items && pool.limit == before.limit);
    ed_arena_close(&small);
}

// --- in a state ----------------------------------------------------------------------------------

#define ITEM "struct Item { u32 id; Item *next; } "
#define STABLE ITEM "state Game { Item a[..6] [[pool, stable]]; Item *p; ref(Item) r; }"

static void remove_item(const char *path)
{
    ed_ValueRef item, pool;
    ed_State state = ed_run_state(&walk_run);
    CHECK(ed_value_find(&state, path, &item, NULL) && ed_value_find(&state, "Game.a", &pool, NULL));
    ed_pool_free((ed_Pool *)pool.at, item.at, pool.field->size);
}

/// Five items, of which the second and the fourth were removed.
static void begin(void)
{
    CHECK(walk_begin_schema(STABLE));
    walk_set("Game.a", "[{\"id\":1},{\"id\":2},{\"id\":3},{\"id\":4},{\"id\":5}]");
    walk_set("Game.a[4].next", "\"Game.a[2]\"");
    walk_set("Game.a[2].next", "\"Game.a[4]\"");
    walk_set("Game.p", "\"Game.a[4]\"");
    walk_set("Game.r", "[2,1]");
    remove_item("Game.a[1]");
    remove_item("Game.a[3]");
}

#define ITEMS \
    "[{\"id\":1,\"next\":null},{\"id\":3,\"next\":\"Game.a[4]\"}," \
    "{\"id\":5,\"next\":\"Game.a[2]\"}]"

TEST(a_stable_pool_keeps_its_gaps_in_a_snapshot_and_a_reload)
{
    ed_Span bytes;
    ed_Error error = { .code = ED_OK };
    begin();
    CHECK_TEXT(walk_get("Game.a"), ITEMS);
    CHECK_TEXT(walk_get("Game.a[1]"), "null");
    CHECK(ed_run_pack(&walk_run, &bytes, &error)
          && ed_run_load(&walk_run, bytes.at, bytes.size, &error));
    CHECK_TEXT(walk_get("Game.a"), ITEMS);
    CHECK_TEXT(walk_get("Game.a[1]"), "null");
    CHECK(walk_to_schema(ITEM "state Game { u8 n; Item *p; Item a[..9] [[pool, stable]]; "
                              "ref(Item) r; }"));
    CHECK_TEXT(walk_get("Game.a"), ITEMS);
    CHECK_TEXT(walk_get("Game.p"), "\"Game.a[4]\"");
    CHECK_TEXT(walk_get("Game.r"), "[2,1]");
}

TEST(a_stable_pool_becomes_another_container_and_back)
{
    begin();
    CHECK(walk_to_schema(ITEM "state Game { Item *p; Item a[]; }"));
    CHECK_TEXT(walk_get("Game.p"), "\"Game.a[2]\"");
    CHECK_TEXT(walk_get("Game.a[1].next"), "\"Game.a[2]\"");
    CHECK(walk_to_schema(STABLE));
    CHECK_TEXT(walk_get("Game.p"), "\"Game.a[2]\"");
    CHECK_TEXT(walk_get("Game.a[2].id"), "5");
    CHECK(walk_to_schema(ITEM "state Game { Item *p; Item a[..2] [[pool]]; }"));
    CHECK_TEXT(walk_get("Game.p"), "null");
}

TEST(a_stable_pool_that_is_set_moves_together)
{
    begin();
    walk_set("Game.a", "[{\"id\":7},{\"id\":8},{\"id\":9,\"next\":\"Game.a[4]\"}]");
    CHECK_TEXT(walk_get("Game.p"), "\"Game.a[4]\"");
    CHECK_TEXT(walk_get("Game.a[4].id"), "9");
    CHECK_TEXT(walk_get("Game.a[4].next"), "\"Game.a[4]\"");
    walk_set("Game", "{\"p\":null}");
    CHECK_TEXT(walk_get("Game.a"), "[]");
    walk_set("Game.a", "[{},{},{},{},{},{}]");
    CHECK_TEXT(walk_get("Game.a[5].id"), "0");
}
