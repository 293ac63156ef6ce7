/// The file and the arguments of this program.
#ifndef ED_OS_PROGRAM_H
#define ED_OS_PROGRAM_H
#include "runtime/base/base.h"
ED_C_BEGIN

/// Called first in main. On Windows, makes the standard streams binary, and replaces the arguments
/// by the same ones in UTF-8. Does nothing on other systems.
void ed_program_begin(int *argc, char ***argv);

/// Writes the absolute path of the file that this process was started from, or "" on failure: if
/// the system does not know it, or there is no room. Returns false on failure. The file may be gone
/// or replaced meanwhile.
bool ed_program_path(char *path, size_t room);

/// Writes the path of `name` in the folder of this program, or "" on failure. `name` may be a path
/// such as "../share/file". Returns false on failure.
bool ed_program_path_beside(const char *name, char *path, size_t room);

ED_C_END
#endif
