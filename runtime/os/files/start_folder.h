/// The folder and the environment variables that eddie was started with. A game runs in the same
/// process and may change the working folder and the variables. So eddie resolves its own relative
/// paths (sources, the module, snapshots, recordings, scripts) from the start folder. It also
/// starts other programs in that folder, with the variables saved at the start.
#ifndef ED_OS_START_FOLDER_H
#define ED_OS_START_FOLDER_H
#include "runtime/os/system/environment.h"
ED_C_BEGIN

// Limits of the saved variables. If they are exceeded, nothing is saved, and other programs get the
// current variables of the process.
#define ED_START_VARIABLES_MAX 16384u
#define ED_START_VARIABLE_BYTES ((size_t)4 << 20)

/// Saves the working folder as the start folder, and copies the variables. Call it before any code
/// of a game runs.
void ed_start_folder_save(void);
/// Returns the absolute path of the start folder, or "" if it is unknown or was not saved.
const char *ed_start_folder(void);
/// Returns `path` as an absolute path, in `room`. Returns `path` itself if it is absolute or empty,
/// if the start folder is unknown, or if the result would be longer than ED_PATH_MAX.
const char *ed_start_folder_path(const char *path, char room[ED_PATH_MAX]);
/// Makes the start folder the working folder. Returns false and sets errno on failure.
bool ed_start_folder_enter(void);
/// Enters the start folder again if the working folder was deleted: it may have been created again
/// at the same path.
void ed_start_folder_reenter(void);
/// Returns the environment for another program: the saved variables and the changes in `more`. Each
/// of its `count` texts adds or replaces a variable ("NAME=value") or removes one ("NAME"). The
/// list ends with NULL and is valid until the next call.
char **ed_start_environment(const char *const *more, u32 count);

ED_C_END
#endif
