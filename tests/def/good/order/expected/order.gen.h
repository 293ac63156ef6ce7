// From order.def by eddiec: edit that file, not this one.
#ifndef GEN_ORDER_H
#define GEN_ORDER_H
#include "runtime/snapshot/encode.h"
#include "runtime/types/types.h"
ED_C_BEGIN

enum { SIZE = 8 };

typedef u8 Kind;
enum {
    Kind_FLOOR = 0,
    Kind_WALL = 1,
};
extern const ed_Type Kind_type;

typedef struct Tile Tile;
typedef struct Tile_array {
    Tile *items;
    u32 count, capacity;
} Tile_array;

struct Tile {
    Kind kind;
};

__extension__ enum {
    Tile_kind_tag = 0xd913e243u,
};

extern const ed_Type Tile_type;

/// Every default of the schema.
static inline void Tile_init(ed_Arena *arena, Tile *it)
{
    Tile_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Tile_pack(ed_Writer *w, const Tile *rows, u32 count)
{
    ed_pack_rows(w, &Tile_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Tile_unpack(ed_Reader *r, ed_Arena *arena, Tile *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Tile_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Tile *Tile_array_add(ed_Arena *arena, Tile_array *array)
{
    Tile *it = (Tile *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it, Tile_type.align);
    if (it) {
        Tile_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Tile_array_remove(Tile_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

typedef struct Tree Tree;
typedef struct Tree_array {
    Tree *items;
    u32 count, capacity;
} Tree_array;

struct Tree {
    Tree_array kids;
    Kind       kind;
    u8         _pad0[7];
};

__extension__ enum {
    Tree_kids_tag = 0xce22db7cu,
    Tree_kind_tag = 0xd913e243u,
};

extern const ed_Type Tree_type;

/// Every default of the schema.
static inline void Tree_init(ed_Arena *arena, Tree *it)
{
    Tree_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Tree_pack(ed_Writer *w, const Tree *rows, u32 count)
{
    ed_pack_rows(w, &Tree_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Tree_unpack(ed_Reader *r, ed_Arena *arena, Tree *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Tree_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Tree *Tree_array_add(ed_Arena *arena, Tree_array *array)
{
    Tree *it = (Tree *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it, Tree_type.align);
    if (it) {
        Tree_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Tree_array_remove(Tree_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

typedef struct Left Left;
typedef struct Left_array {
    Left *items;
    u32 count, capacity;
} Left_array;

typedef struct World World;
typedef struct World_array {
    World *items;
    u32 count, capacity;
} World_array;

struct World {
    Tile       tiles[SIZE][SIZE];
    Tree       root;
    Left_array lefts;
};

__extension__ enum {
    World_tiles_tag = 0xf91258ceu,
    World_root_tag = 0x20fd0e45u,
    World_lefts_tag = 0xcef188b9u,
};

extern const ed_Type World_type;

/// Every default of the schema.
static inline void World_init(ed_Arena *arena, World *it)
{
    World_type.init(arena, it);
}

/// An array of maps by tag.
static inline void World_pack(ed_Writer *w, const World *rows, u32 count)
{
    ed_pack_rows(w, &World_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool World_unpack(ed_Reader *r, ed_Arena *arena, World *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &World_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline World *World_array_add(ed_Arena *arena, World_array *array)
{
    World *it = (World *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it,
        World_type.align);
    if (it) {
        World_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void World_array_remove(World_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

typedef struct Game Game;

struct Game {
    World world;
};

__extension__ enum {
    Game_world_tag = 0x37a3e893u,
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

typedef struct Right Right;
typedef struct Right_array {
    Right *items;
    u32 count, capacity;
} Right_array;

struct Left {
    Right_array rights;
};

__extension__ enum {
    Left_rights_tag = 0xe3a0c322u,
};

extern const ed_Type Left_type;

/// Every default of the schema.
static inline void Left_init(ed_Arena *arena, Left *it)
{
    Left_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Left_pack(ed_Writer *w, const Left *rows, u32 count)
{
    ed_pack_rows(w, &Left_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Left_unpack(ed_Reader *r, ed_Arena *arena, Left *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Left_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Left *Left_array_add(ed_Arena *arena, Left_array *array)
{
    Left *it = (Left *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it, Left_type.align);
    if (it) {
        Left_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Left_array_remove(Left_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

struct Right {
    Left_array lefts;
    Tile       tile;
    u8         _pad0[7];
};

__extension__ enum {
    Right_lefts_tag = 0xcef188b9u,
    Right_tile_tag = 0x713a7cc9u,
};

extern const ed_Type Right_type;

/// Every default of the schema.
static inline void Right_init(ed_Arena *arena, Right *it)
{
    Right_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Right_pack(ed_Writer *w, const Right *rows, u32 count)
{
    ed_pack_rows(w, &Right_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Right_unpack(ed_Reader *r, ed_Arena *arena, Right *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Right_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Right *Right_array_add(ed_Arena *arena, Right_array *array)
{
    Right *it = (Right *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it,
        Right_type.align);
    if (it) {
        Right_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Right_array_remove(Right_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

enum { HALF = 4 };

ED_C_END
#endif
