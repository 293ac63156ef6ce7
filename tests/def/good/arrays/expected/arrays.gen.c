// From arrays.def by eddiec: edit that file, not this one.
#include "gen/arrays.gen.h"
#include <stddef.h>

// What is used of string.h.
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memset(void *at, int byte, size_t size);

_Static_assert(offsetof(Vec2, x) == 0, "Vec2.x");
_Static_assert(offsetof(Vec2, y) == 4, "Vec2.y");
_Static_assert(sizeof(Vec2) == 8, "Vec2");

static void init_Vec2(ed_Arena *arena, void *any)
{
    Vec2 *it = any;
    (void)arena;
    memset(it, 0, sizeof *it);
    it->y = 1.0f;
}

static const ed_Field Vec2_fields[] = {
    {.tag = Vec2_x_tag, .name = "x", .kind = ED_F32,
     .offset = offsetof(Vec2, x), .size = 4, .count = 1},
    {.tag = Vec2_y_tag, .name = "y", .kind = ED_F32,
     .offset = offsetof(Vec2, y), .size = 4, .count = 1,
     .preset_size = 5, .preset = (const u8[]){0xca, 0x3f, 0x80, 0x00, 0x00}},
};

const ed_Type Vec2_type = {
    .name = "Vec2",
    .tag = 0x2c3c5815u,
    .kind = ED_STRUCT, .size = sizeof(Vec2), .align = _Alignof(Vec2),
    .fields = Vec2_fields, .field_count = 2, .init = init_Vec2,
};

_Static_assert(offsetof(Arrays, fixed) == 0, "Arrays.fixed");
_Static_assert(offsetof(Arrays, grid) == 4, "Arrays.grid");
_Static_assert(offsetof(Arrays, deep) == 28, "Arrays.deep");
_Static_assert(offsetof(Arrays, name) == 60, "Arrays.name");
_Static_assert(offsetof(Arrays, names) == 68, "Arrays.names");
_Static_assert(offsetof(Arrays, before) == 84, "Arrays.before");
_Static_assert(offsetof(Arrays, bytes) == 92, "Arrays.bytes");
_Static_assert(offsetof(Arrays, longs) == 104, "Arrays.longs");
_Static_assert(offsetof(Arrays, points) == 172, "Arrays.points");
_Static_assert(offsetof(Arrays, list) == 192, "Arrays.list");
_Static_assert(offsetof(Arrays, paths) == 208, "Arrays.paths");
_Static_assert(offsetof(Arrays, notes) == 224, "Arrays.notes");
_Static_assert(offsetof(Arrays, lines) == 240, "Arrays.lines");
_Static_assert(offsetof(Arrays, words) == 280, "Arrays.words");
_Static_assert(offsetof(Arrays, bools) == 328, "Arrays.bools");
_Static_assert(offsetof(Arrays, labels) == 348, "Arrays.labels");
_Static_assert(offsetof(Arrays, corners) == 356, "Arrays.corners");
_Static_assert(offsetof(Arrays, last) == 388, "Arrays.last");
_Static_assert(sizeof(Arrays) == 392, "Arrays");

static void init_Arrays(ed_Arena *arena, void *any)
{
    Arrays *it = any;
    memset(it, 0, sizeof *it);
    it->fixed[0] = 30;
    it->fixed[1] = 30;
    it->grid[0][0] = 1;
    it->grid[0][1] = 2;
    it->grid[1][0] = -3;
    it->deep[0][0][0][0] = 1;
    it->deep[1][0][0][0] = 2;
    memcpy(it->name, "a", 1);
    memcpy(it->names[0], "b", 1);
    memcpy(it->names[1], "c", 1);
    it->bytes_count = 2;
    it->bytes[0] = 1;
    it->bytes[1] = 2;
    it->longs_count = 1;
    it->longs[0] = 7;
    it->points_count = 2;
    Vec2_type.init(arena, &it->points[0]);
    it->points[0].x = 5.0f;
    Vec2_type.init(arena, &it->points[1]);
    if (ed_array_reserve(arena, (ed_Array *)(void *)&it->list, 3, 1, 1)) {
        it->list.count = 3;
        it->list.items[0] = 1;
        it->list.items[1] = 2;
        it->list.items[2] = 3;
    }
    if (ed_array_reserve(arena, (ed_Array *)(void *)&it->paths, 2, 8, 4)) {
        it->paths.count = 2;
        Vec2_type.init(arena, &it->paths.items[0]);
        it->paths.items[0].x = 1.0f;
        it->paths.items[0].y = 2.0f;
        Vec2_type.init(arena, &it->paths.items[1]);
    }
    if (ed_array_reserve(arena, (ed_Array *)(void *)&it->notes, 2, 16, 8)) {
        it->notes.count = 2;
        ed_str_set(arena, &it->notes.items[0], "one");
        ed_str_set(arena, &it->notes.items[1], "");
    }
    ed_str_set(arena, &it->lines[0], "first");
    it->words_count = 1;
    ed_str_set(arena, &it->words[0], "w");
    it->labels_count = 1;
    memcpy(it->labels[0], "ab", 2);
    for (u32 i = 0; i < 2; i++)
        for (u32 j = 0; j < 2; j++)
            Vec2_type.init(arena, &it->corners[i][j]);
    it->corners[0][0].x = 9.0f;
}

