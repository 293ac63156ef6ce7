// From nested.def by eddiec: edit that file, not this one.
#include "gen/nested.gen.h"
#include <stddef.h>

// What is used of string.h.
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memset(void *at, int byte, size_t size);

_Static_assert(offsetof(Vec2, x) == 0, "Vec2.x");
_Static_assert(offsetof(Vec2, y) == 4, "Vec2.y");
_Static_assert(sizeof(Vec2) == 8, "Vec2");

static void init_Vec2(ed_Arena *arena, void *any)
{
    (void)arena;
    memset(any, 0, sizeof(Vec2));
}

static const ed_Field Vec2_fields[] = {
    {.tag = Vec2_x_tag, .name = "x", .kind = ED_F32,
     .offset = offsetof(Vec2, x), .size = 4, .count = 1},
    {.tag = Vec2_y_tag, .name = "y", .kind = ED_F32,
     .offset = offsetof(Vec2, y), .size = 4, .count = 1},
};

const ed_Type Vec2_type = {
    .name = "Vec2",
    .tag = 0x2c3c5815u,
    .kind = ED_STRUCT, .size = sizeof(Vec2), .align = _Alignof(Vec2),
    .fields = Vec2_fields, .field_count = 2, .init = init_Vec2,
};

_Static_assert(offsetof(Look, name) == 0, "Look.name");
_Static_assert(offsetof(Look, note) == 8, "Look.note");
_Static_assert(offsetof(Look, lines) == 24, "Look.lines");
_Static_assert(offsetof(Look, list) == 56, "Look.list");
_Static_assert(offsetof(Look, few) == 76, "Look.few");
_Static_assert(offsetof(Look, fixed) == 80, "Look.fixed");
_Static_assert(offsetof(Look, at) == 84, "Look.at");
_Static_assert(offsetof(Look, on) == 92, "Look.on");
_Static_assert(sizeof(Look) == 96, "Look");

static void init_Look(ed_Arena *arena, void *any)
{
    Look *it = any;
    memset(it, 0, sizeof *it);
    memcpy(it->name, "looker", 6);
    ed_str_set(arena, &it->note, "inner");
    ed_str_set(arena, &it->lines[0], "a");
    ed_str_set(arena, &it->lines[1], "b");
    if (ed_array_reserve(arena, (ed_Array *)(void *)&it->list, 3, 1, 1)) {
        it->list.count = 3;
        it->list.items[0] = 1;
        it->list.items[1] = 2;
        it->list.items[2] = 3;
    }
    it->few_count = 2;
    it->few[0] = 1;
    it->few[1] = 2;
    it->fixed[0] = 7;
    it->fixed[1] = 8;
    it->fixed[2] = 9;
    it->at.x = 1.0f;
    it->at.y = 2.0f;
    it->on = true;
}

static const ed_Field Look_fields[] = {
    {.tag = Look_name_tag, .name = "name", .kind = ED_CHARS,
     .offset = offsetof(Look, name), .size = 8, .count = 1,
     .preset_size = 7, .preset = (const u8[]){0xa6, 0x6c, 0x6f, 0x6f, 0x6b, 0x65, 0x72}},
    {.tag = Look_note_tag, .name = "note", .kind = ED_STR,
     .offset = offsetof(Look, note), .size = 16, .count = 1,
     .preset_size = 6, .preset = (const u8[]){0xa5, 0x69, 0x6e, 0x6e, 0x65, 0x72}},
    {.tag = Look_lines_tag, .name = "lines", .kind = ED_STR, .shape = ED_FIXED,
     .offset = offsetof(Look, lines), .size = 16, .count = 2, .dims = {2},
     .preset_size = 5, .preset = (const u8[]){0x92, 0xa1, 0x61, 0xa1, 0x62}},
    {.tag = Look_list_tag, .name = "list", .kind = ED_U8, .shape = ED_DYNAMIC,
     .offset = offsetof(Look, list), .size = 1, .count = 0,
     .preset_size = 4, .preset = (const u8[]){0x93, 0x01, 0x02, 0x03}},
    {.tag = Look_few_tag, .name = "few", .kind = ED_U8, .shape = ED_BOUNDED,
     .offset = offsetof(Look, few), .size = 1, .count = 4,
     .preset_size = 3, .preset = (const u8[]){0x92, 0x01, 0x02}},
    {.tag = Look_fixed_tag, .name = "fixed", .kind = ED_U8, .shape = ED_FIXED,
     .offset = offsetof(Look, fixed), .size = 1, .count = 3, .dims = {3},
     .preset_size = 4, .preset = (const u8[]){0x93, 0x07, 0x08, 0x09}},
    {.tag = Look_at_tag, .name = "at", .kind = ED_STRUCT,
     .offset = offsetof(Look, at), .size = 8, .count = 1, .type = &Vec2_type,
     .preset_size = 21, .preset = (const u8[]){
         0x82, 0xce, 0xfd, 0x0c, 0x50, 0x87, 0xca, 0x3f, 0x80, 0x00, 0x00, 0xce,
         0xfc, 0x0c, 0x4e, 0xf4, 0xca, 0x40, 0x00, 0x00, 0x00}},
    {.tag = Look_on_tag, .name = "on", .kind = ED_BOOL,
     .offset = offsetof(Look, on), .size = 1, .count = 1,
     .preset_size = 1, .preset = (const u8[]){0xc3}},
};

