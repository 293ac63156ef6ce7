/// From one old value to one new one: numbers, text, names, handles, records, unions. Chosen once
/// for a pair of fields, run over elements at any stride.
///
/// The new element holds its default. What cannot be carried leaves it so and is counted as
/// defaulted.
#ifndef ED_MIGRATE_ELEMENT_H
#define ED_MIGRATE_ELEMENT_H
#include "runtime/migrate/steps.h"
#include "runtime/types/types.h"
ED_C_BEGIN

typedef struct ed_Element ed_Element;
typedef void ed_ElementFn(ed_Load *load, const ed_Element *e, const ed_Elements *run);

struct ed_Element {
    ed_ElementFn *convert;
    const ed_Field *from, *to;
    ed_Kind from_kind, to_kind;      // numbers, also under enums and flags
    f64 scale;                       // of its numbers, where the unit changed; else 1
    ed_Tally *tally;
    ed_TypePlan *inner;               // of records on both sides
    const ed_Field *alternative;      // into a union: the one that takes the value
    ed_Element *choices;              // into a union: one; out of one: for each of its alternatives
    const ed_Value **values;          // from enum to enum: for each of the old values, or NULL
    ed_VarlenColumns parts;           // of the old element, once `has_parts`
    bool has_parts;
};

/// `plan`: the fields and what the plan knows of them; `tally` may be NULL. False where memory is
/// full.
bool ed_element_make(ed_Load *load, ed_Element *e, const ed_PlanField *plan, ed_Tally *tally);

/// The steps of records on both sides, compiled at first use. NULL for other elements, and after a
/// failure.
ed_Steps *ed_element_steps(ed_Load *load, const ed_Element *e, ed_OldLayout layout);
bool ed_element_is_none(const ed_Element *e);      ///< nothing can be carried, whatever it is
bool ed_element_is_number(
    const ed_Element *e);      ///< on both sides: it is stored whatever was there

/// A run of them, copied or not; raw memory gets its defaults.
void ed_element_run(ed_Load *load, const ed_Element *e, const ed_Elements *run);
/// `count` elements of one record, one behind the other.
void ed_element_run_row(ed_Load *load, const ed_Element *e, const ed_Elements *row, u32 count);
/// All elements of the field, which is one value or a fixed array.
void ed_element_run_all(ed_Load *load, const ed_Element *e, const ed_Elements *run);
/// One old value, or none, into the new element of `one`, whose `from` is not used.
void ed_element_carry(ed_Load *load, const ed_Element *e, const ed_OldValue *value,
                      const ed_Elements *one);

/// Adds the name of an alternative of the union `type` to the path of `one`.
void ed_enter_alternative(const ed_Load *load, ed_Elements *one, const ed_Type *type,
                          const ed_Field *alternative);

/// The field of the union that an old one holds, to the new one. steps.c
void ed_steps_union(ed_Load *load, ed_Steps *steps, const ed_Element *e, ed_Elements *one);

ED_C_END
#endif
