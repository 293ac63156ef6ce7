#include "runtime/os/memory/shared_memory.h"
#include <errno.h>
#include <string.h>
#include <windows.h>
#include "runtime/os/pages/pages.h"
#include "runtime/os/system/windows/wide.h"

// A section of the paging file without a name. Its pages become usable for all processes when one
// of them calls ed_pages_provide.

_Static_assert(ED_SHARED_MEMORY_READY == ED_PAGES_STEP, "the first step is provided at once");

static HANDLE handle_of(const ed_SharedMemory *memory) { return (HANDLE)(intptr_t)memory->handle; }

static bool fail(ed_Error *error, const char *what, const char *name, int why)
{
    ed_fail(error, ED_ERR_OS, "cannot %s%s: %s", what, name, ed_errno_text(why));
    return false;
}

bool ed_shared_memory_open(ed_SharedMemory *memory, const char *name, size_t size, ed_Error *error)
{
    *memory = (ed_SharedMemory){ .at = NULL };
    HANDLE section = CreateFileMappingW(INVALID_HANDLE_VALUE, NULL, PAGE_READWRITE | SEC_RESERVE,
                                        (DWORD)(size >> 32), (DWORD)size, NULL);
    u8 *at = section ? (u8 *)MapViewOfFile(section, FILE_MAP_WRITE, 0, 0, size) : NULL;
    const int why = at ? ENOMEM : ed_errno_of(GetLastError());
    if (at) *memory = (ed_SharedMemory){ at, size, (intptr_t)section };
    else if (section) CloseHandle(section);
    if (at && ed_pages_provide(at, size, 0, size < ED_PAGES_STEP ? size : ED_PAGES_STEP))
        return true;
    ed_shared_memory_close(memory);
    return fail(error, "allocate shared memory for ", name, why);
}

/// The caller keeps `handle`, which it may have inherited.
static HANDLE copy_of(i64 handle)
{
    HANDLE own = GetCurrentProcess(), copy = NULL;
    DuplicateHandle(own, (HANDLE)(intptr_t)handle, own, &copy, 0, FALSE, DUPLICATE_SAME_ACCESS);
    return copy;
}

static bool is_section(HANDLE handle)
{
    void *at = MapViewOfFile(handle, FILE_MAP_READ, 0, 0, 0);
    if (at) UnmapViewOfFile(at);
    return at;
}

bool ed_shared_memory_attach(ed_SharedMemory *memory, i64 handle, size_t size, bool writable,
                             ed_Error *error)
{
    *memory = (ed_SharedMemory){ .at = NULL };
    HANDLE section = copy_of(handle);
    if (!section) return fail(error, "attach shared memory", "", EINVAL);
    void *at = MapViewOfFile(section, writable ? FILE_MAP_WRITE : FILE_MAP_READ, 0, 0, size);
    const int why = at ? 0 : ed_errno_of(GetLastError());
    if (at) {
        *memory = (ed_SharedMemory){ (u8 *)at, size, (intptr_t)section };
        return true;
    }
    // A larger view than the section is refused as if there were no right to it.
    if (why == EACCES && is_section(section))
        ed_fail(error, ED_ERR_OS, "cannot attach shared memory: it is smaller than expected");
    else fail(error, "attach shared memory", "", why == EBADF ? EINVAL : why);
    CloseHandle(section);
    return false;
}

void ed_shared_memory_close(ed_SharedMemory *memory)
{
    if (memory->at) {
        UnmapViewOfFile(memory->at);
        CloseHandle(handle_of(memory));
    }
    *memory = (ed_SharedMemory){ .at = NULL };
}

u32 ed_shared_memory_inherit(const ed_SharedMemory *memory, i64 *handles, u32 count)
{
    if (memory->at) handles[count++] = memory->handle;
    return count;
}

/// Pages that are not usable yet have no protection to change.
void ed_shared_memory_protect(const ed_SharedMemory *memory, size_t size, bool read_only)
{
    MEMORY_BASIC_INFORMATION info;
    DWORD before;
    if (size > memory->size) size = memory->size;
    u8 *const end = memory->at + size;
    for (u8 *at = memory->at, *next; at && at < end; at = next) {
        if (!VirtualQuery(at, &info, sizeof info)) return;
        next = (u8 *)info.BaseAddress + info.RegionSize;
        if (next > end) next = end;
        if (info.State == MEM_COMMIT)
            VirtualProtect(at, (size_t)(next - at), read_only ? PAGE_READONLY : PAGE_READWRITE,
                           &before);
    }
}

void ed_shared_memory_prepare_read(const ed_SharedMemory *memory, size_t size)
{
    (void)memory, (void)size;
}
