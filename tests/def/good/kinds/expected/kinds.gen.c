// From kinds.def by eddiec: edit that file, not this one.
#include "gen/kinds.gen.h"
#include <stddef.h>

// What is used of string.h.
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memset(void *at, int byte, size_t size);

_Static_assert(offsetof(Kinds, a) == 0, "Kinds.a");
_Static_assert(offsetof(Kinds, b) == 1, "Kinds.b");
_Static_assert(offsetof(Kinds, c) == 2, "Kinds.c");
_Static_assert(offsetof(Kinds, d) == 4, "Kinds.d");
_Static_assert(offsetof(Kinds, e) == 8, "Kinds.e");
_Static_assert(offsetof(Kinds, f) == 16, "Kinds.f");
_Static_assert(offsetof(Kinds, g) == 18, "Kinds.g");
_Static_assert(offsetof(Kinds, h) == 20, "Kinds.h");
_Static_assert(offsetof(Kinds, i) == 24, "Kinds.i");
_Static_assert(offsetof(Kinds, j) == 32, "Kinds.j");
_Static_assert(offsetof(Kinds, k) == 40, "Kinds.k");
_Static_assert(offsetof(Kinds, l) == 48, "Kinds.l");
_Static_assert(offsetof(Kinds, m) == 56, "Kinds.m");
_Static_assert(sizeof(Kinds) == 72, "Kinds");

static void init_Kinds(ed_Arena *arena, void *any)
{
    (void)arena;
    memset(any, 0, sizeof(Kinds));
}

static const ed_Field Kinds_fields[] = {
    {.tag = Kinds_a_tag, .name = "a", .kind = ED_BOOL,
     .offset = offsetof(Kinds, a), .size = 1, .count = 1},
    {.tag = Kinds_b_tag, .name = "b", .kind = ED_U8,
     .offset = offsetof(Kinds, b), .size = 1, .count = 1},
    {.tag = Kinds_c_tag, .name = "c", .kind = ED_U16,
     .offset = offsetof(Kinds, c), .size = 2, .count = 1},
    {.tag = Kinds_d_tag, .name = "d", .kind = ED_U32,
     .offset = offsetof(Kinds, d), .size = 4, .count = 1},
    {.tag = Kinds_e_tag, .name = "e", .kind = ED_U64,
     .offset = offsetof(Kinds, e), .size = 8, .count = 1},
    {.tag = Kinds_f_tag, .name = "f", .kind = ED_I8,
     .offset = offsetof(Kinds, f), .size = 1, .count = 1},
    {.tag = Kinds_g_tag, .name = "g", .kind = ED_I16,
     .offset = offsetof(Kinds, g), .size = 2, .count = 1},
    {.tag = Kinds_h_tag, .name = "h", .kind = ED_I32,
     .offset = offsetof(Kinds, h), .size = 4, .count = 1},
    {.tag = Kinds_i_tag, .name = "i", .kind = ED_I64,
     .offset = offsetof(Kinds, i), .size = 8, .count = 1},
    {.tag = Kinds_j_tag, .name = "j", .kind = ED_F32,
     .offset = offsetof(Kinds, j), .size = 4, .count = 1},
    {.tag = Kinds_k_tag, .name = "k", .kind = ED_F64,
     .offset = offsetof(Kinds, k), .size = 8, .count = 1},
    {.tag = Kinds_l_tag, .name = "l", .kind = ED_CHARS,
     .offset = offsetof(Kinds, l), .size = 5, .count = 1},
    {.tag = Kinds_m_tag, .name = "m", .kind = ED_STR,
     .offset = offsetof(Kinds, m), .size = 16, .count = 1},
};

const ed_Type Kinds_type = {
    .name = "Kinds",
    .doc = "Every kind of value, once without and once with a default.",
    .tag = 0xbec1fd30u,
    .kind = ED_STRUCT, .size = sizeof(Kinds), .align = _Alignof(Kinds),
    .fields = Kinds_fields, .field_count = 13, .init = init_Kinds,
};

_Static_assert(offsetof(Presets, a) == 0, "Presets.a");
_Static_assert(offsetof(Presets, b) == 1, "Presets.b");
_Static_assert(offsetof(Presets, c) == 2, "Presets.c");
_Static_assert(offsetof(Presets, d) == 4, "Presets.d");
_Static_assert(offsetof(Presets, e) == 8, "Presets.e");
_Static_assert(offsetof(Presets, f) == 16, "Presets.f");
_Static_assert(offsetof(Presets, g) == 18, "Presets.g");
_Static_assert(offsetof(Presets, h) == 20, "Presets.h");
_Static_assert(offsetof(Presets, i) == 24, "Presets.i");
_Static_assert(offsetof(Presets, j) == 32, "Presets.j");
_Static_assert(offsetof(Presets, k) == 40, "Presets.k");
_Static_assert(offsetof(Presets, l) == 48, "Presets.l");
_Static_assert(offsetof(Presets, m) == 56, "Presets.m");
_Static_assert(offsetof(Presets, n) == 72, "Presets.n");
_Static_assert(offsetof(Presets, o) == 76, "Presets.o");
_Static_assert(offsetof(Presets, p) == 80, "Presets.p");
_Static_assert(offsetof(Presets, q) == 84, "Presets.q");
_Static_assert(offsetof(Presets, r) == 88, "Presets.r");
_Static_assert(offsetof(Presets, s) == 92, "Presets.s");
_Static_assert(sizeof(Presets) == 96, "Presets");

