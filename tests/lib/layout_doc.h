/// For tests of layouts (runtime/snapshot/layout.h): documents with types that are made up.
#ifndef TEST_LAYOUT_DOC_H
#define TEST_LAYOUT_DOC_H
#include "runtime/snapshot/document.h"

// Of the document that was read last.
extern ed_Error layout_error;
extern ed_Document layout_document;
extern ed_Schema layout_schema;

/// One of a few reused arenas, emptied, as some tests read a hundred thousand times.
ed_Arena *layout_arena(u32 index);
/// Reads the document and lays out its types. False if it is refused.
bool layout_read(const void *bytes, size_t size);
/// Reads the document into memory laid out by its own types, and writes it from there.
ed_Writer layout_again(const void *bytes, size_t size);

// A field or another part of an invented type: [tag, name, code, offset, count, type, more]
typedef struct Part {
    const char *name, *code;
    i64 count;               // ONE is written as nil
    u32 type;                // NONE is written as nil
    const char *more;        // the key of a flag, or NULL
    const char *preset;      // the default in MessagePack, or NULL
} Part;
enum { ONE = INT32_MIN, NONE = 99 };
#define PARTS(...) ((const Part[]){ __VA_ARGS__ })
#define TYPE(w, name, kind, ...) \
    layout_type(w, name, kind, PARTS(__VA_ARGS__), ED_COUNT(PARTS(__VA_ARGS__)))

/// Begins a document with that many types, which the caller writes next.
ed_Writer layout_begin(u32 types);
void layout_type(ed_Writer *w, const char *name, const char *kind, const Part *parts, u32 count);
/// Adds a root of the type Game, and reads the document.
bool layout_ends(ed_Writer *w);

#endif
