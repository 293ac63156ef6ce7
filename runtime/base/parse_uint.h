/// Whole numbers as a person types them.
#ifndef ED_BASE_PARSE_UINT_H
#define ED_BASE_PARSE_UINT_H
#include "runtime/base/base.h"

/// Decimal digits and nothing else, at most `max`. False leaves `value` as it is.
bool ed_parse_uint(const char *text, u64 max, u64 *value);
#endif