static void init_Presets(ed_Arena *arena, void *any)
{
    Presets *it = any;
    memset(it, 0, sizeof *it);
    it->a = true;
    it->b = 255;
    it->c = 65535;
    it->d = 4294967295u;
    it->e = 18446744073709551615u;
    it->f = -128;
    it->g = -32768;
    it->h = -2147483648;
    it->i = -9223372036854775807 - 1;
    it->j = 0.1f;
    it->k = -1.5e-300;
    memcpy(it->l, "eddie", 5);
    ed_str_set(arena, &it->m, "any\tlength \"quoted\" AA ?\?= é joined");
    it->n = 120;
    it->o = 3.0f;
    it->p = -0.0f;
    it->q = 16777216.0f;
    it->r = 5;
    it->s = 2;
}

static const ed_Field Presets_fields[] = {
    {.tag = Presets_a_tag, .name = "a", .kind = ED_BOOL,
     .offset = offsetof(Presets, a), .size = 1, .count = 1,
     .preset_size = 1, .preset = (const u8[]){0xc3}},
    {.tag = Presets_b_tag, .name = "b", .kind = ED_U8,
     .offset = offsetof(Presets, b), .size = 1, .count = 1,
     .preset_size = 2, .preset = (const u8[]){0xcc, 0xff}},
    {.tag = Presets_c_tag, .name = "c", .kind = ED_U16,
     .offset = offsetof(Presets, c), .size = 2, .count = 1,
     .preset_size = 3, .preset = (const u8[]){0xcd, 0xff, 0xff}},
    {.tag = Presets_d_tag, .name = "d", .kind = ED_U32,
     .offset = offsetof(Presets, d), .size = 4, .count = 1,
     .preset_size = 5, .preset = (const u8[]){0xce, 0xff, 0xff, 0xff, 0xff}},
    {.tag = Presets_e_tag, .name = "e", .kind = ED_U64,
     .offset = offsetof(Presets, e), .size = 8, .count = 1,
     .preset_size = 9,
     .preset = (const u8[]){0xcf, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}},
    {.tag = Presets_f_tag, .name = "f", .kind = ED_I8,
     .offset = offsetof(Presets, f), .size = 1, .count = 1,
     .preset_size = 2, .preset = (const u8[]){0xd0, 0x80}},
    {.tag = Presets_g_tag, .name = "g", .kind = ED_I16,
     .offset = offsetof(Presets, g), .size = 2, .count = 1,
     .preset_size = 3, .preset = (const u8[]){0xd1, 0x80, 0x00}},
    {.tag = Presets_h_tag, .name = "h", .kind = ED_I32,
     .offset = offsetof(Presets, h), .size = 4, .count = 1,
     .preset_size = 5, .preset = (const u8[]){0xd2, 0x80, 0x00, 0x00, 0x00}},
    {.tag = Presets_i_tag, .name = "i", .kind = ED_I64,
     .offset = offsetof(Presets, i), .size = 8, .count = 1,
     .preset_size = 9,
     .preset = (const u8[]){0xd3, 0x80, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00}},
    {.tag = Presets_j_tag, .name = "j", .kind = ED_F32,
     .offset = offsetof(Presets, j), .size = 4, .count = 1,
     .preset_size = 5, .preset = (const u8[]){0xca, 0x3d, 0xcc, 0xcc, 0xcd}},
    {.tag = Presets_k_tag, .name = "k", .kind = ED_F64,
     .offset = offsetof(Presets, k), .size = 8, .count = 1,
     .preset_size = 9,
     .preset = (const u8[]){0xcb, 0x81, 0xb0, 0x12, 0x97, 0xd2, 0x3a, 0xb6, 0x83}},
    {.tag = Presets_l_tag, .name = "l", .kind = ED_CHARS,
     .offset = offsetof(Presets, l), .size = 6, .count = 1,
     .preset_size = 6, .preset = (const u8[]){0xa5, 0x65, 0x64, 0x64, 0x69, 0x65}},
    {.tag = Presets_m_tag, .name = "m", .kind = ED_STR,
     .offset = offsetof(Presets, m), .size = 16, .count = 1,
     .preset_size = 38, .preset = (const u8[]){
         0xd9, 0x24, 0x61, 0x6e, 0x79, 0x09, 0x6c, 0x65, 0x6e, 0x67, 0x74, 0x68,
         0x20, 0x22, 0x71, 0x75, 0x6f, 0x74, 0x65, 0x64, 0x22, 0x20, 0x41, 0x41,
         0x20, 0x3f, 0x3f, 0x3d, 0x20, 0xc3, 0xa9, 0x20, 0x6a, 0x6f, 0x69, 0x6e,
         0x65, 0x64}},
    {.tag = Presets_n_tag, .name = "n", .kind = ED_U8,
     .offset = offsetof(Presets, n), .size = 1, .count = 1,
     .preset_size = 1, .preset = (const u8[]){0x78}},
    {.tag = Presets_o_tag, .name = "o", .kind = ED_F32,
     .offset = offsetof(Presets, o), .size = 4, .count = 1,
     .preset_size = 5, .preset = (const u8[]){0xca, 0x40, 0x40, 0x00, 0x00}},
    {.tag = Presets_p_tag, .name = "p", .kind = ED_F32,
     .offset = offsetof(Presets, p), .size = 4, .count = 1,
     .preset_size = 5, .preset = (const u8[]){0xca, 0x80, 0x00, 0x00, 0x00}},
    {.tag = Presets_q_tag, .name = "q", .kind = ED_F32,
     .offset = offsetof(Presets, q), .size = 4, .count = 1,
     .preset_size = 5, .preset = (const u8[]){0xca, 0x4b, 0x80, 0x00, 0x00}},
    {.tag = Presets_r_tag, .name = "r", .kind = ED_U8,
     .offset = offsetof(Presets, r), .size = 1, .count = 1,
     .preset_size = 1, .preset = (const u8[]){0x05}},
    {.tag = Presets_s_tag, .name = "s", .kind = ED_I32,
     .offset = offsetof(Presets, s), .size = 4, .count = 1,
     .preset_size = 1, .preset = (const u8[]){0x02}},
};

