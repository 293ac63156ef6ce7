/// Units of measure as a schema spells them ("m", "cm/s", "kg*m/s^2"), and conversion between them.
/// Names are joined by `*` and `/` and may have a power, such as `^2`. A unit name that is not in
/// this list ("px", "hp") is allowed, but cannot be converted to another name.
///   length  m km cm mm um µm nm in ft mi yd      angle  rad deg ° turn
///   time    s ms us µs ns min h d                mass   kg g mg t lb       ratio  1 %
#ifndef ED_TYPES_UNIT_H
#define ED_TYPES_UNIT_H
#include "runtime/base/base.h"
ED_C_BEGIN

#define ED_UNIT_MAX 31u      // bytes of a unit

/// Returns whether the text is a valid unit of at most ED_UNIT_MAX bytes. Its names need not be in
/// the list. Schemas and snapshots may contain only valid units.
bool ed_unit_is(const char *text);

/// Finds the factor from `from` to `to`. Returns false if one of them is not a unit, or if they
/// measure different things.
bool ed_unit_factor(const char *from, const char *to, f64 *factor);

/// Returns what a unit measures: "length", "time", "speed" …, or NULL if it has no such name.
const char *ed_unit_quantity(const char *unit);

ED_C_END
#endif
