#include "runtime/os/library/library_image.h"
#include <fcntl.h>
#include <mach/mach.h>
#include <string.h>
#include <unistd.h>
#include "runtime/os/library/macos/mach_file.h"

// --- the address range ---------------------------------------------------------------------------

/// The beginning of what the loader publishes for debuggers.
typedef struct Loaded {
    const u8 *header;
    const char *path;
    uintptr_t written;
} Loaded;

typedef struct LoaderList {
    u32 version, count;
    const Loaded *images;      // NULL while the loader changes the list
} LoaderList;

/// The file and its folder, such as "/eddie-code-ab12cd/game.dylib-1.dylib". The system may name
/// the parent folder differently.
static const char *tail_of(const char *path)
{
    const char *file = strrchr(path, '/'), *folder = file;
    while (folder && folder > path && folder[-1] != '/') folder--;
    return folder && folder > path ? folder - 1 : path;
}

static bool ends_with(const char *path, const char *tail)
{
    size_t size = strlen(path), wanted = strlen(tail);
    return size >= wanted && memcmp(path + size - wanted, tail, wanted) == 0;
}

static const LoaderList *loader_list(void)
{
    struct task_dyld_info info;
    mach_msg_type_number_t size = TASK_DYLD_INFO_COUNT;
    kern_return_t failed =
        task_info(mach_task_self(), TASK_DYLD_INFO, (task_info_t)(void *)&info, &size);
    return failed ? NULL : (const LoaderList *)(uintptr_t)info.all_image_info_addr;
}

static const u8 *find_header(const char *tail)
{
    const LoaderList *list = loader_list();
    const Loaded *images = list ? list->images : NULL;
    for (u32 i = 0; images && i < list->count; i++)
        if (images[i].path && ends_with(images[i].path, tail)) return images[i].header;
    return NULL;
}

/// Segments are loaded at the same distance from each other as their addresses.
bool ed_library_range(const char *path, u64 *base, u64 *end)
{
    ed_MachHeader header;
    u64 first = UINT64_MAX, last = 0;
    const char *tail = tail_of(path);
    const u8 *at = *tail ? find_header(tail) : NULL;
    *base = *end = 0;
    if (!at) return false;
    *base = (u64)(uintptr_t)at;
    memcpy(&header, at, sizeof header);
    at += sizeof header;
    for (u32 i = 0; i < header.commands; i++) {
        ed_MachSegment segment;
        memcpy(&segment.command, at, sizeof segment.command);
        if (segment.command.kind == ED_MACH_SEGMENT) {
            memcpy(&segment, at, sizeof segment);
            if (segment.address < first) first = segment.address;
            if (segment.address + segment.bytes > last) last = segment.address + segment.bytes;
        }
        at += segment.command.size;
    }
    *end = last > first ? *base + (last - first) : *base;
    return true;
}

// --- the linked address --------------------------------------------------------------------------

/// The address of the segment that contains the header. A library for several processors is linked
/// for the address 0.
u64 ed_library_linked_address(const char *path)
{
    ed_MachHeader header;
    ed_MachSegment segment;
    u64 first = 0;
    off_t at = (off_t)sizeof header;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    bool good = file >= 0 && pread(file, &header, sizeof header, 0) == (ssize_t)sizeof header
             && header.magic == ED_MACH_MAGIC;
    for (u32 i = 0; good && i < header.commands; i++) {
        good = pread(file, &segment, sizeof segment, at) == (ssize_t)sizeof segment;
        bool holds = good && segment.command.kind == ED_MACH_SEGMENT && !segment.offset
                  && segment.file_bytes;
        if (holds) first = segment.address;
        at += segment.command.size;
    }
    if (file >= 0) close(file);
    return first;
}

void ed_library_each(void (*take)(void *it, const char *path), void *it) { (void)take, (void)it; }