const ed_Type Presets_type = {
    .name = "Presets",
    .tag = 0xe8511c37u,
    .kind = ED_STRUCT, .size = sizeof(Presets), .align = _Alignof(Presets),
    .fields = Presets_fields, .field_count = 19, .init = init_Presets,
};

_Static_assert(offsetof(Edges, a) == 0, "Edges.a");
_Static_assert(offsetof(Edges, b) == 4, "Edges.b");
_Static_assert(offsetof(Edges, c) == 8, "Edges.c");
_Static_assert(offsetof(Edges, d) == 16, "Edges.d");
_Static_assert(offsetof(Edges, e) == 24, "Edges.e");
_Static_assert(offsetof(Edges, f) == 32, "Edges.f");
_Static_assert(offsetof(Edges, g) == 40, "Edges.g");
_Static_assert(sizeof(Edges) == 48, "Edges");

static void init_Edges(ed_Arena *arena, void *any)
{
    Edges *it = any;
    (void)arena;
    memset(it, 0, sizeof *it);
    it->a = 3.4028235e+38f;
    it->c = 1e-45f;
    it->d = 1.7976931348623157e+308;
    it->e = 5e-324;
    it->f = 1e+15f;
    it->g = 1.2345678901234568e+17;
}

static const ed_Field Edges_fields[] = {
    {.tag = Edges_a_tag, .name = "a", .kind = ED_F32,
     .offset = offsetof(Edges, a), .size = 4, .count = 1,
     .preset_size = 5, .preset = (const u8[]){0xca, 0x7f, 0x7f, 0xff, 0xff}},
    {.tag = Edges_b_tag, .name = "b", .kind = ED_F32,
     .offset = offsetof(Edges, b), .size = 4, .count = 1},
    {.tag = Edges_c_tag, .name = "c", .kind = ED_F32,
     .offset = offsetof(Edges, c), .size = 4, .count = 1,
     .preset_size = 5, .preset = (const u8[]){0xca, 0x00, 0x00, 0x00, 0x01}},
    {.tag = Edges_d_tag, .name = "d", .kind = ED_F64,
     .offset = offsetof(Edges, d), .size = 8, .count = 1,
     .preset_size = 9,
     .preset = (const u8[]){0xcb, 0x7f, 0xef, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}},
    {.tag = Edges_e_tag, .name = "e", .kind = ED_F64,
     .offset = offsetof(Edges, e), .size = 8, .count = 1,
     .preset_size = 9,
     .preset = (const u8[]){0xcb, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01}},
    {.tag = Edges_f_tag, .name = "f", .kind = ED_F32,
     .offset = offsetof(Edges, f), .size = 4, .count = 1,
     .preset_size = 5, .preset = (const u8[]){0xca, 0x58, 0x63, 0x5f, 0xa9}},
    {.tag = Edges_g_tag, .name = "g", .kind = ED_F64,
     .offset = offsetof(Edges, g), .size = 8, .count = 1,
     .preset_size = 9,
     .preset = (const u8[]){0xcb, 0x43, 0x7b, 0x69, 0xb4, 0xba, 0x63, 0x0f, 0x35}},
};

const ed_Type Edges_type = {
    .name = "Edges",
    .tag = 0x079106fdu,
    .kind = ED_STRUCT, .size = sizeof(Edges), .align = _Alignof(Edges),
    .fields = Edges_fields, .field_count = 7, .init = init_Edges,
};
