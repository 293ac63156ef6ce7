/// The machine: its processors and its memory.
#ifndef ED_OS_MACHINE_H
#define ED_OS_MACHINE_H
#include "runtime/base/base.h"
ED_C_BEGIN

u32 ed_machine_processors(void);      ///< that programs can use now
u32 ed_machine_page_bytes(void);      ///< of a normal page of memory

ED_C_END
#endif
