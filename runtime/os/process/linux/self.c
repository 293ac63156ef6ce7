#include "runtime/os/process/self.h"
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

static const char own_program[] = "/proc/self/exe";

/// A process gets its name from the path that it is started by. So /proc/self/exe itself is used
/// only if the program's file was deleted.
bool ed_self_program(char *path, size_t room)
{
    static const char deleted[] = " (deleted)";
    const size_t end = sizeof deleted - 1;
    ssize_t size = readlink(own_program, path, room);
    if (size <= 0 || (size_t)size >= room) return false;
    path[size] = 0;
    bool is_deleted = (size_t)size > end && strcmp(path + size - end, deleted) == 0;
    if (is_deleted) snprintf(path, room, "%s", own_program);
    return true;
}

i64 ed_self_parent_id(void) { return getppid(); }

bool ed_self_end_with(i64 parent)
{
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    return getppid() == parent;
}
