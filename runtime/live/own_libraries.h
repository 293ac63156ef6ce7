/// The shared libraries that the modules of a game need. They are loaded with the first module that
/// needs them, and stay: a later module gets the same ones, even if their files were built again.
/// The trial, which is a separate process, would get the new ones.
#ifndef ED_LIVE_OWN_LIBRARIES_H
#define ED_LIVE_OWN_LIBRARIES_H
#include "runtime/base/arena.h"
#include "runtime/os/files/file_info.h"
#include "runtime/os/files/file_mark.h"
ED_C_BEGIN

#define ED_OWN_LIBRARIES_MAX 32u        // of a game; further ones are not checked
#define ED_OWN_LIBRARIES_SEEN 512u      // in the process

typedef struct ed_OwnLibraries {
    u64 seen[ED_OWN_LIBRARIES_SEEN];      // hashes of the paths of those that were already loaded
    u32 seen_count;
    struct {
        char path[ED_PATH_MAX];
        ed_FileMark mark;      // taken before the bytes were read
        u64 hash;              // of the file's bytes
    } files[ED_OWN_LIBRARIES_MAX];
    u32 count;
} ed_OwnLibraries;

/// Call these before and after a module is loaded. `module`: its own path.
void ed_own_libraries_before(ed_OwnLibraries *libraries);
void ed_own_libraries_after(ed_OwnLibraries *libraries, const char *module, ed_Arena *work);
/// Returns false with an error if one of the files has changed since. Resets `work`.
bool ed_own_libraries_check(const ed_OwnLibraries *libraries, ed_Arena *work, ed_Error *error);

ED_C_END
#endif
