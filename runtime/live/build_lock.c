#include "runtime/live/build_lock.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <unistd.h>
#include "runtime/os/start_folder.h"

bool ed_build_lock_take(int *lock, const char *path)
{
    char name[PATH_MAX], room[PATH_MAX];
    if (*lock >= 0) return true;
    snprintf(name, sizeof name, "%.*s.lock", PATH_MAX - 8, ed_start_folder_path(path, room));
    *lock = open(name, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
    if (*lock < 0 || flock(*lock, LOCK_EX | LOCK_NB) == 0) return true;
    bool busy = errno == EWOULDBLOCK;
    ed_build_lock_release(lock);
    return !busy;
}

void ed_build_lock_release(int *lock)
{
    if (*lock >= 0) {
        // Closing is not enough: the process of a trial that has just begun may still have the file
        // open.
        flock(*lock, LOCK_UN);
        close(*lock);
    }
    *lock = -1;
}
