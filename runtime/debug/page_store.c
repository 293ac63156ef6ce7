#include "runtime/debug/page_store.h"
#include <string.h>

#define LISTED (ED_PAGE_BYTES / 4 - 1)      // page numbers in a list page

/// A page that lists page numbers.
typedef struct List {
    u32 next;      // ED_NO_PAGE: this is the last list page
    u32 pages[LISTED];
} List;

bool ed_page_store_open(ed_PageStore *pages, size_t bytes_max, ed_Error *error)
{
    *pages = (ed_PageStore){ .free = ED_NO_PAGE };
    size_t count = bytes_max / (ED_PAGE_BYTES + sizeof *pages->refs);
    pages->limit = count < ED_NO_PAGE ? (u32)count : ED_NO_PAGE - 1;
    size_t all = pages->limit * (ED_PAGE_BYTES + sizeof *pages->refs);
    if (!ed_arena_open_fixed(&pages->memory, "rewind", all + 4096, error)) return false;
    pages->bytes = ed_arena_push_raw(&pages->memory, (size_t)pages->limit * ED_PAGE_BYTES, 64);
    pages->refs = ed_arena_push_raw(&pages->memory, pages->limit * sizeof *pages->refs, 64);
    return pages->bytes && pages->refs;
}

void ed_page_store_close(ed_PageStore *pages)
{
    ed_arena_close(&pages->memory);
    *pages = (ed_PageStore){ .free = ED_NO_PAGE };
}

static u8 *page_at(const ed_PageStore *pages, u32 page)
{
    return pages->bytes + (size_t)page * ED_PAGE_BYTES;
}

static List *list_of_page(const ed_PageStore *pages, u32 page)
{
    return (List *)(void *)page_at(pages, page);
}

static u32 take_page(ed_PageStore *pages)
{
    u32 page = pages->free;
    if (page != ED_NO_PAGE) pages->free = pages->refs[page];
    else if (pages->used < pages->limit) page = pages->used++;
    else return ED_NO_PAGE;
    pages->refs[page] = 1;
    pages->taken++;
    return page;
}

static void release_page(ed_PageStore *pages, u32 page)
{
    if (--pages->refs[page]) return;
    pages->refs[page] = pages->free;
    pages->free = page;
    pages->taken--;
}

// --- walking the pages of a document -------------------------------------------------------------

typedef struct Walk {
    u32 list, at;      // the list page, and the index of the next number in it
    size_t left;       // remaining bytes of the document
} Walk;

static Walk pages_of(const ed_StoredDocument *document)
{
    if (!document || !document->size) return (Walk){ ED_NO_PAGE, 0, 0 };
    return (Walk){ document->list, 0, document->size };
}

/// The next page, or ED_NO_PAGE at the end. `size` receives the number of bytes used in it.
static u32 next_page(const ed_PageStore *pages, Walk *walk, size_t *size)
{
    if (!walk->left) return ED_NO_PAGE;
    if (walk->at == LISTED) {
        walk->list = list_of_page(pages, walk->list)->next;
        walk->at = 0;
    }
    *size = walk->left < ED_PAGE_BYTES ? walk->left : ED_PAGE_BYTES;
    walk->left -= *size;
    return list_of_page(pages, walk->list)->pages[walk->at++];
}

// --- storing and reading documents ---------------------------------------------------------------

static bool is_page(const ed_PageStore *pages, u32 page, size_t size, const u8 *bytes,
                    size_t bytes_size)
{
    return page != ED_NO_PAGE && size == bytes_size
        && memcmp(page_at(pages, page), bytes, size) == 0;
}

/// The number of a page with these bytes: the next page of `like` if it is equal, otherwise a new
/// page.
static u32 page_for(ed_PageStore *pages, Walk *like, const u8 *bytes, size_t size, u32 *fresh)
{
    size_t there = 0;
    u32 page = next_page(pages, like, &there);
    if (is_page(pages, page, there, bytes, size)) {
        pages->refs[page]++;
        return page;
    }
    page = take_page(pages);
    if (page == ED_NO_PAGE) return page;
    memcpy(page_at(pages, page), bytes, size);
    ++*fresh;
    return page;
}

