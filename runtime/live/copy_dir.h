/// The private folder for copies of loaded modules, locked while its process lives. The next
/// process to start deletes folders of processes that were killed. The supervisor of a process
/// locks the folder as well, so that the next process can continue with the code that ran.
///
/// The folder is named eddie-code-XXXXXX, has mode 0700 and contains only copies, NAME-NUMBER.so
/// (.dll on Windows, .dylib on macOS). The lock is on the folder itself. It ends with its process,
/// however that ends, and does not depend on process IDs, which can be reused.
#ifndef ED_LIVE_COPY_DIR_H
#define ED_LIVE_COPY_DIR_H
#include "runtime/base/err.h"
#include "runtime/os/files/private_folder.h"
ED_C_BEGIN

#define ED_COPY_DIR_PATH_MAX 512u

typedef struct ed_CopyDir {
    char path[ED_COPY_DIR_PATH_MAX];      // without symbolic links; empty: no folder
    i64 lock;                             // of runtime/os/files/private_folder.h
} ed_CopyDir;

#define ED_NO_COPY_DIR ((ed_CopyDir){ .lock = ED_NO_PRIVATE_FOLDER })

/// Creates a folder in TMPDIR or /tmp after deleting abandoned ones there.
bool ed_copy_dir_open(ed_CopyDir *folder, ed_Error *error);
/// Creates a new folder if the path no longer leads to this one: some systems clean /tmp regularly,
/// and other users may write there.
bool ed_copy_dir_renew(ed_CopyDir *folder, ed_Error *error);
/// Deletes the folder. If it still contains copies, it stays, locked until the process ends.
void ed_copy_dir_close(ed_CopyDir *folder);

/// Locks the folder of `copy`, which another process loaded, so that it stays when that process
/// ends. `kept` is empty if that is not possible. If `kept` was another folder before, that is
/// unlocked, and deleted if the process that made it has ended.
void ed_copy_dir_keep(ed_CopyDir *kept, const char *copy);
/// Unlocks the folder. If the process that made it has ended, the next sweep deletes it.
void ed_copy_dir_leave(ed_CopyDir *kept);

/// Deletes the folders in `parent` that belong to this user, have the name and contents described
/// above, and are not locked. Returns the number of deleted folders.
u32 ed_copy_dir_sweep(const char *parent);

/// Creates a file in `folder`, which can be any folder of this user. Follows no link and replaces
/// nothing.
bool ed_copy_dir_put(const char *folder, const char *name, const void *bytes, size_t size,
                     ed_Error *error);
void ed_copy_dir_remove(const char *path);      ///< deletes such a file

ED_C_END
#endif
