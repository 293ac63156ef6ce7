// From pools.def by eddiec: edit that file, not this one.
#ifndef GEN_POOLS_H
#define GEN_POOLS_H
#include "gen/weapon.gen.h"
#include "runtime/snapshot/encode.h"
#include "runtime/types/pool.h"
#include "runtime/types/types.h"
ED_C_BEGIN

enum { MOST = 3 };

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

typedef struct Ghost Ghost;
typedef struct Ghost_array {
    Ghost *items;
    u32 count, capacity;
} Ghost_array;
/// A handle of one in its pool; all zero is the null handle.
typedef struct Ghost_ref {
    u32 index;
    u32 generation;
} Ghost_ref;
/// The items lie packed together; a handle finds its own wherever it is now.
typedef struct Ghost_pool {
    Ghost *items;
    u32 count, capacity;
    u32 *owners;
    ed_Slot *slots;
    u32 slot_count, slot_capacity;
    u32 free_slot;
    u32 limit;
} Ghost_pool;

/// One of many.
struct Actor {
    u32             id;
    Actor_ref       target;  ///< who is hunted
    u32             squad_count;
    Actor_ref       squad[4];
    Actor_ref       pair[2];
    Actor_ref_array all;
    Weapon_ref      weapon;
    u8              _pad0[3];
    bool            has_ghost;
    Ghost_ref       ghost;
    u32             _pad1;
};

