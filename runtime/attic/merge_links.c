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
    ed_Containers now, base, old;      // base: without items if there is no such state
    u64 **names;                       // of each old container: for each item its name now, or 0
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
                         u32 number, u64 *names)
{
    const KeyOf *a = keys_of(arena, old), *b = keys_of(arena, now);
    u32 n = 0;
    if (!a || !b) return false;
    for (u32 o = 0; o < old->count; o++) {
        while (n < now->count && b[n].hash < a[o].hash) n++;
        bool same = n < now->count && b[n].hash == a[o].hash;
        if (same && is_only(a, old->count, o) && is_only(b, now->count, n))
            names[a[o].index] = ed_link_name(number, b[n].index);
    }
    return true;
}

static u64 name_by_handle(const ed_Container *now, u32 number, const ed_Container *old, u32 i)
{
    const ed_Ref ref = ed_pool_ref(old->pool, i);
    return ed_pool_has(now->pool, ref) ? ed_link_name(number, now->pool->slots[ref.index].at) : 0;
}

static bool match(Rename *r, u32 number)
{
    const ed_Container *now = &r->now.items[number], *old = &r->old.items[number],
                       *base = r->base.count ? &r->base.items[number] : old;
    const ed_MergeField *merged = ed_merge_field(r->m, old->field);
    u64 *names = (u64 *)ed_arena_push(&r->m->keys, (old->count + 1ull) * sizeof *names, 8);
    r->names[number] = names;
    if (!names) return false;
    memset(names, 0, (old->count + 1ull) * sizeof *names);
    if (merged->by == ED_BY_KEY && !match_by_key(&r->m->keys, now, old, number, names))
        return false;
    const bool unchanged = now->count == old->count || now->count == base->count;
    for (u32 i = 0; i < old->count; i++) {
        if (merged->by == ED_BY_HANDLE) names[i] = name_by_handle(now, number, old, i);
        const bool by_index = merged->by == ED_BY_INDEX || i >= now->count;
        if (!names[i] && unchanged && by_index) names[i] = ed_link_name(number, i);
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
        if (there && (r->names[number] || match(r, number))) renamed = r->names[number][index];
        memcpy(at, &renamed, sizeof renamed);
    }
}

bool ed_merge_links(ed_Merge *merge, const ed_State *now, const ed_State *base, const ed_State *old)
{
    ed_Links links;
    ed_Arena *arena = &merge->keys;
    Rename r = { .m = merge };
    size_t used = arena->used;
    if (!ed_has_record_ptrs(now->schema)) return true;
    if (ed_links_find(now->schema, is_record_ptr, arena, &links)
        && ed_containers_find(now, false, arena, &r.now)
        && (!base || ed_containers_find(base, false, arena, &r.base))
        && ed_containers_find(old, false, arena, &r.old))
        r.names = (u64 **)ed_arena_push(arena, (r.old.count + 1ull) * sizeof *r.names, 8);
    if (r.names) ed_links_each(&links, old->roots, rename_run, &r);
    bool good = ed_arena_check(arena, &merge->error);
    arena->used = used;
    return good;
}
