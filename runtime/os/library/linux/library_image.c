#include "runtime/os/library/library_image.h"
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <unistd.h>
#include "runtime/os/process/linux/proc_file.h"

// --- the address range ---------------------------------------------------------------------------

/// The file and its folder, such as "eddie-code-ab12cd/game.so-1.so". The system may name the
/// parent folder differently.
static const char *tail_of(const char *path)
{
    const char *file = strrchr(path, '/'), *folder = file;
    while (folder && folder > path && folder[-1] != '/') folder--;
    return folder ? folder : path;
}

static bool names(const char *line, const char *tail)
{
    static const char gone[] = " (deleted)";
    size_t size = strlen(line), wanted = strlen(tail);
    if (size > sizeof gone - 1 && strcmp(line + size - (sizeof gone - 1), gone) == 0)
        size -= sizeof gone - 1;
    return size > wanted && memcmp(line + size - wanted, tail, wanted) == 0
        && line[size - wanted - 1] == '/';
}

static u64 read_hex(const char **at)
{
    u64 value = 0;
    for (;; (*at)++) {
        char c = **at;
        if (c >= '0' && c <= '9') value = value * 16 + (u64)(c - '0');
        else if (c >= 'a' && c <= 'f') value = value * 16 + (u64)(c - 'a' + 10);
        else return value;
    }
}

/// The range is that from the first to the last of the library's lines in /proc/self/maps:
/// 7f00-7f10 r-xp 00000000 08:01 42   /tmp/eddie-code-ab12cd/game.so-1.so
bool ed_library_range(const char *path, u64 *base, u64 *end)
{
    char line[1280];
    ed_ProcFile maps;
    const char *tail = tail_of(path);
    *base = *end = 0;
    if (!*tail || !ed_proc_open(&maps, "/proc/self/maps")) return false;
    while (ed_proc_line(&maps, line, sizeof line)) {
        const char *at = line;
        if (!names(line, tail)) continue;
        u64 start = read_hex(&at);
        if (!*base) *base = start;
        if (*at++ == '-') *end = read_hex(&at);
    }
    ed_proc_close(&maps);
    return *base != 0;
}

// --- the linked address --------------------------------------------------------------------------

u64 ed_library_linked_address(const char *path)
{
    Elf64_Ehdr head;
    Elf64_Phdr segment;
    u64 first = UINT64_MAX;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    bool good = file >= 0 && pread(file, &head, sizeof head, 0) == (ssize_t)sizeof head
             && head.e_phentsize == sizeof segment;
    for (u32 i = 0; good && i < head.e_phnum; i++) {
        good = pread(file, &segment, sizeof segment, (off_t)(head.e_phoff + i * sizeof segment))
            == (ssize_t)sizeof segment;
        if (good && segment.p_type == PT_LOAD && segment.p_vaddr < first) first = segment.p_vaddr;
    }
    if (file >= 0) close(file);
    return first == UINT64_MAX ? 0 : first - first % (u64)sysconf(_SC_PAGESIZE);
}

// --- all libraries -------------------------------------------------------------------------------

typedef struct Each {
    void (*take)(void *it, const char *path);
    void *it;
} Each;

static int take_image(struct dl_phdr_info *info, size_t size, void *it)
{
    const Each *each = (const Each *)it;
    (void)size;
    if (info->dlpi_name && info->dlpi_name[0] == '/') each->take(each->it, info->dlpi_name);
    return 0;
}

void ed_library_each(void (*take)(void *it, const char *path), void *it)
{
    dl_iterate_phdr(take_image, &(Each){ take, it });
}