const ed_Type Look_type = {
    .name = "Look",
    .tag = 0x69960bb6u,
    .kind = ED_STRUCT, .size = sizeof(Look), .align = _Alignof(Look),
    .fields = Look_fields, .field_count = 8, .init = init_Look,
};

_Static_assert(offsetof(Body, plain) == 0, "Body.plain");
_Static_assert(offsetof(Body, other) == 96, "Body.other");
_Static_assert(offsetof(Body, many) == 192, "Body.many");
_Static_assert(offsetof(Body, list) == 384, "Body.list");
_Static_assert(offsetof(Body, empty) == 400, "Body.empty");
_Static_assert(sizeof(Body) == 496, "Body");

static void init_Body(ed_Arena *arena, void *any)
{
    Body *it = any;
    memset(it, 0, sizeof *it);
    Look_type.init(arena, &it->plain);
    Look_type.init(arena, &it->other);
    memset(it->other.name, 0, sizeof it->other.name);
    memcpy(it->other.name, "me", 2);
    ed_str_set(arena, &it->other.note, "");
    memset(it->other.lines, 0, sizeof it->other.lines);
    ed_str_set(arena, &it->other.lines[0], "c");
    it->other.list.count = 0;
    it->other.few_count = 0;
    memset(it->other.few, 0, sizeof it->other.few);
    memset(it->other.fixed, 0, sizeof it->other.fixed);
    it->other.fixed[0] = 1;
    Vec2_type.init(arena, &it->other.at);
    it->other.at.y = 5.0f;
    it->other.on = false;
    for (u32 i = 0; i < 2; i++)
        Look_type.init(arena, &it->many[i]);
    memset(it->many[0].name, 0, sizeof it->many[0].name);
    memcpy(it->many[0].name, "x", 1);
    if (ed_array_reserve(arena, (ed_Array *)(void *)&it->list, 1, 96, 8)) {
        it->list.count = 1;
        Look_type.init(arena, &it->list.items[0]);
        if (ed_array_reserve(arena, (ed_Array *)(void *)&it->list.items[0].list, 1, 1, 1)) {
            it->list.items[0].list.count = 1;
            it->list.items[0].list.items[0] = 4;
        }
    }
    Look_type.init(arena, &it->empty);
}

