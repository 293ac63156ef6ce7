/// Huge pages of memory: whether programs get them, for a description of the machine.
#ifndef ED_OS_HUGE_PAGES_H
#define ED_OS_HUGE_PAGES_H
#include "runtime/base/base.h"
ED_C_BEGIN

/// Writes the system's setting in its own word, such as "madvise". Returns false if the system has
/// no such setting.
bool ed_huge_pages_setting(char *setting, size_t room);
/// Returns true if some of the memory that was reserved together with `at` consists of huge pages.
bool ed_huge_pages_at(const void *at);

ED_C_END
#endif
