// From part.def by eddiec: edit that file, not this one.
#include "gen/part.gen.h"
#include <stddef.h>

// What is used of string.h.
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memset(void *at, int byte, size_t size);

_Static_assert(offsetof(Part, items) == 0, "Part.items");
_Static_assert(sizeof(Part) == 16, "Part");

static void init_Part(ed_Arena *arena, void *any)
{
    (void)arena;
    memset(any, 0, sizeof(Part));
}

static const ed_Field Part_fields[] = {
    {.tag = Part_items_tag, .name = "items", .kind = ED_STRUCT, .shape = ED_DYNAMIC,
     .offset = offsetof(Part, items), .size = 2, .count = 0, .type = &Item_type},
};

const ed_Type Part_type = {
    .name = "Part",
    .doc = "Included, so the header brings the other one along.",
    .tag = 0xe3596034u,
    .kind = ED_STRUCT, .size = sizeof(Part), .align = _Alignof(Part),
    .fields = Part_fields, .field_count = 1, .init = init_Part,
};
