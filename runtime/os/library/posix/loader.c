#include "runtime/os/library/loader.h"
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/mman.h>

void *ed_loader_open(const char *path) { return dlopen(path, RTLD_NOW | RTLD_LOCAL); }

void ed_loader_close(void *library) { dlclose(library); }

const char *ed_loader_error(void)
{
    const char *message = dlerror();
    return message ? message : "the loader gave no reason";
}

void *ed_loader_symbol(void *library, const char *name) { return dlsym(library, name); }

bool ed_loader_has(const char *path)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_NOLOAD);
    if (library) dlclose(library);
    return library != NULL;
}

bool ed_loader_unloads(void)
{
#if defined(__linux__) && !defined(__GLIBC__)
    return false;
#else
    return true;
#endif
}

bool ed_loader_knows(const char *name) { return dlsym(RTLD_DEFAULT, name) != NULL; }

void *ed_loader_hidden_function(const char *name) { return dlsym(RTLD_NEXT, name); }

u64 ed_loader_c_library(void) { return (u64)(uintptr_t)&free; }

const char *ed_loader_function_at(u64 address)
{
    Dl_info info;
    return dladdr((const void *)(uintptr_t)address, &info) && info.dli_sname ? info.dli_sname : "";
}

const void *ed_loader_base(const void *address)
{
    Dl_info info;
    return dladdr(address, &info) ? info.dli_fbase : NULL;
}

bool ed_loader_block(u64 base, u64 end)
{
    void *wanted = (void *)(uintptr_t)base;
    void *at = mmap(wanted, end - base, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at != MAP_FAILED && at != wanted) munmap(at, end - base);
    return at == wanted;
}

void ed_loader_unblock(u64 base, u64 end) { munmap((void *)(uintptr_t)base, end - base); }
