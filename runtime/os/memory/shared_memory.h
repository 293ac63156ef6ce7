/// Memory that several processes of one user can use, each at another address. One process opens it
/// and passes its handle to a child process, as a number. The child attaches the memory while the
/// first process still has it. The system frees it when no process has it any more.
#ifndef ED_OS_SHARED_MEMORY_H
#define ED_OS_SHARED_MEMORY_H
#include "runtime/base/err.h"
ED_C_BEGIN

typedef struct ed_SharedMemory {      // zeroed: not open
    u8 *at;                           // in this process
    size_t size;                      // address space; the system provides pages when they are
                                      // first written
    i64 handle;
} ed_SharedMemory;

/// This many bytes at the start can be used right away. An arena can use all of the memory, because
/// it calls ed_pages_provide (pages.h) before it uses more.
#define ED_SHARED_MEMORY_READY ((size_t)1 << 20)

/// Opens zeroed memory. `name` is for the error message.
bool ed_shared_memory_open(ed_SharedMemory *memory, const char *name, size_t size, ed_Error *error);
/// Attaches the memory that another process opened. False with an error if `handle` does not name
/// shared memory of this user, or if it has less than `size` bytes. If `writable` is false, a write
/// to it is a fault.
bool ed_shared_memory_attach(ed_SharedMemory *memory, i64 handle, size_t size, bool writable,
                             ed_Error *error);
/// The other processes that attached it keep it.
void ed_shared_memory_close(ed_SharedMemory *memory);

/// Adds to `handles`, of which there are `count`, what a child process has to inherit (child.h) to
/// attach the memory. Returns the new count: at most one is added.
u32 ed_shared_memory_inherit(const ed_SharedMemory *memory, i64 *handles, u32 count);

/// Makes the first `size` bytes read-only in this process, or writable again. It is not an error if
/// the system refuses.
void ed_shared_memory_protect(const ed_SharedMemory *memory, size_t size, bool read_only);

/// Maps the first `size` bytes in this process at once, if the system can: that is faster than page
/// by page, as they are read. On Linux, it halves the time of a trial with 65 MB of state.
void ed_shared_memory_prepare_read(const ed_SharedMemory *memory, size_t size);

ED_C_END
#endif
