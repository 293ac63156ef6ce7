/// Checks the file of a shared library before the loader sees it, for what goes wrong in practice: it
/// is another kind of file, or one for another machine, or a build was interrupted or still writes
/// it. The loader would end the process with some of these. Other damage is not looked for: it ends
/// the process that loads the library first, which is that of the trial (runtime/live/trial.h).
/// Without a trial, it is the game's process, and the supervisor reports its end.
#ifndef ED_OS_LIBRARY_CHECK_H
#define ED_OS_LIBRARY_CHECK_H
#include "runtime/base/err.h"
ED_C_BEGIN

/// Checks that the bytes are a shared library for this machine, and that its segments lie inside of
/// them. Returns false with an error message.
bool ed_library_check(ed_Span bytes, ed_Error *error);

ED_C_END
#endif
