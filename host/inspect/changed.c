#include "host/inspect/changed.h"
#include <string.h>
#include "runtime/base/hash.h"

typedef struct host_ChangeMark Slot;

bool host_changed_make(host_ChangeMarks *seen, ed_Arena *arena)
{
    *seen = (host_ChangeMarks){ 0 };
    seen->slots = ed_arena_push(arena, HOST_CHANGED_MAX * sizeof(Slot), _Alignof(Slot));
    return seen->slots != NULL;
}

void host_changed_sign(host_ChangeMarks *seen, u64 sign)
{
    if (seen->sign == sign) return;
    seen->sign = sign;
    for (u32 i = 0; i < HOST_CHANGED_MAX; i++) seen->slots[i].base = seen->slots[i].last;
}

bool host_changed_new(host_ChangeMarks *seen, const char *path, u64 value)
{
    u64 key = ed_hash_bytes(1, path, strlen(path));
    Slot *slot = &seen->slots[key & (HOST_CHANGED_MAX - 1)];
    if (slot->path != key) *slot = (Slot){ key, value, value };
    slot->last = value;
    return slot->base != value;
}
