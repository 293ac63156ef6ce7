// From tree.def by eddiec: edit that file, not this one.
#include "gen/tree.gen.h"
#include "gen/branch.gen.h"
#include <stddef.h>

// What is used of string.h.
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memset(void *at, int byte, size_t size);

_Static_assert(offsetof(Tree, branches) == 0, "Tree.branches");
_Static_assert(sizeof(Tree) == 16, "Tree");

static void init_Tree(ed_Arena *arena, void *any)
{
    (void)arena;
    memset(any, 0, sizeof(Tree));
}

static const ed_Field Tree_fields[] = {
    {.tag = Tree_branches_tag, .name = "branches", .kind = ED_STRUCT, .shape = ED_DYNAMIC,
     .offset = offsetof(Tree, branches), .size = 24, .count = 0, .type = &Branch_type},
};

const ed_Type Tree_type = {
    .name = "Tree",
    .tag = 0xedb780f5u,
    .kind = ED_STRUCT, .size = sizeof(Tree), .align = _Alignof(Tree),
    .fields = Tree_fields, .field_count = 1, .init = init_Tree,
};
