/// Decodes values in open form into memory, in one of two layouts.
///
///   ed_decode_into     memory of the reader's own types: a record of the game, a default
///   ed_decode_record   a decoded record: its fields are those of the writer's type, but each array
///                      and each text is a slot. So a short document whose types declare huge arrays
///                      causes no large allocation. migrate/ converts decoded records to the
///                      reader's types
///
/// A slot is an ed_Array or an ed_Str. It refers to a text in the document, to decoded elements, or
/// to the rows of a row table in the document, which are in the writer's layout:
///
///   slot of         items                        count      capacity
///   a text          the text in the document     bytes      0
///   an array        decoded elements             elements   0
///   an array        an ed_DecodedTable           rows       ED_SLOT_TABLE
///
/// A decoded pool is three slots: items, handles, free handles. The limit of the arena bounds
/// everything that is decoded.
///
/// What a document leaves out, or what cannot be decoded, is left as it was: a decoded record begins
/// with the defaults of its writer's type. A document that was written by hand may contain any
/// value. A number is then rounded or clamped to the range of the writer's type, and flags lose bits
/// beyond their size.
#ifndef ED_SNAPSHOT_DECODE_H
#define ED_SNAPSHOT_DECODE_H
#include "runtime/msgpack/read.h"
#include "runtime/snapshot/row_table.h"
#include "runtime/types/number.h"
#include "runtime/types/pool.h"
ED_C_BEGIN

typedef struct ed_DecodedType ed_DecodedType;

typedef enum ed_DecodedState {
    ED_DECODED_BUSY,        // in progress: a type that is met again contains itself
    ED_DECODED_READY,       // laid out; its default may still be in progress
    ED_DECODED_REFUSED      // it has no layout
} ed_DecodedState;

struct ed_DecodedType {         // the layout of decoded records
    ed_Type type;               // first, so that a pointer to it is one to the ed_DecodedType; its
                                // image is the default
    const ed_Type *writer;      // the document's type
    ed_Field *fields;           // type.fields. The type of a list's elements is set when the first
                                // list is decoded
    ed_Tally *lost;             // for each field, counts values that did not fit the writer's type
    ed_DecodedState state;
    ed_DecodedType *next;
};

/// Returns the decoded type whose `type` this is.
static inline ed_DecodedType *ed_decoded_of(const ed_Type *type)
{
    return (ed_DecodedType *)(uintptr_t)type;
}

#define ED_SLOT_TABLE UINT32_MAX

typedef struct ed_DecodedTable {      // a row table of the document
    struct ed_Decoder *d;
    const ed_Field *field;      // of the writer's type; its elements are the rows
    ed_Table table;
    const u8 *rows;      // the rows with resolved slots; NULL before ed_table_rows
} ed_DecodedTable;

typedef struct ed_Decoder {
    ed_Reader *r;
    ed_Arena *arena;           // holds everything that is decoded; the caller resets it
    ed_Arena *into;            // ed_decode_into: holds lists and texts; else NULL
    const ed_Type *types;      // of the document; the reader's if the document has none
    u32 type_count;
    bool live;                // the document's pointers are valid in this process
    bool with_transient;      // transient fields are decoded too, and texts keep zero bytes
    bool in_default;          // a default of a decoded type is decoded: nothing is counted
    u32 layouts;      // types that are being laid out; defaults are decoded after the last one
    ed_DecodedType *known;
    ed_Tally uncounted;      // takes the counts of values that have no ed_DecodedType.lost
} ed_Decoder;

// --- decoded records -----------------------------------------------------------------------------

/// Returns the layout of decoded records of a type. Returns NULL and fails `r` if the type contains
/// itself, except in arrays, or is larger than 1 GiB.
const ed_DecodedType *ed_decoded_type(ed_Decoder *d, const ed_Type *type);
/// Decodes the record at the reader, a map, into the arena. Returns NULL after an error.
const u8 *ed_decode_record(ed_Decoder *d, const ed_DecodedType *type);
/// Returns whether the document has a valid default for the field. It is in the type's image.
static inline bool ed_decoded_default_is_known(const ed_Field *decoded)
{
    return decoded->packed_default_size != 0;
}
/// Returns the table that the slot of an array refers to, or NULL.
static inline ed_DecodedTable *ed_slot_table(const ed_Array *slot)
{
    return slot->capacity == ED_SLOT_TABLE ? (ed_DecodedTable *)slot->items : NULL;
}
/// Returns all rows of a table, with resolved slots. Returns NULL and fails the reader if the table
/// is invalid.
const u8 *ed_table_rows(ed_DecodedTable *table);

// --- memory of the reader's own types: decode_into.c ---------------------------------------------

enum {                             // options of ed_decode_into
    ED_DECODE_TRANSIENT = 1u,      // transient fields are read too, and texts keep zero bytes
    ED_DECODE_POINTERS = 2u        // pointers are valid in this process; otherwise they become null
};

/// Reads a value of `field` from `r` into that field of the record `it`. Parts that the value does
/// not contain are left as they are, so the caller sets their defaults first. A value that does not
/// fit is left out, too; flags lose unknown bits. In an array or an optional field, such a value may
/// become the default of its type instead. Touches only the field's own bytes and the count or bool
/// before them. Lists and texts go to `arena`. Fails `r` if the bytes are invalid or memory is full; a part of the
/// value may have been stored then.
void ed_decode_into(ed_Reader *r, const ed_Field *field, ed_Arena *arena, u32 options, void *it);

/// Restores the slots of a pool for the first `kept` of its items, so that their handles stay valid.
/// Slots of items beyond `kept` become free, and are used after those that were already free. If
/// `handles` is NULL, every item gets a new slot. Fails the reader of `d` if a handle is invalid or
/// memory is full.
void ed_decode_pool_slots(ed_Decoder *d, ed_Arena *arena, const ed_Array *handles,
                          const ed_Array *free_handles, u32 kept, ed_Pool *pool);

// --- shared by the files of the decoder ----------------------------------------------------------

/// Decodes the value at the reader into a field of the record `it`.
void ed_decode_field(ed_Decoder *d, const ed_Type *type, u32 index, u8 *it);
/// Allocates memory for decoded values. Returns NULL and fails the reader if memory is full.
void *ed_decode_push(ed_Decoder *d, u64 size);
/// Sets a field of a decoded record, in zeroed memory, to the default of its type.
void ed_decoded_field_init(ed_Decoder *d, const ed_Field *field, u8 *record);
/// Fails the reader: the items do not fit into the memory of the state.
void ed_decode_refuse_items(ed_Decoder *d, const ed_Field *field, u32 count);
/// Makes a pool of `count` items, whose memory is not set yet. If `handles` is NULL, the pool keeps
/// the handles of its first items. Returns false and fails the reader if memory is full.
bool ed_decode_pool_begin(ed_Decoder *d, const ed_Field *field, const ed_Array *handles,
                          const ed_Array *free_handles, u32 count, ed_Pool *pool);
/// Reads the row table at the reader, without resolving its slots, into the slot of an array.
bool ed_decode_table(ed_Decoder *d, const ed_Field *field, ed_Array *slot);
/// Fails the reader: the table there does not have the type of the field `name`.
void ed_refuse_table(ed_Decoder *d, const char *name);

ED_C_END
#endif
