#include "runtime/base/limits.h"

size_t ed_bytes_max = ED_BYTES_MAX;
