/// Finds the file that a save to a path has to write, or reports why the path is refused. The rules
/// are the same for every save: links are followed, and a regular file is replaced. A device, a
/// pipe, a socket, a folder, a dangling link and a write-protected file are refused.
#ifndef ED_OS_TARGET_H
#define ED_OS_TARGET_H
#include "runtime/base/err.h"
#include "runtime/os/files/file_info.h"
ED_C_BEGIN

#define ED_PATH_SHOWN_MAX 160u      // bytes of a path in a message, so that the reason fits too

typedef struct ed_Target {
    char path[ED_PATH_MAX];      // of the file to write; if it exists, with links resolved
    bool replaces;               // the file exists
    ed_FileInfo old;             // of the existing file, if `replaces`
} ed_Target;

/// Finds the file to write. Returns false and sets the error if `path` is refused. The folder is
/// not checked here; opening it later reports errors. A relative path is resolved from the start
/// folder (start_folder.h).
bool ed_target_find(ed_Target *target, const char *path, ed_Error *error);

/// Returns a name for what is not a regular file: "a device".
const char *ed_target_kind(ed_FileKind kind);

/// Returns what the user can do about this errno of a failed save.
const char *ed_target_advice(int why);

/// Returns the path for a message. If it is too long, `room` gets "…" and the end of the path.
const char *ed_target_shown(const char *path, char room[ED_PATH_SHOWN_MAX + 4]);

/// Fails with "PATH: what: help", or "PATH: what" if `help` is "". Returns false.
bool ed_target_refuse(ed_Error *error, ed_Err code, const char *path, const char *what,
                      const char *help);

/// Fails with "PATH: cannot be saved: REASON: ADVICE". `why` is the errno value of the reason.
/// Returns false.
bool ed_target_not_saved(const ed_Target *target, const char *path, int why, ed_Error *error);

/// Removes the file or link of that name. A device, pipe, socket or folder is not removed. Returns
/// 0 if the name is free afterwards, otherwise an errno value.
int ed_target_remove(const char *path);

ED_C_END
#endif
