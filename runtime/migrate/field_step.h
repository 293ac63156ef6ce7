/// Shared by the files that compile and run steps: the step of a field, and the old value that it
/// migrates.
#ifndef ED_MIGRATE_FIELD_STEP_H
#define ED_MIGRATE_FIELD_STEP_H
#include "runtime/base/hash.h"
#include "runtime/migrate/convert.h"
#include "runtime/migrate/row_copy.h"
#include "runtime/types/types.h"
ED_C_BEGIN

typedef struct ed_FieldStep {
    const ed_PlanField *plan;
    const ed_Field *from;      // plan->from as it is laid out; of a moved part, see the value
    const ed_Field *to;
    ed_Conversion conversion;
    ed_Tally *tally;
    const ed_Type *owner;      // the type of the document that has the old field
    u32 index;                 // of the old field in `owner`
    u32 *path;                 // for a moved part: the indices of the fields on the path to it
    u32 path_count;
    u32 base;                   // offset, in the new record, of the struct that directly holds `to`
    bool pointer_mismatch;      // the old field is a pointer and the new one is not, or vice versa
    bool same_shape;            // see ed_same_shape
    const u32 *indices[ED_DIMS_MAX];      // for a dimension whose elements move, the old index of
                                          // each element, or UINT32_MAX; else NULL
    bool copied;                          // the row copy includes the field
    bool unchecked;                       // copied, and every bit pattern is a valid value
    const u8 *held_defaults;              // see make_held_defaults in check_copied.c; or NULL
    u64 unseen;                // values whose old form the new ones do not show, although none was
                               // lost: lists that were cut, empty lists that became single values
    bool has_default;          // `defaults` was looked up
    ed_ValueRef defaults;      // the old field's default in the snapshot; `at` NULL: not known
} ed_FieldStep;

/// An old value or an item of it, and the default for it.
typedef struct ed_StepValue {
    ed_ValueRef value, defaults;
    bool absent;      // the value is an optional one that is absent, or a null handle
} ed_StepValue;

#define ED_REASON_BYTES 200u

struct ed_OldRecord {         // argument of an upgrade function (old_record.h)
    ed_Decoder *d;            // the decoder of the record
    ed_ValueRef record;       // of its writer's type, or of the decoded type
    ed_Arena *arena;          // texts that the function asked for; freed when it returns
    const ed_Plan *plan;      // has the other states
    char *reason;             // why the function refuses; ED_REASON_BYTES long
};

struct ed_Steps {
    ed_TypePlan *pair;
    const ed_Type *from;        // pair->from or its decoded type
    struct ed_Steps *next;      // of the same pair
    ed_FieldStep *fields;       // one for each old field; `to` NULL: dropped
    ed_FieldStep *moves;
    ed_Field row_from, row_to;      // a row of each type, as a field
    ed_Copy *own_copies;            // copies of single fields, before merging
    u32 own_count;
    ed_RowCopy *copy;        // or NULL
    bool has_slots;          // texts or lists are copied: only rows that have new slots are
    bool same;               // all bytes of a record mean the same on both sides
    bool unchecked;          // all fields are unchecked: copied records are only counted
    bool few_steps;          // few fields have a step besides the copy
    u64 copied_records;      // ed_count_copied counts their unchecked fields
};

/// Calls the upgrade function of the type. `element`: the new record. `old`: the old one.
void ed_upgrade(ed_Load *load, const ed_Type *type, ed_ValueRef old, const ed_Elements *element);

static inline bool ed_load_ok(const ed_Load *load) { return ed_read_ok(load->d->r); }

// --- steps.c -------------------------------------------------------------------------------------

/// Compiles the step of one field. False if memory is full.
bool ed_step_make(ed_Load *load, ed_FieldStep *step, const ed_PlanField *plan);
/// Returns whether no value of the old field can be converted.
bool ed_step_is_impossible(const ed_FieldStep *step);
/// Returns how many old values the new ones do not show as they were.
u64 ed_step_losses(const ed_FieldStep *step);

static inline ed_ValueRef ed_steps_record(const ed_Steps *steps, const u8 *row)
{
    return (ed_ValueRef){ steps->from, NULL, (u8 *)(uintptr_t)row, 0, NULL, NULL, NULL };
}

// --- drop_field.c --------------------------------------------------------------------------------

/// Counts the values of a dropped field.
void ed_drop_field(ed_Load *load, const ed_Steps *steps, ed_FieldStep *step,
                   const ed_Elements *rows);

/// Returns whether the value of a dropped field differs from its default in a part that did not
/// move.
bool ed_drops_something(const ed_Plan *plan, const ed_TypePlan *pair, const ed_PlanField *field,
                        const ed_ValueRef *value, const ed_ValueRef *defaults);

/// Returns the default that the document has for a field of one of its types. `at` is NULL if the
/// document has none or an invalid one.
ed_ValueRef ed_document_default(ed_Decoder *d, const ed_Type *type, u32 index);
/// The old field's default as stored in the snapshot. Looked up at first use.
const ed_ValueRef *ed_step_default(ed_Load *load, ed_FieldStep *step);

// --- shape.c -------------------------------------------------------------------------------------

/// Migrates one field of one record. `element`: the old record, which contains `value`, and the new
/// record.
void ed_shape_migrate(ed_Load *load, ed_FieldStep *step, const ed_ValueRef *value,
                      const ed_Elements *element);
/// The maximum number of elements in a dimension of the field; 1 if it has no such dimension.
u32 ed_shape_room(const ed_Field *field, u32 dim);

ED_C_END
#endif
