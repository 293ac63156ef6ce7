/// What the files of a step program share: a step for each field, and an old value on its way.
#ifndef ED_MIGRATE_STEP_H
#define ED_MIGRATE_STEP_H
#include "runtime/base/hash.h"
#include "runtime/migrate/element.h"
#include "runtime/migrate/row_copy.h"
#include "runtime/types/types.h"
ED_C_BEGIN

#define ED_ADDED_NAMES 10u

typedef struct ed_FieldStep {
    const ed_PlanField *plan;
    const ed_Field *to;
    ed_Element element;
    ed_Tally *tally;
    u32 index;                 // of the old field
    const ed_Field **way;      // of a part that moved: the fields down to it
    u32 way_count;
    u32 base;               // from the new record to the one that holds `to`
    bool address;           // a pointer on one side only
    bool changes;           // values may come out as others
    bool watched;           // the attic may gain or give something in it
    bool copied;            // its bytes are part of the row copy
    bool unchecked;         // and any bytes are legal
    u64 cuts;               // items that had no room, whatever they held
    bool has_default;       // `usual` was looked for
    ed_OldValue usual;      // the old field's default, as its document has it, or MISSING
} ed_FieldStep;

/// An old value, and what its field begins with there.
typedef struct ed_StepPart {
    ed_OldValue value, usual;
    u64 path;
    ed_RecordKey key;
    f64 scale;          // of its numbers, where a unit changed further out; else 1
    bool watched;       // the attic may gain or give something in it
    bool declared;      // some record that it is in has a declared key
} ed_StepPart;

#define ED_REASON_BYTES 200u

struct ed_OldRecord {      // what an upgrade function is given (old_record.h)
    ed_Decoder *d;         // that decoded it
    ed_OldRow record;      // as its writer laid it out
    ed_Arena *arena;       // texts, until the function returns
    char *reason;          // why it is refused; ED_REASON_BYTES
};

/// A new field that no old one feeds, or one that says now what it was called before.
typedef struct ed_AddedField {
    const ed_Field *to;
    ed_ReportRow *row;
    u32 names[ED_ADDED_NAMES];      // by which the attic may know it
    u32 name_count;
    u64 retained;      // values of it, that a record may find
} ed_AddedField;

struct ed_Steps {
    ed_TypePlan *pair;
    ed_OldLayout layout;
    const ed_OldType *open;      // of pair->from; NULL in rows
    ed_FieldStep *fields;        // one for each of pair->from's; `to` NULL: dropped
    ed_FieldStep *moves;
    ed_AddedField *added;      // new fields, whose values the attic may have
    u32 added_count;
    ed_Field row_from, row_to;      // an element of either type
    ed_Copy *own_copies;            // of its fields, before they are merged
    u32 own_count;
    ed_RowCopy *copy;        // or NULL; of open records only the defaults
    bool has_slots;          // texts or lists are copied
    bool same;               // a whole record means the same, whatever is in it
    bool unchecked;          // all fields are: a copied record is only counted
    u64 copied_records;      // whose unchecked fields ed_copied_finish counts
};

static inline bool ed_load_ok(const ed_Load *load) { return ed_read_ok(load->d->r); }

// --- compile.c -----------------------------------------------------------------------------------

/// False where memory is full.
bool ed_step_make(ed_Load *load, ed_FieldStep *step, const ed_PlanField *plan);

static inline ed_OldRow ed_steps_record(const ed_Steps *steps, const u8 *row)
{
    return (ed_OldRow){ steps->pair->from, steps->open, row };
}

// --- drop.c --------------------------------------------------------------------------------------

/// A field that the reader does not have: what is lost, and what the attic retains of it.
void ed_drop_field(ed_Load *load, const ed_Steps *steps, const ed_FieldStep *step,
                   const ed_Elements *rows);

// --- record_key.c --------------------------------------------------------------------------------

/// The old field's default, as its document has it.
const ed_OldValue *ed_step_default(ed_Load *load, const ed_FieldStep *step);
/// Only an array that always has its elements has a default for each.
ed_StepPart ed_step_part(ed_Load *load, const ed_FieldStep *step, const ed_OldValue *value,
                         const ed_Elements *one);
ed_StepPart ed_step_item(ed_Load *load, ed_StepPart *list, u32 index);
/// Of an item among `count`, by its declared key if it has one.
u64 ed_key_in_list(u64 outer, u64 declared, u32 index, u32 count);
u64 ed_key_in_fixed(u64 outer, u32 index);
/// The hash of the key field of an item, odd; 0 where it has none.
u64 ed_declared_key(ed_Load *load, const ed_FieldStep *step, const ed_OldValue *list,
                    const u8 *item);
/// Returns the hash of the key that the migrated record will have, odd; 0 if its type has no key.
u64 ed_new_key(ed_Load *load, const ed_FieldStep *step, const ed_OldValue *list, const u8 *item);
bool ed_has_declared_key(const ed_FieldStep *step);
/// Gives the keys of some items of `part`, which will have `to_count` items, to `items`: its
/// `from`, `first` and `count` say which. `dim` is the dimension of the new array that they are
/// in. Keys that are not steps apart go to `memory`.
void ed_record_keys(ed_Load *load, const ed_FieldStep *step, const ed_StepPart *part, u32 to_count,
                    u32 dim, ed_RecordKey *memory, ed_Elements *items);

// --- shape.c -------------------------------------------------------------------------------------

/// `one`: the record that `value` is a field of, and where the new one is; its path is the field's.
void ed_shape_carry(ed_Load *load, ed_FieldStep *step, ed_OldValue *value, const ed_Elements *one);
/// The most elements along a dimension of the field; one where it has no such dimension.
u32 ed_shape_room(const ed_Field *field, u32 dim);
/// The new field has room for items that the old value lacks, so that what was cut may return.
bool ed_shape_grows(const ed_FieldStep *step, const ed_OldValue *value);
/// A list of records that had been cut is back as it was then. The items that were there all the
/// time are newer: they go over it.
void ed_shape_overlay(ed_Load *load, ed_FieldStep *step, const ed_OldValue *value,
                      const ed_Elements *one);

ED_C_END
#endif
