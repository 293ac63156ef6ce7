#include "host/pages.h"
#include <string.h>
#include <sys/mman.h>

#define LISTED       (HOST_PAGE_BYTES / 4 - 1)      // numbers in a page of them

/// A page of numbers of pages.
typedef struct List {
    u32 next;                        // HOST_NO_PAGE: this is the last one
    u32 pages[LISTED];
} List;

bool host_pages_open(host_Pages *pages, size_t bytes_max, ed_Error *error)
{
    *pages = (host_Pages){ .free = HOST_NO_PAGE };
    size_t count = bytes_max / (HOST_PAGE_BYTES + sizeof *pages->refs);
    pages->limit = count < HOST_NO_PAGE ? (u32)count : HOST_NO_PAGE - 1;
    size_t all = pages->limit * (HOST_PAGE_BYTES + sizeof *pages->refs);
    if (!ed_arena_open(&pages->memory, "rewind", all + 4096, error)) return false;
    // A trial has no business with it.
    madvise(pages->memory.base, pages->memory.limit, MADV_DONTFORK);
    pages->bytes = ed_arena_push_raw(&pages->memory, (size_t)pages->limit * HOST_PAGE_BYTES, 64);
    pages->refs  = ed_arena_push_raw(&pages->memory, pages->limit * sizeof *pages->refs, 64);
    return pages->bytes && pages->refs;
}

void host_pages_close(host_Pages *pages)
{
    ed_arena_close(&pages->memory);
    *pages = (host_Pages){ .free = HOST_NO_PAGE };
}

static u8 *page_at(const host_Pages *pages, u32 page)
{
    return pages->bytes + (size_t)page * HOST_PAGE_BYTES;
}

static List *list_at(const host_Pages *pages, u32 page)
{
    return (List *)(void *)page_at(pages, page);
}

static u32 take(host_Pages *pages)
{
    u32 page = pages->free;
    if (page != HOST_NO_PAGE)             pages->free = pages->refs[page];
    else if (pages->used < pages->limit)  page = pages->used++;
    else return HOST_NO_PAGE;
    pages->refs[page] = 1;
    pages->taken++;
    return page;
}

static void let_go(host_Pages *pages, u32 page)
{
    if (--pages->refs[page]) return;
    pages->refs[page] = pages->free;
    pages->free = page;
    pages->taken--;
}

// --- the pages of a document, one after the other ------------------------------------------------

typedef struct Walk {
    u32    list, at;                 // the page of numbers, and the next number in it
    size_t left;                     // bytes of the document
} Walk;

static Walk walk_of(const host_Document *document)
{
    if (!document || !document->size) return (Walk){ HOST_NO_PAGE, 0, 0 };
    return (Walk){ document->list, 0, document->size };
}

/// HOST_NO_PAGE at the end; `size` gets the bytes that count in it.
static u32 next_page(const host_Pages *pages, Walk *walk, size_t *size)
{
    if (!walk->left) return HOST_NO_PAGE;
    if (walk->at == LISTED) { walk->list = list_at(pages, walk->list)->next; walk->at = 0; }
    *size = walk->left < HOST_PAGE_BYTES ? walk->left : HOST_PAGE_BYTES;
    walk->left -= *size;
    return list_at(pages, walk->list)->pages[walk->at++];
}

// --- in and out ----------------------------------------------------------------------------------

static bool is_page(const host_Pages *pages, u32 page, size_t size, const u8 *bytes,
                    size_t bytes_size)
{
    return page != HOST_NO_PAGE && size == bytes_size
        && memcmp(page_at(pages, page), bytes, size) == 0;
}

/// The number of a page that holds these bytes: the other document's, or a new one.
static u32 page_for(host_Pages *pages, Walk *like, const u8 *bytes, size_t size, u32 *fresh)
{
    size_t there = 0;
    u32 page = next_page(pages, like, &there);
    if (is_page(pages, page, there, bytes, size)) { pages->refs[page]++; return page; }
    page = take(pages);
    if (page == HOST_NO_PAGE) return page;
    memcpy(page_at(pages, page), bytes, size);
    ++*fresh;
    return page;
}

/// Room for the number of one more page.
static bool extend(host_Pages *pages, u32 *list, u32 *fresh)
{
    u32 next = take(pages);
    if (next == HOST_NO_PAGE) return false;
    list_at(pages, next)->next = HOST_NO_PAGE;
    if (*list != HOST_NO_PAGE) list_at(pages, *list)->next = next;
    *list = next;
    ++*fresh;
    return true;
}

bool host_pages_put(host_Pages *pages, const void *bytes, size_t size, const host_Document *like,
                    host_Document *out, u32 *fresh)
{
    Walk walk = walk_of(like);
    u32 list = HOST_NO_PAGE;
    host_Document made = { HOST_NO_PAGE, 0 };
    *fresh = 0;
    for (u32 at = 0; made.size < size; at++) {
        size_t left = size - made.size, part = left < HOST_PAGE_BYTES ? left : HOST_PAGE_BYTES;
        bool room = at % LISTED != 0 || extend(pages, &list, fresh);
        if (at == 0) made.list = list;
        const u8 *from = (const u8 *)bytes + made.size;
        u32 page = room ? page_for(pages, &walk, from, part, fresh) : HOST_NO_PAGE;
        if (page == HOST_NO_PAGE) { host_pages_drop(pages, &made); return false; }
        list_at(pages, list)->pages[at % LISTED] = page;
        made.size += part;
    }
    *out = made;
    return true;
}

u32 host_pages_lack(const host_Pages *pages, const void *bytes, size_t size,
                    const host_Document *like)
{
    Walk walk = walk_of(like);
    u64 at = 0, needed = 0, free = pages->limit - pages->taken;
    for (size_t done = 0, there = 0; done < size; at++, done += HOST_PAGE_BYTES) {
        size_t left = size - done, part = left < HOST_PAGE_BYTES ? left : HOST_PAGE_BYTES;
        u32 page = next_page(pages, &walk, &there);
        needed += at % LISTED == 0;
        needed += !is_page(pages, page, there, (const u8 *)bytes + done, part);
    }
    u64 lack = needed > free ? needed - free : 0;
    return lack < UINT32_MAX ? (u32)lack : UINT32_MAX;
}

void host_pages_get(const host_Pages *pages, const host_Document *document, u8 *out)
{
    Walk walk = walk_of(document);
    size_t size = 0;
    for (u32 page; (page = next_page(pages, &walk, &size)) != HOST_NO_PAGE; out += size)
        memcpy(out, page_at(pages, page), size);
}

bool host_pages_equal(const host_Pages *pages, const host_Document *document, const void *bytes,
                      size_t size)
{
    Walk walk = walk_of(document);
    const u8 *at = (const u8 *)bytes;
    size_t part = 0;
    if (document->size != size) return false;
    for (u32 page; (page = next_page(pages, &walk, &part)) != HOST_NO_PAGE; at += part)
        if (memcmp(page_at(pages, page), at, part) != 0) return false;
    return true;
}

/// Also what is made only in part: its lists may be there before its first page is.
void host_pages_drop(host_Pages *pages, host_Document *document)
{
    Walk walk = walk_of(document);
    size_t size = 0;
    for (u32 page; (page = next_page(pages, &walk, &size)) != HOST_NO_PAGE; ) let_go(pages, page);
    for (u32 list = document->list, next; list != HOST_NO_PAGE && pages->limit; list = next) {
        next = list_at(pages, list)->next;
        let_go(pages, list);
    }
    *document = (host_Document){ HOST_NO_PAGE, 0 };
}