static const ed_Field Arrays_fields[] = {
    {.tag = Arrays_fixed_tag, .name = "fixed", .kind = ED_U8, .shape = ED_FIXED,
     .offset = offsetof(Arrays, fixed), .size = 1, .count = 4, .dims = {4},
     .preset_size = 5, .preset = (const u8[]){0x94, 0x1e, 0x1e, 0x00, 0x00}},
    {.tag = Arrays_grid_tag, .name = "grid", .kind = ED_I32, .shape = ED_FIXED,
     .offset = offsetof(Arrays, grid), .size = 4, .count = 6, .dims = {2, 3},
     .preset_size = 9,
     .preset = (const u8[]){0x92, 0x93, 0x01, 0x02, 0x00, 0x93, 0xfd, 0x00, 0x00}},
    {.tag = Arrays_deep_tag, .name = "deep", .kind = ED_U16, .shape = ED_FIXED,
     .offset = offsetof(Arrays, deep), .size = 2, .count = 16, .dims = {2, 2, 2, 2},
     .preset_size = 31, .preset = (const u8[]){
         0x92, 0x92, 0x92, 0x92, 0x01, 0x00, 0x92, 0x00, 0x00, 0x92, 0x92, 0x00,
         0x00, 0x92, 0x00, 0x00, 0x92, 0x92, 0x92, 0x02, 0x00, 0x92, 0x00, 0x00,
         0x92, 0x92, 0x00, 0x00, 0x92, 0x00, 0x00}},
    {.tag = Arrays_name_tag, .name = "name", .kind = ED_CHARS,
     .offset = offsetof(Arrays, name), .size = 8, .count = 1,
     .preset_size = 2, .preset = (const u8[]){0xa1, 0x61}},
    {.tag = Arrays_names_tag, .name = "names", .kind = ED_CHARS, .shape = ED_FIXED,
     .offset = offsetof(Arrays, names), .size = 8, .count = 2, .dims = {2},
     .preset_size = 5, .preset = (const u8[]){0x92, 0xa1, 0x62, 0xa1, 0x63}},
    {.tag = Arrays_before_tag, .name = "before", .kind = ED_U8,
     .offset = offsetof(Arrays, before), .size = 1, .count = 1},
    {.tag = Arrays_bytes_tag, .name = "bytes", .kind = ED_U8, .shape = ED_BOUNDED,
     .offset = offsetof(Arrays, bytes), .size = 1, .count = 5,
     .preset_size = 3, .preset = (const u8[]){0x92, 0x01, 0x02}},
    {.tag = Arrays_longs_tag, .name = "longs", .kind = ED_U64, .shape = ED_BOUNDED,
     .offset = offsetof(Arrays, longs), .size = 8, .count = 8,
     .preset_size = 2, .preset = (const u8[]){0x91, 0x07}},
    {.tag = Arrays_points_tag, .name = "points", .kind = ED_STRUCT, .shape = ED_BOUNDED,
     .offset = offsetof(Arrays, points), .size = 8, .count = 2, .type = &Vec2_type,
     .preset_size = 43, .preset = (const u8[]){
         0x92, 0x82, 0xce, 0xfd, 0x0c, 0x50, 0x87, 0xca, 0x40, 0xa0, 0x00, 0x00,
         0xce, 0xfc, 0x0c, 0x4e, 0xf4, 0xca, 0x3f, 0x80, 0x00, 0x00, 0x82, 0xce,
         0xfd, 0x0c, 0x50, 0x87, 0xca, 0x00, 0x00, 0x00, 0x00, 0xce, 0xfc, 0x0c,
         0x4e, 0xf4, 0xca, 0x3f, 0x80, 0x00, 0x00}},
    {.tag = Arrays_list_tag, .name = "list", .kind = ED_U8, .shape = ED_DYNAMIC,
     .offset = offsetof(Arrays, list), .size = 1, .count = 0,
     .preset_size = 4, .preset = (const u8[]){0x93, 0x01, 0x02, 0x03}},
    {.tag = Arrays_paths_tag, .name = "paths", .kind = ED_STRUCT, .shape = ED_DYNAMIC,
     .offset = offsetof(Arrays, paths), .size = 8, .count = 0, .type = &Vec2_type,
     .preset_size = 43, .preset = (const u8[]){
         0x92, 0x82, 0xce, 0xfd, 0x0c, 0x50, 0x87, 0xca, 0x3f, 0x80, 0x00, 0x00,
         0xce, 0xfc, 0x0c, 0x4e, 0xf4, 0xca, 0x40, 0x00, 0x00, 0x00, 0x82, 0xce,
         0xfd, 0x0c, 0x50, 0x87, 0xca, 0x00, 0x00, 0x00, 0x00, 0xce, 0xfc, 0x0c,
         0x4e, 0xf4, 0xca, 0x3f, 0x80, 0x00, 0x00}},
    {.tag = Arrays_notes_tag, .name = "notes", .kind = ED_STR, .shape = ED_DYNAMIC,
     .offset = offsetof(Arrays, notes), .size = 16, .count = 0,
     .preset_size = 6, .preset = (const u8[]){0x92, 0xa3, 0x6f, 0x6e, 0x65, 0xa0}},
    {.tag = Arrays_lines_tag, .name = "lines", .kind = ED_STR, .shape = ED_FIXED,
     .offset = offsetof(Arrays, lines), .size = 16, .count = 2, .dims = {2},
     .preset_size = 8, .preset = (const u8[]){0x92, 0xa5, 0x66, 0x69, 0x72, 0x73, 0x74, 0xa0}},
    {.tag = Arrays_words_tag, .name = "words", .kind = ED_STR, .shape = ED_BOUNDED,
     .offset = offsetof(Arrays, words), .size = 16, .count = 3,
     .preset_size = 3, .preset = (const u8[]){0x91, 0xa1, 0x77}},
    {.tag = Arrays_bools_tag, .name = "bools", .kind = ED_BOOL, .shape = ED_DYNAMIC,
     .offset = offsetof(Arrays, bools), .size = 1, .count = 0},
    {.tag = Arrays_labels_tag, .name = "labels", .kind = ED_CHARS, .shape = ED_BOUNDED,
     .offset = offsetof(Arrays, labels), .size = 4, .count = 2,
     .preset_size = 4, .preset = (const u8[]){0x91, 0xa2, 0x61, 0x62}},
    {.tag = Arrays_corners_tag, .name = "corners", .kind = ED_STRUCT, .shape = ED_FIXED,
     .offset = offsetof(Arrays, corners), .size = 8, .count = 4, .dims = {2, 2}, .type = &Vec2_type,
     .preset_size = 87, .preset = (const u8[]){
         0x92, 0x92, 0x82, 0xce, 0xfd, 0x0c, 0x50, 0x87, 0xca, 0x41, 0x10, 0x00,
         0x00, 0xce, 0xfc, 0x0c, 0x4e, 0xf4, 0xca, 0x3f, 0x80, 0x00, 0x00, 0x82,
         0xce, 0xfd, 0x0c, 0x50, 0x87, 0xca, 0x00, 0x00, 0x00, 0x00, 0xce, 0xfc,
         0x0c, 0x4e, 0xf4, 0xca, 0x3f, 0x80, 0x00, 0x00, 0x92, 0x82, 0xce, 0xfd,
         0x0c, 0x50, 0x87, 0xca, 0x00, 0x00, 0x00, 0x00, 0xce, 0xfc, 0x0c, 0x4e,
         0xf4, 0xca, 0x3f, 0x80, 0x00, 0x00, 0x82, 0xce, 0xfd, 0x0c, 0x50, 0x87,
         0xca, 0x00, 0x00, 0x00, 0x00, 0xce, 0xfc, 0x0c, 0x4e, 0xf4, 0xca, 0x3f,
         0x80, 0x00, 0x00}},
    {.tag = Arrays_last_tag, .name = "last", .kind = ED_U8,
     .offset = offsetof(Arrays, last), .size = 1, .count = 1},
};

