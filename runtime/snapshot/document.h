/// A snapshot is one MessagePack document, in memory at a reload or in a file:
///   { "eddie": 1, "game": str, "frame": u64, "types": [type…], "roots": { tag: {tag: value…} },
///     "xxh64": u64 or nil }
///   and, on request, before the hash "attic": what reloads dropped, see migrate/attic.h
///   type  = { "name", "kind": "struct" | "union", "size", "align", "fields": [field…] }
///         | { "name", "kind": "enum" | "flags", "size", "align", "base": code,
///             "values": [[name, number]…] }
///           and where they have any: "was": [tag…], "key": field name,
///           "upgrade": function name; a value too: [name, number, [was tag…]]
///   field = [ tag, name, code, offset, count, type ] or [ …, { more } ]; of a union an alternative
///   code  = numpy's: ? u1 u2 u4 u8 i1 i2 i4 i8 f4 f8, S16 for char[16], V48 for a record of 48
///           bytes; and S for str, R for a handle, P for a pointer; > before it where row tables
///           (row_table.h) hold it high byte first
///   count = nil one value · n or [n, m] fixed · -n bounded (its u4 count in the four bytes before
///           offset) · 0 dynamic
///   type  = index into "types" for structs, unions, enums, flags and what a handle refers to, else
///           nil
///   more  = "default": value (else zero), "was": [tag…], "fresh": true, "optional": true (a ? in
///           the byte before offset), "pool": limit or 0, "unit": text,
///           "moves": [[to path, from path]…]
///   xxh64 = hash of all bytes before it, always nine bytes (cf), at the end of the document; nil
///           if another program wrote the document or it never leaves the process; zero until
///           ed_snapshot_seal has written it: such a document is refused as altered
/// Roots and fields are keyed by tag. Transient fields are not written. Values are as encode.h
/// says; arrays of records, and of plain values from 64 bytes on, are tables (row_table.h) unless
/// the open form is asked for. A reader takes both anywhere.
#ifndef ED_SNAPSHOT_DOCUMENT_H
#define ED_SNAPSHOT_DOCUMENT_H
#include "runtime/msgpack/write.h"
#include "runtime/snapshot/type_tables.h"
#include "runtime/types/state.h"
#include "runtime/types/types.h"
ED_C_BEGIN

#define ED_SNAPSHOT_VERSION 1u
#define ED_DOCUMENT_ROOTS_MAX 256u      // in one document; a game has at most ED_ROOTS_MAX

/// Writes all of the document that comes before the attic. `attic`: the caller writes one, as the
/// next key and value.
void ed_document_begin(ed_Writer *w, const ed_State *state, bool attic);
/// Writes the hash. `start`: the writer's size before ed_document_begin.
void ed_document_end(ed_Writer *w, const ed_State *state, size_t start);
/// Puts the hash into a document that was written unsealed; again over a sealed one, it changes
/// nothing. False where the bytes do not end with room for a hash.
bool ed_snapshot_seal(u8 *bytes, size_t size);

/// Where the parts of a document are.
typedef struct ed_DocumentParts {
    ed_Span game, frame, types, roots, attic, hash;      // attic: size 0 if the document has none
} ed_DocumentParts;

/// Finds the parts of the whole document and checks its hash.
void ed_document_open(ed_Reader *r, ed_DocumentParts *parts);
/// Continues at one part of the document, so that offsets in messages stay those of the file.
void ed_document_go_to(ed_Reader *r, ed_Span part);
/// Reads the name of the game.
ed_Span ed_document_game(ed_Reader *r, const ed_DocumentParts *parts);

/// What a document says beside the values of its roots.
typedef struct ed_Document {
    const u8 *start;      // its first byte, borrowed
    const char *game;
    u64 frame;
    ed_Tables tables;      // the writer's; presets borrow the document
    const u32 *roots;      // tags, in the writer's order
    u32 root_count;
    ed_Span types, values, attic;      // as they lie in it: of its types, of its roots, of what
                                       // reloads dropped; or size 0
    bool sealed;                       // it has a hash, and that is right; else it has none
} ed_Document;

/// Its texts and tables go to `arena`. Refuses, as ed_snapshot_read does, bytes that are
/// not a snapshot or were altered.
bool ed_document_read(const void *bytes, size_t size, ed_Arena *arena, ed_Document *document,
                      ed_Error *error);

ED_C_END
#endif
