#include "runtime/os/files/file_lock.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include "runtime/os/files/start_folder.h"

int ed_file_lock_take(i64 *lock, const char *path)
{
    char room[ED_PATH_MAX];
    *lock = ED_NO_LOCK;
    int file = open(ed_start_folder_path(path, room),
                    O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
    if (file < 0) return errno;
    if (flock(file, LOCK_EX | LOCK_NB) != 0) {
        int failed = errno;
        close(file);
        return failed;
    }
    *lock = file;
    return 0;
}

void ed_file_lock_release(i64 *lock)
{
    if (*lock != ED_NO_LOCK) {
        // Closing is not enough: a process that the game forked may still have the file open.
        flock((int)*lock, LOCK_UN);
        close((int)*lock);
    }
    *lock = ED_NO_LOCK;
}

u64 ed_file_lock_now_ns(i64 lock)
{
    struct stat st;
    if (lock == ED_NO_LOCK || futimens((int)lock, NULL) != 0 || fstat((int)lock, &st) != 0)
        return 0;
#ifdef __APPLE__
    const struct timespec written = st.st_mtimespec;
#else
    const struct timespec written = st.st_mtim;
#endif
    return (u64)written.tv_sec * 1000000000u + (u64)written.tv_nsec;
}
