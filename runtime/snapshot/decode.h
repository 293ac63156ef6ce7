/// Decodes the values of a snapshot into memory, in the layout of its writer's types. It does not
/// know the reader's types: migrate/ converts the decoded values to them, and no later code sees
/// MessagePack.
///
/// Decoded values are called old values. They have one of two layouts (migrate/rows.h adds a third,
/// ED_OLD_COLUMNS):
///   ED_OLD_ROW    a row of a row table, with the writer's sizes and offsets, which passed the
///                 layout check (layout_check.h); texts and lists are slots (ed_Str, ed_Array) that
///                 point into the document, or to elements that were converted in the arena
///   ED_OLD_OPEN   a record that was a map, laid out here from the fields of its type:
///       record    u8 state of each field (ed_OldState), then the fields at multiples of 8
///       union     u32 index of the alternative it holds, u8 state of that alternative, and the
///                 alternative at offset 8
///       text      ed_OldText, which points into the document
///       array     of any shape: ed_OldArray, which is a row table of the document, or decoded
///                 elements one after the other
///       pool      three ed_OldArray: items, handles, free handles
/// Arrays are never inside an open record. So a short document whose types declare huge arrays
/// causes no large allocation. The limit of the arena bounds everything that is decoded.
///
/// `lost` counts, for each field, the values that do not fit the writer's own type: a document that
/// was written by hand may contain any value.
#ifndef ED_SNAPSHOT_DECODE_H
#define ED_SNAPSHOT_DECODE_H
#include "runtime/msgpack/read.h"
#include "runtime/msgpack/write.h"
#include "runtime/snapshot/varlen.h"
#include "runtime/types/number.h"
ED_C_BEGIN

typedef enum ed_OldLayout {
    ED_OLD_ROW,
    ED_OLD_OPEN,
    ED_OLD_COLUMNS,      // like ED_OLD_ROW, but the texts and lists are migrated already, and the
                         // slots point to the new ones (migrate/rows.h)
    ED_OLD_LAYOUTS
} ed_OldLayout;

typedef enum ed_OldState {      // of a field in an open record
    ED_OLD_MISSING,             // not in the document, or it cannot be decoded: the default stays
    ED_OLD_NIL,                 // an optional value that is absent
    ED_OLD_VALUE
} ed_OldState;

typedef struct ed_OldArray {
    const u8 *items;      // ed_Field.size bytes each in a row table, else ed_OldField.size
    u32 count;
    u32 table;      // index into ed_Decoder.tables + 1; 0: open layout
} ed_OldArray;

typedef struct ed_OldText {
    const char *at;
    u32 size;      // without a terminator
} ed_OldText;

typedef struct ed_OldType ed_OldType;

typedef struct ed_OldField {
    const ed_Field *field;
    u32 offset;                   // in the open record
    u32 size;                     // of an element in open layout
    const ed_OldType *inner;      // of a struct or union
    u64 key;             // the tag in MessagePack; matches nothing if the field is transient
    u64 key_mask;        // selects the bytes of `key` in a u64
    u32 key_size;        // bytes
    ed_Kind number;      // the kind of an element that is a bool, number, enum or flags;
                         // else ED_STRUCT
    ed_Tally lost;       // counts values that did not fit the writer's own type. `exact` has
                         // another meaning here: how many of `defaulted` are flags that were stored
                         // without their bits beyond the size of their base
} ed_OldField;

typedef enum ed_OldLayoutState {
    ED_OLD_LAYING_OUT,      // in progress: a type that is met again contains itself
    ED_OLD_LAID_OUT,
    ED_OLD_NO_LAYOUT      // refused; `fields` is incomplete
} ed_OldLayoutState;

struct ed_OldType {      // the open layout of a type
    const ed_Type *type;
    ed_OldField *fields;      // one for each of type->fields
    u32 size;
    ed_OldLayoutState state;
    ed_OldType *next;
};

typedef struct ed_OldTable {      // a row table of the document
    const ed_Field *field;        // the field whose elements the rows are
    ed_Table table;
    const u8 *rows;      // the rows with resolved slots; NULL before ed_old_rows
} ed_OldTable;

typedef struct ed_Decoder {
    ed_Reader *r;
    ed_Arena *arena;           // holds everything that is decoded; the caller resets it
    const ed_Type *types;      // of the document; the reader's if the document has none
    u32 type_count;
    bool live;                // the document's pointers are valid in this process
    bool with_transient;      // transient fields are decoded too, and texts keep zero bytes
    bool sparse;              // does not check that a fixed array with several dimensions has at
                              // least one byte for each element
    ed_OldType *known;
    ed_OldTable *tables;
    u32 table_count, table_capacity;
} ed_Decoder;

