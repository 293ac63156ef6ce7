// From odd-name.v2.def by eddiec: edit that file, not this one.
#include "gen/odd-name.v2.gen.h"
#include <stddef.h>

// What is used of string.h.
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memset(void *at, int byte, size_t size);

_Static_assert(offsetof(Odd, x) == 0, "Odd.x");
_Static_assert(offsetof(Odd, y) == 4, "Odd.y");
_Static_assert(offsetof(Odd, z) == 8, "Odd.z");
_Static_assert(offsetof(Odd, w) == 12, "Odd.w");
_Static_assert(sizeof(Odd) == 16, "Odd");

static void init_Odd(ed_Arena *arena, void *any)
{
    Odd *it = any;
    (void)arena;
    memset(it, 0, sizeof *it);
    it->z = 3;
}

static const ed_Field Odd_fields[] = {
    {.tag = Odd_x_tag, .name = "x", .kind = ED_U32,
     .offset = offsetof(Odd, x), .size = 4, .count = 1, .doc = "behind"},
    {.tag = Odd_y_tag, .name = "y", .kind = ED_U32,
     .offset = offsetof(Odd, y), .size = 4, .count = 1, .doc = "behind, too"},
    {.tag = Odd_z_tag, .name = "z", .kind = ED_U32,
     .offset = offsetof(Odd, z), .size = 4, .count = 1, .doc = "above in two lines",
     .preset_size = 1, .preset = (const u8[]){0x03}},
    {.tag = Odd_w_tag, .name = "w", .kind = ED_U32,
     .offset = offsetof(Odd, w), .size = 4, .count = 1,
     .doc = "a very long comment that does not fit behind the member and so it goes above it instead, whole"},
};

const ed_Type Odd_type = {
    .name = "Odd",
    .doc = "Café, with a \"quote\" and a \\backslash\\ and a second line \\",
    .tag = 0x0fcb34feu,
    .kind = ED_STRUCT, .size = sizeof(Odd), .align = _Alignof(Odd),
    .fields = Odd_fields, .field_count = 4, .init = init_Odd,
};

static const ed_Value E_values[] = {
    {.name = "A", .tag = 0xc40bf6ccu, .number = E_A},
    {.name = "B", .tag = 0xc70bfb85u, .number = E_B},
};

const ed_Type E_type = {
    .name = "E",
    .tag = 0xc00bf080u,
    .kind = ED_ENUM, .base = ED_U8, .size = sizeof(E), .align = _Alignof(E),
    .values = E_values, .value_count = 2,
};
