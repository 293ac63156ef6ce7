#include "runtime/attic/merge_links.h"
#include <stdlib.h>
#include <string.h>
#include "runtime/snapshot/containers.h"
#include "runtime/types/link_fields.h"
#include "runtime/value/compare.h"
#include "runtime/value/record_ptr.h"

typedef struct KeyOf {
    u64 hash;
    u32 index;
} KeyOf;

typedef struct Rename {
    ed_Merge *m;
    ed_Containers now, old;
    u32 **indices;      // of each old container: for each item its index now, or UINT32_MAX
} Rename;

static bool is_record_ptr(const ed_Field *field) { return field->kind == ED_RECORD_PTR; }

// --- matching the records of a container ---------------------------------------------------------

static int by_hash(const void *one, const void *other)
{
    const KeyOf *a = (const KeyOf *)one, *b = (const KeyOf *)other;
    return a->hash < b->hash ? -1 : a->hash > b->hash;
}

static KeyOf *keys_of(ed_Arena *arena, const ed_Container *container)
{
    const ed_Field *key = container->type->key;
    KeyOf *keys = (KeyOf *)ed_arena_push(arena, (container->count + 1ull) * sizeof *keys, 8);
    for (u32 i = 0; keys && i < container->count; i++) {
        ed_ValueRef value =
            ed_value_at(key, container->items + (size_t)i * container->field->size + key->offset);
        keys[i] = (KeyOf){ ed_value_hash(&value), i };
    }
    if (keys && container->count) qsort(keys, container->count, sizeof *keys, by_hash);
    return keys;
}

/// Returns whether only one record has the key.
static bool is_only(const KeyOf *keys, u32 count, u32 i)
{
    return (i == 0 || keys[i - 1].hash != keys[i].hash)
        && (i + 1 == count || keys[i + 1].hash != keys[i].hash);
}

static bool match_by_key(ed_Arena *arena, const ed_Container *now, const ed_Container *old,
                         u32 *indices)
{
    const KeyOf *a = keys_of(arena, old), *b = keys_of(arena, now);
    u32 n = 0;
    if (!a || !b) return false;
    for (u32 o = 0; o < old->count; o++) {
        while (n < now->count && b[n].hash < a[o].hash) n++;
        bool same = n < now->count && b[n].hash == a[o].hash;
        if (same && is_only(a, old->count, o) && is_only(b, now->count, n))
            indices[a[o].index] = b[n].index;
    }
    return true;
}

static bool match(Rename *r, u32 number)
{
    const ed_Container *now = &r->now.items[number], *old = &r->old.items[number];
    const ed_MergeField *merged = ed_merge_field(r->m, old->field);
    u32 *indices = (u32 *)ed_arena_push(&r->m->keys, (old->count + 1ull) * sizeof *indices, 4);
    r->indices[number] = indices;
    if (!indices) return false;
    for (u32 i = 0; i < old->count; i++) indices[i] = UINT32_MAX;
    if (merged->by == ED_BY_KEY) return match_by_key(&r->m->keys, now, old, indices);
    for (u32 i = 0; i < old->count; i++) {
        if (merged->by == ED_BY_HANDLE) {
            ed_Ref ref = ed_pool_ref(old->pool, i);
            if (ed_pool_has(now->pool, ref)) indices[i] = now->pool->slots[ref.index].at;
        } else if (old->count == now->count) indices[i] = i;
    }
    return true;
}

// --- pointers ------------------------------------------------------------------------------------

static void rename_run(void *it, const ed_LinkRun *run)
{
    Rename *r = (Rename *)it;
    for (u32 i = 0; i < run->count; i++) {
        u8 *at = run->at + i * run->stride;
        u64 name, renamed = 0;
        memcpy(&name, at, sizeof name);
        u32 number = ed_name_container(name), index = ed_name_index(name);
        if (!(name & ED_NAME_BIT)) continue;
        bool there = number < r->old.count && index < r->old.items[number].count;
        if (there && (r->indices[number] || match(r, number))
            && r->indices[number][index] != UINT32_MAX)
            renamed = ed_link_name(number, r->indices[number][index]);
        memcpy(at, &renamed, sizeof renamed);
    }
}

bool ed_merge_links(ed_Merge *merge, const ed_State *now, const ed_State *old)
{
    ed_Links links;
    ed_Arena *arena = &merge->keys;
    Rename r = { .m = merge };
    size_t used = arena->used;
    if (!ed_has_record_ptrs(now->schema)) return true;
    if (ed_links_find(now->schema, is_record_ptr, arena, &links)
        && ed_containers_find(now, false, arena, &r.now)
        && ed_containers_find(old, false, arena, &r.old))
        r.indices = (u32 **)ed_arena_push(arena, (r.old.count + 1ull) * sizeof *r.indices, 8);
    if (r.indices) ed_links_each(&links, old->roots, rename_run, &r);
    bool good = ed_arena_check(arena, &merge->error);
    arena->used = used;
    return good;
}
