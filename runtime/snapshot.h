/// A snapshot is one MessagePack document, in memory at a reload or in a file:
///   { "eddie": 1, "game": str, "frame": u64, "types": [type…], "roots": { tag: {tag: value…} },
///     "xxh64": u64 or nil }
///   and, on request, before the hash "attic": what reloads dropped, see migrate/columns.h
///   type  = { "name", "kind": "struct" | "union", "size", "align", "fields": [field…] }
///         | { "name", "kind": "enum" | "flags", "size", "align", "base": code,
///             "values": [[name, number]…] }
///           and as far as there is something to say "was": [tag…], "key": field name,
///           "upgrade": function name; a value too: [name, number, [was tag…]]
///   field = [ tag, name, code, offset, count, type ] or [ …, { more } ]; of a union an alternative
///   code  = numpy's: ? u1 u2 u4 u8 i1 i2 i4 i8 f4 f8, S16 for char[16], V48 for a record of 48
///           bytes; and S for str, R for a handle, P for a pointer; > before it where tables
///           (table.h) hold it high byte first
///   count = nil one value · n or [n, m] fixed · -n bounded (its u4 count in the four bytes before
///           offset) · 0 dynamic
///   type  = index into "types" for structs, unions, enums, flags and what a handle refers to, else
///           nil
///   more  = "default": value (else zero), "was": [tag…], "fresh": true, "optional": true (a ? in
///           the byte before offset), "pool": limit or 0, "unit": text,
///           "moves": [[to path, from path]…]
///   xxh64 = of all bytes before the hash, always nine bytes wide (cf) and the document's end; nil
///           in one by another hand and in one that never leaves the process, zero in one that is
///           not sealed yet: then it is refused as altered
/// Roots and fields are keyed by tag. Transient fields are not written. Values are as pack.h says;
/// arrays of records, and of plain values from 64 bytes on, are tables (table.h) unless the open
/// form is asked for. A reader takes both anywhere.
#ifndef ED_SNAPSHOT_H
#define ED_SNAPSHOT_H
#include "runtime/migrate/columns.h"
#include "runtime/report.h"
#include "runtime/write.h"
ED_C_BEGIN

#define ED_SNAPSHOT_VERSION 1u

typedef struct ed_Block {        // one root in memory
    void     *at;                // the record, at the arena's start
    ed_Arena *arena;             // holds the record and its dynamic parts
} ed_Block;

typedef struct ed_State {        // what a snapshot holds
    const char      *game;
    u64              frame;      // updates since the start
    const ed_Schema *schema;
    ed_Block        *blocks;     // one for each of schema->states, in order
    bool             live;       // the document never leaves the process: old and new are two saves
                                 // one after the other
    bool             back;       // and the new one is what was there before the old one: an edit
                                 // taken back
    bool             open;       // records as maps all through, for people and tools: no tables
    bool             unsealed;   // the hash is left zero: ed_snapshot_seal fills it in, on another
                                 // thread if need be
    ed_Span          types;      // the schema by ed_tables_write, where it is at hand: it is the
                                 // same every time; else size 0
    ed_Columns      *attic;      // where dropped values stay, and come back from; or NULL
    ed_Span          kept;       // an attic as a document had it, written as it stands where
                                 // there is none; else size 0
} ed_State;

/// Same state, same bytes.
bool ed_snapshot_write(ed_Writer *w, const ed_State *state);
/// Puts the hash into a document that was written unsealed; again over a sealed one, it changes
/// nothing. False where the bytes do not end with room for a hash.
bool ed_snapshot_seal(u8 *bytes, size_t size);

/// Into `state`, whose blocks hold empty arenas and get their records here; by tag, defaults for
/// what the writer lacked. On failure `error` tells offset and path; what was built in the arenas
/// so far is to be thrown away. `scratch` holds the writer's types while it works, and the report's
/// texts after.
bool ed_snapshot_read(const void *bytes, size_t size, ed_State *state, ed_Arena *scratch,
                      ed_Report *report, ed_Error *error);

/// What a document says beside the values of its roots.
typedef struct ed_Document {
    const u8   *start;           // its first byte, borrowed
    const char *game;
    u64         frame;
    ed_Tables   tables;          // the writer's; presets borrow the document
    const u32  *roots;           // tags, in the writer's order
    u32         root_count;
    ed_Span     types, values, attic;    // as they lie in it: of its types, of its roots, of what
                                         // reloads dropped; or size 0
    bool        sealed;          // it has a hash, and that is right; else it has none
} ed_Document;

/// Its texts and tables go to `arena`. Refuses, as ed_snapshot_read does, what is no snapshot or
/// was altered.
bool ed_document_read(const void *bytes, size_t size, ed_Arena *arena, ed_Document *document,
                      ed_Error *error);
/// Of the root of that tag, or NULL.
const ed_Type *ed_document_type(const ed_Document *document, u32 root);

/// The reader's state for the writer's root `from` of that tag: by name, then by a former name of
/// either. Its index, or state_count. `from` may be NULL.
u32 ed_snapshot_root(const ed_Schema *schema, u32 tag, const ed_Type *from);

/// A record at the start of the empty arena with every default. NULL over the arena's limit.
void *ed_state_init(const ed_Type *type, ed_Arena *arena);

ED_C_END
#endif
