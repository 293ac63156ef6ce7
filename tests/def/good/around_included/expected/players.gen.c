// From players.def by eddiec: edit that file, not this one.
#include "gen/players.gen.h"
#include "gen/teams.gen.h"
#include <stddef.h>

// What is used of string.h.
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memset(void *at, int byte, size_t size);

_Static_assert(offsetof(Player, id) == 0, "Player.id");
_Static_assert(offsetof(Player, home) == 4, "Player.home");
_Static_assert(offsetof(Player, teams) == 16, "Player.teams");
_Static_assert(sizeof(Player) == 32, "Player");

static void init_Player(ed_Arena *arena, void *any)
{
    (void)arena;
    memset(any, 0, sizeof(Player));
}

static const ed_Field Player_fields[] = {
    {.tag = Player_id_tag, .name = "id", .kind = ED_U32,
     .offset = offsetof(Player, id), .size = 4, .count = 1},
    {.tag = Player_home_tag, .name = "home", .kind = ED_STRUCT,
     .offset = offsetof(Player, home), .size = 12, .count = 1, .type = &Place_type},
    {.tag = Player_teams_tag, .name = "teams", .kind = ED_STRUCT, .shape = ED_DYNAMIC,
     .offset = offsetof(Player, teams), .size = 24, .count = 0, .type = &Team_type},
};

const ed_Type Player_type = {
    .name = "Player",
    .tag = 0x1c70fc20u,
    .kind = ED_STRUCT, .size = sizeof(Player), .align = _Alignof(Player),
    .fields = Player_fields, .field_count = 3, .init = init_Player,
};

_Static_assert(offsetof(Player_pool, items) == offsetof(ed_Pool, items), "Player_pool");
_Static_assert(offsetof(Player_pool, count) == offsetof(ed_Pool, count), "Player_pool");
_Static_assert(offsetof(Player_pool, capacity) == offsetof(ed_Pool, capacity), "Player_pool");
_Static_assert(offsetof(Player_pool, owners) == offsetof(ed_Pool, owners), "Player_pool");
_Static_assert(offsetof(Player_pool, slots) == offsetof(ed_Pool, slots), "Player_pool");
_Static_assert(offsetof(Player_pool, slot_count) == offsetof(ed_Pool, slot_count), "Player_pool");
_Static_assert(offsetof(Player_pool, slot_capacity) == offsetof(ed_Pool, slot_capacity), "Player_pool");
_Static_assert(offsetof(Player_pool, free_slot) == offsetof(ed_Pool, free_slot), "Player_pool");
_Static_assert(offsetof(Player_pool, limit) == offsetof(ed_Pool, limit), "Player_pool");
_Static_assert(sizeof(Player_pool) == sizeof(ed_Pool), "Player_pool");
_Static_assert(sizeof(Player_ref) == sizeof(ed_Ref), "Player_ref");

Player *Player_pool_add(ed_Arena *arena, Player_pool *pool)
{
    Player *it = ed_pool_add(arena, (ed_Pool *)(void *)pool, sizeof *it, _Alignof(Player));
    return it;
}

Player_ref Player_pool_ref(const Player_pool *pool, const Player *it)
{
    Player_ref ref = {0, 0};
    if (!it)
        return ref;
    u32 index = (u32)(it - pool->items);
    ed_Ref found = ed_pool_ref((const ed_Pool *)(const void *)pool, index);
    ref.index = found.index;
    ref.generation = found.generation;
    return ref;
}

Player *Player_pool_get(const Player_pool *pool, Player_ref ref)
{
    ed_Ref any = {ref.index, ref.generation};
    return ed_pool_get((const ed_Pool *)(const void *)pool, any, sizeof(Player));
}

bool Player_pool_remove(Player_pool *pool, Player_ref ref)
{
    ed_Ref any = {ref.index, ref.generation};
    return ed_pool_remove((ed_Pool *)(void *)pool, any, sizeof(Player));
}

void Player_pool_clear(Player_pool *pool)
{
    ed_pool_clear((ed_Pool *)(void *)pool, sizeof(Player));
}
