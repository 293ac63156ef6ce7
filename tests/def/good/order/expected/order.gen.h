// From order.def by eddiec: edit that file, not this one.
#ifndef GEN_ORDER_H
#define GEN_ORDER_H
#include "runtime/read.h"
#include "runtime/types.h"
#include "runtime/write.h"
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

enum {
    Tile_kind_tag = 0xd913e243u,
};

extern const ed_Type Tile_type;

/// Every default of the schema.
void Tile_init(ed_Arena *arena, Tile *it);
/// An array of maps by tag.
void Tile_pack(ed_Writer *w, const Tile *rows, u32 count);
/// What the writer lacked keeps its default; false where the reader failed.
bool Tile_unpack(ed_Reader *r, ed_Arena *arena, Tile *rows, u32 count);
/// One more, with its defaults; NULL over the arena's limit.
Tile *Tile_array_add(ed_Arena *arena, Tile_array *array);
/// The last one takes its place.
void Tile_array_remove(Tile_array *array, u32 index);

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

enum {
    Tree_kids_tag = 0xce22db7cu,
    Tree_kind_tag = 0xd913e243u,
};

extern const ed_Type Tree_type;

/// Every default of the schema.
void Tree_init(ed_Arena *arena, Tree *it);
/// An array of maps by tag.
void Tree_pack(ed_Writer *w, const Tree *rows, u32 count);
/// What the writer lacked keeps its default; false where the reader failed.
bool Tree_unpack(ed_Reader *r, ed_Arena *arena, Tree *rows, u32 count);
/// One more, with its defaults; NULL over the arena's limit.
Tree *Tree_array_add(ed_Arena *arena, Tree_array *array);
/// The last one takes its place.
void Tree_array_remove(Tree_array *array, u32 index);

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

enum {
    World_tiles_tag = 0xf91258ceu,
    World_root_tag = 0x20fd0e45u,
    World_lefts_tag = 0xcef188b9u,
};

extern const ed_Type World_type;

/// Every default of the schema.
void World_init(ed_Arena *arena, World *it);
/// An array of maps by tag.
void World_pack(ed_Writer *w, const World *rows, u32 count);
/// What the writer lacked keeps its default; false where the reader failed.
bool World_unpack(ed_Reader *r, ed_Arena *arena, World *rows, u32 count);
/// One more, with its defaults; NULL over the arena's limit.
World *World_array_add(ed_Arena *arena, World_array *array);
/// The last one takes its place.
void World_array_remove(World_array *array, u32 index);

typedef struct Game Game;

struct Game {
    World world;
};

enum {
    Game_world_tag = 0x37a3e893u,
};

extern const ed_Type Game_type;

/// Every default of the schema.
void Game_init(ed_Arena *arena, Game *it);
/// An array of maps by tag.
void Game_pack(ed_Writer *w, const Game *rows, u32 count);
/// What the writer lacked keeps its default; false where the reader failed.
bool Game_unpack(ed_Reader *r, ed_Arena *arena, Game *rows, u32 count);

typedef struct Right Right;
typedef struct Right_array {
    Right *items;
    u32 count, capacity;
} Right_array;

struct Left {
    Right_array rights;
};

enum {
    Left_rights_tag = 0xe3a0c322u,
};

extern const ed_Type Left_type;

/// Every default of the schema.
void Left_init(ed_Arena *arena, Left *it);
/// An array of maps by tag.
void Left_pack(ed_Writer *w, const Left *rows, u32 count);
/// What the writer lacked keeps its default; false where the reader failed.
bool Left_unpack(ed_Reader *r, ed_Arena *arena, Left *rows, u32 count);
/// One more, with its defaults; NULL over the arena's limit.
Left *Left_array_add(ed_Arena *arena, Left_array *array);
/// The last one takes its place.
void Left_array_remove(Left_array *array, u32 index);

struct Right {
    Left_array lefts;
    Tile       tile;
    u8         _pad0[7];
};

enum {
    Right_lefts_tag = 0xcef188b9u,
    Right_tile_tag = 0x713a7cc9u,
};

extern const ed_Type Right_type;

/// Every default of the schema.
void Right_init(ed_Arena *arena, Right *it);
/// An array of maps by tag.
void Right_pack(ed_Writer *w, const Right *rows, u32 count);
/// What the writer lacked keeps its default; false where the reader failed.
bool Right_unpack(ed_Reader *r, ed_Arena *arena, Right *rows, u32 count);
/// One more, with its defaults; NULL over the arena's limit.
Right *Right_array_add(ed_Arena *arena, Right_array *array);
/// The last one takes its place.
void Right_array_remove(Right_array *array, u32 index);

enum { HALF = 4 };

ED_C_END
#endif
