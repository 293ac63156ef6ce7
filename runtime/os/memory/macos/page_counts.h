/// How many pages of the machine's memory are used for what. Only for runtime/os/memory/macos.
#ifndef ED_OS_MACOS_PAGE_COUNTS_H
#define ED_OS_MACOS_PAGE_COUNTS_H
#include "runtime/base/base.h"
ED_C_BEGIN

typedef struct ed_PageCounts {
    u64 page_bytes;
    u64 unused;
    u64 droppable;      // copies of files, and memory that programs offered to give up
} ed_PageCounts;

bool ed_page_counts(ed_PageCounts *counts);

ED_C_END
#endif
