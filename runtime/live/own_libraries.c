#include "runtime/live/own_libraries.h"
#include <stdio.h>
#include <string.h>
#include "runtime/base/hash.h"
#include "runtime/live/library.h"
#include "runtime/os/library/library_image.h"

static void note_seen(void *it, const char *path)
{
    ed_OwnLibraries *libraries = (ed_OwnLibraries *)it;
    if (libraries->seen_count < ED_OWN_LIBRARIES_SEEN)
        libraries->seen[libraries->seen_count++] = ed_hash_bytes(0, path, strlen(path));
}

void ed_own_libraries_before(ed_OwnLibraries *libraries)
{
    libraries->seen_count = 0;
    ed_library_each(note_seen, libraries);
}

typedef struct After {
    ed_OwnLibraries *libraries;
    const char *module;
} After;

static void note_new(void *it, const char *path)
{
    const After *after = (const After *)it;
    ed_OwnLibraries *libraries = after->libraries;
    u64 hash = ed_hash_bytes(0, path, strlen(path));
    if (strcmp(path, after->module) == 0 || strlen(path) >= ED_PATH_MAX) return;
    for (u32 i = 0; i < libraries->seen_count; i++)
        if (libraries->seen[i] == hash) return;
    if (libraries->count == ED_OWN_LIBRARIES_MAX) return;
    libraries->files[libraries->count].hash = 0;
    snprintf(libraries->files[libraries->count++].path, ED_PATH_MAX, "%s", path);
}

/// Returns 0 if the file cannot be read.
static u64 hash_of_file(const char *path, ed_Arena *work)
{
    ed_Span bytes;
    u64 hash = 0;
    ed_Error unused = { .code = ED_OK };
    ed_arena_reset(work);
    return ed_library_read(path, work, &bytes, &hash, &unused) ? hash : 0;
}

void ed_own_libraries_after(ed_OwnLibraries *libraries, const char *module, ed_Arena *work)
{
    u32 before = libraries->count;
    if (libraries->seen_count == ED_OWN_LIBRARIES_SEEN) return;
    ed_library_each(note_new, &(After){ libraries, module });
    for (u32 i = before; i < libraries->count; i++) {
        libraries->files[i].mark = ed_file_mark(libraries->files[i].path);
        libraries->files[i].hash = hash_of_file(libraries->files[i].path, work);
    }
}

bool ed_own_libraries_check(const ed_OwnLibraries *libraries, ed_Arena *work, ed_Error *error)
{
    for (u32 i = 0; i < libraries->count; i++) {
        const char *path = libraries->files[i].path;
        u64 hash = libraries->files[i].hash;
        if (!hash || ed_file_is_unchanged(path, &libraries->files[i].mark)
            || hash_of_file(path, work) == hash)
            continue;
        ed_fail(error, ED_ERR_MODULE,
                "%s was built again, but this process still has the one from before: restart the "
                "game",
                path);
        return false;
    }
    return true;
}
