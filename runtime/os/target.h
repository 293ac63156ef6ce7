/// Which file a save to a path writes, and why it may not: one rule for everything that writes.
/// A regular file is replaced, at the end of the links that lead to it. A device, a pipe, a socket,
/// a folder, a link that leads nowhere and a write-protected file are refused and stay as they are.
#ifndef ED_OS_TARGET_H
#define ED_OS_TARGET_H
#include <limits.h>
#include <sys/stat.h>
#include "runtime/base/err.h"
ED_C_BEGIN

#define ED_PATH_SHOWN_MAX 160u      // bytes of a path in a message: the reason has to fit behind it

typedef struct ed_Target {
    char path[PATH_MAX];      // of the file to write: no link
    bool replaces;            // it exists
    struct stat old;          // then
} ed_Target;

/// False with an error if `path` cannot be written. Its folder is not checked; opening it reports
/// that. `whole`: the same file for the system, if `path` is not relative to the working folder.
bool ed_target_find(ed_Target *target, const char *path, const char *whole, ed_Error *error);

/// "a device": what a mode that is not a regular file's stands for.
const char *ed_target_kind(mode_t mode);

/// What to do about this errno of a failed save.
const char *ed_target_advice(int why);

/// The end of a path that is too long for a message, in `room`; else the path.
const char *ed_target_shown(const char *path, char room[ED_PATH_SHOWN_MAX + 4]);

/// Fails with "PATH: what: help", or "PATH: what" if `help` is "". Returns false.
bool ed_target_refuse(ed_Error *error, ed_Err code, const char *path, const char *what,
                      const char *help);

/// Removes the file or link of that name; a device, pipe, socket or folder stays. True where the
/// name is then free, else errno says why.
bool ed_target_remove(const char *path);

ED_C_END
#endif
