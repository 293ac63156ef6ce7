// From unused.def by eddiec: edit that file, not this one.
#ifndef GEN_UNUSED_H
#define GEN_UNUSED_H
#include "runtime/types/types.h"
ED_C_BEGIN

enum { UNUSED = 1 };

ED_C_END
#endif
