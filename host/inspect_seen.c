#include "host/inspect_seen.h"
#include <string.h>
#include "runtime/base/hash.h"

typedef struct host_SeenSlot Slot;

bool host_seen_make(host_Seen *seen, ed_Arena *arena)
{
    *seen = (host_Seen){ 0 };
    seen->slots = ed_arena_push(arena, HOST_SEEN_MAX * sizeof(Slot), _Alignof(Slot));
    return seen->slots != NULL;
}

void host_seen_sign(host_Seen *seen, u64 sign)
{
    if (seen->sign == sign) return;
    seen->sign = sign;
    for (u32 i = 0; i < HOST_SEEN_MAX; i++) seen->slots[i].base = seen->slots[i].last;
}

bool host_seen_new(host_Seen *seen, const char *path, u64 value)
{
    u64 key = ed_hash_bytes(1, path, strlen(path));
    Slot *slot = &seen->slots[key & (HOST_SEEN_MAX - 1)];
    if (slot->path != key) *slot = (Slot){ key, value, value };
    slot->last = value;
    return slot->base != value;
}
