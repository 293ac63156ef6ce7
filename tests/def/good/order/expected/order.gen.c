// From order.def by eddiec: edit that file, not this one.
#include "gen/order.gen.h"
#include <stddef.h>
#include <string.h>
#include "runtime/pack.h"

static const ed_Value Kind_values[] = {
    {.name = "FLOOR", .tag = 0x9c3b7e3du, .number = Kind_FLOOR},
    {.name = "WALL", .tag = 0xaca75e15u, .number = Kind_WALL},
};

const ed_Type Kind_type = {
    .name = "Kind",
    .tag = 0x3ff50c63u,
    .kind = ED_ENUM, .base = ED_U8, .size = sizeof(Kind), .align = _Alignof(Kind),
    .values = Kind_values, .value_count = 2,
};

_Static_assert(offsetof(Tile, kind) == 0, "Tile.kind");
_Static_assert(sizeof(Tile) == 1, "Tile");

static const ed_Field Tile_fields[] = {
    {.tag = Tile_kind_tag, .name = "kind", .kind = ED_ENUM,
     .offset = offsetof(Tile, kind), .size = 1, .count = 1, .type = &Kind_type},
};

static void init_Tile(ed_Arena *arena, void *it);

const ed_Type Tile_type = {
    .name = "Tile",
    .tag = 0xf3e131e9u,
    .kind = ED_STRUCT, .size = sizeof(Tile), .align = _Alignof(Tile),
    .fields = Tile_fields, .field_count = 1, .init = init_Tile,
};

void Tile_init(ed_Arena *arena, Tile *it)
{
    (void)arena;
    memset(it, 0, sizeof *it);
    it->kind = Kind_WALL;
}

static void init_Tile(ed_Arena *arena, void *it)
{
    Tile_init(arena, it);
}

void Tile_pack(ed_Writer *w, const Tile *rows, u32 count)
{
    ed_pack_rows(w, &Tile_type, rows, count);
}

bool Tile_unpack(ed_Reader *r, ed_Arena *arena, Tile *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Tile_type, rows, count);
}

Tile *Tile_array_add(ed_Arena *arena, Tile_array *array)
{
    Tile *it = ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it, _Alignof(Tile));
    if (it)
        Tile_init(arena, it);
    return it;
}

void Tile_array_remove(Tile_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

_Static_assert(offsetof(Tree, kids) == 0, "Tree.kids");
_Static_assert(offsetof(Tree, kind) == 16, "Tree.kind");
_Static_assert(sizeof(Tree) == 24, "Tree");

static const ed_Field Tree_fields[] = {
    {.tag = Tree_kids_tag, .name = "kids", .kind = ED_STRUCT, .shape = ED_DYNAMIC,
     .offset = offsetof(Tree, kids), .size = 24, .count = 0, .type = &Tree_type},
    {.tag = Tree_kind_tag, .name = "kind", .kind = ED_ENUM,
     .offset = offsetof(Tree, kind), .size = 1, .count = 1, .type = &Kind_type},
};

static void init_Tree(ed_Arena *arena, void *it);

const ed_Type Tree_type = {
    .name = "Tree",
    .tag = 0xedb780f5u,
    .kind = ED_STRUCT, .size = sizeof(Tree), .align = _Alignof(Tree),
    .fields = Tree_fields, .field_count = 2, .init = init_Tree,
};

void Tree_init(ed_Arena *arena, Tree *it)
{
    (void)arena;
    memset(it, 0, sizeof *it);
}

static void init_Tree(ed_Arena *arena, void *it)
{
    Tree_init(arena, it);
}

void Tree_pack(ed_Writer *w, const Tree *rows, u32 count)
{
    ed_pack_rows(w, &Tree_type, rows, count);
}

bool Tree_unpack(ed_Reader *r, ed_Arena *arena, Tree *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Tree_type, rows, count);
}

Tree *Tree_array_add(ed_Arena *arena, Tree_array *array)
{
    return ed_array_add(arena, (ed_Array *)(void *)array, sizeof(Tree), _Alignof(Tree));
}

void Tree_array_remove(Tree_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

_Static_assert(offsetof(World, tiles) == 0, "World.tiles");
_Static_assert(offsetof(World, root) == 64, "World.root");
_Static_assert(offsetof(World, lefts) == 88, "World.lefts");
_Static_assert(sizeof(World) == 104, "World");

static const ed_Field World_fields[] = {
    {.tag = World_tiles_tag, .name = "tiles", .kind = ED_STRUCT, .shape = ED_FIXED,
     .offset = offsetof(World, tiles), .size = 1, .count = 64, .dims = {8, 8}, .type = &Tile_type},
    {.tag = World_root_tag, .name = "root", .kind = ED_STRUCT,
     .offset = offsetof(World, root), .size = 24, .count = 1, .type = &Tree_type},
    {.tag = World_lefts_tag, .name = "lefts", .kind = ED_STRUCT, .shape = ED_DYNAMIC,
     .offset = offsetof(World, lefts), .size = 16, .count = 0, .type = &Left_type},
};

static void init_World(ed_Arena *arena, void *it);

const ed_Type World_type = {
    .name = "World",
    .tag = 0xdd60ed33u,
    .kind = ED_STRUCT, .size = sizeof(World), .align = _Alignof(World),
    .fields = World_fields, .field_count = 3, .init = init_World,
};

void World_init(ed_Arena *arena, World *it)
{
    memset(it, 0, sizeof *it);
    for (u32 i = 0; i < SIZE; i++)
        for (u32 j = 0; j < SIZE; j++)
            Tile_init(arena, &it->tiles[i][j]);
}

static void init_World(ed_Arena *arena, void *it)
{
    World_init(arena, it);
}

void World_pack(ed_Writer *w, const World *rows, u32 count)
{
    ed_pack_rows(w, &World_type, rows, count);
}

bool World_unpack(ed_Reader *r, ed_Arena *arena, World *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &World_type, rows, count);
}

