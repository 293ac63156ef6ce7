#include "runtime/base/parse_uint.h"
#include <errno.h>
#include <stdlib.h>

bool ed_parse_uint(const char *text, u64 max, u64 *value)
{
    char *end = NULL;
    if (*text < '0' || *text > '9') return false;      // strtoull takes spaces and signs
    errno = 0;
    unsigned long long count = strtoull(text, &end, 10);
    if (*end || errno || count > max) return false;
    *value = count;
    return true;
}