__extension__ enum {
    Actor_id_tag = 0x37386ae0u,
    Actor_target_tag = 0x32608848u,
    Actor_squad_tag = 0x55bf8bb1u,
    Actor_pair_tag = 0x7c445ab1u,
    Actor_all_tag = 0x13254bc4u,
    Actor_weapon_tag = 0x6f332041u,
    Actor_ghost_tag = 0x784003d0u,
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

struct Ghost {
    Actor_ref host;
};

__extension__ enum {
    Ghost_host_tag = 0xaffea56fu,
};

extern const ed_Type Ghost_type;

/// Every default of the schema.
static inline void Ghost_init(ed_Arena *arena, Ghost *it)
{
    Ghost_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Ghost_pack(ed_Writer *w, const Ghost *rows, u32 count)
{
    ed_pack_rows(w, &Ghost_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Ghost_unpack(ed_Reader *r, ed_Arena *arena, Ghost *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Ghost_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Ghost *Ghost_array_add(ed_Arena *arena, Ghost_array *array)
{
    Ghost *it = (Ghost *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it,
        Ghost_type.align);
    if (it) {
        Ghost_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Ghost_array_remove(Ghost_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

/// One more, with its defaults; NULL over the limit.
Ghost *Ghost_pool_add(ed_Arena *arena, Ghost_pool *pool);
/// The handle of an item of the pool; none for NULL.
Ghost_ref Ghost_pool_ref(const Ghost_pool *pool, const Ghost *it);
/// NULL where it is gone.
Ghost *Ghost_pool_get(const Ghost_pool *pool, Ghost_ref ref);
/// The last one takes its place; false where it was gone.
bool Ghost_pool_remove(Ghost_pool *pool, Ghost_ref ref);
/// All of them go; their handles find nothing.
void Ghost_pool_clear(Ghost_pool *pool);

typedef struct Spark Spark;
typedef struct Spark_array {
    Spark *items;
    u32 count, capacity;
} Spark_array;
/// A handle of one in its pool; all zero is the null handle.
typedef struct Spark_ref {
    u32 index;
    u32 generation;
} Spark_ref;
/// The items lie packed together; a handle finds its own wherever it is now.
typedef struct Spark_pool {
    Spark *items;
    u32 count, capacity;
    u32 *owners;
    ed_Slot *slots;
    u32 slot_count, slot_capacity;
    u32 free_slot;
    u32 limit;
} Spark_pool;

struct Spark {
    u8 a;
};

__extension__ enum {
    Spark_a_tag = 0xe40c292cu,
};

extern const ed_Type Spark_type;

/// Every default of the schema.
static inline void Spark_init(ed_Arena *arena, Spark *it)
{
    Spark_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Spark_pack(ed_Writer *w, const Spark *rows, u32 count)
{
    ed_pack_rows(w, &Spark_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Spark_unpack(ed_Reader *r, ed_Arena *arena, Spark *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Spark_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Spark *Spark_array_add(ed_Arena *arena, Spark_array *array)
{
    Spark *it = (Spark *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it,
        Spark_type.align);
    if (it) {
        Spark_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Spark_array_remove(Spark_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

/// One more, with its defaults; NULL over the limit.
Spark *Spark_pool_add(ed_Arena *arena, Spark_pool *pool);
/// The handle of an item of the pool; none for NULL.
Spark_ref Spark_pool_ref(const Spark_pool *pool, const Spark *it);
/// NULL where it is gone.
Spark *Spark_pool_get(const Spark_pool *pool, Spark_ref ref);
/// The last one takes its place; false where it was gone.
bool Spark_pool_remove(Spark_pool *pool, Spark_ref ref);
/// All of them go; their handles find nothing.
void Spark_pool_clear(Spark_pool *pool);

typedef struct Aim Aim;
typedef struct Aim_array {
    Aim *items;
    u32 count, capacity;
} Aim_array;

struct Aim {
    u32 kind;  // Aim_at, Aim_angle, Aim_ghosts
    union {
        Actor_ref at;
        f32       angle;
        Ghost_ref ghosts[2];
    };
};

enum {
    Aim_at,
    Aim_angle,
    Aim_ghosts,
};

__extension__ enum {
    Aim_at_tag = 0x57251588u,
    Aim_angle_tag = 0xad544418u,
    Aim_ghosts_tag = 0xefc5b999u,
};

extern const ed_Type Aim_type;

/// Every default of the schema.
static inline void Aim_init(ed_Arena *arena, Aim *it)
{
    Aim_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Aim_pack(ed_Writer *w, const Aim *rows, u32 count)
{
    ed_pack_rows(w, &Aim_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Aim_unpack(ed_Reader *r, ed_Arena *arena, Aim *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Aim_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Aim *Aim_array_add(ed_Arena *arena, Aim_array *array)
{
    Aim *it = (Aim *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it, Aim_type.align);
    if (it) {
        Aim_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Aim_array_remove(Aim_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

/// Becomes that alternative, with its defaults; where it is.
Actor_ref *Aim_set_at(ed_Arena *arena, Aim *it);
f32 *Aim_set_angle(ed_Arena *arena, Aim *it);
Ghost_ref *Aim_set_ghosts(ed_Arena *arena, Aim *it);

typedef struct Game Game;

struct Game {
    Actor_pool  actors;
    Ghost_pool  ghosts;
    Spark_pool  sparks;
    Aim         aim;
    u32         _pad0;
    Weapon_pool weapons;
};

__extension__ enum {
    Game_actors_tag = 0xb0b7b16bu,
    Game_ghosts_tag = 0xefc5b999u,
    Game_spirits_tag = 0x9846f701u,  // ghosts was spirits
    Game_sparks_tag = 0x90311a5bu,
    Game_aim_tag = 0x383251f6u,
    Game_weapons_tag = 0x3f7baeb6u,
};

extern const ed_Type Game_type;

/// Every default of the schema.
static inline void Game_init(ed_Arena *arena, Game *it)
{
    Game_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Game_pack(ed_Writer *w, const Game *rows, u32 count)
{
    ed_pack_rows(w, &Game_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Game_unpack(ed_Reader *r, ed_Arena *arena, Game *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Game_type, rows, count);
}

typedef struct Editor Editor;

struct Editor {
    Actor_ref  selected;
    Spark_pool more;
};

__extension__ enum {
    Editor_selected_tag = 0x4e0a1774u,
    Editor_more_tag = 0xe85541e0u,
};

extern const ed_Type Editor_type;

/// Every default of the schema.
static inline void Editor_init(ed_Arena *arena, Editor *it)
{
    Editor_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Editor_pack(ed_Writer *w, const Editor *rows, u32 count)
{
    ed_pack_rows(w, &Editor_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Editor_unpack(ed_Reader *r, ed_Arena *arena, Editor *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Editor_type, rows, count);
}

ED_C_END
#endif
