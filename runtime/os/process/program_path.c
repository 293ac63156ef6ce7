#include "runtime/os/process/program.h"
#include <string.h>

bool ed_program_path_beside(const char *name, char *path, size_t room)
{
    char *slash = ed_program_path(path, room) ? strrchr(path, '/') : NULL;
    size_t size = strlen(name) + 1;
    bool good = slash && (size_t)(slash + 1 - path) + size <= room;
    if (good) memcpy(slash + 1, name, size);
    else if (room) *path = 0;
    return good;
}
