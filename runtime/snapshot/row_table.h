/// A row table is an array in a snapshot that is read and written at memory speed: its elements are
/// stored in one bin as they are in memory.
///   table = { "type": index or nil, "count": n, "pad": bin, "rows": bin, "heap": [column…] }
///     type   index of the elements' type in the document's types, if they are records; else nil
///     pad    zeros, so that the rows start at a multiple of 64 bytes in the document
///     rows   `count` elements of the writer's size, in the writer's layout, little-endian:
///              number, enum, flags, char[N]    as in memory
///              bounded array                   u4 count, then the items; zero after the last item
///              optional                        bool, then the value; zero if absent
///              union                           u4 kind, then the alternative it holds
///              handle                          u4 index, u4 generation
///              text, list                      a slot: 8 zero bytes, u4 count, 4 zero bytes
///              padding, transient field        zero
///     column a variable-length column (varlen.h): the contents of one slot in all rows, end to
///            end. The heap has one for each slot of the elements' type, in the order of its
///            fields; the slots of an inner record come at the position of that record. A column is
///            a table of the lists' items or of the texts' bytes, or nil if all slots are empty.
///            Each text has a terminator, but an empty text has no bytes
/// Wherever a state may have an array, a reader accepts a table, with the keys in any order and the
/// rows at any address. A writer that knows the types of its document writes tables.
/// docs/snapshot.md shows a table byte by byte.
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
    const u8 *at;      // position in the document, for messages
    ed_Span rows;
    ed_Span heap;      // MessagePack: the array of columns
} ed_Table;

/// Writes a table up to its rows. Returns the memory for the rows, or NULL after an error. The
/// caller writes the heap next: an array of tables and nils.
u8 *ed_write_table(ed_Writer *w, u64 type, u32 count, size_t bytes);
bool ed_table_follows(const ed_Reader *r);      ///< the next value is a table
ed_Table ed_read_table(ed_Reader *r);           ///< fails `r` if the table is invalid

typedef enum ed_PoolPart { ED_POOL_ITEMS, ED_POOL_HANDLES, ED_POOL_FREE } ed_PoolPart;
#define ED_POOL_PARTS 3u
/// The handles of a pool as a field.
extern const ed_Field ed_handles_field;
/// Finds the parts of the pool at the reader, a map with its keys in any order. Fails `r` if a part
/// is missing.
void ed_read_pool(ed_Reader *r, ed_Span parts[ED_POOL_PARTS]);

/// Returns whether the next value is false, 0 or an empty text, or contains only such values. With
/// `absent`, nil and empty arrays count as such values too. If the result is false, the reader may
/// be in the middle of the value.
bool ed_read_is_zero(ed_Reader *r, bool absent);

/// Writes the array of `count` elements of `field` as a table with all its columns.
void ed_pack_table(ed_Writer *w, const ed_Field *field, const void *items, u32 count);

ED_C_END
#endif
