// From names.def by eddiec: edit that file, not this one.
#include "gen/names.gen.h"
#include <stddef.h>

// What is used of string.h.
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memset(void *at, int byte, size_t size);

_Static_assert(offsetof(Names_, a) == 0, "Names_.a");
_Static_assert(sizeof(Names_) == 1, "Names_");

static void init_Names_(ed_Arena *arena, void *any)
{
    (void)arena;
    memset(any, 0, sizeof(Names_));
}

static const ed_Field Names__fields[] = {
    {.tag = Names__a_tag, .name = "a", .kind = ED_U8,
     .offset = offsetof(Names_, a), .size = 1, .count = 1},
};

const ed_Type Names__type = {
    .name = "Names_",
    .tag = 0xffff8350u,
    .kind = ED_STRUCT, .size = sizeof(Names_), .align = _Alignof(Names_),
    .fields = Names__fields, .field_count = 1, .init = init_Names_,
};

_Static_assert(offsetof(Names, state) == 0, "Names.state");
_Static_assert(offsetof(Names, flags) == 4, "Names.flags");
_Static_assert(offsetof(Names, rigid) == 8, "Names.rigid");
_Static_assert(offsetof(Names, str) == 12, "Names.str");
_Static_assert(offsetof(Names, min) == 16, "Names.min");
_Static_assert(offsetof(Names, max) == 20, "Names.max");
_Static_assert(offsetof(Names, count) == 24, "Names.count");
_Static_assert(offsetof(Names, it) == 28, "Names.it");
_Static_assert(offsetof(Names, arena) == 32, "Names.arena");
_Static_assert(offsetof(Names, items) == 36, "Names.items");
_Static_assert(offsetof(Names, other) == 40, "Names.other");
_Static_assert(sizeof(Names) == 44, "Names");

static void init_Names(ed_Arena *arena, void *any)
{
    (void)arena;
    memset(any, 0, sizeof(Names));
}

static const ed_Field Names_fields[] = {
    {.tag = Names_state_tag, .name = "state", .kind = ED_U32,
     .offset = offsetof(Names, state), .size = 4, .count = 1},
    {.tag = Names_flags_tag, .name = "flags", .kind = ED_U32,
     .offset = offsetof(Names, flags), .size = 4, .count = 1},
    {.tag = Names_rigid_tag, .name = "rigid", .kind = ED_U32,
     .offset = offsetof(Names, rigid), .size = 4, .count = 1},
    {.tag = Names_str_tag, .name = "str", .kind = ED_U32,
     .offset = offsetof(Names, str), .size = 4, .count = 1},
    {.tag = Names_min_tag, .name = "min", .kind = ED_U32,
     .offset = offsetof(Names, min), .size = 4, .count = 1},
    {.tag = Names_max_tag, .name = "max", .kind = ED_U32,
     .offset = offsetof(Names, max), .size = 4, .count = 1},
    {.tag = Names_count_tag, .name = "count", .kind = ED_U32,
     .offset = offsetof(Names, count), .size = 4, .count = 1},
    {.tag = Names_it_tag, .name = "it", .kind = ED_U32,
     .offset = offsetof(Names, it), .size = 4, .count = 1},
    {.tag = Names_arena_tag, .name = "arena", .kind = ED_U32,
     .offset = offsetof(Names, arena), .size = 4, .count = 1},
    {.tag = Names_items_tag, .name = "items", .kind = ED_U32,
     .offset = offsetof(Names, items), .size = 4, .count = 1},
    {.tag = Names_other_tag, .name = "other", .kind = ED_STRUCT, .shape = ED_FIXED,
     .offset = offsetof(Names, other), .size = 1, .count = 2, .dims = {2}, .type = &Names__type},
};

const ed_Type Names_type = {
    .name = "Names",
    .doc = "Names that only look taken.",
    .tag = 0x7355c12fu,
    .kind = ED_STRUCT, .size = sizeof(Names), .align = _Alignof(Names),
    .fields = Names_fields, .field_count = 11, .init = init_Names,
};

_Static_assert(offsetof(states, room) == 0, "states.room");
_Static_assert(offsetof(states, more) == 4, "states.more");
_Static_assert(sizeof(states) == 6, "states");

static void init_states(ed_Arena *arena, void *any)
{
    (void)arena;
    memset(any, 0, sizeof(states));
}

static const ed_Field states_fields[] = {
    {.tag = states_room_tag, .name = "room", .kind = ED_U8, .shape = ED_FIXED,
     .offset = offsetof(states, room), .size = 1, .count = 4, .dims = {4}},
    {.tag = states_more_tag, .name = "more", .kind = ED_U8, .shape = ED_FIXED,
     .offset = offsetof(states, more), .size = 1, .count = 2, .dims = {2}},
};

static const u32 states_was[] = {
    0xcb8c2252u,  // eddie
};

const ed_Type states_type = {
    .name = "states",
    .tag = 0xba72875fu, .was = states_was, .was_count = 1,
    .kind = ED_STRUCT, .size = sizeof(states), .align = _Alignof(states),
    .fields = states_fields, .field_count = 2, .init = init_states,
};
