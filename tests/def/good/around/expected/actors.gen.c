// From actors.def by eddiec: edit that file, not this one.
#include "gen/actors.gen.h"
#include "gen/items.gen.h"
#include "gen/marks.gen.h"
#include <stddef.h>

// What is used of string.h.
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memset(void *at, int byte, size_t size);

_Static_assert(offsetof(Actor, id) == 0, "Actor.id");
_Static_assert(offsetof(Actor, held) == 4, "Actor.held");
_Static_assert(offsetof(Actor, friends) == 16, "Actor.friends");
_Static_assert(offsetof(Actor, marks) == 32, "Actor.marks");
_Static_assert(sizeof(Actor) == 48, "Actor");

static void init_Actor(ed_Arena *arena, void *any)
{
    Actor *it = any;
    memset(it, 0, sizeof *it);
    if (ed_array_reserve(arena, (ed_Array *)(void *)&it->marks, 1, 32, 8)) {
        it->marks.count = 1;
        Mark_type.init(arena, &it->marks.items[0]);
        it->marks.items[0].power = 3;
    }
}

static const ed_Field Actor_fields[] = {
    {.tag = Actor_id_tag, .name = "id", .kind = ED_U32,
     .offset = offsetof(Actor, id), .size = 4, .count = 1},
    {.tag = Actor_held_tag, .name = "held", .kind = ED_REF,
     .offset = offsetof(Actor, held), .size = 8, .count = 1, .type = &Item_type},
    {.tag = Actor_friends_tag, .name = "friends", .kind = ED_REF, .shape = ED_DYNAMIC,
     .offset = offsetof(Actor, friends), .size = 8, .count = 0, .type = &Actor_type},
    {.tag = Actor_marks_tag, .name = "marks", .kind = ED_STRUCT, .shape = ED_DYNAMIC,
     .offset = offsetof(Actor, marks), .size = 32, .count = 0, .type = &Mark_type,
     .preset_size = 26, .preset = (const u8[]){
         0x91, 0x82, 0xce, 0xf5, 0x4f, 0x23, 0x46, 0x03, 0xce, 0x10, 0x32, 0xdd,
         0x7d, 0x82, 0xce, 0x02, 0x05, 0xe0, 0xfd, 0x01, 0xce, 0x60, 0xf2, 0x10,
         0xa8, 0x90}},
};

const ed_Type Actor_type = {
    .name = "Actor",
    .doc = "Who wears what: the two files refer to each other.",
    .tag = 0xb449dc5au,
    .kind = ED_STRUCT, .size = sizeof(Actor), .align = _Alignof(Actor),
    .fields = Actor_fields, .field_count = 4, .init = init_Actor,
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
