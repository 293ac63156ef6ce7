#include "runtime/os/files/output_file.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "runtime/os/system/environment.h"

/// The file has no name any more. macOS cannot limit the size of a file: what is written after the
/// first bytes stays on the disk until the file is closed.
int ed_output_file_open(i64 *handle, u32 bytes)
{
    char path[ED_PATH_MAX];
    const char *folder = getenv("TMPDIR");
    (void)bytes;
    *handle = -1;
    int size =
        snprintf(path, sizeof path, "%s/eddie-output-XXXXXX", folder && *folder ? folder : "/tmp");
    if (size < 0 || (size_t)size >= sizeof path) return ENAMETOOLONG;
    int file = mkostemp(path, O_CLOEXEC);
    if (file < 0) return errno;
    unlink(path);
    *handle = file;
    return 0;
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
