// From runes.def by eddiec: edit that file, not this one.
#include "gen/runes.gen.h"
#include "gen/marks.gen.h"
#include <stddef.h>

// What is used of string.h.
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memset(void *at, int byte, size_t size);

static const ed_Value Colour_values[] = {
    {.name = "RED", .tag = 0x83ce97fcu, .number = Colour_RED},
    {.name = "BLUE", .tag = 0x2cb7370du, .number = Colour_BLUE},
};

const ed_Type Colour_type = {
    .name = "Colour",
    .tag = 0x2ecca61du,
    .kind = ED_ENUM, .base = ED_U8, .size = sizeof(Colour), .align = _Alignof(Colour),
    .values = Colour_values, .value_count = 2,
};

_Static_assert(offsetof(Rune, colour) == 0, "Rune.colour");
_Static_assert(offsetof(Rune, made_of) == 8, "Rune.made_of");
_Static_assert(sizeof(Rune) == 24, "Rune");

static void init_Rune(ed_Arena *arena, void *any)
{
    Rune *it = any;
    (void)arena;
    memset(it, 0, sizeof *it);
    it->colour = Colour_BLUE;
}

static const ed_Field Rune_fields[] = {
    {.tag = Rune_colour_tag, .name = "colour", .kind = ED_ENUM,
     .offset = offsetof(Rune, colour), .size = 1, .count = 1, .type = &Colour_type,
     .preset_size = 1, .preset = (const u8[]){0x01}},
    {.tag = Rune_made_of_tag, .name = "made_of", .kind = ED_STRUCT, .shape = ED_DYNAMIC,
     .offset = offsetof(Rune, made_of), .size = 32, .count = 0, .type = &Mark_type},
};

const ed_Type Rune_type = {
    .name = "Rune",
    .tag = 0x905f299du,
    .kind = ED_STRUCT, .size = sizeof(Rune), .align = _Alignof(Rune),
    .fields = Rune_fields, .field_count = 2, .init = init_Rune,
};
