// From actors.def by eddiec: edit that file, not this one.
#ifndef GEN_ACTORS_H
#define GEN_ACTORS_H
#include "runtime/snapshot/encode.h"
#include "runtime/types/pool.h"
#include "runtime/types/types.h"
ED_C_BEGIN

#ifndef GEN_NAMES_Item  // by more than one header
#define GEN_NAMES_Item
typedef struct Item Item;
typedef struct Item_array {
    Item *items;
    u32 count, capacity;
} Item_array;
/// A handle of one in its pool; all zero is the null handle.
typedef struct Item_ref {
    u32 index;
    u32 generation;
} Item_ref;
/// The items lie packed together; a handle finds its own wherever it is now.
typedef struct Item_pool {
    Item *items;
    u32 count, capacity;
    u32 *owners;
    ed_Slot *slots;
    u32 slot_count, slot_capacity;
    u32 free_slot;
    u32 limit;
} Item_pool;
#endif

#ifndef GEN_NAMES_Actor  // by more than one header
#define GEN_NAMES_Actor
typedef struct Actor Actor;
typedef struct Actor_array {
    Actor *items;
    u32 count, capacity;
} Actor_array;
/// A handle of one in its pool; all zero is the null handle.
typedef struct Actor_ref {
    u32 index;
    u32 generation;
} Actor_ref;
typedef struct Actor_ref_array {
    Actor_ref *items;
    u32 count, capacity;
} Actor_ref_array;
/// The items lie packed together; a handle finds its own wherever it is now.
typedef struct Actor_pool {
    Actor *items;
    u32 count, capacity;
    u32 *owners;
    ed_Slot *slots;
    u32 slot_count, slot_capacity;
    u32 free_slot;
    u32 limit;
} Actor_pool;
#endif

#ifndef GEN_NAMES_Mark  // by more than one header
#define GEN_NAMES_Mark
typedef struct Mark Mark;
typedef struct Mark_array {
    Mark *items;
    u32 count, capacity;
} Mark_array;
#endif

/// Who wears what: the two files refer to each other.
struct Actor {
    u32             id;
    Item_ref        held;
    u32             _pad0;
    Actor_ref_array friends;
    Mark_array      marks;
};

__extension__ enum {
    Actor_id_tag = 0x37386ae0u,
    Actor_held_tag = 0x2471847eu,
    Actor_friends_tag = 0x8bdbdcdau,
    Actor_marks_tag = 0xd9763829u,
};

extern const ed_Type Actor_type;

/// Every default of the schema.
static inline void Actor_init(ed_Arena *arena, Actor *it)
{
    Actor_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Actor_pack(ed_Writer *w, const Actor *rows, u32 count)
{
    ed_pack_rows(w, &Actor_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Actor_unpack(ed_Reader *r, ed_Arena *arena, Actor *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Actor_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Actor *Actor_array_add(ed_Arena *arena, Actor_array *array)
{
    Actor *it = (Actor *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it,
        Actor_type.align);
    if (it) {
        Actor_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Actor_array_remove(Actor_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

/// One more, with its defaults; NULL over the limit.
Actor *Actor_pool_add(ed_Arena *arena, Actor_pool *pool);
/// The handle of an item of the pool; none for NULL.
Actor_ref Actor_pool_ref(const Actor_pool *pool, const Actor *it);
/// NULL where it is gone.
Actor *Actor_pool_get(const Actor_pool *pool, Actor_ref ref);
/// The last one takes its place; false where it was gone.
bool Actor_pool_remove(Actor_pool *pool, Actor_ref ref);
/// All of them go; their handles find nothing.
void Actor_pool_clear(Actor_pool *pool);

ED_C_END
#endif
