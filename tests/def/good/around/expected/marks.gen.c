// From marks.def by eddiec: edit that file, not this one.
#include "gen/marks.gen.h"
#include <stddef.h>

// What is used of string.h.
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memset(void *at, int byte, size_t size);

_Static_assert(offsetof(Root, marks) == 0, "Root.marks");
_Static_assert(offsetof(Root, runes) == 16, "Root.runes");
_Static_assert(sizeof(Root) == 32, "Root");

static void init_Root(ed_Arena *arena, void *any)
{
    (void)arena;
    memset(any, 0, sizeof(Root));
}

static const ed_Field Root_fields[] = {
    {.tag = Root_marks_tag, .name = "marks", .kind = ED_STRUCT, .shape = ED_DYNAMIC,
     .offset = offsetof(Root, marks), .size = 32, .count = 0, .type = &Mark_type},
    {.tag = Root_runes_tag, .name = "runes", .kind = ED_STRUCT, .shape = ED_DYNAMIC,
     .offset = offsetof(Root, runes), .size = 24, .count = 0, .type = &Rune_type},
};

const ed_Type Root_type = {
    .name = "Root",
    .tag = 0xa1295a65u,
    .kind = ED_STRUCT, .size = sizeof(Root), .align = _Alignof(Root),
    .fields = Root_fields, .field_count = 2, .init = init_Root,
};

_Static_assert(offsetof(Mark, power) == 0, "Mark.power");
_Static_assert(offsetof(Mark, rune) == 8, "Mark.rune");
_Static_assert(sizeof(Mark) == 32, "Mark");

static void init_Mark(ed_Arena *arena, void *any)
{
    Mark *it = any;
    memset(it, 0, sizeof *it);
    Rune_type.init(arena, &it->rune);
}

static const ed_Field Mark_fields[] = {
    {.tag = Mark_power_tag, .name = "power", .kind = ED_U32,
     .offset = offsetof(Mark, power), .size = 4, .count = 1},
    {.tag = Mark_rune_tag, .name = "rune", .kind = ED_STRUCT,
     .offset = offsetof(Mark, rune), .size = 24, .count = 1, .type = &Rune_type},
};

const ed_Type Mark_type = {
    .name = "Mark",
    .doc = "Holds one of the other file by value, which only lists this one.",
    .tag = 0x2e5a7bc0u,
    .kind = ED_STRUCT, .size = sizeof(Mark), .align = _Alignof(Mark),
    .fields = Mark_fields, .field_count = 2, .init = init_Mark,
};
