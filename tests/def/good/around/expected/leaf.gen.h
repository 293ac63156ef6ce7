// From leaf.def by eddiec: edit that file, not this one.
#ifndef GEN_LEAF_H
#define GEN_LEAF_H
#include "runtime/snapshot/encode.h"
#include "runtime/types/pool.h"
#include "runtime/types/types.h"
ED_C_BEGIN

#ifndef GEN_NAMES_Tree  // by more than one header
#define GEN_NAMES_Tree
typedef struct Tree Tree;
typedef struct Tree_array {
    Tree *items;
    u32 count, capacity;
} Tree_array;
#endif

typedef struct Leaves Leaves;
typedef struct Leaves_array {
    Leaves *items;
    u32 count, capacity;
} Leaves_array;

struct Leaves {
    u32 kind;  // Leaves_none, Leaves_trees
    u32 _pad0;
    union {
        u32        none;
        Tree_array trees;
    };
};

enum {
    Leaves_none,
    Leaves_trees,
};

__extension__ enum {
    Leaves_none_tag = 0xada7afdbu,
    Leaves_trees_tag = 0x1823e152u,
};

extern const ed_Type Leaves_type;

/// Every default of the schema.
static inline void Leaves_init(ed_Arena *arena, Leaves *it)
{
    Leaves_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Leaves_pack(ed_Writer *w, const Leaves *rows, u32 count)
{
    ed_pack_rows(w, &Leaves_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Leaves_unpack(ed_Reader *r, ed_Arena *arena, Leaves *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Leaves_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Leaves *Leaves_array_add(ed_Arena *arena, Leaves_array *array)
{
    Leaves *it = (Leaves *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it,
        Leaves_type.align);
    if (it) {
        Leaves_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Leaves_array_remove(Leaves_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

/// Becomes that alternative, with its defaults; where it is.
u32 *Leaves_set_none(ed_Arena *arena, Leaves *it);
Tree_array *Leaves_set_trees(ed_Arena *arena, Leaves *it);

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

struct Leaf {
    Leaves more;
};

__extension__ enum {
    Leaf_more_tag = 0xe85541e0u,
};

extern const ed_Type Leaf_type;

/// Every default of the schema.
static inline void Leaf_init(ed_Arena *arena, Leaf *it)
{
    Leaf_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Leaf_pack(ed_Writer *w, const Leaf *rows, u32 count)
{
    ed_pack_rows(w, &Leaf_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Leaf_unpack(ed_Reader *r, ed_Arena *arena, Leaf *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Leaf_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Leaf *Leaf_array_add(ed_Arena *arena, Leaf_array *array)
{
    Leaf *it = (Leaf *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it, Leaf_type.align);
    if (it) {
        Leaf_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Leaf_array_remove(Leaf_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

/// One more, with its defaults; NULL over the limit.
Leaf *Leaf_pool_add(ed_Arena *arena, Leaf_pool *pool);
/// The handle of an item of the pool; none for NULL.
Leaf_ref Leaf_pool_ref(const Leaf_pool *pool, const Leaf *it);
/// NULL where it is gone.
Leaf *Leaf_pool_get(const Leaf_pool *pool, Leaf_ref ref);
/// The last one takes its place; false where it was gone.
bool Leaf_pool_remove(Leaf_pool *pool, Leaf_ref ref);
/// All of them go; their handles find nothing.
void Leaf_pool_clear(Leaf_pool *pool);

ED_C_END
#endif
