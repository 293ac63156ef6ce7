#include "runtime/api/module.h"
#include <stdio.h>
#include <string.h>

ed_Arena *ed_host_scratch(ed_Host *host, const char *tag, ed_Lifetime life, size_t limit)
{
    u32 hash = ed_tag(tag, strlen(tag)) | 1u;      // 0 is a free slot
    for (u32 i = 0; i < ED_SCRATCH_MAX; i++) {
        ed_Scratch *slot = &host->scratch[i];
        if (slot->tag == hash) return &slot->arena;
        if (slot->tag) continue;
        char name[48];
        snprintf(name, sizeof name, "scratch %s", tag);
        if (!ed_arena_open_fixed(&slot->arena, name, limit, NULL)) return NULL;
        slot->tag = hash;
        slot->life = life;
        return &slot->arena;
    }
    return NULL;
}
