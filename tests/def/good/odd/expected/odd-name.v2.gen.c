// From odd-name.v2.def by eddiec: edit that file, not this one.
#include "gen/odd-name.v2.gen.h"
#include <stddef.h>
#include <string.h>
#include "runtime/pack.h"

_Static_assert(offsetof(Odd, x) == 0, "Odd.x");
_Static_assert(offsetof(Odd, y) == 4, "Odd.y");
_Static_assert(offsetof(Odd, z) == 8, "Odd.z");
_Static_assert(offsetof(Odd, w) == 12, "Odd.w");
_Static_assert(sizeof(Odd) == 16, "Odd");

static const ed_Field Odd_fields[] = {
    {.tag = Odd_x_tag, .name = "x", .kind = ED_U32,
     .offset = offsetof(Odd, x), .size = 4, .count = 1, .doc = "behind"},
    {.tag = Odd_y_tag, .name = "y", .kind = ED_U32,
     .offset = offsetof(Odd, y), .size = 4, .count = 1, .doc = "behind, too"},
    {.tag = Odd_z_tag, .name = "z", .kind = ED_U32,
     .offset = offsetof(Odd, z), .size = 4, .count = 1, .doc = "above in two lines"},
    {.tag = Odd_w_tag, .name = "w", .kind = ED_U32,
     .offset = offsetof(Odd, w), .size = 4, .count = 1,
     .doc = "a very long comment that does not fit behind the member and so it goes above it instead, whole"},
};

static void init_Odd(ed_Arena *arena, void *it);

const ed_Type Odd_type = {
    .name = "Odd",
    .doc = "Café, with a \"quote\" and a \\backslash\\ and a second line \\",
    .tag = 0x0fcb34feu,
    .kind = ED_STRUCT, .size = sizeof(Odd), .align = _Alignof(Odd),
    .fields = Odd_fields, .field_count = 4, .init = init_Odd,
};

void Odd_init(ed_Arena *arena, Odd *it)
{
    (void)arena;
    memset(it, 0, sizeof *it);
    it->z = 3;
}

static void init_Odd(ed_Arena *arena, void *it)
{
    Odd_init(arena, it);
}

void Odd_pack(ed_Writer *w, const Odd *rows, u32 count)
{
    ed_pack_rows(w, &Odd_type, rows, count);
}

bool Odd_unpack(ed_Reader *r, ed_Arena *arena, Odd *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Odd_type, rows, count);
}

Odd *Odd_array_add(ed_Arena *arena, Odd_array *array)
{
    Odd *it = ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it, _Alignof(Odd));
    if (it)
        Odd_init(arena, it);
    return it;
}

void Odd_array_remove(Odd_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

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
