// From actor.def by eddiec: edit that file, not this one.
#include "gen/actor.gen.h"
#include <stddef.h>

// What is used of string.h.
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memset(void *at, int byte, size_t size);

_Static_assert(offsetof(Actor, id) == 0, "Actor.id");
_Static_assert(offsetof(Actor, hp) == 4, "Actor.hp");
_Static_assert(sizeof(Actor) == 8, "Actor");

static void init_Actor(ed_Arena *arena, void *any)
{
    Actor *it = any;
    (void)arena;
    memset(it, 0, sizeof *it);
    it->hp = 100.0f;
}

static const ed_Field Actor_fields[] = {
    {.tag = Actor_id_tag, .name = "id", .kind = ED_U32,
     .offset = offsetof(Actor, id), .size = 4, .count = 1},
    {.tag = Actor_hp_tag, .name = "hp", .kind = ED_F32,
     .offset = offsetof(Actor, hp), .size = 4, .count = 1,
     .preset_size = 5, .preset = (const u8[]){0xca, 0x42, 0xc8, 0x00, 0x00}},
};

const ed_Type Actor_type = {
    .name = "Actor",
    .doc = "Known by name alone in game.def: a list, a pool and a handle need no more.",
    .tag = 0xb449dc5au,
    .kind = ED_STRUCT, .size = sizeof(Actor), .align = _Alignof(Actor),
    .fields = Actor_fields, .field_count = 2, .init = init_Actor,
};

_Static_assert(offsetof(Actor_pool, items) == offsetof(ed_Pool, items), "Actor_pool");
_Static_assert(offsetof(Actor_pool, count) == offsetof(ed_Pool, count), "Actor_pool");
_Static_assert(offsetof(Actor_pool, capacity) == offsetof(ed_Pool, capacity), "Actor_pool");
_Static_assert(offsetof(Actor_pool, owners) == offsetof(ed_Pool, owners), "Actor_pool");
_Static_assert(offsetof(Actor_pool, slots) == offsetof(ed_Pool, slots), "Actor_pool");
_Static_assert(offsetof(Actor_pool, slot_count) == offsetof(ed_Pool, slot_count), "Actor_pool");
_Static_assert(offsetof(Actor_pool, slot_capacity) == offsetof(ed_Pool, slot_capacity), "Actor_pool");
_Static_assert(offsetof(Actor_pool, free_slot) == offsetof(ed_Pool, free_slot), "Actor_pool");
_Static_assert(offsetof(Actor_pool, limit) == offsetof(ed_Pool, limit), "Actor_pool");
_Static_assert(sizeof(Actor_pool) == sizeof(ed_Pool), "Actor_pool");
_Static_assert(sizeof(Actor_ref) == sizeof(ed_Ref), "Actor_ref");

Actor *Actor_pool_add(ed_Arena *arena, Actor_pool *pool)
{
    Actor *it = ed_pool_add(arena, (ed_Pool *)(void *)pool, sizeof *it, _Alignof(Actor));
    if (it)
        Actor_type.init(arena, it);
    return it;
}

Actor_ref Actor_pool_ref(const Actor_pool *pool, const Actor *it)
{
    Actor_ref ref = {0, 0};
    if (!it)
        return ref;
    u32 index = (u32)(it - pool->items);
    ed_Ref found = ed_pool_ref((const ed_Pool *)(const void *)pool, index);
    ref.index = found.index;
    ref.generation = found.generation;
    return ref;
}

Actor *Actor_pool_get(const Actor_pool *pool, Actor_ref ref)
{
    ed_Ref any = {ref.index, ref.generation};
    return ed_pool_get((const ed_Pool *)(const void *)pool, any, sizeof(Actor));
}

bool Actor_pool_remove(Actor_pool *pool, Actor_ref ref)
{
    ed_Ref any = {ref.index, ref.generation};
    return ed_pool_remove((ed_Pool *)(void *)pool, any, sizeof(Actor));
}

void Actor_pool_clear(Actor_pool *pool)
{
    ed_pool_clear((ed_Pool *)(void *)pool, sizeof(Actor));
}

_Static_assert(offsetof(Item, weight) == 0, "Item.weight");
_Static_assert(sizeof(Item) == 2, "Item");

static void init_Item(ed_Arena *arena, void *any)
{
    Item *it = any;
    (void)arena;
    memset(it, 0, sizeof *it);
    it->weight = 2;
}

static const ed_Field Item_fields[] = {
    {.tag = Item_weight_tag, .name = "weight", .kind = ED_U16,
     .offset = offsetof(Item, weight), .size = 2, .count = 1,
     .preset_size = 1, .preset = (const u8[]){0x02}},
};

const ed_Type Item_type = {
    .name = "Item",
    .tag = 0x1f648006u,
    .kind = ED_STRUCT, .size = sizeof(Item), .align = _Alignof(Item),
    .fields = Item_fields, .field_count = 1, .init = init_Item,
};

_Static_assert(offsetof(Shape, circle) == 4, "Shape.circle");
_Static_assert(offsetof(Shape, box) == 4, "Shape.box");
_Static_assert(sizeof(Shape) == 8, "Shape");

f32 *Shape_set_circle(ed_Arena *arena, Shape *it)
{
    (void)arena;
    memset(it, 0, sizeof *it);
    it->kind = Shape_circle;
    return &it->circle;
}

Item *Shape_set_box(ed_Arena *arena, Shape *it)
{
    memset(it, 0, sizeof *it);
    it->kind = Shape_box;
    Item_type.init(arena, &it->box);
    return &it->box;
}

static void init_Shape(ed_Arena *arena, void *any)
{
    Shape_set_circle(arena, any);
}

static const ed_Field Shape_fields[] = {
    {.tag = Shape_circle_tag, .name = "circle", .kind = ED_F32,
     .offset = offsetof(Shape, circle), .size = 4, .count = 1},
    {.tag = Shape_box_tag, .name = "box", .kind = ED_STRUCT,
     .offset = offsetof(Shape, box), .size = 2, .count = 1, .type = &Item_type},
};

const ed_Type Shape_type = {
    .name = "Shape",
    .tag = 0x4380ddc6u,
    .kind = ED_UNION, .size = sizeof(Shape), .align = _Alignof(Shape),
    .fields = Shape_fields, .field_count = 2, .init = init_Shape,
};
