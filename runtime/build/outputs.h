/// Protects the files of the user: a build replaces only files that builds have made.
#ifndef ED_BUILD_OUTPUTS_H
#define ED_BUILD_OUTPUTS_H
#include "runtime/build/commands.h"
ED_C_BEGIN

/// Fails if the module, the early module or a generated file would replace a source, or a file that
/// exists and was not made by a build: the record does not name it, and its content is something
/// else.
bool ed_outputs_check(const ed_Commands *commands, const ed_Record *record, ed_Error *error);

ED_C_END
#endif
