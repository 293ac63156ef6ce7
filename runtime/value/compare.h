/// Compares and hashes values. The two values may be laid out differently: one in a row of a row
/// table, for example, and the other in a decoded record. Transient fields are not compared.
#ifndef ED_VALUE_COMPARE_H
#define ED_VALUE_COMPARE_H
#include "runtime/value/value.h"
ED_C_BEGIN

/// Returns whether two values of fields with the same type are the same, byte by byte.
bool ed_value_same(const ed_ValueRef *one, const ed_ValueRef *other);
/// Returns whether the value is what a field without a default starts with: zero, an empty list or
/// an absent optional.
bool ed_value_is_nothing(const ed_ValueRef *value);
/// Returns whether the value differs from `defaults`, the field's default. If `defaults->at` is NULL,
/// the default is not known: returns whether ed_value_is_nothing is false.
bool ed_value_differs(const ed_ValueRef *value, const ed_ValueRef *defaults);
/// Returns the same hash for equal values, whatever their layout and the width of their numbers.
u64 ed_value_hash(const ed_ValueRef *value);

ED_C_END
#endif
