// From attrs.def by eddiec: edit that file, not this one.
#include "gen/attrs.gen.h"
#include <stddef.h>

// What is used of string.h.
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memset(void *at, int byte, size_t size);

static const ed_Value Team_values[] = {
    {.name = "RED", .tag = 0x83ce97fcu, .number = Team_RED},
    {.name = "BLUE", .tag = 0x2cb7370du, .number = Team_BLUE},
};

const ed_Type Team_type = {
    .name = "Team",
    .tag = 0x2329c92cu,
    .kind = ED_ENUM, .base = ED_U8, .size = sizeof(Team), .align = _Alignof(Team),
    .values = Team_values, .value_count = 2,
};

_Static_assert(offsetof(Actor, name) == 0, "Actor.name");
_Static_assert(offsetof(Actor, id) == 16, "Actor.id");
_Static_assert(offsetof(Actor, hp) == 20, "Actor.hp");
_Static_assert(offsetof(Actor, part) == 24, "Actor.part");
_Static_assert(offsetof(Actor, side) == 28, "Actor.side");
_Static_assert(offsetof(Actor, wide) == 32, "Actor.wide");
_Static_assert(offsetof(Actor, low) == 40, "Actor.low");
_Static_assert(offsetof(Actor, ammo) == 48, "Actor.ammo");
_Static_assert(offsetof(Actor, list) == 56, "Actor.list");
_Static_assert(offsetof(Actor, few) == 76, "Actor.few");
_Static_assert(offsetof(Actor, maybe) == 81, "Actor.maybe");
_Static_assert(offsetof(Actor, has_maybe) == 80, "Actor.has_maybe");
_Static_assert(offsetof(Actor, score) == 84, "Actor.score");
_Static_assert(offsetof(Actor, both) == 88, "Actor.both");
_Static_assert(sizeof(Actor) == 96, "Actor");

static void init_Actor(ed_Arena *arena, void *any)
{
    Actor *it = any;
    (void)arena;
    memset(it, 0, sizeof *it);
    it->hp = 100.0f;
    it->part = 0.5f;
    it->wide = 5;
    it->ammo[0] = 1;
    it->ammo[1] = 2;
    it->ammo[2] = 9;
    it->few_count = 1;
    it->few[0] = 3;
    it->both = -1.0f;
}

static bool upgrade_Actor(ed_Arena *arena, void *it, const ed_OldRecord *old)
{
    bool (*upgrade)(ed_Arena *, Actor *, const ed_OldRecord *) =
        (bool (*)(ed_Arena *, Actor *, const ed_OldRecord *))Actor_type.upgrade_at;
    return upgrade(arena, it, old);
}

static const u32 Actor_hp_was[] = {
    Actor_health_tag,
};

