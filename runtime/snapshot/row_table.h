/// An array in a snapshot, at memory speed: its elements as they lie in memory, in one bin.
///   table = { "type": index or nil, "count": n, "pad": bin, "rows": bin, "heap": [part…] }
///     type   of a record, in the document's types; nil for other elements (their field tells what
///            they are)
///     pad    zeros, so that the first byte of the rows lies on a multiple of 64 bytes of the
///            document
///     rows   count elements of the writer's size, little-endian: numbers, char[N], enums as they
///            are; a bounded array with its count before it; an optional with its bool before it,
///            zero where absent; a union as u4 kind and the alternative it holds; a handle as u4
///            index, u4 generation; padding, transient fields and what no count covers: zero; of a
///            text or list only its slot: u8 zero, u4 count, u4 zero
///     part   for each slot of the type, in the order of its fields, inner records in their places:
///            what these slots of all rows have, end to end; a table, of bytes for text (each with
///            a terminator, none for no text), or nil where all are empty
/// Read wherever an array may stand, its keys in any order and its rows at any address; written by
/// a writer that knows the types of its document. docs/snapshot.md has one byte by byte.
#ifndef ED_SNAPSHOT_ROW_TABLE_H
#define ED_SNAPSHOT_ROW_TABLE_H
#include "runtime/msgpack/read.h"
#include "runtime/msgpack/write.h"
#include "runtime/types/types.h"
ED_C_BEGIN

#define ED_TABLE_ALIGN 64u
#define ED_TABLE_NONE UINT64_MAX      // no type

typedef struct ed_Table {
    u64 type;
    u32 count;
    const u8 *at;      // in the document: what messages tell
    ed_Span rows;
    ed_Span heap;      // an array of parts
} ed_Table;

/// Where the rows go; NULL after a failure. The heap follows: an array of tables and nils.
u8 *ed_write_table(ed_Writer *w, u64 type, u32 count, size_t bytes);
bool ed_table_follows(const ed_Reader *r);      ///< the next value is one
ed_Table ed_read_table(ed_Reader *r);           ///< fails in `r`

typedef enum ed_PoolPart { ED_POOL_ITEMS, ED_POOL_HANDLES, ED_POOL_FREE } ed_PoolPart;
#define ED_POOL_PARTS 3u
/// A pool's handles as a field; [1] for rows that are big-endian.
extern const ed_Field ed_handles_fields[2];
/// The parts of the pool that `r` stands at, in whatever order. Fails in `r` where one is missing.
void ed_read_pool(ed_Reader *r, ed_Span parts[ED_POOL_PARTS]);

/// The next value is false, 0, empty text or holds only such values. `absent`: what is not there,
/// nil or an empty array, counts too. It may stop in the middle of a value that does not.
bool ed_read_is_zero(ed_Reader *r, bool absent);

/// The array of `count` elements of `field` as a table with all its parts.
void ed_pack_table(ed_Writer *w, const ed_Field *field, const void *items, u32 count);

ED_C_END
#endif