/// Returns the open layout of a type. Returns NULL and fails `r` if the type contains itself,
/// except in arrays, or is larger than 1 GiB.
const ed_OldType *ed_old_type(ed_Decoder *d, const ed_Type *type);

/// Decodes the record at the reader, a map, into the arena. Returns NULL after an error.
const u8 *ed_decode_record(ed_Decoder *d, const ed_OldType *type);
/// Returns all rows of a table, with resolved slots. `table` is ed_OldArray.table. Returns NULL and
/// fails `r` if the table is invalid.
const u8 *ed_old_rows(ed_Decoder *d, u32 table);

// --- walking old values, in either layout: old_value.c -------------------------------------------

/// The value of a field, or a part of it. If it is not a list, one element is at `at`.
typedef struct ed_OldValue {
    const ed_Field *field;
    const ed_OldField *open;      // of the same field; NULL in rows
    ed_OldLayout layout;          // of the elements
    ed_OldState state;            // if MISSING or NIL, nothing is at `at`
    bool list;                    // an array of `count` items, not one element
    u32 level;                    // dimensions that are indexed already
    u32 count;
    u32 table;      // if it is a row table whose slots are not resolved yet: its index in
                    // ed_Decoder.tables + 1; else 0
    u32 size;       // bytes from one element to the next
    const u8 *at;
    const u8 *storage;      // the whole field in its record
} ed_OldValue;

/// A record in either layout. `open` is NULL for a row of a table.
typedef struct ed_OldRecordView {
    const ed_Type *type;
    const ed_OldType *open;
    const u8 *at;
} ed_OldRecordView;

ed_OldValue ed_old_field(ed_Decoder *d, const ed_OldRecordView *record, u32 index);
/// Finds the next field that is state, from `index` on; in a union, only the alternative that it
/// holds. Moves `index` past that field. Returns false if no field is left.
bool ed_old_next(ed_Decoder *d, const ed_OldRecordView *record, u32 *index, ed_OldValue *field);
/// Returns an item of a list. The first call for a table with slots resolves those of all its rows.
ed_OldValue ed_old_item(ed_Decoder *d, ed_OldValue *list, u32 index);
/// Returns the record of a struct or union whose state is ED_OLD_VALUE.
ed_OldRecordView ed_old_record_view(ed_Decoder *d, const ed_OldValue *value);
u32 ed_old_kind(const ed_OldRecordView *record);      ///< index of a union's alternative
ed_OldText ed_old_value_text(const ed_OldValue *value);
/// Returns one part of a pool whose state is ED_OLD_VALUE. In the parts with handles, each element
/// is an ed_Ref in either layout. In a table, these may be unaligned.
ed_OldArray ed_old_part(const ed_OldValue *pool, ed_PoolPart part);
/// Returns whether the value is what a field without a default starts with: zero, an empty list or
/// an absent optional.
bool ed_old_is_nothing(ed_Decoder *d, ed_OldValue *value);
bool ed_old_same(ed_Decoder *d, ed_OldValue *one, ed_OldValue *other);
/// Returns whether the value differs from `defaults`, the field's default. A MISSING value does
/// not. If `defaults` is MISSING, returns whether ed_old_is_nothing is false.
bool ed_old_differs(ed_Decoder *d, ed_OldValue *value, ed_OldValue *defaults);
/// Returns the same hash for equal values, whatever their layout and the width of their numbers.
u64 ed_old_hash(ed_Decoder *d, ed_OldValue *value);
/// Returns the value of the field at `at`, in memory that has the layout of a row.
ed_OldValue ed_old_of_memory(const ed_Field *field, const u8 *at);
/// Returns the field's default as stored in the snapshot. The state is MISSING if the snapshot has
/// no default or an invalid one.
ed_OldValue ed_decode_default(ed_Decoder *d, const ed_Field *field);
/// Writes the value in open form.
void ed_old_write(ed_Decoder *d, ed_Writer *w, ed_OldValue *value);
/// Reads a field in open form. The reader of `d` is at the value, and `alone` is a record type with
/// only that field.
ed_OldValue ed_old_read(ed_Decoder *d, const ed_Type *alone);

ED_C_END
#endif
