/// The working folder and the environment variables of this process, as the system has them. A game
/// may change both: see start_folder.h.
#ifndef ED_OS_ENVIRONMENT_H
#define ED_OS_ENVIRONMENT_H
#include "runtime/base/base.h"
ED_C_BEGIN

#define ED_PATH_MAX 4096u      // bytes of a path, including its terminator

/// Writes the absolute path of the working folder. Returns 0 or an errno value: ENOENT if it was
/// deleted.
int ed_working_folder(char path[ED_PATH_MAX]);
int ed_working_folder_enter(const char *path);      ///< returns 0 or an errno value
bool ed_path_is_absolute(const char *path);         ///< starts at a root or, on Windows, on a drive
/// Replaces the '\' of a path that a user typed on Windows by '/'. Returns the path.
char *ed_path_use_slashes(char *path);

/// Returns the variables, each as "NAME=value". The list ends with NULL. If it is empty, the result
/// may also be NULL. It is valid until a variable changes.
char **ed_environment(void);

ED_C_END
#endif
