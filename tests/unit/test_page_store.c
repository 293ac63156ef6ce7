#include "tests/lib/test.h"
#include "runtime/debug/page_store.h"

static ed_Error error;

/// The count is exact to the page, so that states need not be evicted one by one.
TEST(the_shortage_is_exactly_the_number_of_pages_to_free)
{
    ed_PageStore pages;
    ed_StoredDocument documents[40], out;
    u32 fresh, count = 0, gone = 0;
    const size_t size = 300 * ED_PAGE_BYTES + 7;
    u8 *bytes = ed_arena_push(test_arena(), size, 8);
    CHECK(ed_page_store_open(&pages, 420000, &error));
    for (; count < 40; count++, bytes[count * 900]++)
        if (!ed_page_store_put(&pages, bytes, size, count ? &documents[count - 1] : NULL,
                               &documents[count], &fresh))
            break;
    CHECK(count > 10 && count < 40);
    const ed_StoredDocument *last = &documents[count - 1];
    CHECK_EQ(ed_page_store_shortage(&pages, bytes, size, NULL),
             301 + 2 - (pages.limit - pages.taken));
    memset(bytes, 7, size / 2);
    u32 taken = pages.taken, lack = ed_page_store_shortage(&pages, bytes, size, last);
    CHECK(lack > 0);
    while (taken - pages.taken < lack && gone + 1 < count) {
        CHECK(!ed_page_store_put(&pages, bytes, size, last, &out, &fresh));
        ed_page_store_drop(&pages, &documents[gone++]);
    }
    CHECK_EQ(ed_page_store_shortage(&pages, bytes, size, last) == 0,
             ed_page_store_put(&pages, bytes, size, last, &out, &fresh));
    ed_page_store_close(&pages);
}

TEST(a_document_takes_new_pages_only_for_what_differs_from_the_one_before)
{
    ed_PageStore pages;
    ed_StoredDocument documents[3];
    u32 fresh = 0;
    const size_t size = 300 * ED_PAGE_BYTES;      // more pages than one list page can list
    u8 *bytes = ed_arena_push(test_arena(), 2 * size, 8);
    CHECK(ed_page_store_open(&pages, 4 << 20, &error));
    u32 lists = (u32)(300 / (ED_PAGE_BYTES / 4 - 1)) + 1;
    CHECK(ed_page_store_put(&pages, bytes, size, NULL, &documents[0], &fresh));
    CHECK_EQ(fresh, 300 + lists);
    CHECK_EQ(pages.taken, fresh);
    bytes[5 * ED_PAGE_BYTES] = 1;
    bytes[size - 1] = 1;
    CHECK(ed_page_store_put(&pages, bytes, size, &documents[0], &documents[1], &fresh));
    CHECK_EQ(fresh, 2 + lists);
    CHECK_EQ(pages.taken, 302 + 2 * lists);
    CHECK(ed_page_store_put(&pages, bytes, 1, &documents[1], &documents[2], &fresh));
    CHECK_EQ(fresh, 2);
    CHECK(ed_page_store_equal(&pages, &documents[1], bytes, size));
    CHECK(!ed_page_store_equal(&pages, &documents[0], bytes, size));
    CHECK(!ed_page_store_equal(&pages, &documents[1], bytes, size - 1));
    memset(bytes + size, 9, size);
    ed_page_store_get(&pages, &documents[1], bytes + size);
    CHECK(memcmp(bytes, bytes + size, size) == 0);
    ed_page_store_drop(&pages, &documents[0]);
    CHECK_EQ(pages.taken, 302 + lists);      // its list pages and two others were freed
    ed_page_store_drop(&pages, &documents[2]);
    ed_page_store_drop(&pages, &documents[1]);
    CHECK_EQ(pages.taken, 0);
    u32 free = pages.limit;
    CHECK(2 * size / ED_PAGE_BYTES < free);
    pages.limit = 300 + lists;
    CHECK_EQ(ed_page_store_shortage(&pages, bytes, size, NULL), 0);
    pages.limit--;
    CHECK_EQ(ed_page_store_shortage(&pages, bytes, size, NULL), 1);
    pages.limit = free;
    ed_page_store_close(&pages);
}

TEST(a_document_that_does_not_fit_leaves_the_store_as_it_was)
{
    ed_PageStore pages;
    ed_StoredDocument one, other;
    u32 fresh = 0;
    const size_t size = 300 * ED_PAGE_BYTES;      // and two list pages
    u8 *bytes = ed_arena_push(test_arena(), size, 8);
    CHECK(ed_page_store_open(&pages, 4 << 20, &error));
    pages.limit = 301;
    CHECK(!ed_page_store_put(&pages, bytes, size, NULL, &one, &fresh));
    CHECK_EQ(pages.taken, 0);
    pages.limit = 302;
    CHECK(ed_page_store_put(&pages, bytes, size, NULL, &one, &fresh));
    CHECK_EQ(pages.taken, 302);
    // The same bytes again need only list pages, but none is free.
    CHECK_EQ(ed_page_store_shortage(&pages, bytes, size, &one), 2);
    CHECK(!ed_page_store_put(&pages, bytes, size, &one, &other, &fresh));
    pages.limit = 303;
    CHECK(!ed_page_store_put(&pages, bytes, size, &one, &other, &fresh));
    CHECK_EQ(pages.taken, 302);
    CHECK(ed_page_store_equal(&pages, &one, bytes, size));
    pages.limit = 304;
    CHECK_EQ(ed_page_store_shortage(&pages, bytes, size, &one), 0);
    CHECK(ed_page_store_put(&pages, bytes, size, &one, &other, &fresh));
    CHECK_EQ(fresh, 2);
    bytes[7 * ED_PAGE_BYTES] = 1;
    CHECK_EQ(ed_page_store_shortage(&pages, bytes, size, &one), 3);
    ed_page_store_drop(&pages, &one);
    ed_page_store_drop(&pages, &other);
    CHECK_EQ(pages.taken, 0);
    ed_page_store_close(&pages);
}
