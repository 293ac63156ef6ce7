/// A loaded module: checked, copied under a unique name, then opened. The copy stays on disk while
/// it is mapped. So a debugger finds its symbols, and a build that overwrites the original does not
/// change running code.
#ifndef ED_LIVE_LIBRARY_H
#define ED_LIVE_LIBRARY_H
#include "runtime/api/module.h"
#include "runtime/live/copy_dir.h"
#include "runtime/live/variables.h"
#include "runtime/os/library/library_origin.h"
ED_C_BEGIN

#define ED_LIBRARY_BYTES_MAX ((size_t)1 << 30)
#define ED_LIBRARY_PATH_MAX (ED_COPY_DIR_PATH_MAX + 96u)

typedef struct ed_Library {
    void *handle;
    const ed_Module *module;
    u64 hash;      // hash of the file's bytes; identifies the build
    ed_Variables variables;
    char copy[ED_LIBRARY_PATH_MAX];
    char link[ED_PATH_MAX];      // the path for the loader, if that is not `copy`: library_origin.h
} ed_Library;

/// Reads the library at `path` into `arena` and hashes its bytes, without loading it.
bool ed_library_read(const char *path, ed_Arena *arena, ed_Span *bytes, u64 *hash, ed_Error *error);
/// Writes `bytes`, read from `path`, to the copy `folder`/NAME-`number`.so. Close it with
/// ed_library_close, whether or not it was loaded.
bool ed_library_copy(ed_Library *library, ed_Span bytes, u64 hash, const char *path,
                     const char *folder, u32 number, ed_Error *error);
/// Returns the path that the loader gets.
const char *ed_library_loaded_path(const ed_Library *library);
/// Loads the copy and gets its module.
bool ed_library_load(ed_Library *library, ed_Error *error);
void ed_library_unload(ed_Library *library);      ///< keeps the copy on disk
/// Copies and loads.
bool ed_library_open(ed_Library *library, ed_Span bytes, u64 hash, const char *path,
                     const char *folder, u32 number, ed_Error *error);

/// Unmaps the library and deletes the copy. False if the system keeps it mapped; then the copy
/// stays on disk for the debugger.
bool ed_library_close(ed_Library *library);
bool ed_library_close_keeping_copy(ed_Library *library);      ///< keeps the copy in any case

/// True if every weak symbol of a checked library is known to this process. For an unknown symbol,
/// a linker stores NULL or, like tcc, an address where there is no function.
bool ed_library_resolves_weak_symbols(ed_Span bytes);

ED_C_END
#endif
