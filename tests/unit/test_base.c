#include "runtime/base/base.h"
#include <stdio.h>
#include "runtime/base/copy_block.h"
#include "runtime/base/err.h"
#include "runtime/base/hash.h"
#include "runtime/base/limits.h"
#include "runtime/base/print.h"
#include "tests/lib/test.h"

// --- errors --------------------------------------------------------------------------------------

TEST(the_first_error_is_kept)
{
    ed_Error error = { .code = ED_OK };
    ed_fail(&error, ED_ERR_PATH, "%s %u", "first", 1u);
    ed_fail(&error, ED_ERR_LIMIT, "second");
    CHECK_EQ(error.code, ED_ERR_PATH);
    CHECK_TEXT(error.text, "first 1");
    ed_fail(NULL, ED_ERR_PATH, "without an error to set");
}

TEST(an_error_is_cut_to_its_room_and_has_no_control_characters)
{
    ed_Error error = { .code = ED_OK };
    ed_fail(&error, ED_ERR_PATH, "\x1b[1m%0400d", 0);
    CHECK_EQ(strlen(error.text), sizeof error.text - 1);
    CHECK(memcmp(error.text, "?[1m0", 5) == 0);
}

// --- hashes --------------------------------------------------------------------------------------

/// Snapshots with an attic contain these hashes, so they must stay the same.
TEST(hashes_are_those_of_earlier_snapshots)
{
    CHECK(ed_hash_u64(0, 0) == 0x47848a77c2953ad8ull);
    CHECK(ed_hash_u64(1, 2) == 0xc2eff039f51baa12ull);
    CHECK(ed_hash_u64(2, 1) == 0x4c9c213947e21b78ull);
    CHECK(ed_hash_bytes(0, "", 0) == ed_hash_u64(0, 0));
    CHECK(ed_hash_bytes(5, "abc", 3) == 0x4e84b5a25197055eull);
}

// --- limits --------------------------------------------------------------------------------------

TEST(every_limit_follows_the_limit_of_a_state)
{
    size_t before = ed_bytes_max;
    ed_bytes_max = (size_t)64 << 20;
    size_t snapshot = ed_snapshot_bytes_max(), attic = ed_attic_bytes_max(),
           work = ed_work_bytes_max();
    const char *below = ed_limit_hint(attic - 1), *at = ed_limit_hint(attic);
    ed_bytes_max = before;
    CHECK_EQ(snapshot, (size_t)68 << 20);
    CHECK_EQ(attic, (size_t)16 << 20);
    CHECK_EQ(work, (size_t)32 << 20);
    CHECK_TEXT(below, "");
    CHECK_TEXT(at, "; raise the limit with --limit");
}

// --- copies --------------------------------------------------------------------------------------

#define BYTES 320

static u8 from[BYTES], to[BYTES + 2];

/// True if exactly `size` bytes were copied to the second byte of `to`.
static bool copied(size_t size)
{
    bool good = to[0] == 0xee && memcmp(to + 1, from, size) == 0;
    for (size_t i = size + 1; i < sizeof to; i++) good &= to[i] == 0xee;
    memset(to, 0xee, sizeof to);
    return good;
}

TEST(a_copy_of_any_size_has_all_bytes_and_writes_no_others)
{
    for (size_t i = 0; i < BYTES; i++) from[i] = (u8)(i * 7 + 1);
    memset(to, 0xee, sizeof to);
    for (size_t size = 0; size <= BYTES; size++) {
        ed_copy_block(to + 1, from, size);
        CHECK(copied(size));
        ed_copy_bytes(to + 1, from, size);
        CHECK(copied(size));
        ed_copy_text(to + 1, from, size);
        CHECK(copied(size));
    }
}

/// From ED_MEMCPY_BYTES on, the copy takes another path.
TEST(a_large_copy_has_all_bytes_and_writes_no_others)
{
    static u8 source[ED_MEMCPY_BYTES + 200], copy[ED_MEMCPY_BYTES + 300];
    u32 failed = 0;
    for (size_t i = 0; i < sizeof source; i++) source[i] = (u8)(i * 7 + i / 251);
    for (size_t i = 0; i < 80; i++) {
        size_t size = ED_MEMCPY_BYTES - 10 + i, at = i * 11 % 71;
        memset(copy, 0xee, 100);
        memset(copy + ED_MEMCPY_BYTES - 100, 0xee, 400);
        ed_copy_block(copy + at, source + i, size);
        failed += memcmp(copy + at, source + i, size) != 0;
        for (size_t b = 0; b < at; b++) failed += copy[b] != 0xee;
        for (size_t b = at + size; b < sizeof copy; b++) failed += copy[b] != 0xee;
    }
    CHECK_EQ(failed, 0);
}

TEST(a_zero_byte_in_a_text_is_found_anywhere)
{
    memset(from, 'x', sizeof from);
    for (size_t size = 0; size <= 80; size++) {
        from[size] = 0;      // after the text
        CHECK(!ed_copy_text(to, from, size));
        for (size_t i = 0; i < size; i++) {
            from[i] = 0;
            CHECK(ed_copy_text(to, from, size));
            from[i] = 'x';
        }
        from[size] = 'x';
    }
}

TEST(zero_bytes_are_counted)
{
    for (size_t size = 0; size <= 100; size++) {
        memset(from, 0, sizeof from);
        CHECK_EQ(ed_count_zeros(from, size), size);
        memset(from, 0x80, size);
        CHECK_EQ(ed_count_zeros(from, size), 0);
        for (size_t i = 0; i < size; i += 5) from[i] = 0;
        CHECK_EQ(ed_count_zeros(from + 1, size ? size - 1 : 0), size ? (size - 1) / 5 : 0);
    }
}

// --- printing ------------------------------------------------------------------------------------

static char printed[20000];

static const char *print(const char *text, size_t size)
{
    FILE *file = fmemopen(printed, sizeof printed, "w");
    if (!file) return "no file";
    ed_print_text(file, text, size);
    fclose(file);
    return printed;
}

TEST(control_characters_are_printed_as_question_marks)
{
    CHECK_TEXT(print("", 0), "");
    CHECK_TEXT(print("two\n\tlines", 10), "two\n\tlines");
    CHECK_TEXT(print("\x1b[1m", 4), "?[1m");
    CHECK_TEXT(print("a\x1b\x07", 3), "a??");
    CHECK_TEXT(print("\xc3\xa4\xff\xc2\x9bz", 6), "\xc3\xa4???z");
    CHECK_TEXT(print("one\ntwo", 3), "one");
    CHECK_TEXT(print("cut\xc3\xa4", 4), "cut?");
}

TEST(a_long_text_is_printed_up_to_its_limit)
{
    FILE *file = fmemopen(printed, sizeof printed, "w");
    CHECK(file);
    ed_print(file, "%s %017000d\n", "\x1b", 7);
    fclose(file);
    CHECK(memcmp(printed, "? 0", 3) == 0);
    CHECK_EQ(strlen(printed), 16384);
    CHECK_TEXT(printed + 16382, "0\n");
}

TEST(only_the_end_of_the_format_ends_a_line)
{
    FILE *file = fmemopen(printed, sizeof printed, "w");
    CHECK(file);
    ed_print(file, "%s: %s\n", "a\nb\tc", "d\n");
    ed_print(file, "%s", "e\n");
    ed_print(file, "\n");
    fclose(file);
    CHECK_TEXT(printed, "a?b?c: d?\ne?\n");
}