/// Appends a list page, for more page numbers.
static bool add_list_page(ed_PageStore *pages, u32 *list, u32 *fresh)
{
    u32 next = take_page(pages);
    if (next == ED_NO_PAGE) return false;
    list_of_page(pages, next)->next = ED_NO_PAGE;
    if (*list != ED_NO_PAGE) list_of_page(pages, *list)->next = next;
    *list = next;
    ++*fresh;
    return true;
}

bool ed_page_store_put(ed_PageStore *pages, const void *bytes, size_t size,
                       const ed_StoredDocument *like, ed_StoredDocument *out, u32 *fresh)
{
    Walk walk = pages_of(like);
    u32 list = ED_NO_PAGE;
    ed_StoredDocument made = { ED_NO_PAGE, 0 };
    *fresh = 0;
    for (u32 at = 0; made.size < size; at++) {
        size_t left = size - made.size, part = left < ED_PAGE_BYTES ? left : ED_PAGE_BYTES;
        bool room = at % LISTED != 0 || add_list_page(pages, &list, fresh);
        if (at == 0) made.list = list;
        const u8 *from = (const u8 *)bytes + made.size;
        u32 page = room ? page_for(pages, &walk, from, part, fresh) : ED_NO_PAGE;
        if (page == ED_NO_PAGE) {
            ed_page_store_drop(pages, &made);
            return false;
        }
        list_of_page(pages, list)->pages[at % LISTED] = page;
        made.size += part;
    }
    *out = made;
    return true;
}

u32 ed_page_store_shortage(const ed_PageStore *pages, const void *bytes, size_t size,
                           const ed_StoredDocument *like)
{
    Walk walk = pages_of(like);
    u64 at = 0, needed = 0, free = pages->limit - pages->taken;
    for (size_t done = 0, there = 0; done < size; at++, done += ED_PAGE_BYTES) {
        size_t left = size - done, part = left < ED_PAGE_BYTES ? left : ED_PAGE_BYTES;
        u32 page = next_page(pages, &walk, &there);
        needed += at % LISTED == 0;
        needed += !is_page(pages, page, there, (const u8 *)bytes + done, part);
    }
    u64 lack = needed > free ? needed - free : 0;
    return lack < UINT32_MAX ? (u32)lack : UINT32_MAX;
}

void ed_page_store_get(const ed_PageStore *pages, const ed_StoredDocument *document, u8 *out)
{
    Walk walk = pages_of(document);
    size_t size = 0;
    for (u32 page; (page = next_page(pages, &walk, &size)) != ED_NO_PAGE; out += size)
        memcpy(out, page_at(pages, page), size);
}

bool ed_page_store_equal(const ed_PageStore *pages, const ed_StoredDocument *document,
                         const void *bytes, size_t size)
{
    Walk walk = pages_of(document);
    const u8 *at = (const u8 *)bytes;
    size_t part = 0;
    if (document->size != size) return false;
    for (u32 page; (page = next_page(pages, &walk, &part)) != ED_NO_PAGE; at += part)
        if (memcmp(page_at(pages, page), at, part) != 0) return false;
    return true;
}

/// Accepts documents that were stored only in part: a list page may exist before its first page
/// does.
void ed_page_store_drop(ed_PageStore *pages, ed_StoredDocument *document)
{
    Walk walk = pages_of(document);
    size_t size = 0;
    for (u32 page; (page = next_page(pages, &walk, &size)) != ED_NO_PAGE;)
        release_page(pages, page);
    for (u32 list = document->list, next; list != ED_NO_PAGE && pages->limit; list = next) {
        next = list_of_page(pages, list)->next;
        release_page(pages, list);
    }
    *document = (ed_StoredDocument){ ED_NO_PAGE, 0 };
}
