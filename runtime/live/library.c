#include "runtime/live/library.h"
#include <dlfcn.h>
#include <elf.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "runtime/live/file.h"
#include "runtime/run.h"

#if defined(__x86_64__)
#define OWN_MACHINE EM_X86_64
#elif defined(__aarch64__)
#define OWN_MACHINE EM_AARCH64
#else
#define OWN_MACHINE EM_NONE
#endif

// --- is it whole? ------------------------------------------------------------------------------------------------------

static bool within(u64 offset, u64 size, u64 total) { return offset <= total && size <= total - offset; }

static bool bad(ed_Error *error, const char *what)
{
    ed_fail(error, ED_ERR_MODULE, "%s", what);
    return false;
}

static bool check_segments(ed_Span bytes, const Elf64_Ehdr *head, ed_Error *error)
{
    bool dynamic = false;
    for (u32 i = 0; i < head->e_phnum; i++) {
        Elf64_Phdr segment;
        memcpy(&segment, bytes.at + head->e_phoff + i * sizeof segment, sizeof segment);
        if (!within(segment.p_offset, segment.p_filesz, bytes.size))
            return bad(error, "it is cut off: a segment lies beyond its end: build it again");
        dynamic |= segment.p_type == PT_DYNAMIC;
    }
    return dynamic || bad(error, "it is no shared library: link it with -shared");
}

bool ed_library_check(ed_Span bytes, ed_Error *error)
{
    Elf64_Ehdr head;
    if (bytes.size == 0) return bad(error, "it is empty: build it again");
    if (bytes.size < sizeof head || memcmp(bytes.at, ELFMAG, SELFMAG) != 0) return bad(error, "it is no shared library");
    memcpy(&head, bytes.at, sizeof head);
    if (head.e_ident[EI_CLASS] != ELFCLASS64 || head.e_ident[EI_DATA] != ELFDATA2LSB || head.e_machine != OWN_MACHINE)
        return bad(error, "it is built for another machine");
    if (head.e_type != ET_DYN) return bad(error, "it is no shared library: link it with -shared");
    if (head.e_phentsize != sizeof(Elf64_Phdr) || !within(head.e_phoff, (u64)head.e_phnum * sizeof(Elf64_Phdr), bytes.size)
        || !within(head.e_shoff, (u64)head.e_shnum * head.e_shentsize, bytes.size))
        return bad(error, "it is cut off: build it again");
    return check_segments(bytes, &head, error);
}

// --- loading -----------------------------------------------------------------------------------------------------------

bool ed_library_read(const char *path, ed_Arena *arena, ed_Span *bytes, u64 *hash, ed_Error *error)
{
    if (!ed_file_read(path, ED_LIBRARY_BYTES_MAX, arena, bytes, error)) return false;
    *hash = XXH64(bytes->at, bytes->size, 0);
    return true;
}

/// What the loader says, without the name of the copy in front.
static const char *loader_words(const char *copy)
{
    const char *words = dlerror();
    if (!words) return "the loader gives no reason";
    size_t size = strlen(copy);
    return strncmp(words, copy, size) == 0 && words[size] == ':' ? words + size + 2 : words;
}

static bool find_module(ed_Library *library, ed_Error *error)
{
    typedef const ed_Module *Entry(void);
    void *symbol = dlsym(library->handle, "eddie_module");
    Entry *entry;
    if (!symbol) return bad(error, "it has no eddie_module: export that function, see runtime/module.h");
    memcpy(&entry, &symbol, sizeof entry);      // a data pointer to a function pointer, as dlsym wants it
    library->module = entry();
    return ed_module_check(library->module, error);
}

bool ed_library_copy(ed_Library *library, ed_Span bytes, u64 hash, const char *path, const char *folder, u32 number,
                     ed_Error *error)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    *library = (ed_Library){ .hash = hash };
    if (!ed_library_check(bytes, error)) return false;
    snprintf(library->copy, sizeof library->copy, "%s/%.64s-%u.so", folder, name, number);
    if (ed_file_write_new(library->copy, bytes.at, bytes.size, error)) return true;
    *library->copy = 0;
    return false;
}

bool ed_library_load(ed_Library *library, ed_Error *error)
{
    library->handle = dlopen(library->copy, RTLD_NOW | RTLD_LOCAL);
    if (library->handle) return find_module(library, error);
    ed_fail(error, ED_ERR_MODULE, "it cannot be loaded: %s", loader_words(library->copy));
    return false;
}

bool ed_library_open(ed_Library *library, ed_Span bytes, u64 hash, const char *path, const char *folder, u32 number,
                     ed_Error *error)
{
    if (!ed_library_copy(library, bytes, hash, path, folder, number, error)) return false;
    if (ed_library_load(library, error)) return true;
    ed_library_close(library);
    return false;
}

void ed_library_unload(ed_Library *library)
{
    if (library->handle) dlclose(library->handle);
    library->handle = NULL;
    library->module = NULL;
}

void ed_library_close(ed_Library *library)
{
    ed_library_unload(library);
    if (*library->copy) unlink(library->copy);
    *library = (ed_Library){ .handle = NULL };
}
