/// Converts single old values to new values: numbers, text, enums, handles, records, unions. The
/// conversion is chosen once for a pair of fields, and runs over elements at any stride.
///
/// The new element holds its default before. A value that cannot be converted leaves the default
/// and is counted as defaulted.
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
    ed_Kind from_kind, to_kind;      // of numbers, or of the base type of enums and flags
    f64 scale;                       // factor for its numbers if the unit changed, else 1
    ed_Tally *tally;
    ed_TypePlan *inner;               // the pair of types, if both are records
    const ed_Field *alternative;      // into a union: the alternative that gets the value
    ed_Element *choices;              // into a union: one; out of a union: one per alternative
    const ed_Value **values;          // enums and flags: the new value of each old one, or NULL
    ed_VarlenColumns parts;           // variable-length columns of `from`, if has_parts
    bool has_parts;
};

/// Chooses the conversion for the two fields of `plan`. If `tally` is NULL, makes one. False if
/// memory is full.
bool ed_element_make(ed_Load *load, ed_Element *e, const ed_PlanField *plan, ed_Tally *tally);

/// The steps of the records, compiled at first use. NULL unless both elements are records, and
/// after a failure.
ed_Steps *ed_element_steps(ed_Load *load, const ed_Element *e, ed_OldLayout layout);
bool ed_element_is_none(const ed_Element *e);      ///< no value can be converted
/// Returns whether the conversion goes from number to number, and so stores every element.
bool ed_element_is_number(const ed_Element *e);

/// Runs the conversion, or only the checks if the elements are copied. Raw memory first gets its
/// defaults where it needs them.
void ed_element_run(ed_Load *load, const ed_Element *e, const ed_Elements *run);
/// Runs over `count` consecutive elements of one record.
void ed_element_run_row(ed_Load *load, const ed_Element *e, const ed_Elements *row, u32 count);
/// Runs over all elements of a field, which is a single value or a fixed array.
void ed_element_run_all(ed_Load *load, const ed_Element *e, const ed_Elements *run);
/// Converts one old value, which may be absent, to the new element of `one`, whose `from` is
/// unused.
void ed_element_carry(ed_Load *load, const ed_Element *e, const ed_OldValue *value,
                      const ed_Elements *one);

/// Adds the name of an alternative of the union `type` to the path of `one`.
void ed_enter_alternative(const ed_Load *load, ed_Elements *one, const ed_Type *type,
                          const ed_Field *alternative);

/// Migrates the alternative that the old union holds to the new union. Defined in steps.c.
void ed_steps_union(ed_Load *load, ed_Steps *steps, const ed_Element *e, ed_Elements *one);

ED_C_END
#endif
