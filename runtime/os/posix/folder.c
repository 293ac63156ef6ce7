#include "runtime/os/folder.h"
#include <dirent.h>
#include <errno.h>
#include <string.h>
#include "runtime/os/start_folder.h"

int ed_folder_list(const char *path, bool (*each)(void *it, const char *name), void *it)
{
    char room[PATH_MAX];
    DIR *folder = opendir(ed_start_folder_path(path, room));
    if (!folder) return errno;
    const struct dirent *entry;
    bool more = true;
    while (more && (errno = 0, entry = readdir(folder)))
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            more = each(it, entry->d_name);
    int failed = more ? errno : 0;
    closedir(folder);
    return failed;
}
