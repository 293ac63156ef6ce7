// From places.def by eddiec: edit that file, not this one.
#include "gen/places.gen.h"
#include "gen/players.gen.h"
#include <stddef.h>

// What is used of string.h.
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memset(void *at, int byte, size_t size);

_Static_assert(offsetof(Place, x) == 0, "Place.x");
_Static_assert(offsetof(Place, owner) == 4, "Place.owner");
_Static_assert(sizeof(Place) == 12, "Place");

static void init_Place(ed_Arena *arena, void *any)
{
    (void)arena;
    memset(any, 0, sizeof(Place));
}

static const ed_Field Place_fields[] = {
    {.tag = Place_x_tag, .name = "x", .kind = ED_F32,
     .offset = offsetof(Place, x), .size = 4, .count = 1},
    {.tag = Place_owner_tag, .name = "owner", .kind = ED_REF,
     .offset = offsetof(Place, owner), .size = 8, .count = 1, .type = &Player_type},
};

const ed_Type Place_type = {
    .name = "Place",
    .doc = "By value in the other file, so only that one's header includes this one's.",
    .tag = 0x9ad2489cu,
    .kind = ED_STRUCT, .size = sizeof(Place), .align = _Alignof(Place),
    .fields = Place_fields, .field_count = 2, .init = init_Place,
};

_Static_assert(offsetof(Game, all) == 0, "Game.all");
_Static_assert(offsetof(Game, places) == 52, "Game.places");
_Static_assert(sizeof(Game) == 104, "Game");

static void init_Game(ed_Arena *arena, void *any)
{
    (void)arena;
    memset(any, 0, sizeof(Game));
}

static const ed_Field Game_fields[] = {
    {.tag = Game_all_tag, .name = "all", .kind = ED_STRUCT, .shape = ED_POOL,
     .offset = offsetof(Game, all), .size = 32, .count = 0, .type = &Player_type},
    {.tag = Game_places_tag, .name = "places", .kind = ED_STRUCT, .shape = ED_BOUNDED,
     .offset = offsetof(Game, places), .size = 12, .count = 4, .type = &Place_type},
};

const ed_Type Game_type = {
    .name = "Game",
    .tag = 0xc2762327u,
    .kind = ED_STRUCT, .size = sizeof(Game), .align = _Alignof(Game),
    .fields = Game_fields, .field_count = 2, .init = init_Game,
};
