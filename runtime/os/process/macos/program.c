#include "runtime/os/process/program.h"
#include <limits.h>
#include <mach-o/dyld.h>
#include <stdlib.h>
#include <string.h>

void ed_program_begin(int *argc, char ***argv) { (void)argc, (void)argv; }

/// The system knows the path that the process was started by, which may contain links.
bool ed_program_path(char *path, size_t room)
{
    char started[PATH_MAX], real[PATH_MAX];
    u32 size = sizeof started;
    bool known = _NSGetExecutablePath(started, &size) == 0;
    const char *found = known && realpath(started, real) ? real : started;
    bool good = known && *found == '/' && strlen(found) < room;
    if (good) memcpy(path, found, strlen(found) + 1);
    else if (room) *path = 0;
    return good;
}