const ed_Type Arrays_type = {
    .name = "Arrays",
    .doc = "Arrays of every shape, and the padding they bring.",
    .tag = 0x9365d0efu,
    .kind = ED_STRUCT, .size = sizeof(Arrays), .align = _Alignof(Arrays),
    .fields = Arrays_fields, .field_count = 18, .init = init_Arrays,
};

_Static_assert(offsetof(Small, a) == 0, "Small.a");
_Static_assert(offsetof(Small, b) == 8, "Small.b");
_Static_assert(sizeof(Small) == 12, "Small");

static void init_Small(ed_Arena *arena, void *any)
{
    (void)arena;
    memset(any, 0, sizeof(Small));
}

static const ed_Field Small_fields[] = {
    {.tag = Small_a_tag, .name = "a", .kind = ED_U8,
     .offset = offsetof(Small, a), .size = 1, .count = 1},
    {.tag = Small_b_tag, .name = "b", .kind = ED_U8, .shape = ED_BOUNDED,
     .offset = offsetof(Small, b), .size = 1, .count = 2},
};

const ed_Type Small_type = {
    .name = "Small",
    .tag = 0x4880662cu,
    .kind = ED_STRUCT, .size = sizeof(Small), .align = _Alignof(Small),
    .fields = Small_fields, .field_count = 2, .init = init_Small,
};

