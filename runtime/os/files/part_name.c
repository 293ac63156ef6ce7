#include "runtime/os/files/part_name.h"
#include <stdio.h>
#include <string.h>

#define STEM_MAX 224      // bytes of a file's name that its temporary name can start with

/// Returns how many bytes of the name a temporary name starts with: all, or at most STEM_MAX, which
/// leaves room for the suffix.
static int stem_size(const char *name)
{
    size_t size = strlen(name);
    if (size > STEM_MAX)
        for (size = STEM_MAX; size > 1 && (name[size] & 0xc0) == 0x80;) size--;
    return (int)size;
}

void ed_part_name(char *name, size_t room, const char *of, u32 process, u32 counter)
{
    snprintf(name, room, "%.*s.%u-%u.part", stem_size(of), of, process, counter);
}

bool ed_part_name_is_of(const char *name, const char *of)
{
    const char *digits = "0123456789";
    size_t size = (size_t)stem_size(of);
    if (strncmp(name, of, size) != 0 || name[size] != '.') return false;
    const char *at = name + size + 1;
    size_t process = strspn(at, digits);
    if (!process || at[process] != '-') return false;
    size_t number = strspn(at + process + 1, digits);
    return number && strcmp(at + process + 1 + number, ".part") == 0;
}