static const ed_Field Actor_fields[] = {
    {.tag = Actor_name_tag, .name = "name", .kind = ED_STR,
     .offset = offsetof(Actor, name), .size = 16, .count = 1},
    {.tag = Actor_id_tag, .name = "id", .kind = ED_U32,
     .offset = offsetof(Actor, id), .size = 4, .count = 1},
    {.tag = Actor_hp_tag, .name = "hp", .kind = ED_F32,
     .offset = offsetof(Actor, hp), .size = 4, .count = 1, .flags = ED_FIELD_RANGE,
     .was = Actor_hp_was, .was_count = 1, .range_low = 0.0f, .range_high = 100.0f,
     .preset_size = 5, .preset = (const u8[]){0xca, 0x42, 0xc8, 0x00, 0x00}},
    {.tag = Actor_part_tag, .name = "part", .kind = ED_F32,
     .offset = offsetof(Actor, part), .size = 4, .count = 1, .flags = ED_FIELD_RANGE,
     .range_low = 0.1f, .range_high = 0.9f,
     .preset_size = 5, .preset = (const u8[]){0xca, 0x3f, 0x00, 0x00, 0x00}},
    {.tag = Actor_side_tag, .name = "side", .kind = ED_I8,
     .offset = offsetof(Actor, side), .size = 1, .count = 1, .flags = ED_FIELD_RANGE,
     .range_low = -1.0, .range_high = 2.0},
    {.tag = Actor_wide_tag, .name = "wide", .kind = ED_U64,
     .offset = offsetof(Actor, wide), .size = 8, .count = 1, .flags = ED_FIELD_RANGE,
     .range_low = 1.0, .range_high = 1.8446744073709552e+19,
     .preset_size = 1, .preset = (const u8[]){0x05}},
    {.tag = Actor_low_tag, .name = "low", .kind = ED_I64,
     .offset = offsetof(Actor, low), .size = 8, .count = 1, .flags = ED_FIELD_RANGE,
     .range_low = -9.223372036854776e+18, .range_high = 0.0},
    {.tag = Actor_ammo_tag, .name = "ammo", .kind = ED_U8, .shape = ED_FIXED,
     .offset = offsetof(Actor, ammo), .size = 1, .count = 3, .dims = {3}, .flags = ED_FIELD_RANGE,
     .range_low = 1.0, .range_high = 9.0,
     .preset_size = 4, .preset = (const u8[]){0x93, 0x01, 0x02, 0x09}},
    {.tag = Actor_list_tag, .name = "list", .kind = ED_U8, .shape = ED_DYNAMIC,
     .offset = offsetof(Actor, list), .size = 1, .count = 0, .flags = ED_FIELD_RANGE,
     .range_low = 1.0, .range_high = 9.0},
    {.tag = Actor_few_tag, .name = "few", .kind = ED_U8, .shape = ED_BOUNDED,
     .offset = offsetof(Actor, few), .size = 1, .count = 4, .flags = ED_FIELD_RANGE,
     .range_low = 1.0, .range_high = 9.0,
     .preset_size = 2, .preset = (const u8[]){0x91, 0x03}},
    {.tag = Actor_maybe_tag, .name = "maybe", .kind = ED_U8, .shape = ED_OPTIONAL,
     .offset = offsetof(Actor, maybe), .size = 1, .count = 1, .flags = ED_FIELD_RANGE,
     .range_low = 1.0, .range_high = 9.0},
    {.tag = Actor_score_tag, .name = "score", .kind = ED_F32,
     .offset = offsetof(Actor, score), .size = 4, .count = 1, .flags = ED_FIELD_FRESH},
    {.tag = Actor_both_tag, .name = "both", .kind = ED_F32,
     .offset = offsetof(Actor, both), .size = 4, .count = 1,
     .flags = ED_FIELD_FRESH | ED_FIELD_RANGE, .range_low = -1.0f, .range_high = 1.0f,
     .preset_size = 5, .preset = (const u8[]){0xca, 0xbf, 0x80, 0x00, 0x00}},
};

#pragma weak actor_upgrade
__asm__(".weak actor_upgrade");  // the same for tcc: NULL where the game has none

static const u32 Actor_was[] = {
    0x7277f5b8u,  // Creature
};

const ed_Type Actor_type = {
    .name = "Actor",
    .doc = "Told apart by their number.",
    .tag = 0xb449dc5au, .was = Actor_was, .was_count = 1,
    .kind = ED_STRUCT, .size = sizeof(Actor), .align = _Alignof(Actor),
    .fields = Actor_fields, .field_count = 13, .init = init_Actor,
    .key = &Actor_fields[1],  // id
    .upgrade_name = "actor_upgrade", .upgrade_at = (void (*)(void))actor_upgrade,
    .upgrade = upgrade_Actor,
};

_Static_assert(offsetof(ByName, name) == 0, "ByName.name");
_Static_assert(sizeof(ByName) == 8, "ByName");

static void init_ByName(ed_Arena *arena, void *any)
{
    (void)arena;
    memset(any, 0, sizeof(ByName));
}

static const ed_Field ByName_fields[] = {
    {.tag = ByName_name_tag, .name = "name", .kind = ED_CHARS,
     .offset = offsetof(ByName, name), .size = 8, .count = 1},
};

const ed_Type ByName_type = {
    .name = "ByName",
    .tag = 0x7319898fu,
    .kind = ED_STRUCT, .size = sizeof(ByName), .align = _Alignof(ByName),
    .fields = ByName_fields, .field_count = 1, .init = init_ByName,
    .key = &ByName_fields[0],  // name
};

_Static_assert(offsetof(ByText, text) == 0, "ByText.text");
_Static_assert(sizeof(ByText) == 16, "ByText");

static void init_ByText(ed_Arena *arena, void *any)
{
    (void)arena;
    memset(any, 0, sizeof(ByText));
}

static const ed_Field ByText_fields[] = {
    {.tag = ByText_text_tag, .name = "text", .kind = ED_STR,
     .offset = offsetof(ByText, text), .size = 16, .count = 1},
};

const ed_Type ByText_type = {
    .name = "ByText",
    .tag = 0xf60d4883u,
    .kind = ED_STRUCT, .size = sizeof(ByText), .align = _Alignof(ByText),
    .fields = ByText_fields, .field_count = 1, .init = init_ByText,
    .key = &ByText_fields[0],  // text
};