_Static_assert(offsetof(Tail, a) == 0, "Tail.a");
_Static_assert(offsetof(Tail, b) == 8, "Tail.b");
_Static_assert(sizeof(Tail) == 16, "Tail");

static void init_Tail(ed_Arena *arena, void *any)
{
    (void)arena;
    memset(any, 0, sizeof(Tail));
}

static const ed_Field Tail_fields[] = {
    {.tag = Tail_a_tag, .name = "a", .kind = ED_U64,
     .offset = offsetof(Tail, a), .size = 8, .count = 1},
    {.tag = Tail_b_tag, .name = "b", .kind = ED_U16,
     .offset = offsetof(Tail, b), .size = 2, .count = 1},
};

const ed_Type Tail_type = {
    .name = "Tail",
    .tag = 0x91e05d83u,
    .kind = ED_STRUCT, .size = sizeof(Tail), .align = _Alignof(Tail),
    .fields = Tail_fields, .field_count = 2, .init = init_Tail,
};

_Static_assert(offsetof(Holes, a) == 0, "Holes.a");
_Static_assert(offsetof(Holes, b) == 2, "Holes.b");
_Static_assert(offsetof(Holes, c) == 4, "Holes.c");
_Static_assert(offsetof(Holes, d) == 8, "Holes.d");
_Static_assert(offsetof(Holes, e) == 12, "Holes.e");
_Static_assert(offsetof(Holes, f) == 16, "Holes.f");
_Static_assert(offsetof(Holes, g) == 24, "Holes.g");
_Static_assert(sizeof(Holes) == 32, "Holes");

static void init_Holes(ed_Arena *arena, void *any)
{
    (void)arena;
    memset(any, 0, sizeof(Holes));
}

static const ed_Field Holes_fields[] = {
    {.tag = Holes_a_tag, .name = "a", .kind = ED_U8,
     .offset = offsetof(Holes, a), .size = 1, .count = 1},
    {.tag = Holes_b_tag, .name = "b", .kind = ED_U16,
     .offset = offsetof(Holes, b), .size = 2, .count = 1},
    {.tag = Holes_c_tag, .name = "c", .kind = ED_U8,
     .offset = offsetof(Holes, c), .size = 1, .count = 1},
    {.tag = Holes_d_tag, .name = "d", .kind = ED_U32,
     .offset = offsetof(Holes, d), .size = 4, .count = 1},
    {.tag = Holes_e_tag, .name = "e", .kind = ED_U8,
     .offset = offsetof(Holes, e), .size = 1, .count = 1},
    {.tag = Holes_f_tag, .name = "f", .kind = ED_U64,
     .offset = offsetof(Holes, f), .size = 8, .count = 1},
    {.tag = Holes_g_tag, .name = "g", .kind = ED_U32,
     .offset = offsetof(Holes, g), .size = 4, .count = 1},
};

const ed_Type Holes_type = {
    .name = "Holes",
    .tag = 0xffe3dac8u,
    .kind = ED_STRUCT, .size = sizeof(Holes), .align = _Alignof(Holes),
    .fields = Holes_fields, .field_count = 7, .init = init_Holes,
};
