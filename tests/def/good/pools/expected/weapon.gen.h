// From parts/weapon.def by eddiec: edit that file, not this one.
#ifndef GEN_WEAPON_H
#define GEN_WEAPON_H
#include "runtime/snapshot/encode.h"
#include "runtime/types/pool.h"
#include "runtime/types/types.h"
ED_C_BEGIN

typedef struct Weapon Weapon;
typedef struct Weapon_array {
    Weapon *items;
    u32 count, capacity;
} Weapon_array;
/// A handle of one in its pool; all zero is the null handle.
typedef struct Weapon_ref {
    u32 index;
    u32 generation;
} Weapon_ref;
/// The items lie packed together; a handle finds its own wherever it is now.
typedef struct Weapon_pool {
    Weapon *items;
    u32 count, capacity;
    u32 *owners;
    ed_Slot *slots;
    u32 slot_count, slot_capacity;
    u32 free_slot;
    u32 limit;
} Weapon_pool;

struct Weapon {
    u32        power;
    Weapon_ref next;
};

__extension__ enum {
    Weapon_power_tag = 0xf54f2346u,
    Weapon_next_tag = 0x5cb68de8u,
};

extern const ed_Type Weapon_type;

/// Every default of the schema.
static inline void Weapon_init(ed_Arena *arena, Weapon *it)
{
    Weapon_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Weapon_pack(ed_Writer *w, const Weapon *rows, u32 count)
{
    ed_pack_rows(w, &Weapon_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Weapon_unpack(ed_Reader *r, ed_Arena *arena, Weapon *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Weapon_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Weapon *Weapon_array_add(ed_Arena *arena, Weapon_array *array)
{
    Weapon *it = (Weapon *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it,
        Weapon_type.align);
    if (it) {
        Weapon_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Weapon_array_remove(Weapon_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

/// One more, with its defaults; NULL over the limit.
Weapon *Weapon_pool_add(ed_Arena *arena, Weapon_pool *pool);
/// The handle of an item of the pool; none for NULL.
Weapon_ref Weapon_pool_ref(const Weapon_pool *pool, const Weapon *it);
/// NULL where it is gone.
Weapon *Weapon_pool_get(const Weapon_pool *pool, Weapon_ref ref);
/// The last one takes its place; false where it was gone.
bool Weapon_pool_remove(Weapon_pool *pool, Weapon_ref ref);
/// All of them go; their handles find nothing.
void Weapon_pool_clear(Weapon_pool *pool);

ED_C_END
#endif
