// From live.def by eddiec: edit that file, not this one.
#include "gen/live.gen.h"
#include <stddef.h>
#include <string.h>
#include "runtime/pack.h"

_Static_assert(offsetof(Sprite, id) == 0, "Sprite.id");
_Static_assert(offsetof(Sprite, image) == 8, "Sprite.image");
_Static_assert(offsetof(Sprite, frames) == 16, "Sprite.frames");
_Static_assert(offsetof(Sprite, count) == 48, "Sprite.count");
_Static_assert(offsetof(Sprite, some) == 56, "Sprite.some");
_Static_assert(sizeof(Sprite) == 72, "Sprite");

static const ed_Field Sprite_fields[] = {
    {.tag = Sprite_id_tag, .name = "id", .kind = ED_U32,
     .offset = offsetof(Sprite, id), .size = 4, .count = 1},
    {.tag = Sprite_image_tag, .name = "image", .kind = ED_PTR,
     .offset = offsetof(Sprite, image), .size = 8, .count = 1},
    {.tag = Sprite_frames_tag, .name = "frames", .kind = ED_PTR, .shape = ED_FIXED,
     .offset = offsetof(Sprite, frames), .size = 8, .count = 4, .dims = {4}},
    {.tag = Sprite_count_tag, .name = "count", .kind = ED_U8,
     .offset = offsetof(Sprite, count), .size = 1, .count = 1},
    {.tag = Sprite_some_tag, .name = "some", .kind = ED_PTR, .shape = ED_BOUNDED,
     .offset = offsetof(Sprite, some), .size = 8, .count = 2},
};

static void init_Sprite(ed_Arena *arena, void *it);

const ed_Type Sprite_type = {
    .name = "Sprite",
    .tag = 0xf434e33cu,
    .kind = ED_STRUCT, .size = sizeof(Sprite), .align = _Alignof(Sprite),
    .fields = Sprite_fields, .field_count = 5, .init = init_Sprite,
};

void Sprite_init(ed_Arena *arena, Sprite *it)
{
    (void)arena;
    memset(it, 0, sizeof *it);
}

static void init_Sprite(ed_Arena *arena, void *it)
{
    Sprite_init(arena, it);
}

void Sprite_pack(ed_Writer *w, const Sprite *rows, u32 count)
{
    ed_pack_rows(w, &Sprite_type, rows, count);
}

bool Sprite_unpack(ed_Reader *r, ed_Arena *arena, Sprite *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Sprite_type, rows, count);
}

Sprite *Sprite_array_add(ed_Arena *arena, Sprite_array *array)
{
    return ed_array_add(arena, (ed_Array *)(void *)array, sizeof(Sprite), _Alignof(Sprite));
}

void Sprite_array_remove(Sprite_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

_Static_assert(offsetof(Game, sprites) == 0, "Game.sprites");
_Static_assert(offsetof(Game, window) == 16, "Game.window");
_Static_assert(sizeof(Game) == 24, "Game");

static const u32 Game_window_was[] = {
    Game_screen_tag,
};

static const ed_Field Game_fields[] = {
    {.tag = Game_sprites_tag, .name = "sprites", .kind = ED_STRUCT, .shape = ED_DYNAMIC,
     .offset = offsetof(Game, sprites), .size = 72, .count = 0, .type = &Sprite_type},
    {.tag = Game_window_tag, .name = "window", .kind = ED_PTR,
     .offset = offsetof(Game, window), .size = 8, .count = 1, .was = Game_window_was,
     .was_count = 1},
};

static void init_Game(ed_Arena *arena, void *it);

const ed_Type Game_type = {
    .name = "Game",
    .tag = 0xc2762327u,
    .kind = ED_STRUCT, .size = sizeof(Game), .align = _Alignof(Game),
    .fields = Game_fields, .field_count = 2, .init = init_Game,
};

void Game_init(ed_Arena *arena, Game *it)
{
    (void)arena;
    memset(it, 0, sizeof *it);
}

static void init_Game(ed_Arena *arena, void *it)
{
    Game_init(arena, it);
}

void Game_pack(ed_Writer *w, const Game *rows, u32 count)
{
    ed_pack_rows(w, &Game_type, rows, count);
}

bool Game_unpack(ed_Reader *r, ed_Arena *arena, Game *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Game_type, rows, count);
}

_Static_assert(offsetof(Assets, images) == 0, "Assets.images");
_Static_assert(offsetof(Assets, first) == 64, "Assets.first");
_Static_assert(sizeof(Assets) == 136, "Assets");

static const ed_Field Assets_fields[] = {
    {.tag = Assets_images_tag, .name = "images", .kind = ED_PTR, .shape = ED_FIXED,
     .offset = offsetof(Assets, images), .size = 8, .count = 8, .dims = {8}},
    {.tag = Assets_first_tag, .name = "first", .kind = ED_STRUCT,
     .offset = offsetof(Assets, first), .size = 72, .count = 1, .type = &Sprite_type},
};

static void init_Assets(ed_Arena *arena, void *it);

const ed_Type Assets_type = {
    .name = "Assets",
    .tag = 0xe869c758u,
    .kind = ED_STRUCT, .size = sizeof(Assets), .align = _Alignof(Assets),
    .fields = Assets_fields, .field_count = 2, .init = init_Assets,
};

void Assets_init(ed_Arena *arena, Assets *it)
{
    (void)arena;
    memset(it, 0, sizeof *it);
}

static void init_Assets(ed_Arena *arena, void *it)
{
    Assets_init(arena, it);
}

void Assets_pack(ed_Writer *w, const Assets *rows, u32 count)
{
    ed_pack_rows(w, &Assets_type, rows, count);
}

bool Assets_unpack(ed_Reader *r, ed_Arena *arena, Assets *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Assets_type, rows, count);
}
