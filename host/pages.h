/// Many documents that are much alike, in bounded memory: each is cut into pages, and a page that
/// is the same as that of the document before it is kept once. A document is put whole or not at
/// all.
#ifndef HOST_PAGES_H
#define HOST_PAGES_H
#include "runtime/base/arena.h"

#define HOST_PAGE_BYTES 1024u
#define HOST_NO_PAGE    UINT32_MAX

typedef struct host_Document {       // one that was put; { HOST_NO_PAGE, 0 }: none
    u32    list;                     // its first page of numbers of pages
    size_t size;                     // bytes
} host_Document;

typedef struct host_Pages {
    ed_Arena memory;
    u8      *bytes;                  // `limit` pages
    u32     *refs;                   // of each: documents it is in; of a free one: the next
    u32      limit, used;            // pages there may be, and that were taken at least once
    u32      free;                   // the first free one below `used`, HOST_NO_PAGE: none
    u32      taken;                  // pages in use
} host_Pages;

bool host_pages_open (host_Pages *pages, size_t bytes_max, ed_Error *error);
void host_pages_close(host_Pages *pages);
/// False where there is no room: nothing changed. `like` is one of these, or NULL; `fresh` gets the
/// pages it took.
bool host_pages_put  (host_Pages *pages, const void *bytes, size_t size, const host_Document *like,
                      host_Document *out, u32 *fresh);
/// Free pages that it lacks for that; 0: there is room.
u32  host_pages_lack (const host_Pages *pages, const void *bytes, size_t size,
                      const host_Document *like);
/// `size` bytes.
void host_pages_get  (const host_Pages *pages, const host_Document *document, u8 *out);
bool host_pages_equal(const host_Pages *pages, const host_Document *document, const void *bytes,
                      size_t size);
void host_pages_drop (host_Pages *pages, host_Document *document);
#endif
