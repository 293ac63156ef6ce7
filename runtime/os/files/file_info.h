/// Files by their paths: what a path leads to, and changes of names and dates. Relative paths are
/// resolved from the start folder (start_folder.h). Functions that return an int return 0 or an
/// errno value.
#ifndef ED_OS_FILE_INFO_H
#define ED_OS_FILE_INFO_H
#include "runtime/os/system/environment.h"
#include "runtime/os/files/file_mark.h"
ED_C_BEGIN

typedef enum ed_FileKind {
    ED_FILE_NONE,      // does not exist
    ED_FILE_REGULAR,
    ED_FILE_FOLDER,
    ED_FILE_LINK,      // a symbolic link, if links are not followed
    ED_FILE_PIPE,
    ED_FILE_SOCKET,
    ED_FILE_DEVICE
} ed_FileKind;

typedef struct ed_FileInfo {
    ed_FileKind kind;
    ed_FileMark mark;
    u32 names;                          // number of names (hard links) of the file
    u32 permissions, owner, group;      // as the system stores them; to give them to another file
} ed_FileInfo;

typedef enum ed_FileLinks {
    ED_LINK_FOLLOW,      // the path means the target of a link
    ED_LINK_ITSELF       // the path means the link
} ed_FileLinks;

/// After a failure, `info` is zeroed. The error is ENOENT if the path leads to nothing.
int ed_file_info(const char *path, ed_FileLinks links, ed_FileInfo *info);
/// Returns the kind of what the path leads to, following links.
static inline ed_FileKind ed_file_kind(const char *path)
{
    ed_FileInfo info;
    ed_file_info(path, ED_LINK_FOLLOW, &info);
    return info.kind;
}
bool ed_file_may_write(const char *path);      ///< the user may write to this existing file
bool ed_file_may_run(const char *path);        ///< the user may run this program

/// Writes the absolute path without links, "." and "..". The path must lead to something.
int ed_file_real_path(const char *path, char real[ED_PATH_MAX]);

/// Removes the name of a file or link, not of a folder.
int ed_file_remove(const char *path);
/// Moves a file, link or folder within a file system. A file or an empty folder of the new name is
/// replaced.
int ed_file_rename(const char *from, const char *to);
/// Gives a file a second name. Fails if the name exists, or the file system has no such names.
int ed_file_add_name(const char *path, const char *name);

#define ED_FILE_NOW UINT64_MAX      // the current time by the file system's clock
/// Sets the time of the last write, since 1970.
int ed_file_set_written(const char *path, ed_FileLinks links, u64 written_ns);

ED_C_END
#endif
