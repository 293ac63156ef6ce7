// From names.def by eddiec: edit that file, not this one.
#include "gen/names.gen.h"
#include <stddef.h>
#include <string.h>
#include "runtime/pack.h"

_Static_assert(offsetof(Names_, a) == 0, "Names_.a");
_Static_assert(sizeof(Names_) == 1, "Names_");

static const ed_Field Names__fields[] = {
    {.tag = Names__a_tag, .name = "a", .kind = ED_U8,
     .offset = offsetof(Names_, a), .size = 1, .count = 1},
};

static void init_Names_(ed_Arena *arena, void *it);

const ed_Type Names__type = {
    .name = "Names_",
    .tag = 0xffff8350u,
    .kind = ED_STRUCT, .size = sizeof(Names_), .align = _Alignof(Names_),
    .fields = Names__fields, .field_count = 1, .init = init_Names_,
};

void Names__init(ed_Arena *arena, Names_ *it)
{
    (void)arena;
    memset(it, 0, sizeof *it);
}

static void init_Names_(ed_Arena *arena, void *it)
{
    Names__init(arena, it);
}

void Names__pack(ed_Writer *w, const Names_ *rows, u32 count)
{
    ed_pack_rows(w, &Names__type, rows, count);
}

bool Names__unpack(ed_Reader *r, ed_Arena *arena, Names_ *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Names__type, rows, count);
}

Names_ *Names__array_add(ed_Arena *arena, Names__array *array)
{
    return ed_array_add(arena, (ed_Array *)(void *)array, sizeof(Names_), _Alignof(Names_));
}

void Names__array_remove(Names__array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

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

static void init_Names(ed_Arena *arena, void *it);

const ed_Type Names_type = {
    .name = "Names",
    .doc = "Names that only look taken.",
    .tag = 0x7355c12fu,
    .kind = ED_STRUCT, .size = sizeof(Names), .align = _Alignof(Names),
    .fields = Names_fields, .field_count = 11, .init = init_Names,
};

void Names_init(ed_Arena *arena, Names *it)
{
    (void)arena;
    memset(it, 0, sizeof *it);
}

static void init_Names(ed_Arena *arena, void *it)
{
    Names_init(arena, it);
}

void Names_pack(ed_Writer *w, const Names *rows, u32 count)
{
    ed_pack_rows(w, &Names_type, rows, count);
}

bool Names_unpack(ed_Reader *r, ed_Arena *arena, Names *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Names_type, rows, count);
}

Names *Names_array_add(ed_Arena *arena, Names_array *array)
{
    return ed_array_add(arena, (ed_Array *)(void *)array, sizeof(Names), _Alignof(Names));
}

void Names_array_remove(Names_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

_Static_assert(offsetof(states, room) == 0, "states.room");
_Static_assert(offsetof(states, more) == 4, "states.more");
_Static_assert(sizeof(states) == 6, "states");

static const ed_Field states_fields[] = {
    {.tag = states_room_tag, .name = "room", .kind = ED_U8, .shape = ED_FIXED,
     .offset = offsetof(states, room), .size = 1, .count = 4, .dims = {4}},
    {.tag = states_more_tag, .name = "more", .kind = ED_U8, .shape = ED_FIXED,
     .offset = offsetof(states, more), .size = 1, .count = 2, .dims = {2}},
};

static void init_states(ed_Arena *arena, void *it);

static const u32 states_was[] = {
    0xcb8c2252u,  // eddie
};

const ed_Type states_type = {
    .name = "states",
    .tag = 0xba72875fu, .was = states_was, .was_count = 1,
    .kind = ED_STRUCT, .size = sizeof(states), .align = _Alignof(states),
    .fields = states_fields, .field_count = 2, .init = init_states,
};

void states_init(ed_Arena *arena, states *it)
{
    (void)arena;
    memset(it, 0, sizeof *it);
}

static void init_states(ed_Arena *arena, void *it)
{
    states_init(arena, it);
}

void states_pack(ed_Writer *w, const states *rows, u32 count)
{
    ed_pack_rows(w, &states_type, rows, count);
}

bool states_unpack(ed_Reader *r, ed_Arena *arena, states *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &states_type, rows, count);
}
