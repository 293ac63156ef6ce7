#include "runtime/os/memory/shared_memory.h"
#include <errno.h>
#include <string.h>
#include <sys/shm.h>
#include "runtime/os/pages/posix/populate.h"

// A segment of System V has no file descriptor, so it still exists after the game's code closed all
// descriptors, and the limit of a file's size does not apply to it. It is removed as soon as it is
// attached, so that it ends with its processes. As long as one of them has it attached, Linux lets
// other processes attach it, too.

#define HUGE_PAGE ((size_t)2 << 20)

static bool fail(ed_Error *error, const char *name)
{
    ed_fail(error, ED_ERR_OS, "cannot allocate shared memory for %s: %s", name, strerror(errno));
    return false;
}

/// Asks for large pages, as arena.c does.
static void advise_huge(const ed_SharedMemory *memory)
{
    if (memory->size > 2 * HUGE_PAGE)
        madvise(memory->at + HUGE_PAGE, memory->size - HUGE_PAGE, MADV_HUGEPAGE);
}

static bool attach(ed_SharedMemory *memory, int id, size_t size, int how)
{
    void *at = shmat(id, NULL, how);
    if (at == (void *)-1) return false;
    *memory = (ed_SharedMemory){ (u8 *)at, size, id };
    return true;
}

bool ed_shared_memory_open(ed_SharedMemory *memory, const char *name, size_t size, ed_Error *error)
{
    *memory = (ed_SharedMemory){ .at = NULL };
    int id = shmget(IPC_PRIVATE, size, SHM_NORESERVE | 0600);
    if (id < 0) return fail(error, name);
    bool good = attach(memory, id, size, 0);
    int why = errno;
    shmctl(id, IPC_RMID, NULL);
    errno = why;
    if (!good) return fail(error, name);
    advise_huge(memory);
    return true;
}

bool ed_shared_memory_attach(ed_SharedMemory *memory, i64 handle, size_t size, bool writable,
                             ed_Error *error)
{
    struct shmid_ds info;
    int id = (int)handle;
    *memory = (ed_SharedMemory){ .at = NULL };
    bool good = id == handle && attach(memory, id, size, writable ? 0 : SHM_RDONLY);
    if (!good) errno = id == handle ? errno : EINVAL;
    // The size is known to be right only while the memory is attached.
    bool large = good && shmctl(id, IPC_STAT, &info) == 0 && info.shm_segsz >= size;
    if (large) return true;
    if (good) ed_shared_memory_close(memory);
    ed_fail(error, ED_ERR_OS, "cannot attach shared memory: %s",
            good ? "it is smaller than expected" : strerror(errno));
    return false;
}

void ed_shared_memory_close(ed_SharedMemory *memory)
{
    if (memory->at) shmdt(memory->at);
    *memory = (ed_SharedMemory){ .at = NULL };
}

u32 ed_shared_memory_inherit(const ed_SharedMemory *memory, i64 *handles, u32 count)
{
    (void)memory;
    (void)handles;
    return count;      // the handle is enough
}

void ed_shared_memory_protect(const ed_SharedMemory *memory, size_t size, bool read_only)
{
    if (size > memory->size) size = memory->size;
    if (memory->at && size)
        mprotect(memory->at, size, read_only ? PROT_READ : PROT_READ | PROT_WRITE);
}

void ed_shared_memory_prepare_read(const ed_SharedMemory *memory, size_t size)
{
    if (memory->at) madvise(memory->at, size, MADV_POPULATE_READ);
}
