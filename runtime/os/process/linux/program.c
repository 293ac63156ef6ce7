#include "runtime/os/process/program.h"
#include <unistd.h>

void ed_program_begin(int *argc, char ***argv) { (void)argc, (void)argv; }

bool ed_program_path(char *path, size_t room)
{
    ssize_t size = readlink("/proc/self/exe", path, room);
    bool good = size > 0 && (size_t)size < room;
    if (room) path[good ? size : 0] = 0;
    return good;
}