static const ed_Field Body_fields[] = {
    {.tag = Body_plain_tag, .name = "plain", .kind = ED_STRUCT,
     .offset = offsetof(Body, plain), .size = 96, .count = 1, .type = &Look_type},
    {.tag = Body_other_tag, .name = "other", .kind = ED_STRUCT,
     .offset = offsetof(Body, other), .size = 96, .count = 1, .type = &Look_type,
     .preset_size = 77, .preset = (const u8[]){
         0x88, 0xce, 0x8d, 0x39, 0xbd, 0xe6, 0xa2, 0x6d, 0x65, 0xce, 0x91, 0x9a,
         0x0c, 0x3d, 0xa0, 0xce, 0xe1, 0xe4, 0x26, 0x3c, 0x92, 0xa1, 0x63, 0xa0,
         0xce, 0x0c, 0xfb, 0x58, 0x81, 0x90, 0xce, 0xb2, 0x02, 0x95, 0xf9, 0x90,
         0xce, 0xb3, 0xf5, 0x5b, 0xf9, 0x93, 0x01, 0x00, 0x00, 0xce, 0x57, 0x25,
         0x15, 0x88, 0x82, 0xce, 0xfd, 0x0c, 0x50, 0x87, 0xca, 0x00, 0x00, 0x00,
         0x00, 0xce, 0xfc, 0x0c, 0x4e, 0xf4, 0xca, 0x40, 0xa0, 0x00, 0x00, 0xce,
         0x61, 0x34, 0x2f, 0xd0, 0xc2}},
    {.tag = Body_many_tag, .name = "many", .kind = ED_STRUCT, .shape = ED_FIXED,
     .offset = offsetof(Body, many), .size = 96, .count = 2, .dims = {2}, .type = &Look_type,
     .preset_size = 180, .preset = (const u8[]){
         0x92, 0x88, 0xce, 0x8d, 0x39, 0xbd, 0xe6, 0xa1, 0x78, 0xce, 0x91, 0x9a,
         0x0c, 0x3d, 0xa5, 0x69, 0x6e, 0x6e, 0x65, 0x72, 0xce, 0xe1, 0xe4, 0x26,
         0x3c, 0x92, 0xa1, 0x61, 0xa1, 0x62, 0xce, 0x0c, 0xfb, 0x58, 0x81, 0x93,
         0x01, 0x02, 0x03, 0xce, 0xb2, 0x02, 0x95, 0xf9, 0x92, 0x01, 0x02, 0xce,
         0xb3, 0xf5, 0x5b, 0xf9, 0x93, 0x07, 0x08, 0x09, 0xce, 0x57, 0x25, 0x15,
         0x88, 0x82, 0xce, 0xfd, 0x0c, 0x50, 0x87, 0xca, 0x3f, 0x80, 0x00, 0x00,
         0xce, 0xfc, 0x0c, 0x4e, 0xf4, 0xca, 0x40, 0x00, 0x00, 0x00, 0xce, 0x61,
         0x34, 0x2f, 0xd0, 0xc3, 0x88, 0xce, 0x8d, 0x39, 0xbd, 0xe6, 0xa6, 0x6c,
         0x6f, 0x6f, 0x6b, 0x65, 0x72, 0xce, 0x91, 0x9a, 0x0c, 0x3d, 0xa5, 0x69,
         0x6e, 0x6e, 0x65, 0x72, 0xce, 0xe1, 0xe4, 0x26, 0x3c, 0x92, 0xa1, 0x61,
         0xa1, 0x62, 0xce, 0x0c, 0xfb, 0x58, 0x81, 0x93, 0x01, 0x02, 0x03, 0xce,
         0xb2, 0x02, 0x95, 0xf9, 0x92, 0x01, 0x02, 0xce, 0xb3, 0xf5, 0x5b, 0xf9,
         0x93, 0x07, 0x08, 0x09, 0xce, 0x57, 0x25, 0x15, 0x88, 0x82, 0xce, 0xfd,
         0x0c, 0x50, 0x87, 0xca, 0x3f, 0x80, 0x00, 0x00, 0xce, 0xfc, 0x0c, 0x4e,
         0xf4, 0xca, 0x40, 0x00, 0x00, 0x00, 0xce, 0x61, 0x34, 0x2f, 0xd0, 0xc3}},
    {.tag = Body_list_tag, .name = "list", .kind = ED_STRUCT, .shape = ED_DYNAMIC,
     .offset = offsetof(Body, list), .size = 96, .count = 0, .type = &Look_type,
     .preset_size = 91, .preset = (const u8[]){
         0x91, 0x88, 0xce, 0x8d, 0x39, 0xbd, 0xe6, 0xa6, 0x6c, 0x6f, 0x6f, 0x6b,
         0x65, 0x72, 0xce, 0x91, 0x9a, 0x0c, 0x3d, 0xa5, 0x69, 0x6e, 0x6e, 0x65,
         0x72, 0xce, 0xe1, 0xe4, 0x26, 0x3c, 0x92, 0xa1, 0x61, 0xa1, 0x62, 0xce,
         0x0c, 0xfb, 0x58, 0x81, 0x91, 0x04, 0xce, 0xb2, 0x02, 0x95, 0xf9, 0x92,
         0x01, 0x02, 0xce, 0xb3, 0xf5, 0x5b, 0xf9, 0x93, 0x07, 0x08, 0x09, 0xce,
         0x57, 0x25, 0x15, 0x88, 0x82, 0xce, 0xfd, 0x0c, 0x50, 0x87, 0xca, 0x3f,
         0x80, 0x00, 0x00, 0xce, 0xfc, 0x0c, 0x4e, 0xf4, 0xca, 0x40, 0x00, 0x00,
         0x00, 0xce, 0x61, 0x34, 0x2f, 0xd0, 0xc3}},
    {.tag = Body_empty_tag, .name = "empty", .kind = ED_STRUCT,
     .offset = offsetof(Body, empty), .size = 96, .count = 1, .type = &Look_type,
     .preset_size = 92, .preset = (const u8[]){
         0x88, 0xce, 0x8d, 0x39, 0xbd, 0xe6, 0xa6, 0x6c, 0x6f, 0x6f, 0x6b, 0x65,
         0x72, 0xce, 0x91, 0x9a, 0x0c, 0x3d, 0xa5, 0x69, 0x6e, 0x6e, 0x65, 0x72,
         0xce, 0xe1, 0xe4, 0x26, 0x3c, 0x92, 0xa1, 0x61, 0xa1, 0x62, 0xce, 0x0c,
         0xfb, 0x58, 0x81, 0x93, 0x01, 0x02, 0x03, 0xce, 0xb2, 0x02, 0x95, 0xf9,
         0x92, 0x01, 0x02, 0xce, 0xb3, 0xf5, 0x5b, 0xf9, 0x93, 0x07, 0x08, 0x09,
         0xce, 0x57, 0x25, 0x15, 0x88, 0x82, 0xce, 0xfd, 0x0c, 0x50, 0x87, 0xca,
         0x3f, 0x80, 0x00, 0x00, 0xce, 0xfc, 0x0c, 0x4e, 0xf4, 0xca, 0x40, 0x00,
         0x00, 0x00, 0xce, 0x61, 0x34, 0x2f, 0xd0, 0xc3}},
};

