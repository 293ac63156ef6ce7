/// Terminals that the standard streams are connected to.
#ifndef ED_OS_TERMINAL_H
#define ED_OS_TERMINAL_H
#include <stdio.h>
#include "runtime/base/base.h"
ED_C_BEGIN

bool ed_is_terminal(FILE *stream);          ///< a person reads or types there
u32 ed_terminal_columns(FILE *stream);      ///< 0 if it is not a terminal or its width is unknown

ED_C_END
#endif
