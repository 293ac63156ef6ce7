// From leaf.def by eddiec: edit that file, not this one.
#include "gen/leaf.gen.h"
#include "gen/tree.gen.h"
#include <stddef.h>

// What is used of string.h.
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memset(void *at, int byte, size_t size);

_Static_assert(offsetof(Leaves, none) == 8, "Leaves.none");
_Static_assert(offsetof(Leaves, trees) == 8, "Leaves.trees");
_Static_assert(sizeof(Leaves) == 24, "Leaves");

u32 *Leaves_set_none(ed_Arena *arena, Leaves *it)
{
    (void)arena;
    memset(it, 0, sizeof *it);
    it->kind = Leaves_none;
    return &it->none;
}

Tree_array *Leaves_set_trees(ed_Arena *arena, Leaves *it)
{
    (void)arena;
    memset(it, 0, sizeof *it);
    it->kind = Leaves_trees;
    return &it->trees;
}

static void init_Leaves(ed_Arena *arena, void *any)
{
    Leaves_set_none(arena, any);
}

static const ed_Field Leaves_fields[] = {
    {.tag = Leaves_none_tag, .name = "none", .kind = ED_U32,
     .offset = offsetof(Leaves, none), .size = 4, .count = 1},
    {.tag = Leaves_trees_tag, .name = "trees", .kind = ED_STRUCT, .shape = ED_DYNAMIC,
     .offset = offsetof(Leaves, trees), .size = 16, .count = 0, .type = &Tree_type},
};

const ed_Type Leaves_type = {
    .name = "Leaves",
    .tag = 0xeb4bd3e9u,
    .kind = ED_UNION, .size = sizeof(Leaves), .align = _Alignof(Leaves),
    .fields = Leaves_fields, .field_count = 2, .init = init_Leaves,
};

_Static_assert(offsetof(Leaf, more) == 0, "Leaf.more");
_Static_assert(sizeof(Leaf) == 24, "Leaf");

static void init_Leaf(ed_Arena *arena, void *any)
{
    (void)arena;
    memset(any, 0, sizeof(Leaf));
}

static const ed_Field Leaf_fields[] = {
    {.tag = Leaf_more_tag, .name = "more", .kind = ED_UNION,
     .offset = offsetof(Leaf, more), .size = 24, .count = 1, .type = &Leaves_type},
};

const ed_Type Leaf_type = {
    .name = "Leaf",
    .tag = 0xa6751975u,
    .kind = ED_STRUCT, .size = sizeof(Leaf), .align = _Alignof(Leaf),
    .fields = Leaf_fields, .field_count = 1, .init = init_Leaf,
};

_Static_assert(offsetof(Leaf_pool, items) == offsetof(ed_Pool, items), "Leaf_pool");
_Static_assert(offsetof(Leaf_pool, count) == offsetof(ed_Pool, count), "Leaf_pool");
_Static_assert(offsetof(Leaf_pool, capacity) == offsetof(ed_Pool, capacity), "Leaf_pool");
_Static_assert(offsetof(Leaf_pool, owners) == offsetof(ed_Pool, owners), "Leaf_pool");
_Static_assert(offsetof(Leaf_pool, slots) == offsetof(ed_Pool, slots), "Leaf_pool");
_Static_assert(offsetof(Leaf_pool, slot_count) == offsetof(ed_Pool, slot_count), "Leaf_pool");
_Static_assert(offsetof(Leaf_pool, slot_capacity) == offsetof(ed_Pool, slot_capacity), "Leaf_pool");
_Static_assert(offsetof(Leaf_pool, free_slot) == offsetof(ed_Pool, free_slot), "Leaf_pool");
_Static_assert(offsetof(Leaf_pool, limit) == offsetof(ed_Pool, limit), "Leaf_pool");
_Static_assert(sizeof(Leaf_pool) == sizeof(ed_Pool), "Leaf_pool");
_Static_assert(sizeof(Leaf_ref) == sizeof(ed_Ref), "Leaf_ref");

Leaf *Leaf_pool_add(ed_Arena *arena, Leaf_pool *pool)
{
    Leaf *it = ed_pool_add(arena, (ed_Pool *)(void *)pool, sizeof *it, _Alignof(Leaf));
    return it;
}

Leaf_ref Leaf_pool_ref(const Leaf_pool *pool, const Leaf *it)
{
    Leaf_ref ref = {0, 0};
    if (!it)
        return ref;
    u32 index = (u32)(it - pool->items);
    ed_Ref found = ed_pool_ref((const ed_Pool *)(const void *)pool, index);
    ref.index = found.index;
    ref.generation = found.generation;
    return ref;
}

Leaf *Leaf_pool_get(const Leaf_pool *pool, Leaf_ref ref)
{
    ed_Ref any = {ref.index, ref.generation};
    return ed_pool_get((const ed_Pool *)(const void *)pool, any, sizeof(Leaf));
}

bool Leaf_pool_remove(Leaf_pool *pool, Leaf_ref ref)
{
    ed_Ref any = {ref.index, ref.generation};
    return ed_pool_remove((ed_Pool *)(void *)pool, any, sizeof(Leaf));
}

void Leaf_pool_clear(Leaf_pool *pool)
{
    ed_pool_clear((ed_Pool *)(void *)pool, sizeof(Leaf));
}
