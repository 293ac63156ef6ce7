#include "runtime/live/build_lock.h"
#include <errno.h>
#include <stdio.h>

#define NAME_BYTES 4096

bool ed_build_lock_take(i64 *lock, const char *path)
{
    char name[NAME_BYTES];
    if (*lock != ED_NO_LOCK) return true;
    int size = snprintf(name, sizeof name, "%s.lock", path);
    if (size < 0 || (size_t)size >= sizeof name) return true;
    return ed_file_lock_take(lock, name) != EWOULDBLOCK;
}

void ed_build_lock_release(i64 *lock) { ed_file_lock_release(lock); }
