// From parts/weapon.def by eddiec: edit that file, not this one.
#include "gen/weapon.gen.h"
#include <stddef.h>

// What is used of string.h.
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memset(void *at, int byte, size_t size);

_Static_assert(offsetof(Weapon, power) == 0, "Weapon.power");
_Static_assert(offsetof(Weapon, next) == 4, "Weapon.next");
_Static_assert(sizeof(Weapon) == 12, "Weapon");

static void init_Weapon(ed_Arena *arena, void *any)
{
    (void)arena;
    memset(any, 0, sizeof(Weapon));
}

static const ed_Field Weapon_fields[] = {
    {.tag = Weapon_power_tag, .name = "power", .kind = ED_U32,
     .offset = offsetof(Weapon, power), .size = 4, .count = 1},
    {.tag = Weapon_next_tag, .name = "next", .kind = ED_REF,
     .offset = offsetof(Weapon, next), .size = 8, .count = 1, .type = &Weapon_type},
};

const ed_Type Weapon_type = {
    .name = "Weapon",
    .tag = 0xb7c10361u,
    .kind = ED_STRUCT, .size = sizeof(Weapon), .align = _Alignof(Weapon),
    .fields = Weapon_fields, .field_count = 2, .init = init_Weapon,
};

_Static_assert(offsetof(Weapon_pool, items) == offsetof(ed_Pool, items), "Weapon_pool");
_Static_assert(offsetof(Weapon_pool, count) == offsetof(ed_Pool, count), "Weapon_pool");
_Static_assert(offsetof(Weapon_pool, capacity) == offsetof(ed_Pool, capacity), "Weapon_pool");
_Static_assert(offsetof(Weapon_pool, owners) == offsetof(ed_Pool, owners), "Weapon_pool");
_Static_assert(offsetof(Weapon_pool, slots) == offsetof(ed_Pool, slots), "Weapon_pool");
_Static_assert(offsetof(Weapon_pool, slot_count) == offsetof(ed_Pool, slot_count), "Weapon_pool");
_Static_assert(offsetof(Weapon_pool, slot_capacity) == offsetof(ed_Pool, slot_capacity), "Weapon_pool");
_Static_assert(offsetof(Weapon_pool, free_slot) == offsetof(ed_Pool, free_slot), "Weapon_pool");
_Static_assert(offsetof(Weapon_pool, limit) == offsetof(ed_Pool, limit), "Weapon_pool");
_Static_assert(sizeof(Weapon_pool) == sizeof(ed_Pool), "Weapon_pool");
_Static_assert(sizeof(Weapon_ref) == sizeof(ed_Ref), "Weapon_ref");

Weapon *Weapon_pool_add(ed_Arena *arena, Weapon_pool *pool)
{
    Weapon *it = ed_pool_add(arena, (ed_Pool *)(void *)pool, sizeof *it, _Alignof(Weapon));
    return it;
}

Weapon_ref Weapon_pool_ref(const Weapon_pool *pool, const Weapon *it)
{
    Weapon_ref ref = {0, 0};
    if (!it)
        return ref;
    u32 index = (u32)(it - pool->items);
    ed_Ref found = ed_pool_ref((const ed_Pool *)(const void *)pool, index);
    ref.index = found.index;
    ref.generation = found.generation;
    return ref;
}

Weapon *Weapon_pool_get(const Weapon_pool *pool, Weapon_ref ref)
{
    ed_Ref any = {ref.index, ref.generation};
    return ed_pool_get((const ed_Pool *)(const void *)pool, any, sizeof(Weapon));
}

bool Weapon_pool_remove(Weapon_pool *pool, Weapon_ref ref)
{
    ed_Ref any = {ref.index, ref.generation};
    return ed_pool_remove((ed_Pool *)(void *)pool, any, sizeof(Weapon));
}

void Weapon_pool_clear(Weapon_pool *pool)
{
    ed_pool_clear((ed_Pool *)(void *)pool, sizeof(Weapon));
}
