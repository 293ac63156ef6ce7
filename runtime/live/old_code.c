#include "runtime/live/old_code.h"
#include <stdio.h>
#include "runtime/live/copy_dir.h"
#include "runtime/live/guard.h"
#include "runtime/os/library/loader.h"

typedef struct OldCode {
    u64 base, end;                          // both 0: unknown
    bool blocked;                           // the addresses are reserved
    char copy[ED_OLD_MODULE_PATH_MAX];      // empty: no module
} OldCode;

/// Signal handlers get no user pointer.
static struct OldCodeList {
    OldCode all[ED_OLD_CODE_MAX];
    u32 next;
} old;

static void forget_code(OldCode *code)
{
    if (code->blocked) ed_loader_unblock(code->base, code->end);
    if (*code->copy) ed_copy_dir_remove(code->copy);
    *code = (OldCode){ .blocked = false };
}

void ed_old_code_add(const char *copy, u64 base, u64 end)
{
    OldCode *code = &old.all[old.next++ % ED_OLD_CODE_MAX];
    forget_code(code);
    snprintf(code->copy, sizeof code->copy, "%s", copy);
    code->blocked = ed_loader_block(base, end);
    code->end = end;
    code->base = base;
}

bool ed_old_code_find(u64 address, ed_Fault *fault)
{
    fault->old_module[0] = 0;
    for (u32 i = 0; i < ED_OLD_CODE_MAX; i++) {
        const OldCode *code = &old.all[i];
        if (!code->blocked || address < code->base || address >= code->end) continue;
        fault->old_offset = address - code->base;
        snprintf(fault->old_module, sizeof fault->old_module, "%s", code->copy);
        return true;
    }
    return false;
}

void ed_old_code_clear(void)
{
    for (u32 i = 0; i < ED_OLD_CODE_MAX; i++) forget_code(&old.all[i]);
}
