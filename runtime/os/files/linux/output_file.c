#include "runtime/os/files/output_file.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int ed_output_file_open(i64 *handle, u32 bytes)
{
    int file = memfd_create("output", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    *handle = file;
    bool good =
        file >= 0 && ftruncate(file, bytes) == 0 && fcntl(file, F_ADD_SEALS, F_SEAL_GROW) == 0;
    int failed = good ? 0 : errno;
    if (!good) ed_output_file_close(handle);
    return failed;
}

u32 ed_output_file_read(i64 handle, char *text, u32 room)
{
    ssize_t got = pread((int)handle, text, room - 1, 0);
    text[got > 0 ? got : 0] = 0;
    return (u32)strlen(text);
}

void ed_output_file_close(i64 *handle)
{
    if (*handle >= 0) close((int)*handle);
    *handle = -1;
}
