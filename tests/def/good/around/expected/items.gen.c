// From items.def by eddiec: edit that file, not this one.
#include "gen/items.gen.h"
#include "gen/actors.gen.h"
#include <stddef.h>

// What is used of string.h.
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memset(void *at, int byte, size_t size);

_Static_assert(offsetof(Item, weight) == 0, "Item.weight");
_Static_assert(offsetof(Item, owner) == 4, "Item.owner");
_Static_assert(sizeof(Item) == 12, "Item");

static void init_Item(ed_Arena *arena, void *any)
{
    Item *it = any;
    (void)arena;
    memset(it, 0, sizeof *it);
    it->weight = 2;
}

static const ed_Field Item_fields[] = {
    {.tag = Item_weight_tag, .name = "weight", .kind = ED_U32,
     .offset = offsetof(Item, weight), .size = 4, .count = 1,
     .preset_size = 1, .preset = (const u8[]){0x02}},
    {.tag = Item_owner_tag, .name = "owner", .kind = ED_REF,
     .offset = offsetof(Item, owner), .size = 8, .count = 1, .type = &Actor_type},
};

const ed_Type Item_type = {
    .name = "Item",
    .tag = 0x1f648006u,
    .kind = ED_STRUCT, .size = sizeof(Item), .align = _Alignof(Item),
    .fields = Item_fields, .field_count = 2, .init = init_Item,
};

_Static_assert(offsetof(Item_pool, items) == offsetof(ed_Pool, items), "Item_pool");
_Static_assert(offsetof(Item_pool, count) == offsetof(ed_Pool, count), "Item_pool");
_Static_assert(offsetof(Item_pool, capacity) == offsetof(ed_Pool, capacity), "Item_pool");
_Static_assert(offsetof(Item_pool, owners) == offsetof(ed_Pool, owners), "Item_pool");
_Static_assert(offsetof(Item_pool, slots) == offsetof(ed_Pool, slots), "Item_pool");
_Static_assert(offsetof(Item_pool, slot_count) == offsetof(ed_Pool, slot_count), "Item_pool");
_Static_assert(offsetof(Item_pool, slot_capacity) == offsetof(ed_Pool, slot_capacity), "Item_pool");
_Static_assert(offsetof(Item_pool, free_slot) == offsetof(ed_Pool, free_slot), "Item_pool");
_Static_assert(offsetof(Item_pool, limit) == offsetof(ed_Pool, limit), "Item_pool");
_Static_assert(sizeof(Item_pool) == sizeof(ed_Pool), "Item_pool");
_Static_assert(sizeof(Item_ref) == sizeof(ed_Ref), "Item_ref");

Item *Item_pool_add(ed_Arena *arena, Item_pool *pool)
{
    Item *it = ed_pool_add(arena, (ed_Pool *)(void *)pool, sizeof *it, _Alignof(Item));
    if (it)
        Item_type.init(arena, it);
    return it;
}

Item_ref Item_pool_ref(const Item_pool *pool, const Item *it)
{
    Item_ref ref = {0, 0};
    if (!it)
        return ref;
    u32 index = (u32)(it - pool->items);
    ed_Ref found = ed_pool_ref((const ed_Pool *)(const void *)pool, index);
    ref.index = found.index;
    ref.generation = found.generation;
    return ref;
}

Item *Item_pool_get(const Item_pool *pool, Item_ref ref)
{
    ed_Ref any = {ref.index, ref.generation};
    return ed_pool_get((const ed_Pool *)(const void *)pool, any, sizeof(Item));
}

bool Item_pool_remove(Item_pool *pool, Item_ref ref)
{
    ed_Ref any = {ref.index, ref.generation};
    return ed_pool_remove((ed_Pool *)(void *)pool, any, sizeof(Item));
}

void Item_pool_clear(Item_pool *pool)
{
    ed_pool_clear((ed_Pool *)(void *)pool, sizeof(Item));
}
