// From branch.def by eddiec: edit that file, not this one.
#include "gen/branch.gen.h"
#include "gen/leaf.gen.h"
#include <stddef.h>

// What is used of string.h.
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memset(void *at, int byte, size_t size);

_Static_assert(offsetof(Branch, first) == 0, "Branch.first");
_Static_assert(offsetof(Branch, rest) == 8, "Branch.rest");
_Static_assert(sizeof(Branch) == 24, "Branch");

static void init_Branch(ed_Arena *arena, void *any)
{
    (void)arena;
    memset(any, 0, sizeof(Branch));
}

static const ed_Field Branch_fields[] = {
    {.tag = Branch_first_tag, .name = "first", .kind = ED_REF,
     .offset = offsetof(Branch, first), .size = 8, .count = 1, .type = &Leaf_type},
    {.tag = Branch_rest_tag, .name = "rest", .kind = ED_REF, .shape = ED_DYNAMIC,
     .offset = offsetof(Branch, rest), .size = 8, .count = 0, .type = &Leaf_type},
};

const ed_Type Branch_type = {
    .name = "Branch",
    .tag = 0xa3e27665u,
    .kind = ED_STRUCT, .size = sizeof(Branch), .align = _Alignof(Branch),
    .fields = Branch_fields, .field_count = 2, .init = init_Branch,
};
