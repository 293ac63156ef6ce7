// From consts.def by eddiec: edit that file, not this one.
#include "gen/consts.gen.h"
#include <stddef.h>

// What is used of string.h.
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memset(void *at, int byte, size_t size);

_Static_assert(offsetof(Uses, a) == 0, "Uses.a");
_Static_assert(offsetof(Uses, b) == 4, "Uses.b");
_Static_assert(offsetof(Uses, c) == 8, "Uses.c");
_Static_assert(offsetof(Uses, d) == 72, "Uses.d");
_Static_assert(offsetof(Uses, e) == 200, "Uses.e");
_Static_assert(offsetof(Uses, f) == 201, "Uses.f");
_Static_assert(offsetof(Uses, g) == 272, "Uses.g");
_Static_assert(offsetof(Uses, h) == 280, "Uses.h");
_Static_assert(sizeof(Uses) == 352, "Uses");

static void init_Uses(ed_Arena *arena, void *any)
{
    Uses *it = any;
    (void)arena;
    memset(it, 0, sizeof *it);
    it->a = 64;
    it->b = -19.6f;
    it->e = true;
    memcpy(it->f, "x", 1);
    it->g = 1099511627776u;
}

static const ed_Field Uses_fields[] = {
    {.tag = Uses_a_tag, .name = "a", .kind = ED_U32,
     .offset = offsetof(Uses, a), .size = 4, .count = 1,
     .preset_size = 1, .preset = (const u8[]){0x40}},
    {.tag = Uses_b_tag, .name = "b", .kind = ED_F32,
     .offset = offsetof(Uses, b), .size = 4, .count = 1,
     .preset_size = 5, .preset = (const u8[]){0xca, 0xc1, 0x9c, 0xcc, 0xcd}},
    {.tag = Uses_c_tag, .name = "c", .kind = ED_U8, .shape = ED_FIXED,
     .offset = offsetof(Uses, c), .size = 1, .count = 64, .dims = {64}},
    {.tag = Uses_d_tag, .name = "d", .kind = ED_U8, .shape = ED_FIXED,
     .offset = offsetof(Uses, d), .size = 1, .count = 128, .dims = {128}},
    {.tag = Uses_e_tag, .name = "e", .kind = ED_BOOL,
     .offset = offsetof(Uses, e), .size = 1, .count = 1,
     .preset_size = 1, .preset = (const u8[]){0xc3}},
    {.tag = Uses_f_tag, .name = "f", .kind = ED_CHARS,
     .offset = offsetof(Uses, f), .size = 64, .count = 1,
     .preset_size = 2, .preset = (const u8[]){0xa1, 0x78}},
    {.tag = Uses_g_tag, .name = "g", .kind = ED_U64,
     .offset = offsetof(Uses, g), .size = 8, .count = 1,
     .preset_size = 9,
     .preset = (const u8[]){0xcf, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00}},
    {.tag = Uses_h_tag, .name = "h", .kind = ED_U8, .shape = ED_FIXED,
     .offset = offsetof(Uses, h), .size = 1, .count = 69, .dims = {69}},
};

const ed_Type Uses_type = {
    .name = "Uses",
    .tag = 0xe1a63fa5u,
    .kind = ED_STRUCT, .size = sizeof(Uses), .align = _Alignof(Uses),
    .fields = Uses_fields, .field_count = 8, .init = init_Uses,
};
