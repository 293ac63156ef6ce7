#include "runtime/os/process/stream.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "runtime/os/files/start_folder.h"

int ed_stream_open(i64 *stream, const char *path)
{
    char room[ED_PATH_MAX];
    struct stat info;
    *stream = STDIN_FILENO;
    if (strcmp(path, "-") == 0) return 0;
    *stream = open(ed_start_folder_path(path, room), O_RDONLY | O_CLOEXEC);
    if (*stream < 0) return errno;
    if (fstat((int)*stream, &info) != 0 || !S_ISDIR(info.st_mode)) return 0;
    ed_stream_close(stream);
    return EISDIR;
}

void ed_stream_close(i64 *stream)
{
    if (*stream > STDIN_FILENO) close((int)*stream);
    *stream = ED_STREAM_CLOSED;
}

bool ed_stream_wait(i64 stream, int wait_ms)
{
    struct pollfd ready = { .fd = (int)stream, .events = POLLIN };
    return poll(&ready, 1, wait_ms) > 0;
}

int ed_stream_read(i64 stream, void *bytes, size_t room, size_t *size, bool *ended)
{
    ssize_t got = read((int)stream, bytes, room);
    *size = got > 0 ? (size_t)got : 0;
    *ended = got == 0;
    return got >= 0 || errno == EINTR || errno == EAGAIN ? 0 : errno;
}
