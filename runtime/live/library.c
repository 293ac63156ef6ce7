#include "runtime/live/library.h"
#include <stdio.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "runtime/base/str.h"
#include "runtime/live/copy_dir.h"
#include "runtime/os/c_library/c_library.h"
#include "runtime/os/files/files.h"
#include "runtime/os/library/library_check.h"
#include "runtime/os/library/library_symbols.h"
#include "runtime/os/library/loader.h"
#include "runtime/run/module_check.h"
#include "runtime/run/run.h"

static bool fail_module(ed_Error *error, const char *what)
{
    ed_fail(error, ED_ERR_MODULE, "%s", what);
    return false;
}

bool ed_library_read(const char *path, ed_Arena *arena, ed_Span *bytes, u64 *hash, ed_Error *error)
{
    if (!ed_file_read(path, ED_LIBRARY_BYTES_MAX, arena, bytes, error)) return false;
    *hash = XXH64(bytes->at, bytes->size, 0);
    return true;
}

static bool find_module(ed_Library *library, ed_Error *error)
{
    typedef const ed_Module *Entry(void);
    void *symbol = ed_loader_symbol(library->handle, "eddie_module");
    Entry *entry;
    if (!symbol)
        return fail_module(error,
                           "the function eddie_module is missing: export it, see runtime/eddie.h");
    // Converts a data pointer to a function pointer, since the loader returns the former.
    memcpy(&entry, &symbol, sizeof entry);
    ed_variables_loaded(&library->variables, symbol);
    library->module = entry();
    if (!ed_module_check(library->module, error)) return false;
    void *table = ed_loader_symbol(library->handle, ED_C_LIBRARY_TABLE);
    if (table) ed_c_library_pass(table);
    return true;
}

bool ed_library_copy(ed_Library *library, ed_Span bytes, u64 hash, const char *path,
                     const char *folder, u32 number, ed_Error *error)
{
    const char *slash = strrchr(path, '/');
    char name[96];
    *library = (ed_Library){ .hash = hash };
    if (!ed_library_check(bytes, error)) return false;
    snprintf(name, sizeof name, "%.64s-%u" ED_LIBRARY_SUFFIX, slash ? slash + 1 : path, number);
    if (!ed_copy_dir_put(folder, name, bytes.at, bytes.size, error)) return false;
    snprintf(library->copy, sizeof library->copy, "%s/%s", folder, name);
    ed_variables_read(&library->variables, bytes);
    if (ed_library_link_origin(bytes, library->copy, path, library->link, error)) return true;
    ed_library_close(library);
    return false;
}

const char *ed_library_loaded_path(const ed_Library *library)
{
    return *library->link ? library->link : library->copy;
}

bool ed_library_load(ed_Library *library, ed_Error *error)
{
    const char *path = ed_library_loaded_path(library);
    library->handle = ed_loader_open(path);
    if (library->handle) return find_module(library, error);
    ed_fail(error, ED_ERR_MODULE, "it cannot be loaded: %s",
            ed_without_path(ed_loader_error(), path));
    return false;
}

bool ed_library_open(ed_Library *library, ed_Span bytes, u64 hash, const char *path,
                     const char *folder, u32 number, ed_Error *error)
{
    if (!ed_library_copy(library, bytes, hash, path, folder, number, error)) return false;
    if (ed_library_load(library, error)) return true;
    ed_library_close(library);
    return false;
}

/// Names with a leading _ belong to the toolchain and do not count.
static bool is_known(const char *name) { return *name == '_' || ed_loader_knows(name); }

bool ed_library_resolves_weak_symbols(ed_Span bytes)
{
    return ed_library_weak_symbols_are_known(bytes, is_known);
}

void ed_library_unload(ed_Library *library)
{
    if (library->handle) ed_loader_close(library->handle);
    library->handle = NULL;
    library->module = NULL;
    library->variables.base = NULL;
}

bool ed_library_close_keeping_copy(ed_Library *library)
{
    ed_library_unload(library);
    bool gone = !*library->copy || !ed_loader_unloads() || !ed_loader_has(library->copy);
    ed_variables_close(&library->variables);
    if (gone) ed_library_unlink_origin(library->link);
    *library = (ed_Library){ .handle = NULL };
    return gone;
}

bool ed_library_close(ed_Library *library)
{
    char copy[ED_LIBRARY_PATH_MAX];
    memcpy(copy, library->copy, sizeof copy);
    bool gone = ed_library_close_keeping_copy(library);
    if (*copy && gone) ed_copy_dir_remove(copy);
    return gone;
}
