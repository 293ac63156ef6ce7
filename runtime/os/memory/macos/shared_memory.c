#include "runtime/os/memory/shared_memory.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// The memory is named for a moment only, while it is opened. Its handle is a descriptor, which a
// child process inherits. A segment of System V is no use here: macOS lets no process attach one
// that was removed.

#define FIRST_FREE 3          // the first number after the standard streams
#define NAMES_TRIED 100u      // other programs may have taken a name

static bool fail(ed_Error *error, const char *what, const char *name)
{
    ed_fail(error, ED_ERR_OS, "cannot %s shared memory%s%s: %s", what, *name ? " for " : "", name,
            strerror(errno));
    return false;
}

/// Closes a descriptor, and keeps errno.
static void drop(int file)
{
    int why = errno;
    if (file >= 0) close(file);
    errno = why;
}

/// Returns a descriptor of memory that has no name any more, or -1 with errno.
static int open_unnamed(void)
{
    static u32 counter;
    char name[32];      // macOS refuses longer names
    int file = -1;
    for (u32 i = 0; file < 0 && i < NAMES_TRIED; i++) {
        snprintf(name, sizeof name, "/eddie-%d-%u", (int)getpid(),
                 __atomic_add_fetch(&counter, 1, __ATOMIC_RELAXED));
        file = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
        if (file < 0 && errno != EEXIST) return -1;
    }
    if (file >= 0) shm_unlink(name);
    return file;
}

/// Maps the memory, and keeps another descriptor of it, which no child inherits by itself.
static bool map(ed_SharedMemory *memory, int file, size_t size, bool writable)
{
    int kept = fcntl(file, F_DUPFD_CLOEXEC, FIRST_FREE);
    if (kept < 0) return false;
    void *at = mmap(NULL, size, writable ? PROT_READ | PROT_WRITE : PROT_READ, MAP_SHARED, kept, 0);
    if (at == MAP_FAILED) {
        drop(kept);
        return false;
    }
    *memory = (ed_SharedMemory){ (u8 *)at, size, kept };
    return true;
}

bool ed_shared_memory_open(ed_SharedMemory *memory, const char *name, size_t size, ed_Error *error)
{
    *memory = (ed_SharedMemory){ .at = NULL };
    int file = open_unnamed();
    bool good = file >= 0 && ftruncate(file, (off_t)size) == 0 && map(memory, file, size, true);
    drop(file);
    return good || fail(error, "allocate", name);
}

/// The descriptor that was inherited stays open, since another attach may need it.
bool ed_shared_memory_attach(ed_SharedMemory *memory, i64 handle, size_t size, bool writable,
                             ed_Error *error)
{
    struct stat info;
    int file = (int)handle;
    *memory = (ed_SharedMemory){ .at = NULL };
    if (file != handle) errno = EINVAL;
    if (file != handle || fstat(file, &info) != 0) return fail(error, "attach", "");
    if ((u64)info.st_size < size) {
        ed_fail(error, ED_ERR_OS, "cannot attach shared memory: it is smaller than expected");
        return false;
    }
    fcntl(file, F_SETFD, FD_CLOEXEC);
    return map(memory, file, size, writable) || fail(error, "attach", "");
}

void ed_shared_memory_close(ed_SharedMemory *memory)
{
    if (memory->at) {
        munmap(memory->at, memory->size);
        close((int)memory->handle);
    }
    *memory = (ed_SharedMemory){ .at = NULL };
}

u32 ed_shared_memory_inherit(const ed_SharedMemory *memory, i64 *handles, u32 count)
{
    if (memory->at) handles[count++] = memory->handle;
    return count;
}

void ed_shared_memory_protect(const ed_SharedMemory *memory, size_t size, bool read_only)
{
    if (size > memory->size) size = memory->size;
    if (memory->at && size)
        mprotect(memory->at, size, read_only ? PROT_READ : PROT_READ | PROT_WRITE);
}

void ed_shared_memory_prepare_read(const ed_SharedMemory *memory, size_t size)
{
    (void)memory, (void)size;
}
