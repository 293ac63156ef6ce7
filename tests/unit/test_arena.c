#include "runtime/base/limits.h"
#include "runtime/msgpack/write.h"
#include "runtime/types/types.h"
#include "tests/lib/test.h"
#include <stdio.h>
#include <unistd.h>

TEST(arena_gives_zeroed_aligned_memory)
{
    ed_Arena *arena = test_arena();
    ed_arena_push(arena, 3, 1);
    u64 *at = ed_arena_push(arena, 64, 64);
    CHECK(((uintptr_t)at & 63) == 0);
    for (u32 i = 0; i < 8; i++) CHECK_EQ(at[i], 0);
}

TEST(arena_is_zeroed_again_after_a_reset)
{
    ed_Arena *arena = test_arena();
    memset(ed_arena_push(arena, 1000, 8), 0xff, 1000);
    ed_arena_reset(arena);
    u8 *at = ed_arena_push(arena, 2000, 8);
    for (u32 i = 0; i < 2000; i++) CHECK_EQ(at[i], 0);
}

TEST(arena_refuses_what_is_over_its_limit_and_says_so)
{
    ed_Arena arena;
    ed_Error error = { .code = ED_OK };
    CHECK(ed_arena_open(&arena, "small", 4096, &error));
    CHECK(ed_arena_push(&arena, 4000, 8));
    CHECK(ed_arena_check(&arena, &error));
    CHECK(!ed_arena_push(&arena, 200, 8));
    CHECK(!ed_arena_push(&arena, SIZE_MAX, 8));
    CHECK(!ed_arena_check(&arena, &error));
    CHECK_HAS(error.text, "small is full");
    CHECK_EQ(error.code, ED_ERR_LIMIT);
    ed_arena_close(&arena);
}

TEST(arena_extends_the_last_block_only)
{
    ed_Arena *arena = test_arena();
    u8 *first = ed_arena_push(arena, 16, 8);
    CHECK(ed_arena_extend(arena, first, 16, 64));
    ed_arena_push(arena, 8, 8);
    CHECK(!ed_arena_extend(arena, first, 64, 128));
}

TEST(an_arena_knows_whether_an_address_range_is_inside_it)
{
    ed_Arena *arena = test_arena();
    u8 *at = ed_arena_push(arena, 16, 8);
    CHECK(ed_arena_holds(arena, at, 16));
    CHECK(!ed_arena_holds(arena, at, 17));
    CHECK(!ed_arena_holds(arena, at - 1, 1));
    CHECK(!ed_arena_holds(arena, &arena, 1));
}

TEST(array_grows_and_keeps_its_items)
{
    ed_Arena *arena = test_arena();
    u32_array array = { NULL, 0, 0 };
    for (u32 i = 0; i < 1000; i++) {
        u32 *item = ed_array_add(arena, (ed_Array *)(void *)&array, 4, 4);
        CHECK(item && *item == 0);
        *item = i;
        if (i == 500) ed_arena_push(arena, 1, 1);      // no longer the last block
    }
    for (u32 i = 0; i < 1000; i++) CHECK_EQ(array.items[i], i);
    ed_array_remove_swap((ed_Array *)(void *)&array, 3, 4);
    CHECK_EQ(array.count, 999);
    CHECK_EQ(array.items[3], 999);
}

TEST(str_is_terminated_and_keeps_no_old_bytes)
{
    ed_Arena *arena = test_arena();
    ed_Str str = { NULL, 0, 0 };
    CHECK_TEXT(ed_str_text(&str), "");
    CHECK(ed_str_set(arena, &str, "a long text"));
    CHECK(ed_str_set(arena, &str, "ab"));
    CHECK_TEXT(ed_str_text(&str), "ab");
    CHECK_EQ(str.items[9], 0);
}

// A whole page, so that a mistake that releases it is noticed. Only a part is passed to the arena.
#define ROOM 256u
static _Alignas(4096) u8 room[4096];

static bool is_in_room(const void *at)
{
    return (const u8 *)at >= room && (const u8 *)at < room + ROOM;
}

