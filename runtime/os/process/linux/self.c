#include "runtime/os/process/self.h"
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

static const char link_to_it[] = "/proc/self/exe";

/// A program is named after the file that it is started by, so the link itself is used only if it
/// leads to a file that has no name any more.
bool ed_self_program(char *path, size_t room)
{
    static const char deleted[] = " (deleted)";
    const size_t end = sizeof deleted - 1;
    ssize_t size = readlink(link_to_it, path, room);
    if (size <= 0 || (size_t)size >= room) return false;
    path[size] = 0;
    bool is_deleted = (size_t)size > end && strcmp(path + size - end, deleted) == 0;
    if (is_deleted) snprintf(path, room, "%s", link_to_it);
    return true;
}

i64 ed_self_parent_id(void) { return getppid(); }

bool ed_self_end_with(i64 parent)
{
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    return getppid() == parent;
}
