/// Old values: fields and elements of decoded records (decode.h), of the rows of row tables, or of
/// any memory that a type describes. All of them are read in the same way.
#ifndef ED_SNAPSHOT_OLD_VALUE_H
#define ED_SNAPSHOT_OLD_VALUE_H
#include "runtime/snapshot/decode.h"
ED_C_BEGIN

typedef enum ed_OldState {
    ED_OLD_MISSING,      // there is no such value, and nothing is known of it
    ED_OLD_NIL,          // an optional value that is absent
    ED_OLD_VALUE
} ed_OldState;

/// The value of a field, or a part of it. If it is not a list, one element is at `at`.
typedef struct ed_OldValue {
    const ed_Field *field;      // as the elements are laid out
    ed_OldState state;          // if MISSING or NIL, nothing is at `at`
    bool list;                  // an array of `count` items, not one element
    u32 level;                  // dimensions that are indexed already
    u32 count;
    u32 table;      // if it is a row table whose slots are not resolved yet: its index in
                    // ed_Decoder.tables + 1; else 0
    const u8 *at;
    const u8 *storage;      // the whole field in its record
} ed_OldValue;

/// A record. `type` is the writer's type or its decoded type.
typedef struct ed_OldRecordView {
    const ed_Type *type;
    const u8 *at;
} ed_OldRecordView;

typedef struct ed_OldText {
    const char *at;      // not terminated if it is in the document
    u32 size;
} ed_OldText;

/// Returns the value of the field at `at`.
ed_OldValue ed_old_value(const ed_Decoder *d, const ed_Field *field, const u8 *at);
static inline ed_OldValue ed_old_field(const ed_Decoder *d, const ed_OldRecordView *record,
                                       u32 index)
{
    const ed_Field *field = &record->type->fields[index];
    return ed_old_value(d, field, record->at + field->offset);
}
/// Returns the default that the document has for a field of the writer's type. The state is MISSING
/// if the document has none or an invalid one.
ed_OldValue ed_old_default(ed_Decoder *d, const ed_Type *type, u32 index);
/// Finds the next field that is state, from `index` on; in a union, only the alternative that it
/// holds. Moves `index` past that field. Returns false if no field is left.
bool ed_old_next(const ed_Decoder *d, const ed_OldRecordView *record, u32 *index,
                 ed_OldValue *field);
/// Returns an item of a list. The first call for a table with slots resolves those of all its rows.
ed_OldValue ed_old_item(ed_Decoder *d, ed_OldValue *list, u32 index);
/// Returns the record of a struct or union whose state is ED_OLD_VALUE.
static inline ed_OldRecordView ed_old_record_view(const ed_OldValue *value)
{
    return (ed_OldRecordView){ value->field->type, value->at };
}
u32 ed_old_kind(const ed_OldRecordView *record);      ///< index of a union's alternative
/// Returns the text of an element of `field`.
ed_OldText ed_old_text_at(const ed_Field *field, const u8 *at);
/// Returns one part of a decoded pool. In the parts with handles, each element is an ed_Ref, which
/// may be unaligned.
ed_Array ed_old_part(const ed_OldValue *pool, ed_PoolPart part);
/// Returns whether the value is what a field without a default starts with: zero, an empty list or
/// an absent optional.
bool ed_old_is_nothing(ed_Decoder *d, ed_OldValue *value);
bool ed_old_same(ed_Decoder *d, ed_OldValue *one, ed_OldValue *other);
/// Returns whether the value differs from `defaults`, the field's default. A MISSING value does
/// not. If `defaults` is MISSING, returns whether ed_old_is_nothing is false.
bool ed_old_differs(ed_Decoder *d, ed_OldValue *value, ed_OldValue *defaults);
/// Returns the same hash for equal values, whatever their layout and the width of their numbers.
u64 ed_old_hash(ed_Decoder *d, ed_OldValue *value);

ED_C_END
#endif
