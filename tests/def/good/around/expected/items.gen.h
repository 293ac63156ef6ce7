// From items.def by eddiec: edit that file, not this one.
#ifndef GEN_ITEMS_H
#define GEN_ITEMS_H
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

struct Item {
    u32       weight;
    Actor_ref owner;
};

__extension__ enum {
    Item_weight_tag = 0x50a09eb9u,
    Item_owner_tag = 0xf5674cd4u,
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

/// One more, with its defaults; NULL over the limit.
Item *Item_pool_add(ed_Arena *arena, Item_pool *pool);
/// The handle of an item of the pool; none for NULL.
Item_ref Item_pool_ref(const Item_pool *pool, const Item *it);
/// NULL where it is gone.
Item *Item_pool_get(const Item_pool *pool, Item_ref ref);
/// The last one takes its place; false where it was gone.
bool Item_pool_remove(Item_pool *pool, Item_ref ref);
/// All of them go; their handles find nothing.
void Item_pool_clear(Item_pool *pool);

ED_C_END
#endif
