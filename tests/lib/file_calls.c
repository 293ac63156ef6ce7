#include "tests/lib/file_calls.h"
#include "tests/lib/failing_calls.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

FileCalls file_calls = { .file = -1 };

void file_calls_arm(u32 at, int fault)
{
    file_calls.count = 0;
    file_calls.at = at;
    file_calls.fault = fault;
    file_calls.file = -1;
    file_calls.armed = true;
}

void file_calls_disarm(void)
{
    file_calls.armed = false;
    file_calls.fault = 0;
}

static void run_once(void (**function)(void))
{
    void (*it)(void) = *function;
    *function = NULL;
    if (it) it();
}

/// True if this call is the one to fail.
static bool meet(FileCall call)
{
    if (!file_calls.armed) return false;
    if (file_calls.count < ED_COUNT(file_calls.calls)) file_calls.calls[file_calls.count] = call;
    if (file_calls.count++ != file_calls.at) return false;
    if (file_calls.before) kill(getpid(), SIGKILL);
    return true;
}

/// Returns the result of a call that was made, unless the process is to be killed after it.
static long end_call(bool met, long result)
{
    if (met && file_calls.after) kill(getpid(), SIGKILL);
    return result;
}

static bool fails(bool met)
{
    if (!met || file_calls.fault <= 0) return false;
    errno = file_calls.fault;
    return true;
}

int __real_openat(int folder, const char *name, int flags, ...);
ssize_t __real_write(int fd, const void *bytes, size_t size);
ssize_t __real_read(int fd, void *bytes, size_t size);
int __real_fsync(int fd);
int __real_close(int fd);
int __real_renameat(int from, const char *name, int to, const char *new_name);
int __wrap_openat(int folder, const char *name, int flags, ...);
ssize_t __wrap_write(int fd, const void *bytes, size_t size);
ssize_t __wrap_read(int fd, void *bytes, size_t size);
int __wrap_fsync(int fd);
int __wrap_close(int fd);
int __wrap_renameat(int from, const char *name, int to, const char *new_name);

int __wrap_openat(int folder, const char *name, int flags, ...)
{
    mode_t mode = 0;
    va_list more;
    va_start(more, flags);
    if (flags & O_CREAT) mode = va_arg(more, mode_t);
    va_end(more);
    FileCall call = flags & O_CREAT ? OPEN_FILE : strcmp(name, ".") == 0 ? OPEN_LIST : OPEN_FOLDER;
    run_once(call == OPEN_FILE ? &file_calls.creating : &file_calls.opening);
    bool met = meet(call);
    if (fails(met)) return -1;
    int fd = __real_openat(folder, name, flags, mode);
    if (met && file_calls.fault == ZERO && fd > 0) {
        file_calls.replaced = dup2(fd, 0) == 0;
        __real_close(fd);
        fd = 0;
        errno = EINTR;      // means nothing after a success
    }
    if (file_calls.armed && call == OPEN_FILE) file_calls.file = fd;
    file_calls.name = name;
    run_once(call == OPEN_FILE ? &file_calls.created : &file_calls.opened);
    return (int)end_call(met, fd);
}

ssize_t __wrap_write(int fd, const void *bytes, size_t size)
{
    run_once(&file_calls.writing);
    bool met = file_calls.armed && fd == file_calls.file && meet(WRITE);
    if (fails(met)) return -1;
    if (met && file_calls.fault == NO_WRITE) return 0;
    // a process that is killed after a write has written only half
    if (met && (file_calls.fault == SHORT_WRITE || file_calls.after) && size > 1) size /= 2;
    return end_call(met, __real_write(fd, bytes, size));
}

ssize_t __wrap_read(int fd, void *bytes, size_t size)
{
    run_once(&file_calls.reading);
    if (failing_call_is_due("read")) return -1;
    return __real_read(fd, bytes, failing_calls_read_size(size));
}

int __wrap_fsync(int fd)
{
    bool met = meet(fd == file_calls.file ? SYNC_FILE : SYNC_FOLDER);
    return fails(met) ? -1 : (int)end_call(met, __real_fsync(fd));
}

int __wrap_close(int fd)      // the file is closed even if the call is made to fail
{
    bool met = meet(fd == file_calls.file ? CLOSE_FILE : CLOSE_OTHER);
    int code = __real_close(fd);
    if (file_calls.armed && fd == file_calls.file) file_calls.file = -1;
    return fails(met) ? -1 : (int)end_call(met, code);
}

int __wrap_renameat(int from, const char *name, int to, const char *new_name)
{
    bool met = meet(RENAME);
    return fails(met) ? -1 : (int)end_call(met, __real_renameat(from, name, to, new_name));
}
