// From roots.def by eddiec: edit that file, not this one.
#include "gen/roots.gen.h"
#include <stddef.h>
#include <string.h>
#include "runtime/pack.h"

_Static_assert(offsetof(Game, tick) == 0, "Game.tick");
_Static_assert(offsetof(Game, enemies) == 8, "Game.enemies");
_Static_assert(offsetof(Game, flash) == 24, "Game.flash");
_Static_assert(offsetof(Game, hp) == 28, "Game.hp");
_Static_assert(sizeof(Game) == 32, "Game");

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
     .offset = offsetof(Game, flash), .size = 4, .count = 1, .flags = ED_FIELD_TRANSIENT},
    {.tag = Game_hp_tag, .name = "hp", .kind = ED_F32,
     .offset = offsetof(Game, hp), .size = 4, .count = 1, .flags = ED_FIELD_TRANSIENT,
     .was = Game_hp_was, .was_count = 2},
};

static void init_Game(ed_Arena *arena, void *it);

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

void Game_init(ed_Arena *arena, Game *it)
{
    (void)arena;
    memset(it, 0, sizeof *it);
    it->flash = 0.5f;
    it->hp = 100.0f;
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

_Static_assert(offsetof(Debug, open) == 0, "Debug.open");
_Static_assert(sizeof(Debug) == 1, "Debug");

static const ed_Field Debug_fields[] = {
    {.tag = Debug_open_tag, .name = "open", .kind = ED_BOOL,
     .offset = offsetof(Debug, open), .size = 1, .count = 1},
};

static void init_Debug(ed_Arena *arena, void *it);

const ed_Type Debug_type = {
    .name = "Debug",
    .tag = 0x2a610338u,
    .kind = ED_STRUCT, .size = sizeof(Debug), .align = _Alignof(Debug),
    .fields = Debug_fields, .field_count = 1, .init = init_Debug,
};

void Debug_init(ed_Arena *arena, Debug *it)
{
    (void)arena;
    memset(it, 0, sizeof *it);
    it->open = true;
}

static void init_Debug(ed_Arena *arena, void *it)
{
    Debug_init(arena, it);
}

void Debug_pack(ed_Writer *w, const Debug *rows, u32 count)
{
    ed_pack_rows(w, &Debug_type, rows, count);
}

bool Debug_unpack(ed_Reader *r, ed_Arena *arena, Debug *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Debug_type, rows, count);
}

_Static_assert(offsetof(Assets, fonts) == 0, "Assets.fonts");
_Static_assert(offsetof(Assets, one) == 64, "Assets.one");
_Static_assert(offsetof(Assets, more) == 80, "Assets.more");
_Static_assert(offsetof(Assets, font_count) == 96, "Assets.font_count");
_Static_assert(sizeof(Assets) == 104, "Assets");

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

static void init_Assets(ed_Arena *arena, void *it);

const ed_Type Assets_type = {
    .name = "Assets",
    .tag = 0xe869c758u,
    .kind = ED_STRUCT, .size = sizeof(Assets), .align = _Alignof(Assets),
    .fields = Assets_fields, .field_count = 4, .init = init_Assets,
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

_Static_assert(offsetof(Enemy, id) == 0, "Enemy.id");
_Static_assert(sizeof(Enemy) == 4, "Enemy");

static const u32 Enemy_id_was[] = {
    Enemy_number_tag,
};

static const ed_Field Enemy_fields[] = {
    {.tag = Enemy_id_tag, .name = "id", .kind = ED_U32,
     .offset = offsetof(Enemy, id), .size = 4, .count = 1, .was = Enemy_id_was, .was_count = 1},
};

static void init_Enemy(ed_Arena *arena, void *it);

static const u32 Enemy_was[] = {
    0x067e0d05u,  // Foe
};

const ed_Type Enemy_type = {
    .name = "Enemy",
    .tag = 0x3be6834bu, .was = Enemy_was, .was_count = 1,
    .kind = ED_STRUCT, .size = sizeof(Enemy), .align = _Alignof(Enemy),
    .fields = Enemy_fields, .field_count = 1, .init = init_Enemy,
};

void Enemy_init(ed_Arena *arena, Enemy *it)
{
    (void)arena;
    memset(it, 0, sizeof *it);
}

static void init_Enemy(ed_Arena *arena, void *it)
{
    Enemy_init(arena, it);
}

void Enemy_pack(ed_Writer *w, const Enemy *rows, u32 count)
{
    ed_pack_rows(w, &Enemy_type, rows, count);
}

bool Enemy_unpack(ed_Reader *r, ed_Arena *arena, Enemy *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Enemy_type, rows, count);
}

Enemy *Enemy_array_add(ed_Arena *arena, Enemy_array *array)
{
    return ed_array_add(arena, (ed_Array *)(void *)array, sizeof(Enemy), _Alignof(Enemy));
}

void Enemy_array_remove(Enemy_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

_Static_assert(offsetof(Editor, selected) == 0, "Editor.selected");
_Static_assert(sizeof(Editor) == 4, "Editor");

static const ed_Field Editor_fields[] = {
    {.tag = Editor_selected_tag, .name = "selected", .kind = ED_U32,
     .offset = offsetof(Editor, selected), .size = 4, .count = 1},
};

static void init_Editor(ed_Arena *arena, void *it);

const ed_Type Editor_type = {
    .name = "Editor",
    .tag = 0x4968bf98u,
    .kind = ED_STRUCT, .size = sizeof(Editor), .align = _Alignof(Editor),
    .fields = Editor_fields, .field_count = 1, .init = init_Editor,
};

void Editor_init(ed_Arena *arena, Editor *it)
{
    (void)arena;
    memset(it, 0, sizeof *it);
}

static void init_Editor(ed_Arena *arena, void *it)
{
    Editor_init(arena, it);
}

void Editor_pack(ed_Writer *w, const Editor *rows, u32 count)
{
    ed_pack_rows(w, &Editor_type, rows, count);
}

bool Editor_unpack(ed_Reader *r, ed_Arena *arena, Editor *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Editor_type, rows, count);
}
