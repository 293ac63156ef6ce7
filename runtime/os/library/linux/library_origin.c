#include "runtime/os/library/library_origin.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "runtime/os/files/folder.h"
#include "runtime/os/files/start_folder.h"

#define PREFIX ".loaded-"

static bool begins(const u8 *at, size_t size, const char *word)
{
    return size >= strlen(word) && memcmp(at, word, strlen(word)) == 0;
}

/// Looks in the whole file: a text in the game's data costs an unneeded link.
static bool has_origin(ed_Span bytes)
{
    const u8 *at = bytes.at, *end = at + bytes.size;
    for (; at && (at = memchr(at, '$', (size_t)(end - at))); at++)
        if (begins(at, (size_t)(end - at), "$ORIGIN")
            || begins(at, (size_t)(end - at), "${ORIGIN}"))
            return true;
    return false;
}

/// Removes a link whose copy is gone. The copies of a killed process go when the next one starts.
static bool remove_if_abandoned(void *folder, const char *name)
{
    char path[ED_PATH_MAX];
    struct stat st;
    int size = snprintf(path, sizeof path, "%s/%s", (const char *)folder, name);
    bool ours = strncmp(name, PREFIX, sizeof PREFIX - 1) == 0 && (size_t)size < sizeof path
             && lstat(path, &st) == 0 && S_ISLNK(st.st_mode);
    if (ours && stat(path, &st) != 0 && errno == ENOENT) unlink(path);
    return true;
}

bool ed_library_link_origin(ed_Span bytes, const char *copy, const char *path,
                            char link[ED_PATH_MAX], ed_Error *error)
{
    char room[ED_PATH_MAX];
    const char *full = ed_start_folder_path(path, room), *end = strrchr(full, '/');
    const char *file = strrchr(copy, '/'), *parent = file;
    link[0] = 0;
    if (!has_origin(bytes)) return true;
    while (parent > copy && parent[-1] != '/') parent--;
    int size = snprintf(link, ED_PATH_MAX, "%.*s", end ? (int)(end - full) : 1, end ? full : ".");
    ed_folder_list(link, remove_if_abandoned, link);
    size += snprintf(link + size, ED_PATH_MAX - (size_t)size, "/" PREFIX "%.*s-%s",
                     (int)(file - parent), parent, file + 1);
    errno = ENAMETOOLONG;
    if ((size_t)size < ED_PATH_MAX && symlink(copy, link) == 0) return true;
    link[0] = 0;
    ed_fail(error, ED_ERR_OS,
            "it names files relative to its own folder ($ORIGIN), and the link that this needs "
            "cannot be made there: %s",
            ed_errno_text(errno));
    return false;
}

void ed_library_unlink_origin(const char *link)
{
    if (*link) unlink(link);
}
