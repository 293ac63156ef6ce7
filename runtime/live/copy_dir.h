/// The folder of the running code's copies: nobody else's, and locked for as long as its process
/// lives. What processes that were killed left behind goes when the next one starts.
///
/// It is named eddie-code-XXXXXX, has mode 0700, and holds nothing but copies, NAME-NUMBER.so. The
/// lock is on the folder itself, so it ends with its process whatever ends that, and no process
/// that has the number of a dead one keeps it.
#ifndef ED_LIVE_COPY_DIR_H
#define ED_LIVE_COPY_DIR_H
#include "runtime/base/err.h"
ED_C_BEGIN

#define ED_COPY_DIR_PATH_MAX 512u

typedef struct ed_CopyDir {
    char path[ED_COPY_DIR_PATH_MAX];      // no link in it; empty: there is none
    int lock;                           // the folder itself, open
} ed_CopyDir;

/// A new one in TMPDIR or /tmp, after a sweep there.
bool ed_copy_dir_open(ed_CopyDir *folder, ed_Error *error);
/// The same while its path still leads to it; else a new one: /tmp is swept at times,
/// and others may write there.
bool ed_copy_dir_renew(ed_CopyDir *folder, ed_Error *error);
/// Removes it. Where copies are still in it, it stays and is locked until the process ends.
void ed_copy_dir_close(ed_CopyDir *folder);

/// Removes the folders in `parent` that are this user's, named and filled as above,
/// and locked by nobody; returns how many.
u32 ed_copy_dir_sweep(const char *parent);

/// A new file in `folder`, any that belongs to this user;
/// no link is followed and nothing is replaced.
bool ed_copy_dir_put(const char *folder, const char *name, const void *bytes, size_t size,
                   ed_Error *error);
void ed_copy_dir_remove(const char *path);      ///< such a file

ED_C_END
#endif
