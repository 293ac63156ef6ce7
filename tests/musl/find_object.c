// Finds the unwind table for an address, as the function of this name in glibc does. Debian's
// libgcc needs it, and musl has none; a gcc that was built for musl does not need it.
#define _GNU_SOURCE
#include <link.h>
#include <stdint.h>

typedef struct Found {      // struct dl_find_object
    unsigned long long flags;
    void *start, *end, *link_map, *table;
    unsigned long long reserved[7];
} Found;

typedef struct Search {
    uintptr_t at;
    Found *found;
} Search;

static int look_into(struct dl_phdr_info *library, size_t size, void *user)
{
    const Search *search = (const Search *)user;
    uintptr_t low = UINTPTR_MAX, high = 0, table = 0;
    (void)size;
    for (int i = 0; i < library->dlpi_phnum; i++) {
        const ElfW(Phdr) *it = &library->dlpi_phdr[i];
        uintptr_t from = library->dlpi_addr + it->p_vaddr;
        if (it->p_type == PT_GNU_EH_FRAME) table = from;
        if (it->p_type != PT_LOAD) continue;
        if (from < low) low = from;
        if (from + it->p_memsz > high) high = from + it->p_memsz;
    }
    if (search->at < low || search->at >= high) return 0;
    *search->found = (Found){ .start = (void *)low, .end = (void *)high, .table = (void *)table };
    return table ? 1 : -1;
}

int _dl_find_object(void *at, Found *found);
int _dl_find_object(void *at, Found *found)
{
    Search search = { (uintptr_t)at, found };
    return dl_iterate_phdr(look_into, &search) == 1 ? 0 : -1;
}
