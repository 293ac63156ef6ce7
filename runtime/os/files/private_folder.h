/// A folder for files that no other user may read or replace, such as code that is about to be
/// loaded. It is locked until its process ends, even if the process is killed, so abandoned folders
/// can be recognized and deleted. Other processes can lock it, too. Paths are absolute. Functions
/// that return an int return 0 or an errno value.
#ifndef ED_OS_PRIVATE_FOLDER_H
#define ED_OS_PRIVATE_FOLDER_H
#include "runtime/os/system/environment.h"
ED_C_BEGIN

#define ED_PRIVATE_NAME_LETTERS 6u      // letters and digits after the stem of a folder's name
#define ED_NO_PRIVATE_FOLDER (-1)

/// Finds the user's folder for temporary files (TMPDIR or /tmp; on Windows, TMPDIR if it begins
/// with a drive, else TMP or TEMP), without links. Returns NULL if it can hold private folders with
/// code, otherwise the reason. `parent` gets its path, or "" if it is unknown.
const char *ed_private_parent_find(char parent[ED_PATH_MAX]);

/// Creates and locks a folder that only the user may enter: STEM and ED_PRIVATE_NAME_LETTERS
/// letters and digits. The path goes to `path`, whose `room` must suffice. On failure, `lock` is
/// ED_NO_PRIVATE_FOLDER.
int ed_private_folder_make(const char *stem, char *path, size_t room, i64 *lock);
/// Locks a folder that another process made. The error is EAGAIN if a process is deleting it.
int ed_private_folder_lock(const char *path, i64 *lock);
void ed_private_folder_unlock(i64 lock);
/// Returns true if the path still leads to the folder that is locked.
bool ed_private_folder_is_there(const char *path, i64 lock);
/// Removes the folder if the path still leads to it, and unlocks it. A folder that is not empty
/// stays, locked until the process ends.
void ed_private_folder_close(const char *path, i64 lock);

/// Deletes a folder that an ended process left: it is private to this user, not locked, and has
/// only files with names that `is_ours` accepts. Returns true if it was deleted.
bool ed_private_folder_delete_abandoned(const char *path, bool (*is_ours)(const char *name));

/// Creates a private file in `folder`, which can be any folder of this user. Follows no link and
/// replaces nothing. The error is EPERM if the folder is a link or belongs to another user, or if
/// others may write to it. It is EXDEV if the path leads to another folder afterwards. After a
/// failure, the file does not exist.
int ed_private_file_put(const char *folder, const char *name, const void *bytes, size_t size);
void ed_private_file_remove(const char *path);      ///< removes such a file

ED_C_END
#endif
