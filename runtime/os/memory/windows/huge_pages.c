#include "runtime/os/memory/huge_pages.h"

// Windows has large pages only for programs that ask for them and have a right to lock memory.
// eddie does not ask for them: see runtime/os/pages/windows/pages.c.

bool ed_huge_pages_setting(char *setting, size_t room)
{
    (void)setting, (void)room;
    return false;
}

bool ed_huge_pages_at(const void *at)
{
    (void)at;
    return false;
}
