/// The values of a snapshot as memory, laid out by its writer's types alone. Nothing here knows a
/// reader's type; migrate/ converts what this makes. After it no code sees MessagePack.
///
/// Old values lie in one of two layouts:
///   ED_OLD_ROW    a row of a row table: the writer's own sizes and offsets, which the layout check
///                 (layout_check.h) found to hold together; text and lists are slots (ed_Str,
///                 ed_Array) that point into the document
///   ED_OLD_OPEN   a record that was a map: laid out here, from the fields that its type has
///       record    u8 state of each field (ed_OldState), then the fields at multiples of 8
///       union     u32 index of the alternative it holds, u8 state of that, at 8 the alternative
///       text      ed_OldText, into the document
///       array     of any shape ed_OldArray: a row table of the document, or elements one after
///                 the other
///       pool      three ed_OldArray: items, handles, free handles
/// Arrays are never inside an open record, so a few bytes that claim a huge record make no huge
/// record. All of it together is bounded by the limit of the arena.
///
/// What does not fit the writer's own type is counted per field (`lost`): a document by hand may
/// say anything.
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
    ED_OLD_COLUMNS,      // a row whose texts and lists were migrated before it: its slots point
                         // to the new ones already, see migrate/rows.h
    ED_OLD_LAYOUTS
} ed_OldLayout;

typedef enum ed_OldState {      // of a field in an open record
    ED_OLD_MISSING,             // the document does not say it: the reader's default stays
    ED_OLD_NIL,                 // an optional value that is absent
    ED_OLD_VALUE
} ed_OldState;

typedef struct ed_OldArray {
    const u8 *items;      // of `field->size` bytes each in a row table, else in open layout
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
    u64 key;           // its tag as a document has it, and which bytes of eight that are;
    u64 key_mask;      //   no document has the key of a transient field
    u32 key_size;
    ed_Kind number;      // an element's kind where it is a bool, number, enum or flags;
                         //   else ED_STRUCT
    ed_Tally lost;       // values that did not fit the writer's own type; `exact`: of those
                         // set to the default, what is there nevertheless
} ed_OldField;

typedef enum ed_OldLayoutState {
    ED_OLD_LAYING_OUT,      // its size is being found
    ED_OLD_LAID_OUT,
    ED_OLD_NO_LAYOUT      // refused: its fields are not all set
} ed_OldLayoutState;

struct ed_OldType {      // the open layout of a type
    const ed_Type *type;
    ed_OldField *fields;      // one for each of type->fields
    u32 size;
    ed_OldLayoutState state;
    ed_OldType *next;
};

typedef struct ed_OldTable {      // a row table of the document
    const ed_Field *field;        // what its rows are elements of
    ed_Table table;
    const u8 *rows;      // with pointers, once ed_old_rows was asked; else NULL
} ed_OldTable;

typedef struct ed_Decoder {
    ed_Reader *r;
    ed_Arena *arena;           // everything that is decoded; reset by the caller
    const ed_Type *types;      // the document's; where it has none, the reader's
    u32 type_count;
    bool live;        // the bytes are of this process: its pointers hold
    bool whole;       // transient fields are values too
    bool sparse;      // fixed arrays may leave elements out: memory for all is there
    ed_OldType *known;
    ed_OldTable *tables;
    u32 table_count, table_capacity;
} ed_Decoder;

/// The open layout of a type; NULL, and `r` fails, where it has none: it holds itself, or is over
/// 1 GiB.
const ed_OldType *ed_old_type(ed_Decoder *d, const ed_Type *type);

/// The record that the reader stands at, a map, into memory of the arena. NULL after a failure.
const u8 *ed_decode_record(ed_Decoder *d, const ed_OldType *type);
/// All rows of a table in memory, with pointers. NULL, and `r` fails, where they cannot be.
const u8 *ed_old_rows(ed_Decoder *d, u32 table);

// --- walking old values, in either layout: old.c -------------------------------------------------

/// A field's value, or a part of it. At `at` lies one element where it is no list.
typedef struct ed_OldValue {
    const ed_Field *field;
    const ed_OldField *open;      // of the same field; NULL in rows
    ed_OldLayout layout;          // of the elements
    ed_OldState state;            // MISSING and NIL have nothing at `at`
    bool list;                    // dimensions are left; `count` items
    u32 level;                    // dimensions entered
    u32 count;
    u32 table;      // its elements have slots and lie in that table + 1; 0: no table
    u32 size;       // from one element to the next
    const u8 *at;
    const u8 *storage;      // of the whole field, in its record
} ed_OldValue;

/// A record in either layout. `open` is NULL in rows.
typedef struct ed_OldRow {
    const ed_Type *type;
    const ed_OldType *open;
    const u8 *at;
} ed_OldRow;

ed_OldValue ed_old_field(ed_Decoder *d, const ed_OldRow *record, u32 index);
/// The next field from `index` on that is state: of a union the one it holds. False where none is.
bool ed_old_next(ed_Decoder *d, const ed_OldRow *record, u32 *index, ed_OldValue *field);
/// Of a list. The first one asked for of a table with slots has all its rows made memory.
ed_OldValue ed_old_item(ed_Decoder *d, ed_OldValue *list, u32 index);
/// Of a struct or union that is there.
ed_OldRow ed_old_record(ed_Decoder *d, const ed_OldValue *value);
u32 ed_old_kind(const ed_OldRow *record);      ///< index of a union's alternative
ed_OldText ed_old_text_of(const ed_OldValue *value);
/// Of a pool that is there. Its handles are ed_Ref at `items`, not aligned, also in a table.
ed_OldArray ed_old_part(const ed_OldValue *pool, ed_PoolPart part);
/// What a field without a default begins with: zero, an empty list, an absent optional.
bool ed_old_is_nothing(ed_Decoder *d, ed_OldValue *value);
bool ed_old_same(ed_Decoder *d, ed_OldValue *one, ed_OldValue *other);
/// It is not what its field begins with: `usual`, or nothing where that is MISSING.
bool ed_old_differs(ed_Decoder *d, ed_OldValue *value, ed_OldValue *usual);
/// The same for the same value, whatever its layout and the width of its numbers.
u64 ed_old_hash(ed_Decoder *d, ed_OldValue *value);
/// A value in memory as one that lies in a row.
ed_OldValue ed_old_of_memory(const ed_Field *field, const u8 *at);
/// The default of a field as its document has it; MISSING where it has none, or no good one.
ed_OldValue ed_decode_default(ed_Decoder *d, const ed_Field *field);
/// In open form, as a document has it.
void ed_old_write(ed_Decoder *d, ed_Writer *w, ed_OldValue *value);
/// A field in open form, out of a reader of `d` at its value, as a record of it alone.
ed_OldValue ed_old_read(ed_Decoder *d, const ed_Type *alone);

ED_C_END
#endif