TEST(an_arena_in_memory_of_its_caller_continues_in_memory_that_it_reserves)
{
    ed_Arena arena;
    ed_Error error = { .code = ED_OK };
    memset(room, 0xff, ROOM);
    ed_arena_open_at(&arena, "short use", room, ROOM, 8192);
    u8 *first = ed_arena_push(&arena, 100, 8);
    CHECK(first == room && first[0] == 0 && first[99] == 0 && room[100] == 0xff);
    CHECK_EQ(ed_arena_room(&arena, first, 100), 8192 - 128);
    CHECK(ed_arena_extend(&arena, first, 100, 200) && !ed_arena_extend(&arena, first, 200, 257));
    size_t used = arena.used;
    memset(first, 7, 200);
    u8 *second = ed_arena_push(&arena, 3000, 8);
    CHECK(second && !is_in_room(second) && second[0] == 0 && second[2999] == 0);
    CHECK(first[0] == 7 && first[199] == 7);
    CHECK_EQ(arena.used, 3200);
    memset(second, 8, 3000);
    CHECK(ed_arena_extend(&arena, second, 3000, 3100));
    CHECK_EQ(ed_arena_room(&arena, second, 3100), 8192 - 200);
    arena.used = used;      // as code does that frees what it pushed
    u8 *third = ed_arena_push(&arena, 50, 8);
    CHECK(third && !is_in_room(third) && third[0] == 0 && third[49] == 0);
    CHECK(!ed_arena_push(&arena, 8000, 8) && !ed_arena_check(&arena, &error));
    CHECK_HAS(error.text, "short use is full: 250 of 8192 bytes are used");
    ed_arena_close(&arena);
    CHECK(!arena.base && first[0] == 7);
}

TEST(closing_an_arena_in_memory_of_its_caller_does_not_release_it)
{
    ed_Arena arena;
    ed_arena_open_at(&arena, "short use", room, ROOM, 8192);
    CHECK(ed_arena_push(&arena, ROOM, 1) == room);
    ed_arena_close(&arena);
    CHECK(!arena.base && room[0] == 0 && room[ROOM - 1] == 0);
}

TEST(a_document_that_outgrows_the_memory_of_the_caller_is_moved)
{
    ed_Arena arena;
    ed_Writer w;
    ed_arena_open_at(&arena, "short use", room, ROOM, 65536);
    ed_write_init(&w, &arena);
    CHECK(is_in_room(w.bytes));
    for (u32 i = 0; i < 20000; i++) ed_write_u64(&w, i % 100);
    CHECK(ed_write_ok(&w) && !is_in_room(w.bytes));
    CHECK_EQ(w.size, 20000);
    for (u32 i = 0; i < w.size; i++) CHECK_EQ(w.bytes[i], i % 100);
    ed_arena_close(&arena);
}

/// Whether the mapping that holds `at` was advised to use huge pages; -1 if the system does not
/// say.
static int is_advised(const u8 *at)
{
    char line[512];
    int advised = -1;
    bool inside = false;
    unsigned long long start, end, address = (unsigned long long)(uintptr_t)at;
    FILE *file = access("/sys/kernel/mm/transparent_hugepage", F_OK) == 0
                   ? fopen("/proc/self/smaps", "r")
                   : NULL;
    while (file && advised < 0 && fgets(line, sizeof line, file)) {
        if (sscanf(line, "%llx-%llx ", &start, &end) == 2)
            inside = address >= start && address < end;
        if (inside && strncmp(line, "VmFlags:", 8) == 0) advised = strstr(line, " hg") != NULL;
    }
    if (file) fclose(file);
    return advised;
}

TEST(a_large_arena_comes_in_huge_pages_but_for_its_start)
{
    ed_Arena large, small;
    CHECK(ed_arena_open(&large, "large", (size_t)1 << 30, NULL));
    CHECK(ed_arena_open(&small, "small", (size_t)8 << 20, NULL));
    int end = is_advised(large.base + large.limit - 1);
    CHECK(is_advised(large.base + ((size_t)4 << 20)) == end && end != 0);
    CHECK(is_advised(large.base) <= 0 && is_advised(large.base + ((size_t)2 << 20) - 1) <= 0);
    CHECK(is_advised(small.base + small.limit - 1) <= 0);
    memset(ed_arena_push(&large, (size_t)8 << 20, 64), 1, (size_t)8 << 20);
    ed_arena_close(&small);
    ed_arena_close(&large);
}

TEST(an_arena_that_no_address_space_is_left_for_is_refused)
{
    ed_Arena arena;
    ed_Error error = { .code = ED_OK };
    CHECK(!ed_arena_open(&arena, "huge", (size_t)1 << 62, &error));
    CHECK_HAS(error.text, "cannot reserve 4398046511104 MiB of address space for huge");
    CHECK(arena.base == NULL);
}

