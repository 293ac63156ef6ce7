#include "runtime/os/memory/huge_pages.h"

// macOS has no setting for huge pages, and programs cannot ask for them.

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
