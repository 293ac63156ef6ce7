// From inner/kinds.def by eddiec: edit that file, not this one.
#ifndef GEN_KINDS_H
#define GEN_KINDS_H
#include "runtime/types/types.h"
ED_C_BEGIN

typedef u8 Kind;
enum {
    Kind_A = 0,
    Kind_B = 1,
};
extern const ed_Type Kind_type;

enum { BAG_MAX = 4 };

ED_C_END
#endif
