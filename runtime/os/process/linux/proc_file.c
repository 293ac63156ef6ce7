#include "runtime/os/process/linux/proc_file.h"
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

bool ed_proc_open(ed_ProcFile *file, const char *path)
{
    file->size = file->at = 0;
    file->file = open(path, O_RDONLY | O_CLOEXEC);
    file->failed = file->file < 0 ? errno : 0;
    return file->file >= 0;
}

static bool fill(ed_ProcFile *file)
{
    ssize_t got = file->file >= 0 ? read(file->file, file->bytes, sizeof file->bytes) : 0;
    file->at = 0;
    file->size = got > 0 ? (u32)got : 0;
    return file->size > 0;
}

bool ed_proc_line(ed_ProcFile *file, char *line, u32 room)
{
    u32 size = 0;
    while (file->at < file->size || fill(file)) {
        char c = file->bytes[file->at++];
        if (c == '\n') {
            line[size] = 0;
            return true;
        }
        if (size + 1 < room) line[size++] = c;
    }
    line[size] = 0;
    return size > 0;
}

void ed_proc_close(ed_ProcFile *file)
{
    if (file->file >= 0) close(file->file);
    file->file = -1;
}
