#include "runtime/live/build_lock.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <unistd.h>
#include "runtime/os/home.h"

bool ed_turn_take(int *turn, const char *path)
{
    char name[PATH_MAX], room[PATH_MAX];
    if (*turn >= 0) return true;
    snprintf(name, sizeof name, "%.*s.lock", PATH_MAX - 8, ed_home_path(path, room));
    *turn = open(name, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
    if (*turn < 0 || flock(*turn, LOCK_EX | LOCK_NB) == 0) return true;
    bool busy = errno == EWOULDBLOCK;
    ed_turn_end(turn);
    return !busy;
}

void ed_turn_end(int *turn)
{
    if (*turn >= 0) {
        // Not by closing alone: a process that a trial left behind has it open, too.
        flock(*turn, LOCK_UN);
        close(*turn);
    }
    *turn = -1;
}
