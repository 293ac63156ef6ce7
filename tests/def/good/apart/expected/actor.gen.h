// From actor.def by eddiec: edit that file, not this one.
#ifndef GEN_ACTOR_H
#define GEN_ACTOR_H
#include "runtime/snapshot/encode.h"
#include "runtime/types/pool.h"
#include "runtime/types/types.h"
ED_C_BEGIN

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

/// Known by name alone in game.def: a list, a pool and a handle need no more.
struct Actor {
    u32 id;
    f32 hp;
};

__extension__ enum {
    Actor_id_tag = 0x37386ae0u,
    Actor_hp_tag = 0x513ad265u,
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

#ifndef GEN_NAMES_Item  // by more than one header
#define GEN_NAMES_Item
typedef struct Item Item;
typedef struct Item_array {
    Item *items;
    u32 count, capacity;
} Item_array;
#endif

struct Item {
    u16 weight;
};

__extension__ enum {
    Item_weight_tag = 0x50a09eb9u,
};

extern const ed_Type Item_type;

/// Every default of the schema.
static inline void Item_init(ed_Arena *arena, Item *it)
{
    Item_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Item_pack(ed_Writer *w, const Item *rows, u32 count)
{
    ed_pack_rows(w, &Item_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Item_unpack(ed_Reader *r, ed_Arena *arena, Item *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Item_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Item *Item_array_add(ed_Arena *arena, Item_array *array)
{
    Item *it = (Item *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it, Item_type.align);
    if (it) {
        Item_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Item_array_remove(Item_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

#ifndef GEN_NAMES_Shape  // by more than one header
#define GEN_NAMES_Shape
typedef struct Shape Shape;
typedef struct Shape_array {
    Shape *items;
    u32 count, capacity;
} Shape_array;
#endif

struct Shape {
    u32 kind;  // Shape_circle, Shape_box
    union {
        f32  circle;
        Item box;
    };
};

enum {
    Shape_circle,
    Shape_box,
};

__extension__ enum {
    Shape_circle_tag = 0x28217089u,
    Shape_box_tag = 0x70c67e32u,
};

extern const ed_Type Shape_type;

/// Every default of the schema.
static inline void Shape_init(ed_Arena *arena, Shape *it)
{
    Shape_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Shape_pack(ed_Writer *w, const Shape *rows, u32 count)
{
    ed_pack_rows(w, &Shape_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Shape_unpack(ed_Reader *r, ed_Arena *arena, Shape *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Shape_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Shape *Shape_array_add(ed_Arena *arena, Shape_array *array)
{
    Shape *it = (Shape *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it,
        Shape_type.align);
    if (it) {
        Shape_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Shape_array_remove(Shape_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

/// Becomes that alternative, with its defaults; where it is.
f32 *Shape_set_circle(ed_Arena *arena, Shape *it);
Item *Shape_set_box(ed_Arena *arena, Shape *it);

ED_C_END
#endif
