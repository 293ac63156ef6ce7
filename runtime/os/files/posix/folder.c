#include "runtime/os/files/folder.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>
#include "runtime/os/system/clock.h"
#include "runtime/os/files/posix/descriptor.h"
#include "runtime/os/files/start_folder.h"

int ed_folder_list(const char *path, bool (*each)(void *it, const char *name), void *it)
{
    char room[ED_PATH_MAX];
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

int ed_folder_make(const char *path)
{
    char room[ED_PATH_MAX];
    return mkdir(ed_start_folder_path(path, room), 0777) == 0 ? 0 : errno;
}

int ed_folder_remove(const char *path)
{
    char room[ED_PATH_MAX];
    return rmdir(ed_start_folder_path(path, room)) == 0 ? 0 : errno;
}

i64 ed_folder_lock(const char *path, u32 ms)
{
    char room[ED_PATH_MAX];
    int folder =
        ed_descriptor_open(AT_FDCWD, ed_start_folder_path(path, room), O_RDONLY | O_DIRECTORY, 0);
    for (u32 i = 0;
         folder >= 0 && i < ms && flock(folder, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
         i++)
        ed_sleep_ms(1);
    return folder;
}

void ed_folder_unlock(i64 lock)
{
    if (lock >= 0) close((int)lock);
}
