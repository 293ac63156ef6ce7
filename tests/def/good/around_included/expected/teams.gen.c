// From teams.def by eddiec: edit that file, not this one.
#include "gen/teams.gen.h"
#include "gen/players.gen.h"
#include <stddef.h>

// What is used of string.h.
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memset(void *at, int byte, size_t size);

_Static_assert(offsetof(Team, score) == 0, "Team.score");
_Static_assert(offsetof(Team, players) == 8, "Team.players");
_Static_assert(sizeof(Team) == 24, "Team");

static void init_Team(ed_Arena *arena, void *any)
{
    Team *it = any;
    memset(it, 0, sizeof *it);
    if (ed_array_reserve(arena, (ed_Array *)(void *)&it->players, 1, 32, 8)) {
        it->players.count = 1;
        Player_type.init(arena, &it->players.items[0]);
        it->players.items[0].id = 7;
    }
}

static const ed_Field Team_fields[] = {
    {.tag = Team_score_tag, .name = "score", .kind = ED_U32,
     .offset = offsetof(Team, score), .size = 4, .count = 1},
    {.tag = Team_players_tag, .name = "players", .kind = ED_STRUCT, .shape = ED_DYNAMIC,
     .offset = offsetof(Team, players), .size = 32, .count = 0, .type = &Player_type,
     .preset_size = 36, .preset = (const u8[]){
         0x91, 0x83, 0xce, 0x37, 0x38, 0x6a, 0xe0, 0x07, 0xce, 0xd2, 0xc8, 0xc2,
         0x8e, 0x82, 0xce, 0xfd, 0x0c, 0x50, 0x87, 0xca, 0x00, 0x00, 0x00, 0x00,
         0xce, 0xf5, 0x67, 0x4c, 0xd4, 0xc0, 0xce, 0x14, 0x0c, 0x8e, 0xed, 0x90}},
};

const ed_Type Team_type = {
    .name = "Team",
    .tag = 0x2329c92cu,
    .kind = ED_STRUCT, .size = sizeof(Team), .align = _Alignof(Team),
    .fields = Team_fields, .field_count = 2, .init = init_Team,
};
