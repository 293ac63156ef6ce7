#include "runtime/live/copy_dir.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "runtime/os/files/folder.h"

#define PREFIX "eddie-code-"

// --- abandoned folders ---------------------------------------------------------------------------

static bool is_letter_or_digit(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

static bool is_folder_name(const char *name)
{
    size_t size = sizeof PREFIX - 1;
    if (strncmp(name, PREFIX, size) != 0 || strlen(name) != size + ED_PRIVATE_NAME_LETTERS)
        return false;
    while (name[size] && is_letter_or_digit(name[size])) size++;
    return !name[size];
}

/// True for names of the form NAME-NUMBER.so (.dll on Windows, .dylib on macOS).
static bool is_copy_name(const char *name)
{
    const char *dash = strrchr(name, '-');
    if (!dash || dash == name) return false;
    size_t digits = strspn(dash + 1, "0123456789");
    return digits > 0 && strcmp(dash + 1 + digits, ED_LIBRARY_SUFFIX) == 0;
}

typedef struct Sweep {
    const char *parent;
    u32 swept;
} Sweep;

static bool sweep_one(void *it, const char *name)
{
    Sweep *sweep = (Sweep *)it;
    char path[ED_PATH_MAX];
    int size = snprintf(path, sizeof path, "%s/%s", sweep->parent, name);
    bool fits = size > 0 && (size_t)size < sizeof path;
    if (fits && is_folder_name(name))
        sweep->swept += ed_private_folder_delete_abandoned(path, is_copy_name);
    return true;
}

u32 ed_copy_dir_sweep(const char *parent)
{
    Sweep sweep = { parent, 0 };
    ed_folder_list(parent, sweep_one, &sweep);
    return sweep.swept;
}

// --- opening and closing -------------------------------------------------------------------------

static bool folder_failed(ed_Error *error, const char *parent, const char *why)
{
    ed_fail(
        error, ED_ERR_OS,
        "%.128s: cannot be used for copies of the game's library: %s: set TMPDIR to another folder",
        parent, why);
    return false;
}

bool ed_copy_dir_open(ed_CopyDir *folder, ed_Error *error)
{
    char parent[ED_PATH_MAX], stem[ED_PATH_MAX + sizeof "/" PREFIX];
    *folder = ED_NO_COPY_DIR;
    const char *reason = ed_private_parent_find(parent);
    if (!reason
        && strlen(parent) + sizeof "/" PREFIX + ED_PRIVATE_NAME_LETTERS > ED_COPY_DIR_PATH_MAX)
        reason = "the name is too long";
    if (reason) return folder_failed(error, parent, reason);
    ed_copy_dir_sweep(parent);
    snprintf(stem, sizeof stem, "%s/" PREFIX, parent);
    int failed = ed_private_folder_make(stem, folder->path, sizeof folder->path, &folder->lock);
    if (!failed) return true;
    folder->path[0] = 0;
    return folder_failed(error, parent, ed_errno_text(failed));
}

bool ed_copy_dir_renew(ed_CopyDir *folder, ed_Error *error)
{
    if (*folder->path && ed_private_folder_is_there(folder->path, folder->lock)) return true;
    ed_copy_dir_close(folder);
    return ed_copy_dir_open(folder, error);
}

void ed_copy_dir_close(ed_CopyDir *folder)
{
    if (!*folder->path) return;
    ed_private_folder_close(folder->path, folder->lock);
    *folder = ED_NO_COPY_DIR;
}

// --- the folder of another process ---------------------------------------------------------------

void ed_copy_dir_leave(ed_CopyDir *kept)
{
    if (*kept->path) ed_private_folder_unlock(kept->lock);
    *kept = ED_NO_COPY_DIR;
}

void ed_copy_dir_keep(ed_CopyDir *kept, const char *copy)
{
    ed_CopyDir next = ED_NO_COPY_DIR;
    const char *slash = strrchr(copy, '/');
    size_t size = slash ? (size_t)(slash - copy) : 0;
    if (size && size < sizeof next.path) memcpy(next.path, copy, size);
    if (*kept->path && strcmp(kept->path, next.path) == 0
        && ed_private_folder_is_there(kept->path, kept->lock))
        return;
    const char *name = strrchr(next.path, '/');
    bool locked =
        name && is_folder_name(name + 1) && ed_private_folder_lock(next.path, &next.lock) == 0;
    const ed_CopyDir old = *kept;
    ed_copy_dir_leave(kept);
    if (*old.path) ed_private_folder_delete_abandoned(old.path, is_copy_name);
    if (locked) *kept = next;
}

// --- files in it ---------------------------------------------------------------------------------

static const char *reason_of(int failed)
{
    switch (failed) {
    case EPERM: return "other users can write to that folder, or it belongs to another user";
    case EXDEV: return "it was replaced by another folder";
    case ENOSPC:
        return "the disk is full: free some space, or set TMPDIR to a folder on another disk";
    default: return ed_errno_text(failed);
    }
}

bool ed_copy_dir_put(const char *folder, const char *name, const void *bytes, size_t size,
                     ed_Error *error)
{
    int failed = ed_private_file_put(folder, name, bytes, size);
    if (failed)
        ed_fail(error, ED_ERR_OS, "%.200s: the library cannot be copied there: %s", folder,
                reason_of(failed));
    return !failed;
}

void ed_copy_dir_remove(const char *path) { ed_private_file_remove(path); }
