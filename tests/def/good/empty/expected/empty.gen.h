// From empty.def by eddiec: edit that file, not this one.
#ifndef GEN_EMPTY_H
#define GEN_EMPTY_H
#include "runtime/types/types.h"
ED_C_BEGIN

ED_C_END
#endif
