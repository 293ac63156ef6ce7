// From tree.def by eddiec: edit that file, not this one.
#ifndef GEN_TREE_H
#define GEN_TREE_H
#include "runtime/snapshot/encode.h"
#include "runtime/types/types.h"
ED_C_BEGIN

#ifndef GEN_NAMES_Branch  // by more than one header
#define GEN_NAMES_Branch
typedef struct Branch Branch;
typedef struct Branch_array {
    Branch *items;
    u32 count, capacity;
} Branch_array;
#endif

#ifndef GEN_NAMES_Tree  // by more than one header
#define GEN_NAMES_Tree
typedef struct Tree Tree;
typedef struct Tree_array {
    Tree *items;
    u32 count, capacity;
} Tree_array;
#endif

struct Tree {
    Branch_array branches;
};

__extension__ enum {
    Tree_branches_tag = 0x33ef34e9u,
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

ED_C_END
#endif
