/// One loaded module: checked, copied to a name of its own, opened. The copy stays on disk while it
/// is mapped, so a debugger finds its symbols, and a build that writes the original never touches
/// running code.
#ifndef ED_LIVE_LIBRARY_H
#define ED_LIVE_LIBRARY_H
#include "runtime/api/module.h"
#include "runtime/live/copy_dir.h"
ED_C_BEGIN

#define ED_LIBRARY_BYTES_MAX ((size_t)1 << 30)
#define ED_LIBRARY_PATH_MAX (ED_COPY_DIR_PATH_MAX + 96u)

typedef struct ed_Library {
    void *handle;
    const ed_Module *module;
    u64 hash;      // of the file's bytes: its identity
    char copy[ED_LIBRARY_PATH_MAX];
} ed_Library;

/// The hash of the library at `path`, without loading it; the file's bytes are pushed to `arena`.
bool ed_library_read(const char *path, ed_Arena *arena, ed_Span *bytes, u64 *hash, ed_Error *error);
/// Writes `bytes`, read from `path`, to the copy `folder`/NAME-`number`.so.
/// What is copied is closed, loaded or not.
bool ed_library_copy(ed_Library *library, ed_Span bytes, u64 hash, const char *path,
                     const char *folder, u32 number, ed_Error *error);
/// Loads the copy and asks it for its module.
bool ed_library_load(ed_Library *library, ed_Error *error);
void ed_library_unload(ed_Library *library);      ///< the copy stays
/// Copies and loads.
bool ed_library_open(ed_Library *library, ed_Span bytes, u64 hash, const char *path,
                     const char *folder, u32 number, ed_Error *error);

/// Unmaps it and removes the copy. False where the system keeps it mapped:
/// the copy stays on disk for the debugger.
bool ed_library_close(ed_Library *library);

/// The function that one of this name in the program takes the place of: the next the loader knows.
/// NULL where there is no other.
void *ed_library_next(const char *name);

/// False, in words, where these bytes are no whole shared library for this machine, or what the
/// loader would follow leads outside of them: there it would end the process. What the code does
/// when it is loaded is not known from this.
bool ed_library_check(ed_Span bytes, ed_Error *error);
/// Whether nothing is left open in a library that passed the check: each weak name is known to this
/// process. A linker makes of one that nobody has either NULL, as it should, or, as tcc does, a
/// place where no function is.
bool ed_library_is_whole(ed_Span bytes);
/// The next such name from the symbol `*at` on, which begins with 0; NULL where there is none left.
const char *ed_library_weak(ed_Span bytes, u64 *at);

ED_C_END
#endif