_Static_assert(offsetof(ByTeam, pad) == 0, "ByTeam.pad");
_Static_assert(offsetof(ByTeam, team) == 1, "ByTeam.team");
_Static_assert(sizeof(ByTeam) == 2, "ByTeam");

static void init_ByTeam(ed_Arena *arena, void *any)
{
    (void)arena;
    memset(any, 0, sizeof(ByTeam));
}

static const ed_Field ByTeam_fields[] = {
    {.tag = ByTeam_pad_tag, .name = "pad", .kind = ED_U8,
     .offset = offsetof(ByTeam, pad), .size = 1, .count = 1},
    {.tag = ByTeam_team_tag, .name = "team", .kind = ED_ENUM,
     .offset = offsetof(ByTeam, team), .size = 1, .count = 1, .type = &Team_type},
};

const ed_Type ByTeam_type = {
    .name = "ByTeam",
    .tag = 0x1145cb95u,
    .kind = ED_STRUCT, .size = sizeof(ByTeam), .align = _Alignof(ByTeam),
    .fields = ByTeam_fields, .field_count = 2, .init = init_ByTeam,
    .key = &ByTeam_fields[1],  // team
};

_Static_assert(offsetof(Game, actors) == 0, "Game.actors");
_Static_assert(offsetof(Game, names) == 16, "Game.names");
_Static_assert(offsetof(Game, tick) == 32, "Game.tick");
_Static_assert(sizeof(Game) == 40, "Game");

static void init_Game(ed_Arena *arena, void *any)
{
    (void)arena;
    memset(any, 0, sizeof(Game));
}

static bool upgrade_Game(ed_Arena *arena, void *it, const ed_OldRecord *old)
{
    bool (*upgrade)(ed_Arena *, Game *, const ed_OldRecord *) =
        (bool (*)(ed_Arena *, Game *, const ed_OldRecord *))Game_type.upgrade_at;
    return upgrade(arena, it, old);
}

static const ed_Field Game_fields[] = {
    {.tag = Game_actors_tag, .name = "actors", .kind = ED_STRUCT, .shape = ED_DYNAMIC,
     .offset = offsetof(Game, actors), .size = 96, .count = 0, .type = &Actor_type},
    {.tag = Game_names_tag, .name = "names", .kind = ED_STRUCT, .shape = ED_DYNAMIC,
     .offset = offsetof(Game, names), .size = 8, .count = 0, .type = &ByName_type},
    {.tag = Game_tick_tag, .name = "tick", .kind = ED_U32,
     .offset = offsetof(Game, tick), .size = 4, .count = 1, .flags = ED_FIELD_FRESH},
};

#pragma weak game_upgrade
__asm__(".weak game_upgrade");  // the same for tcc: NULL where the game has none

static const u32 Game_was[] = {
    0x51707928u,  // Main
};

const ed_Type Game_type = {
    .name = "Game",
    .tag = 0xc2762327u, .was = Game_was, .was_count = 1,
    .kind = ED_STRUCT, .size = sizeof(Game), .align = _Alignof(Game),
    .fields = Game_fields, .field_count = 3, .init = init_Game,
    .upgrade_name = "game_upgrade", .upgrade_at = (void (*)(void))game_upgrade,
    .upgrade = upgrade_Game,
};

_Static_assert(offsetof(Editor, selected) == 0, "Editor.selected");
_Static_assert(sizeof(Editor) == 4, "Editor");

static void init_Editor(ed_Arena *arena, void *any)
{
    (void)arena;
    memset(any, 0, sizeof(Editor));
}

static bool upgrade_Editor(ed_Arena *arena, void *it, const ed_OldRecord *old)
{
    bool (*upgrade)(ed_Arena *, Editor *, const ed_OldRecord *) =
        (bool (*)(ed_Arena *, Editor *, const ed_OldRecord *))Editor_type.upgrade_at;
    return upgrade(arena, it, old);
}

static const ed_Field Editor_fields[] = {
    {.tag = Editor_selected_tag, .name = "selected", .kind = ED_U32,
     .offset = offsetof(Editor, selected), .size = 4, .count = 1},
};

#pragma weak missing_upgrade
__asm__(".weak missing_upgrade");  // the same for tcc: NULL where the game has none

const ed_Type Editor_type = {
    .name = "Editor",
    .tag = 0x4968bf98u,
    .kind = ED_STRUCT, .size = sizeof(Editor), .align = _Alignof(Editor),
    .fields = Editor_fields, .field_count = 1, .init = init_Editor,
    .upgrade_name = "missing_upgrade", .upgrade_at = (void (*)(void))missing_upgrade,
    .upgrade = upgrade_Editor,
};
