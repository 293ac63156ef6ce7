/// Many documents that are much alike, in bounded memory: each is cut into pages, and a page that
/// is the same as that of the document before it is kept once. A document is put whole or not at
/// all.
#ifndef ED_DEBUG_PAGE_STORE_H
#define ED_DEBUG_PAGE_STORE_H
#include "runtime/base/arena.h"

#define ED_PAGE_BYTES 1024u
#define ED_NO_PAGE UINT32_MAX

typedef struct ed_StoredDocument {      // one that was put; { ED_NO_PAGE, 0 }: none
    u32 list;                           // its first page of numbers of pages
    size_t size;                        // bytes
} ed_StoredDocument;

typedef struct ed_PageStore {
    ed_Arena memory;
    u8 *bytes;            // `limit` pages
    u32 *refs;            // of each: documents it is in; of a free one: the next
    u32 limit, used;      // pages there may be, and that were taken at least once
    u32 free;             // the first free one below `used`, ED_NO_PAGE: none
    u32 taken;            // pages in use
} ed_PageStore;

bool ed_page_store_open(ed_PageStore *pages, size_t bytes_max, ed_Error *error);
void ed_page_store_close(ed_PageStore *pages);
/// False where there is no room: nothing changed. `like` is one of these, or NULL; `fresh` gets the
/// pages it took.
bool ed_page_store_put(ed_PageStore *pages, const void *bytes, size_t size,
                       const ed_StoredDocument *like, ed_StoredDocument *out, u32 *fresh);
/// Free pages that it lacks for that; 0: there is room.
u32 ed_page_store_lack(const ed_PageStore *pages, const void *bytes, size_t size,
                       const ed_StoredDocument *like);
/// `size` bytes.
void ed_page_store_get(const ed_PageStore *pages, const ed_StoredDocument *document, u8 *out);
bool ed_page_store_equal(const ed_PageStore *pages, const ed_StoredDocument *document,
                         const void *bytes, size_t size);
void ed_page_store_drop(ed_PageStore *pages, ed_StoredDocument *document);
#endif
