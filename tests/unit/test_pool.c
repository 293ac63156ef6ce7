#include "runtime/types/pool.h"
#include "tests/lib/failing.h"
#include "tests/lib/test.h"

static ed_Pool pool;

static u32 *add(ed_Arena *arena, u32 value)
{
    u32 *item = (u32 *)ed_pool_add(arena, &pool, 4, 4);
    if (item) *item = value;
    return item;
}

/// The value of the handle's item; 0 if it does not exist.
static u32 at(ed_Ref ref)
{
    const u32 *item = (const u32 *)ed_pool_get(&pool, ref, 4);
    return item ? *item : 0;
}

/// Makes a pool of the values 1 to `count`, and sets their handles.
static ed_Arena *begin(u32 count, ed_Ref *refs)
{
    ed_Arena *arena = test_arena();
    pool = (ed_Pool){ .items = NULL };
    for (u32 i = 0; i < count; i++) {
        add(arena, i + 1);
        refs[i] = ed_pool_ref(&pool, i);
    }
    return arena;
}

TEST(a_handle_leads_to_its_item_until_it_is_removed)
{
    ed_Ref refs[100];
    begin(100, refs);
    for (u32 i = 0; i < 100; i++) CHECK_EQ(at(refs[i]), i + 1);
    CHECK(ed_pool_remove(&pool, refs[10], 4));
    CHECK(!ed_pool_remove(&pool, refs[10], 4));
    CHECK(!ed_pool_has(&pool, refs[10]) && ed_pool_has(&pool, refs[99]));
    CHECK_EQ(pool.count, 99);
    CHECK_EQ(((u32 *)pool.items)[10], 100);      // the last item took its index
    CHECK_EQ(((u32 *)pool.items)[99], 0);
    for (u32 i = 0; i < 100; i++) CHECK_EQ(at(refs[i]), i == 10 ? 0 : i + 1);
    CHECK(ed_pool_remove(&pool, refs[98], 4) && at(refs[99]) == 100 && at(refs[97]) == 98);
    CHECK(ed_pool_is_valid(&pool));
}

TEST(a_slot_is_used_again_with_another_generation)
{
    ed_Ref refs[4];
    ed_Arena *arena = begin(4, refs);
    ed_pool_remove(&pool, refs[1], 4);
    ed_pool_remove(&pool, refs[2], 4);
    CHECK_EQ(*add(arena, 8), 8);
    CHECK_EQ(*add(arena, 9), 9);
    ed_Ref last = ed_pool_ref(&pool, 2), then = ed_pool_ref(&pool, 3);
    CHECK(last.index == 2 && last.generation == 2);      // the slot that became free last
    CHECK(then.index == 1 && then.generation == 2);
    CHECK_EQ(pool.slot_count, 4);
    CHECK(at(refs[1]) == 0 && at(refs[2]) == 0 && at(last) == 8 && at(then) == 9);
    CHECK(*add(arena, 10) && pool.slot_count == 5 && ed_pool_is_valid(&pool));
}

TEST(a_generation_is_never_0)
{
    ed_Ref ref;
    ed_Arena *arena = begin(1, &ref);
    pool.slots[0].generation = ref.generation = UINT32_MAX;
    CHECK(ed_pool_remove(&pool, ref, 4));
    CHECK_EQ(*add(arena, 5), 5);
    CHECK_EQ(ed_pool_ref(&pool, 0).generation, 1);
}

TEST(a_handle_without_an_item_leads_nowhere)
{
    ed_Ref refs[2];
    begin(2, refs);
    const ed_Ref bad[] = { { 0, 0 }, { 2, 1 }, { UINT32_MAX, 1 }, { 0, 2 } };
    for (u32 i = 0; i < ED_COUNT(bad); i++) {
        CHECK(!ed_pool_has(&pool, bad[i]) && !ed_pool_get(&pool, bad[i], 4));
        CHECK(!ed_pool_remove(&pool, bad[i], 4));
    }
    CHECK_EQ(ed_pool_ref(&pool, 2).generation, 0);
    pool.slots[0].at = 1;      // overwritten by the game: the item has another slot
    CHECK(!ed_pool_has(&pool, refs[0]));
    pool.slots[0].at = 9;
    CHECK(!ed_pool_has(&pool, refs[0]));
}

TEST(a_pool_has_at_most_the_items_of_its_limit)
{
    ed_Ref refs[3];
    ed_Arena *arena = begin(2, refs);
    pool.limit = 3;
    CHECK(add(arena, 3));
    CHECK(!add(arena, 4));
    CHECK_EQ(pool.count, 3);
    ed_pool_clear(&pool, 4);
    CHECK(add(arena, 5) && at(refs[0]) == 0);
}

TEST(a_cleared_pool_keeps_its_slots_and_no_items)
{
    ed_Ref refs[9];
    begin(9, refs);
    ed_pool_clear(&pool, 4);
    CHECK(pool.count == 0 && pool.slot_count == 9 && ed_pool_is_valid(&pool));
    for (u32 i = 0; i < 9; i++) CHECK(!ed_pool_has(&pool, refs[i]));
    begin(2, refs);
    pool.slots[1].at = 7;
    ed_pool_clear(&pool, 4);
    CHECK_EQ(pool.count, 0);
}

TEST(a_pool_without_memory_is_unchanged)
{
    for (u32 request = 1; request <= 3; request++) {
        ed_Ref refs[8];
        ed_Arena *arena = begin(8, refs);
        ed_arena_push(arena, 1, 1);      // no list can grow in place
        ed_Pool before = pool;
        failing_begin(request * 2, true);      // each list tries to extend, then to push
        CHECK(!add(arena, 9));
        CHECK(failing_end());
        CHECK(memcmp(&before, &pool, sizeof pool) == 0 && at(refs[7]) == 8);
        CHECK(add(arena, 9) && ed_pool_is_valid(&pool) && at(refs[7]) == 8);
    }
}

TEST(a_pool_changed_without_its_functions_is_not_valid)
{
    enum { COUNT, CAPACITY, OWNER, AT, GENERATION, FREE, FAR, TAKEN, CYCLE, LOST, KINDS };
    for (u32 kind = 0; kind < KINDS; kind++) {
        ed_Ref refs[4];
        begin(4, refs);
        ed_pool_remove(&pool, refs[3], 4);
        ed_pool_remove(&pool, refs[2], 4);
        CHECK(ed_pool_is_valid(&pool));
        switch (kind) {
        case COUNT: pool.count = 0; break;
        case CAPACITY: pool.capacity = 1; break;
        case OWNER: pool.owners[0] = 4; break;
        case AT: pool.slots[0].at = 1; break;
        case GENERATION: pool.slots[1].generation = 0; break;
        case FREE: pool.free_slot = 1; break;      // a slot that is taken
        case FAR: pool.free_slot = 5; break;       // a slot that does not exist
        case TAKEN: pool.slots[2].at = 1; break;
        case CYCLE: pool.slots[3].at = 3; break;
        case LOST: pool.free_slot = 0; break;
        default: break;
        }
        CHECK(!ed_pool_is_valid(&pool));
    }
    ed_Ref refs[1];
    begin(1, refs);
    ed_pool_remove(&pool, refs[0], 4);
    pool.slots[0].generation = 0;
    CHECK(!ed_pool_is_valid(&pool));
}
