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

TEST(arena_knows_what_it_holds)
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
    CHECK(ed_arena_open_shared(&arena, "small", 4096, &error));
    ed_arena_close(&arena);
}