World *World_array_add(ed_Arena *arena, World_array *array)
{
    World *it = ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it, _Alignof(World));
    if (it)
        World_init(arena, it);
    return it;
}

void World_array_remove(World_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

_Static_assert(offsetof(Game, world) == 0, "Game.world");
_Static_assert(sizeof(Game) == 104, "Game");

static const ed_Field Game_fields[] = {
    {.tag = Game_world_tag, .name = "world", .kind = ED_STRUCT,
     .offset = offsetof(Game, world), .size = 104, .count = 1, .type = &World_type},
};

static void init_Game(ed_Arena *arena, void *it);

const ed_Type Game_type = {
    .name = "Game",
    .tag = 0xc2762327u,
    .kind = ED_STRUCT, .size = sizeof(Game), .align = _Alignof(Game),
    .fields = Game_fields, .field_count = 1, .init = init_Game,
};

void Game_init(ed_Arena *arena, Game *it)
{
    memset(it, 0, sizeof *it);
    World_init(arena, &it->world);
}

static void init_Game(ed_Arena *arena, void *it)
{
    Game_init(arena, it);
}

void Game_pack(ed_Writer *w, const Game *rows, u32 count)
{
    ed_pack_rows(w, &Game_type, rows, count);
}

bool Game_unpack(ed_Reader *r, ed_Arena *arena, Game *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Game_type, rows, count);
}

_Static_assert(offsetof(Left, rights) == 0, "Left.rights");
_Static_assert(sizeof(Left) == 16, "Left");

static const ed_Field Left_fields[] = {
    {.tag = Left_rights_tag, .name = "rights", .kind = ED_STRUCT, .shape = ED_DYNAMIC,
     .offset = offsetof(Left, rights), .size = 24, .count = 0, .type = &Right_type},
};

static void init_Left(ed_Arena *arena, void *it);

const ed_Type Left_type = {
    .name = "Left",
    .tag = 0x92773890u,
    .kind = ED_STRUCT, .size = sizeof(Left), .align = _Alignof(Left),
    .fields = Left_fields, .field_count = 1, .init = init_Left,
};

void Left_init(ed_Arena *arena, Left *it)
{
    (void)arena;
    memset(it, 0, sizeof *it);
}

static void init_Left(ed_Arena *arena, void *it)
{
    Left_init(arena, it);
}

void Left_pack(ed_Writer *w, const Left *rows, u32 count)
{
    ed_pack_rows(w, &Left_type, rows, count);
}

bool Left_unpack(ed_Reader *r, ed_Arena *arena, Left *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Left_type, rows, count);
}

Left *Left_array_add(ed_Arena *arena, Left_array *array)
{
    return ed_array_add(arena, (ed_Array *)(void *)array, sizeof(Left), _Alignof(Left));
}

void Left_array_remove(Left_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

_Static_assert(offsetof(Right, lefts) == 0, "Right.lefts");
_Static_assert(offsetof(Right, tile) == 16, "Right.tile");
_Static_assert(sizeof(Right) == 24, "Right");

static const ed_Field Right_fields[] = {
    {.tag = Right_lefts_tag, .name = "lefts", .kind = ED_STRUCT, .shape = ED_DYNAMIC,
     .offset = offsetof(Right, lefts), .size = 16, .count = 0, .type = &Left_type},
    {.tag = Right_tile_tag, .name = "tile", .kind = ED_STRUCT,
     .offset = offsetof(Right, tile), .size = 1, .count = 1, .type = &Tile_type},
};

static void init_Right(ed_Arena *arena, void *it);

const ed_Type Right_type = {
    .name = "Right",
    .tag = 0x1e9e9f85u,
    .kind = ED_STRUCT, .size = sizeof(Right), .align = _Alignof(Right),
    .fields = Right_fields, .field_count = 2, .init = init_Right,
};

void Right_init(ed_Arena *arena, Right *it)
{
    memset(it, 0, sizeof *it);
    Tile_init(arena, &it->tile);
}

static void init_Right(ed_Arena *arena, void *it)
{
    Right_init(arena, it);
}

void Right_pack(ed_Writer *w, const Right *rows, u32 count)
{
    ed_pack_rows(w, &Right_type, rows, count);
}

bool Right_unpack(ed_Reader *r, ed_Arena *arena, Right *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Right_type, rows, count);
}

Right *Right_array_add(ed_Arena *arena, Right_array *array)
{
    Right *it = ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it, _Alignof(Right));
    if (it)
        Right_init(arena, it);
    return it;
}

void Right_array_remove(Right_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}
