// From branch.def by eddiec: edit that file, not this one.
#ifndef GEN_BRANCH_H
#define GEN_BRANCH_H
#include "runtime/snapshot/encode.h"
#include "runtime/types/pool.h"
#include "runtime/types/types.h"
ED_C_BEGIN

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

#ifndef GEN_NAMES_Branch  // by more than one header
#define GEN_NAMES_Branch
typedef struct Branch Branch;
typedef struct Branch_array {
    Branch *items;
    u32 count, capacity;
} Branch_array;
#endif

struct Branch {
    Leaf_ref       first;
    Leaf_ref_array rest;
};

__extension__ enum {
    Branch_first_tag = 0x4881d841u,
    Branch_rest_tag = 0xeabd3d97u,
};

extern const ed_Type Branch_type;

/// Every default of the schema.
static inline void Branch_init(ed_Arena *arena, Branch *it)
{
    Branch_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Branch_pack(ed_Writer *w, const Branch *rows, u32 count)
{
    ed_pack_rows(w, &Branch_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Branch_unpack(ed_Reader *r, ed_Arena *arena, Branch *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Branch_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Branch *Branch_array_add(ed_Arena *arena, Branch_array *array)
{
    Branch *it = (Branch *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it,
        Branch_type.align);
    if (it) {
        Branch_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Branch_array_remove(Branch_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

ED_C_END
#endif
