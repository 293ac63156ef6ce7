/// Writes how each source is compiled, for clangd and other tools of editors: the file
/// compile_commands.json beside the module.
#ifndef ED_BUILD_COMPILE_COMMANDS_H
#define ED_BUILD_COMPILE_COMMANDS_H
#include "runtime/build/step.h"
ED_C_BEGIN

/// Does nothing if the file already has this text, or if another program made it. `folder`: of the
/// module; `steps`: those that compile.
bool ed_compile_commands_write(const char *folder, const ed_BuildStep *steps, u32 count,
                               ed_Arena *arena, ed_Error *error);

ED_C_END
#endif
