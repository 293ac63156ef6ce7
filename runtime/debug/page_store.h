/// Stores many similar documents in bounded memory. Each document is divided into pages. A page
/// that equals the page at the same position of the previous document is stored once. A document is
/// stored completely or not at all.
#ifndef ED_DEBUG_PAGE_STORE_H
#define ED_DEBUG_PAGE_STORE_H
#include "runtime/base/arena.h"

#define ED_PAGE_BYTES 1024u
#define ED_NO_PAGE UINT32_MAX

typedef struct ed_StoredDocument {      // { ED_NO_PAGE, 0 }: no document
    u32 list;                           // the first list page
    size_t size;                        // bytes
} ed_StoredDocument;

typedef struct ed_PageStore {
    ed_Arena memory;
    u8 *bytes;            // `limit` pages
    u32 *refs;            // per page: number of documents that use it; for a free page: the next
                          // free one
    u32 limit, used;      // limit: maximum number of pages; used: pages that were in use at least
                          // once
    u32 free;             // the first free page below `used`, or ED_NO_PAGE
    u32 taken;            // pages in use
} ed_PageStore;

bool ed_page_store_open(ed_PageStore *pages, size_t bytes_max, ed_Error *error);
void ed_page_store_close(ed_PageStore *pages);
/// Stores a document. It shares pages with `like`, a stored document or NULL. `fresh` receives the
/// number of pages it took. False if there is not enough room; then nothing changes.
bool ed_page_store_put(ed_PageStore *pages, const void *bytes, size_t size,
                       const ed_StoredDocument *like, ed_StoredDocument *out, u32 *fresh);
/// Returns how many free pages are missing to store such a document; 0: it fits.
u32 ed_page_store_shortage(const ed_PageStore *pages, const void *bytes, size_t size,
                           const ed_StoredDocument *like);
/// Copies the document to `out`, document->size bytes.
void ed_page_store_get(const ed_PageStore *pages, const ed_StoredDocument *document, u8 *out);
bool ed_page_store_equal(const ed_PageStore *pages, const ed_StoredDocument *document,
                         const void *bytes, size_t size);
void ed_page_store_drop(ed_PageStore *pages, ed_StoredDocument *document);
#endif
