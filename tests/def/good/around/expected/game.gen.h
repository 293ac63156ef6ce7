// From game.def by eddiec: edit that file, not this one.
#ifndef GEN_GAME_H
#define GEN_GAME_H
#include "gen/marks.gen.h"
#include "gen/tree.gen.h"
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

#ifndef GEN_NAMES_Leaf  // by more than one header
#define GEN_NAMES_Leaf
typedef struct Leaf Leaf;
typedef struct Leaf_array {
    Leaf *items;
    u32 count, capacity;
} Leaf_array;
/// A handle of one in its pool; all zero is the null handle.
typedef struct Leaf_ref {
    u32 index;
    u32 generation;
} Leaf_ref;
typedef struct Leaf_ref_array {
    Leaf_ref *items;
    u32 count, capacity;
} Leaf_ref_array;
/// The items lie packed together; a handle finds its own wherever it is now.
typedef struct Leaf_pool {
    Leaf *items;
    u32 count, capacity;
    u32 *owners;
    ed_Slot *slots;
    u32 slot_count, slot_capacity;
    u32 free_slot;
    u32 limit;
} Leaf_pool;
#endif

typedef struct Game Game;

struct Game {
    Actor_pool actors;
    Item_pool  items;
    Leaf_pool  leaves;
    Tree       tree;
    Root       root;
};

__extension__ enum {
    Game_actors_tag = 0xb0b7b16bu,
    Game_items_tag = 0x3a79338fu,
    Game_leaves_tag = 0xa53859c9u,
    Game_tree_tag = 0x6d8b34d5u,
    Game_root_tag = 0x20fd0e45u,
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

ED_C_END
#endif
