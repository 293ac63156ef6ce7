/// Whole numbers as a person types them.
#ifndef HOST_COUNT_H
#define HOST_COUNT_H
#include "runtime/base/base.h"

/// Decimal digits and nothing else, at most `max`. False leaves `value` as it is.
bool host_count_read(const char *text, u64 max, u64 *value);
#endif
