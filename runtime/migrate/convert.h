/// Converts single old values to new values: numbers, text, enums, links, records, unions. The
/// conversion is chosen once for a pair of fields, and runs over elements at any stride.
///
/// A new element holds its default before the conversion. A value that cannot be converted leaves
/// the default and is counted as defaulted.
#ifndef ED_MIGRATE_CONVERT_H
#define ED_MIGRATE_CONVERT_H
#include "runtime/migrate/steps.h"
#include "runtime/snapshot/varlen.h"
#include "runtime/types/number.h"
#include "runtime/types/types.h"
ED_C_BEGIN

typedef struct ed_Conversion ed_Conversion;

typedef void ed_ConvertFn(ed_Load *load, const ed_Conversion *conversion,
                          const ed_Elements *elements);

struct ed_Conversion {
    ed_ConvertFn *convert;
    const ed_Field *from, *to;
    ed_Kind from_kind, to_kind;      // of numbers, or of the base type of enums and flags
    ed_UnitPair units;
    f64 scale, scale_back;      // factors for its numbers if the unit changed, else 1
    ed_Tally *tally;
    ed_TypePlan *inner;               // the pair of types, if both are records
    const ed_Field *alternative;      // into a union: the alternative that gets the value
    ed_Conversion *choices;           // into a union: one; out of a union: one per alternative
    u64 *alternatives_lost;           // out of a union: number of new values that do not show which
                                      // alternative the union held
    const ed_Value **values;          // enums and flags: the new value of each old one, or NULL
    ed_VarlenColumns columns;         // variable-length columns of `from`, if has_columns
    bool has_columns;
};

static inline void ed_count_fit(ed_Tally *tally, ed_ConvertResult fit)
{
    switch (fit) {
    case ED_CONVERT_EXACT: tally->exact++; break;
    case ED_CONVERT_SATURATED: tally->saturated++; break;
    case ED_CONVERT_ROUNDED: tally->rounded++; break;
    case ED_CONVERT_CUT: tally->truncated++; break;
    case ED_CONVERT_NONE: tally->defaulted++; break;
    }
}

/// Chooses the conversion for the two fields of `plan`, which counts in `tally`. False if memory is
/// full.
bool ed_conversion_make(ed_Load *load, ed_Conversion *conversion, const ed_PlanField *plan,
                        ed_Tally *tally);

/// The steps of old records of `from`, which is an element of the old field as it is laid out.
/// Compiled at first use. NULL if one of the elements is not a record, or after a failure.
ed_Steps *ed_conversion_steps(ed_Load *load, const ed_Conversion *conversion, const ed_Field *from);
bool ed_conversion_is_impossible(
    const ed_Conversion *conversion);      ///< no value can be converted
/// Returns whether the conversion goes from number to number, and so stores every element.
bool ed_conversion_is_number(const ed_Conversion *conversion);

/// Converts the elements. If they are already copied, only checks and counts them. If the new
/// elements are raw memory, sets them to their defaults first, unless the conversion overwrites all
/// of them.
void ed_convert_run(ed_Load *load, const ed_Conversion *conversion, const ed_Elements *elements);
/// Runs over `count` consecutive elements of one record.
void ed_convert_row(ed_Load *load, const ed_Conversion *conversion, const ed_Elements *row,
                    u32 count);
/// Runs over all elements of a field, which is a single value or a fixed array.
void ed_convert_field(ed_Load *load, const ed_Conversion *conversion, const ed_Elements *elements);
/// Converts one old value to the new element of `element`, whose `from` is unused.
void ed_convert_value(ed_Load *load, const ed_Conversion *conversion, const ed_ValueRef *value,
                      const ed_Elements *element);
/// Counts an old value that is absent, and so leaves the default of a new element.
void ed_convert_absent(const ed_Conversion *conversion);

/// Migrates the alternative that the old union holds to the new union. Defined in steps.c.
void ed_steps_union(ed_Load *load, ed_Steps *steps, const ed_Conversion *conversion,
                    ed_Elements *element);

ED_C_END
#endif