const ed_Type Body_type = {
    .name = "Body",
    .doc = "Its fields say something else than their type does.",
    .tag = 0x428a1095u,
    .kind = ED_STRUCT, .size = sizeof(Body), .align = _Alignof(Body),
    .fields = Body_fields, .field_count = 5, .init = init_Body,
};

_Static_assert(offsetof(Flat, a) == 0, "Flat.a");
_Static_assert(offsetof(Flat, b) == 8, "Flat.b");
_Static_assert(offsetof(Flat, c) == 24, "Flat.c");
_Static_assert(sizeof(Flat) == 32, "Flat");

static void init_Flat(ed_Arena *arena, void *any)
{
    Flat *it = any;
    (void)arena;
    memset(it, 0, sizeof *it);
    it->a.x = 3.0f;
    it->a.y = 4.0f;
    it->b[0].x = 1.0f;
    it->b[0].y = 2.0f;
}

static const ed_Field Flat_fields[] = {
    {.tag = Flat_a_tag, .name = "a", .kind = ED_STRUCT,
     .offset = offsetof(Flat, a), .size = 8, .count = 1, .type = &Vec2_type,
     .preset_size = 21, .preset = (const u8[]){
         0x82, 0xce, 0xfd, 0x0c, 0x50, 0x87, 0xca, 0x40, 0x40, 0x00, 0x00, 0xce,
         0xfc, 0x0c, 0x4e, 0xf4, 0xca, 0x40, 0x80, 0x00, 0x00}},
    {.tag = Flat_b_tag, .name = "b", .kind = ED_STRUCT, .shape = ED_FIXED,
     .offset = offsetof(Flat, b), .size = 8, .count = 2, .dims = {2}, .type = &Vec2_type,
     .preset_size = 43, .preset = (const u8[]){
         0x92, 0x82, 0xce, 0xfd, 0x0c, 0x50, 0x87, 0xca, 0x3f, 0x80, 0x00, 0x00,
         0xce, 0xfc, 0x0c, 0x4e, 0xf4, 0xca, 0x40, 0x00, 0x00, 0x00, 0x82, 0xce,
         0xfd, 0x0c, 0x50, 0x87, 0xca, 0x00, 0x00, 0x00, 0x00, 0xce, 0xfc, 0x0c,
         0x4e, 0xf4, 0xca, 0x00, 0x00, 0x00, 0x00}},
    {.tag = Flat_c_tag, .name = "c", .kind = ED_STRUCT,
     .offset = offsetof(Flat, c), .size = 8, .count = 1, .type = &Vec2_type},
};

const ed_Type Flat_type = {
    .name = "Flat",
    .tag = 0x4f170fbau,
    .kind = ED_STRUCT, .size = sizeof(Flat), .align = _Alignof(Flat),
    .fields = Flat_fields, .field_count = 3, .init = init_Flat,
};
