/// The settings for floating-point arithmetic of the calling thread: rounding, exceptions that
/// interrupt the program, and denormals.
#ifndef ED_OS_FLOATS_H
#define ED_OS_FLOATS_H
#include "runtime/base/base.h"
ED_C_BEGIN

typedef struct ed_Floats {
    u32 control, x87;      // of the vector unit, and of the x87 unit of x86 processors
} ed_Floats;

ed_Floats ed_floats_now(void);
/// On x86-64, also clears raised exception flags, since they would trigger when unmasked.
void ed_floats_set(ed_Floats floats);

ED_C_END
#endif