TEST(an_arena_can_be_filled_to_its_last_byte)
{
    ed_Arena arena;
    ed_Error error = { .code = ED_OK };
    CHECK(ed_arena_open(&arena, "an arena whose name is longer than its room", 4096, &error));
    CHECK_TEXT(arena.name, "an arena whose name is longer t");
    CHECK(ed_arena_push(&arena, 4000, 1) && ed_arena_push(&arena, 96, 1));
    CHECK(ed_arena_push(&arena, 0, 1) && arena.refused == 0);
    CHECK(!ed_arena_push(&arena, 1, 1) && arena.refused == 1);
    CHECK(!ed_arena_push(&arena, 50, 1) && arena.refused == 1);      // the size of the first one
    CHECK(!ed_arena_check(&arena, &error));
    CHECK_TEXT(error.text, "an arena whose name is longer t is full: 4096 of 4096 bytes are used, "
                           "and 1 more were requested");
    ed_arena_reset(&arena);
    CHECK(arena.used == 0 && arena.refused == 0 && ed_arena_check(&arena, NULL));
    CHECK(ed_arena_push(&arena, 4095, 1));
    CHECK(!ed_arena_push(&arena, 0, 8192) && arena.refused == 1);
    ed_arena_close(&arena);
    CHECK(!arena.base && !arena.limit && !arena.name[0]);
    ed_arena_close(&arena);      // closed already
}

TEST(a_limit_that_can_be_raised_is_reported_with_the_option)
{
    ed_Arena *arena = test_arena();
    ed_Error error = { .code = ED_OK };
    CHECK(!ed_arena_push(arena, SIZE_MAX, 1) && !ed_arena_check(arena, &error));
    CHECK_HAS(error.text, "were requested; raise the limit with --limit");
}

TEST(a_large_limit_that_the_option_does_not_change_is_reported_without_it)
{
    ed_Arena arena;
    ed_Error error = { .code = ED_OK };
    CHECK(ed_arena_open_fixed(&arena, "the build", ed_bytes_max, &error));
    CHECK(!ed_arena_push(&arena, SIZE_MAX, 1) && !ed_arena_check(&arena, &error));
    CHECK_HAS(error.text, "the build is full: ");
    CHECK_HAS(error.text, "more were requested");
    CHECK(!strstr(error.text, "--limit"));
    ed_Writer w;
    ed_write_init(&w, &arena);
    CHECK(!ed_write_raw_room(&w, ed_bytes_max + 1));
    CHECK_HAS(w.err.text, "the memory of the build, which is limited to 1024 MiB");
    CHECK(!strstr(w.err.text, "--limit"));
    ed_arena_close(&arena);
}

TEST(memory_that_was_used_before_a_reset_is_zeroed_also_when_a_block_grows)
{
    ed_Arena *arena = test_arena();
    memset(ed_arena_push_raw(arena, 1000, 1), 0xff, 1000);
    ed_arena_reset(arena);
    u8 *at = ed_arena_push_raw(arena, 10, 1);
    CHECK(at[0] == 0xff && at[9] == 0xff);      // not zeroed
    CHECK(ed_arena_extend_raw(arena, at, 10, 20) && at[19] == 0xff);
    CHECK(ed_arena_extend(arena, at, 20, 1100));
    for (u32 i = 20; i < 1100; i++) CHECK_EQ(at[i], 0);
    CHECK(at[19] == 0xff && arena->used == 1100);
    at[1099] = 1;
    CHECK(ed_arena_extend(arena, at, 1100, 30) && arena->used == 30);      // gives bytes back
    CHECK(ed_arena_extend(arena, at, 30, 1100) && at[1099] == 0);
    CHECK(ed_arena_extend(arena, at, 1100, 1100) && arena->used == 1100);
}

TEST(a_block_does_not_grow_beyond_the_limit)
{
    ed_Arena arena, none = { .base = NULL };
    CHECK(ed_arena_open(&arena, "small", 4096, NULL));
    ed_arena_push(&arena, 96, 1);
    u8 *at = ed_arena_push(&arena, 1000, 1);
    CHECK(!ed_arena_extend(&arena, at, 1000, 4001) && arena.used == 1096 && !arena.refused);
    CHECK(ed_arena_extend(&arena, at, 1000, 4000) && arena.used == 4096);
    CHECK(!ed_arena_extend(&none, NULL, 0, 0));
    ed_arena_close(&arena);
}

TEST(large_blocks_begin_at_a_cache_line)
{
    ed_Arena *arena = test_arena();
    ed_arena_push(arena, 1, 1);
    CHECK_EQ((uintptr_t)ed_arena_push(arena, 4095, 8) % 64, 8);
    CHECK_EQ((uintptr_t)ed_arena_push(arena, 4096, 8) % 64, 0);
    CHECK_EQ((uintptr_t)ed_arena_push(arena, 4096, 128) % 128, 0);
}

TEST(an_arena_holds_its_used_bytes_and_their_end)
{
    ed_Arena *arena = test_arena();
    u8 *at = ed_arena_push(arena, 16, 1);
    CHECK(ed_arena_holds(arena, at + 16, 0) && ed_arena_holds(arena, at + 15, 1));
    CHECK(!ed_arena_holds(arena, at + 16, 1) && !ed_arena_holds(arena, at + 17, 0));
    CHECK(!ed_arena_holds(arena, at, SIZE_MAX));
}

