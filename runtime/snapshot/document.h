/// A snapshot is one MessagePack document, in memory at a reload or in a file:
///   { "eddie": 1, "game": str, "frame": u64, "types": [type…], "roots": { tag: {tag: value…} },
///     "xxh64": u64 or nil }
///   and, on request, "attic" before the hash: states from before reloads, see attic/attic.h
///   type  = { "name", "kind": "struct" | "union", "size", "align", "fields": [field…] }
///         | { "name", "kind": "enum" | "flags" | "symbol", "size", "align", "base": code,
///             "values": [[name, number]…] }
///           and, if the type has them: "was": [tag…], "key": field name,
///           "upgrade": function name; a value with former names is [name, number, [was tag…]]
///   field = [ tag, name, code, offset, count, index ] or [ …, index, { more } ]; a field of a
///           struct, or an alternative of a union
///   code  = numpy's: ? u1 u2 u4 u8 i1 i2 i4 i8 f4 f8, S16 for char[16], V48 for a record of 48
///           bytes; and S for str, R for a handle, L for a pointer to a record, P for any
///           other pointer. < or > before it is the byte
///           order in row tables (row_table.h): a document with a > (big-endian) is refused
///   count = nil one value · n or [n, m] fixed · -n bounded (its u4 count in the four bytes before
///           offset) · 0 dynamic
///   index = index in "types" of the field's struct, union, enum or flags, or of the struct that
///           its handles or pointers refer to; nil for other fields
///   more  = "default": value (else that of its type), "was": [tag…], "fresh": true,
///           "optional": true (a bool in the byte before offset), "pool": limit or 0, "stable": true,
///           "unit": text, "moves": [[to path, from path]…]
///   xxh64 = hash of all bytes before it, at the end of the document, always in nine bytes (format
///           byte cf). nil: the document has no hash, because it is for this run of the game
///           (ed_State.live) or another program wrote it. Before ed_snapshot_seal the hash is
///           zero, and a reader refuses the document as altered
/// Roots and fields are keyed by tag. Transient fields are not written. encode.h has the forms of
/// values. Unless the writer asks for open form, arrays of records are row tables (row_table.h).
/// So are other arrays of at least 64 bytes in memory. Empty arrays and arrays of pointers are
/// never row tables. An array whose elements are larger than 1 MiB is a row table only if it is
/// inside a record of another row table. A reader accepts both forms of every array in a root. A
/// default must be in open form.
#ifndef ED_SNAPSHOT_DOCUMENT_H
#define ED_SNAPSHOT_DOCUMENT_H
#include "runtime/msgpack/write.h"
#include "runtime/snapshot/type_tables.h"
#include "runtime/types/state.h"
#include "runtime/types/types.h"
ED_C_BEGIN

#define ED_SNAPSHOT_VERSION 1u
#define ED_DOCUMENT_ROOTS_MAX 256u      // in one document; a game has at most ED_ROOTS_MAX

/// Writes all of the document that comes before the attic. If `attic` is set, the caller writes the
/// attic next, as a key and a value.
void ed_document_begin(ed_Writer *w, const ed_State *state, bool attic);
/// Writes the end of the document: the hash, zeros that are to be sealed later, or nil. `start`:
/// the writer's size before ed_document_begin.
void ed_document_end(ed_Writer *w, const ed_State *state, size_t start);
/// Writes the hash into a document that was written with `seal_later`. Sealing it again changes
/// nothing. Returns false if the document does not end with a hash of nine bytes.
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

/// A document without the values of its roots.
typedef struct ed_Document {
    const u8 *start;      // its first byte, borrowed
    const char *game;
    u64 frame;
    ed_DocumentTypes types;      // of the writer; packed defaults point into the document
    const u32 *root_tags;        // in the writer's order
    u32 root_count;
    ed_Span values, attic;      // MessagePack in the document: "roots", and "attic" (size 0 if the
                                // document has no attic)
    bool sealed;                // it has a hash, which is correct
} ed_Document;

/// Reads all but the values. Names and type tables go to `arena`. Like ed_snapshot_read, this
/// refuses bytes that are not a snapshot or were altered.
bool ed_document_read(const void *bytes, size_t size, ed_Arena *arena, ed_Document *document,
                      ed_Error *error);

/// Returns whether a reload would use the memory unchanged. Returns false for types with transient
/// fields, unless these fit into padding: a snapshot does not list them, so the layout computed for
/// `next` has no room for them and differs from the writer's.
bool ed_document_has_layout(const ed_Document *now, const ed_Schema *next);

ED_C_END
#endif
