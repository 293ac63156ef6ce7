/// The folder and the environment variables that eddie was started with. A game may change both in
/// the process. So eddie resolves its own relative paths (sources, the module, snapshots,
/// recordings, scripts) from this folder, and runs other programs in it, with these variables.
#ifndef ED_OS_START_FOLDER_H
#define ED_OS_START_FOLDER_H
#include <limits.h>
#include "runtime/base/base.h"
ED_C_BEGIN

#define ED_HOME_VARIABLES_MAX 16384u
#define ED_HOME_VARIABLE_BYTES ((size_t)4 << 20)      // size of all variables together

/// Saves the working folder as the start folder, and copies the variables. Call it before any code
/// of a game runs.
void ed_start_folder_save(void);
/// Returns the absolute path of the start folder, or "" if it is unknown or was not saved.
const char *ed_start_folder(void);
/// Returns `path` as an absolute path, in `room`. Returns `path` itself if it is absolute or empty,
/// if the start folder is unknown, or if the result would be longer than PATH_MAX.
const char *ed_start_folder_path(const char *path, char room[PATH_MAX]);
/// Makes the start folder the working folder. Returns false and sets errno on failure.
bool ed_start_folder_enter(void);
/// Returns the variables for another program, with NULL at the end. Each of the `count` texts in
/// `more` adds or replaces a variable ("NAME=value") or removes it ("NAME"). The list is valid
/// until the next call.
char **ed_start_environment(const char *const *more, u32 count);

ED_C_END
#endif
