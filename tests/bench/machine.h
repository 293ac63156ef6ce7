/// The machine and compiler that a figure depends on.
#ifndef BN_MACHINE_H
#define BN_MACHINE_H
#include "runtime/base/base.h"
ED_C_BEGIN

const char *bn_machine(void);      ///< processor, cores, system, compiler, in one line

ED_C_END
#endif
