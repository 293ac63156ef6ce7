/// Requests to end the program, which can then end normally: a user interrupts it or closes its
/// terminal, or another program asks for its end.
#ifndef ED_OS_STOP_REQUEST_H
#define ED_OS_STOP_REQUEST_H
#include "runtime/base/base.h"
ED_C_BEGIN

/// Notes such requests from now on, except those that are ignored, as under nohup. A write to a
/// closed pipe or beyond a size limit then fails with an error, and does not end the process.
void ed_stop_listen(void);
bool ed_stop_requested(void);      ///< true after a request
/// True if the last request came from a program and was not typed. On Windows, Ctrl+Break counts as
/// a request from a program.
bool ed_stop_by_program(void);

ED_C_END
#endif
