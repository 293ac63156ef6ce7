// From live.def by eddiec: edit that file, not this one.
#include "gen/live.gen.h"
#include <stddef.h>

// What is used of string.h.
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memset(void *at, int byte, size_t size);

_Static_assert(offsetof(Sprite, id) == 0, "Sprite.id");
_Static_assert(offsetof(Sprite, image) == 8, "Sprite.image");
_Static_assert(offsetof(Sprite, frames) == 16, "Sprite.frames");
_Static_assert(offsetof(Sprite, count) == 48, "Sprite.count");
_Static_assert(offsetof(Sprite, some) == 56, "Sprite.some");
_Static_assert(sizeof(Sprite) == 72, "Sprite");

static void init_Sprite(ed_Arena *arena, void *any)
{
    (void)arena;
    memset(any, 0, sizeof(Sprite));
}

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

const ed_Type Sprite_type = {
    .name = "Sprite",
    .tag = 0xf434e33cu,
    .kind = ED_STRUCT, .size = sizeof(Sprite), .align = _Alignof(Sprite),
    .fields = Sprite_fields, .field_count = 5, .init = init_Sprite,
};

_Static_assert(offsetof(Game, sprites) == 0, "Game.sprites");
_Static_assert(offsetof(Game, window) == 16, "Game.window");
_Static_assert(sizeof(Game) == 24, "Game");

static void init_Game(ed_Arena *arena, void *any)
{
    (void)arena;
    memset(any, 0, sizeof(Game));
}

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

const ed_Type Game_type = {
    .name = "Game",
    .tag = 0xc2762327u,
    .kind = ED_STRUCT, .size = sizeof(Game), .align = _Alignof(Game),
    .fields = Game_fields, .field_count = 2, .init = init_Game,
};

_Static_assert(offsetof(Assets, images) == 0, "Assets.images");
_Static_assert(offsetof(Assets, first) == 64, "Assets.first");
_Static_assert(sizeof(Assets) == 136, "Assets");

static void init_Assets(ed_Arena *arena, void *any)
{
    (void)arena;
    memset(any, 0, sizeof(Assets));
}

static const ed_Field Assets_fields[] = {
    {.tag = Assets_images_tag, .name = "images", .kind = ED_PTR, .shape = ED_FIXED,
     .offset = offsetof(Assets, images), .size = 8, .count = 8, .dims = {8}},
    {.tag = Assets_first_tag, .name = "first", .kind = ED_STRUCT,
     .offset = offsetof(Assets, first), .size = 72, .count = 1, .type = &Sprite_type},
};

const ed_Type Assets_type = {
    .name = "Assets",
    .tag = 0xe869c758u,
    .kind = ED_STRUCT, .size = sizeof(Assets), .align = _Alignof(Assets),
    .fields = Assets_fields, .field_count = 2, .init = init_Assets,
};