// --- arrays and text -----------------------------------------------------------------------------

TEST(an_array_doubles_and_begins_with_eight_items)
{
    ed_Arena *arena = test_arena();
    ed_Array array = { NULL, 0, 0 };
    CHECK(ed_array_reserve(arena, &array, 0, 4, 4) && !array.items);
    CHECK(ed_array_reserve(arena, &array, 1, 4, 4) && array.capacity == 8);
    CHECK(ed_array_reserve(arena, &array, 8, 4, 4) && array.capacity == 8);
    CHECK(ed_array_reserve(arena, &array, 9, 4, 4) && array.capacity == 16);
    CHECK(ed_array_reserve(arena, &array, 100, 4, 4) && array.capacity == 100);
    array = (ed_Array){ NULL, 0, 0 };
    CHECK(ed_array_reserve(arena, &array, 9, 4, 4) && array.capacity == 9);
    array.count = UINT32_MAX;
    CHECK(!ed_array_add(arena, &array, 1, 1));
}

TEST(an_array_can_fill_its_arena)
{
    ed_Arena *arena = test_arena();
    ed_Array array = { NULL, 0, 0 };
    arena->limit = 400;
    for (u32 i = 0; i < 100; i++) CHECK(ed_array_add(arena, &array, 4, 4));
    CHECK(array.capacity == 100 && !arena->refused);
    CHECK(!ed_array_add(arena, &array, 4, 4) && arena->refused);

    ed_arena_reset(arena);
    array = (ed_Array){ NULL, 0, 0 };
    CHECK(ed_array_reserve(arena, &array, 40, 4, 4) && ed_arena_push(arena, 32, 4));
    array.count = 40;
    CHECK(ed_array_add(arena, &array, 4, 4) && array.capacity == 41 && !arena->refused);
    arena->limit = (size_t)256 << 20;
}

TEST(an_item_added_after_the_game_lowered_the_count_is_zero)
{
    ed_Arena *arena = test_arena();
    ed_Array array = { NULL, 0, 0 };
    *(u32 *)ed_array_add(arena, &array, 4, 4) = 7;
    array.count = 0;
    CHECK_EQ(*(u32 *)ed_array_add(arena, &array, 4, 4), 0);
}

TEST(an_array_without_room_is_unchanged)
{
    ed_Arena *arena = test_arena();
    ed_Array array = { NULL, 0, 0 };
    for (u32 i = 0; i < 8; i++) *(u32 *)ed_array_add(arena, &array, 4, 4) = i;
    ed_Array before = array;
    arena->limit = arena->used;
    CHECK(!ed_array_add(arena, &array, 4, 4));
    CHECK(memcmp(&before, &array, sizeof array) == 0);
    arena->limit = (size_t)256 << 20;
}

TEST(a_removed_item_leaves_zeros_at_the_end)
{
    u32 items[] = { 1, 2, 3 };
    ed_Array array = { items, 3, 3 };
    ed_array_remove_swap(&array, 0, 4);
    CHECK(items[0] == 3 && items[1] == 2 && items[2] == 0 && array.count == 2);
    ed_array_remove_swap(&array, 1, 4);
    CHECK(items[0] == 3 && items[1] == 0 && array.count == 1);
    ed_array_remove_swap(&array, 0, 4);
    CHECK(items[0] == 0 && array.count == 0);
}

TEST(a_text_is_replaced_in_place_if_it_fits)
{
    ed_Arena *arena = test_arena();
    ed_Str str = { NULL, 0, 0 };
    CHECK(ed_str_put(arena, &str, NULL, 0) && str.capacity == 1);
    CHECK(ed_str_set(arena, &str, "abc") && str.capacity == 4 && str.count == 3);
    char *items = str.items;
    CHECK(ed_str_set(arena, &str, "xyz") && str.items == items);
    CHECK(ed_str_put(arena, &str, str.items + 1, 2));      // a part of itself
    CHECK_TEXT(ed_str_text(&str), "yz");
    CHECK(str.count == 2 && str.capacity == 4 && memcmp(items, "yz\0\0", 4) == 0);
    CHECK(ed_str_set(arena, &str, "four") && str.items != items && str.capacity == 5);
    ed_Str before = str;
    CHECK(!ed_str_put(arena, &str, "", UINT32_MAX));
    arena->limit = arena->used;
    CHECK(!ed_str_set(arena, &str, "longer"));
    arena->limit = (size_t)256 << 20;
    CHECK(memcmp(&before, &str, sizeof str) == 0);
}
