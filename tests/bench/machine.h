/// What a figure depends on beside the code.
#ifndef BN_MACHINE_H
#define BN_MACHINE_H
#include "runtime/base/base.h"
ED_C_BEGIN

const char *bn_machine(void);      ///< processor, cores, system, compiler, in one line

ED_C_END
#endif
