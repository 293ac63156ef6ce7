#include "host/inspect/changed.h"
#include <string.h>
#include "runtime/base/hash.h"

typedef struct host_ChangeMark Slot;

bool host_changed_init(host_ChangeMarks *changed, ed_Arena *arena)
{
    *changed = (host_ChangeMarks){ 0 };
    changed->slots = ed_arena_push(arena, HOST_CHANGED_MAX * sizeof(Slot), _Alignof(Slot));
    return changed->slots != NULL;
}

void host_changed_start_epoch(host_ChangeMarks *changed, u64 epoch)
{
    if (changed->epoch == epoch) return;
    changed->epoch = epoch;
    for (u32 i = 0; i < HOST_CHANGED_MAX; i++) changed->slots[i].base = changed->slots[i].last;
}

bool host_changed_note(host_ChangeMarks *changed, const char *path, u64 value)
{
    u64 key = ed_hash_bytes(1, path, strlen(path));
    Slot *slot = &changed->slots[key & (HOST_CHANGED_MAX - 1)];
    if (slot->path != key) *slot = (Slot){ key, value, value };
    slot->last = value;
    return slot->base != value;
}
