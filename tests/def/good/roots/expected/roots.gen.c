// From roots.def by eddiec: edit that file, not this one.
#include "gen/roots.gen.h"
#include <stddef.h>

// What is used of string.h.
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memset(void *at, int byte, size_t size);

_Static_assert(offsetof(Game, tick) == 0, "Game.tick");
_Static_assert(offsetof(Game, enemies) == 8, "Game.enemies");
_Static_assert(offsetof(Game, flash) == 24, "Game.flash");
_Static_assert(offsetof(Game, hp) == 28, "Game.hp");
_Static_assert(sizeof(Game) == 32, "Game");

static void init_Game(ed_Arena *arena, void *any)
{
    Game *it = any;
    (void)arena;
    memset(it, 0, sizeof *it);
    it->flash = 0.5f;
    it->hp = 100.0f;
}

static const u32 Game_hp_was[] = {
    Game_health_tag,
    Game_life_tag,
};

static const ed_Field Game_fields[] = {
    {.tag = Game_tick_tag, .name = "tick", .kind = ED_U64,
     .offset = offsetof(Game, tick), .size = 8, .count = 1},
    {.tag = Game_enemies_tag, .name = "enemies", .kind = ED_STRUCT, .shape = ED_DYNAMIC,
     .offset = offsetof(Game, enemies), .size = 4, .count = 0, .type = &Enemy_type},
    {.tag = Game_flash_tag, .name = "flash", .kind = ED_F32,
     .offset = offsetof(Game, flash), .size = 4, .count = 1, .flags = ED_FIELD_TRANSIENT,
     .preset_size = 5, .preset = (const u8[]){0xca, 0x3f, 0x00, 0x00, 0x00}},
    {.tag = Game_hp_tag, .name = "hp", .kind = ED_F32,
     .offset = offsetof(Game, hp), .size = 4, .count = 1, .flags = ED_FIELD_TRANSIENT,
     .was = Game_hp_was, .was_count = 2,
     .preset_size = 5, .preset = (const u8[]){0xca, 0x42, 0xc8, 0x00, 0x00}},
};

static const u32 Game_was[] = {
    0x51707928u,  // Main
};

const ed_Type Game_type = {
    .name = "Game",
    .doc = "All that happens.",
    .tag = 0xc2762327u, .was = Game_was, .was_count = 1,
    .kind = ED_STRUCT, .size = sizeof(Game), .align = _Alignof(Game),
    .fields = Game_fields, .field_count = 4, .init = init_Game,
};

_Static_assert(offsetof(Debug, open) == 0, "Debug.open");
_Static_assert(sizeof(Debug) == 1, "Debug");

static void init_Debug(ed_Arena *arena, void *any)
{
    Debug *it = any;
    (void)arena;
    memset(it, 0, sizeof *it);
    it->open = true;
}

static const ed_Field Debug_fields[] = {
    {.tag = Debug_open_tag, .name = "open", .kind = ED_BOOL,
     .offset = offsetof(Debug, open), .size = 1, .count = 1,
     .preset_size = 1, .preset = (const u8[]){0xc3}},
};

const ed_Type Debug_type = {
    .name = "Debug",
    .tag = 0x2a610338u,
    .kind = ED_STRUCT, .size = sizeof(Debug), .align = _Alignof(Debug),
    .fields = Debug_fields, .field_count = 1, .init = init_Debug,
};

_Static_assert(offsetof(Assets, fonts) == 0, "Assets.fonts");
_Static_assert(offsetof(Assets, one) == 64, "Assets.one");
_Static_assert(offsetof(Assets, more) == 80, "Assets.more");
_Static_assert(offsetof(Assets, font_count) == 96, "Assets.font_count");
_Static_assert(sizeof(Assets) == 104, "Assets");

static void init_Assets(ed_Arena *arena, void *any)
{
    (void)arena;
    memset(any, 0, sizeof(Assets));
}

static const ed_Field Assets_fields[] = {
    {.tag = Assets_fonts_tag, .name = "fonts", .kind = ED_PTR, .shape = ED_FIXED,
     .offset = offsetof(Assets, fonts), .size = 8, .count = 8, .dims = {8}},
    {.tag = Assets_one_tag, .name = "one", .kind = ED_PTR,
     .offset = offsetof(Assets, one), .size = 8, .count = 1},
    {.tag = Assets_more_tag, .name = "more", .kind = ED_PTR, .shape = ED_BOUNDED,
     .offset = offsetof(Assets, more), .size = 8, .count = 2},
    {.tag = Assets_font_count_tag, .name = "font_count", .kind = ED_U32,
     .offset = offsetof(Assets, font_count), .size = 4, .count = 1},
};

const ed_Type Assets_type = {
    .name = "Assets",
    .tag = 0xe869c758u,
    .kind = ED_STRUCT, .size = sizeof(Assets), .align = _Alignof(Assets),
    .fields = Assets_fields, .field_count = 4, .init = init_Assets,
};

_Static_assert(offsetof(Enemy, id) == 0, "Enemy.id");
_Static_assert(sizeof(Enemy) == 4, "Enemy");

static void init_Enemy(ed_Arena *arena, void *any)
{
    (void)arena;
    memset(any, 0, sizeof(Enemy));
}

static const u32 Enemy_id_was[] = {
    Enemy_number_tag,
};

static const ed_Field Enemy_fields[] = {
    {.tag = Enemy_id_tag, .name = "id", .kind = ED_U32,
     .offset = offsetof(Enemy, id), .size = 4, .count = 1, .was = Enemy_id_was, .was_count = 1},
};

static const u32 Enemy_was[] = {
    0x067e0d05u,  // Foe
};

const ed_Type Enemy_type = {
    .name = "Enemy",
    .tag = 0x3be6834bu, .was = Enemy_was, .was_count = 1,
    .kind = ED_STRUCT, .size = sizeof(Enemy), .align = _Alignof(Enemy),
    .fields = Enemy_fields, .field_count = 1, .init = init_Enemy,
};

_Static_assert(offsetof(Editor, selected) == 0, "Editor.selected");
_Static_assert(sizeof(Editor) == 4, "Editor");

static void init_Editor(ed_Arena *arena, void *any)
{
    (void)arena;
    memset(any, 0, sizeof(Editor));
}

static const ed_Field Editor_fields[] = {
    {.tag = Editor_selected_tag, .name = "selected", .kind = ED_U32,
     .offset = offsetof(Editor, selected), .size = 4, .count = 1},
};

const ed_Type Editor_type = {
    .name = "Editor",
    .tag = 0x4968bf98u,
    .kind = ED_STRUCT, .size = sizeof(Editor), .align = _Alignof(Editor),
    .fields = Editor_fields, .field_count = 1, .init = init_Editor,
};
