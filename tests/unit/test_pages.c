#include "runtime/os/pages/pages.h"
#include "tests/lib/test.h"
#include <errno.h>

TEST(reserved_pages_are_zero_and_can_be_written)
{
    const size_t bytes = (size_t)64 << 20;
    int failed = -1;
    u8 *base = ed_pages_reserve(bytes, &failed);
    CHECK(base && failed == 0);
    CHECK(ed_pages_provide(base, bytes, 0, bytes));
    ed_pages_prefer_large(base, bytes, (size_t)2 << 20);
    CHECK_EQ(base[0] | base[bytes - 1] | base[bytes / 2], 0);
    base[5] = 7;
    base[bytes - 1] = 8;
    ed_pages_commit(base + 5, ed_page_bytes());      // need not be at the start of a page
    ed_pages_commit(base + bytes - 1, 1);
    CHECK_EQ(base[5], 7);
    CHECK_EQ(base[bytes - 1], 8);
    CHECK_EQ(base[4], 0);
    ed_pages_release(base, bytes);
}

TEST(few_pages_stay_small)
{
    const size_t bytes = (size_t)1 << 20;
    int failed;
    u8 *base = ed_pages_reserve(bytes, &failed);
    CHECK(base && ed_pages_provide(base, bytes, 0, bytes));
    ed_pages_prefer_large(base, bytes, bytes);      // changes nothing
    base[bytes - 1] = 1;
    ed_pages_release(base, bytes);
}

TEST(pages_become_usable_up_to_a_limit)
{
    const size_t bytes = ((size_t)8 << 20) + 5, some = ((size_t)3 << 20) + 7;
    int failed;
    u8 *base = ed_pages_reserve(bytes, &failed);
    CHECK(base && ed_pages_provide(base, bytes, 0, some));
    CHECK(ed_pages_provided(base, bytes) >= some);
    base[some - 1] = 1;
    ed_pages_commit(base + some, (size_t)2 << 20);
    size_t usable = ed_pages_provided(base, bytes);
    CHECK(usable >= some + ((size_t)2 << 20) && usable <= bytes);
    base[usable - 1] = 2;
    CHECK(ed_pages_provide(base, bytes, usable, bytes));
    CHECK_EQ(ed_pages_provided(base, bytes), bytes);
    base[bytes - 1] = 3;
    CHECK_EQ(base[some - 1], 1);
    ed_pages_release(base, bytes);
}

TEST(too_much_address_space_is_an_error)
{
    int failed = 0;
    CHECK(!ed_pages_reserve((size_t)1 << 62, &failed));
    CHECK_EQ(failed, ENOMEM);
}

TEST(a_page_has_a_power_of_two_of_bytes)
{
    size_t bytes = ed_page_bytes();
    CHECK(bytes >= 4096 && (bytes & (bytes - 1)) == 0);
}
