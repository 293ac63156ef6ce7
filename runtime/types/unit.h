/// Units of measure as a schema writes them: "m", "cm/s", "kg*m/s^2". What can be said of one, and
/// how one becomes another. Names are joined by `*` and `/`, a power is `^2`; a name that is not
/// listed ("px", "hp") is a unit of its own, that becomes nothing else.
///   length  m km cm mm um µm nm in ft mi yd      angle  rad deg ° turn
///   time    s ms us µs ns min h d                mass   kg g mg t lb       ratio  1 %
#ifndef ED_TYPES_UNIT_H
#define ED_TYPES_UNIT_H
#include "runtime/base/base.h"
ED_C_BEGIN

#define ED_UNIT_MAX 31u              // bytes of a unit

/// True for a text that is a unit, listed or not, of at most ED_UNIT_MAX bytes: nothing else is
/// taken from a schema or a snapshot.
bool ed_unit_is(const char *text);

/// What a number in `from` is multiplied with to be one in `to`. False where one of them is no unit
/// at all, or they do not measure the same.
bool ed_unit_factor(const char *from, const char *to, f64 *factor);

/// "length", "time", "speed" …: what it measures; NULL where that has no name, or it is no unit.
const char *ed_unit_family(const char *unit);

ED_C_END
#endif
