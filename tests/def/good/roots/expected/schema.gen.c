// From all .def files by eddiec: edit them, not this one.
#include "gen/schema.gen.h"

static const ed_Type *const eddie_types[] = {
    &Game_type,
    &Debug_type,
    &Assets_type,
    &Enemy_type,
    &Editor_type,
};

static const u32 eddie_Game_was[] = {
    0x51707928u,  // Main
};

static const ed_Root eddie_states[] = {
    {.type = &Game_type, .tag = 0xc2762327u, .was = eddie_Game_was, .was_count = 1},
    {.type = &Debug_type, .tag = 0x2a610338u},
    {.type = &Editor_type, .tag = 0x4968bf98u},
};

static const ed_Root eddie_rigids[] = {
    {.type = &Assets_type, .tag = 0xe869c758u},
};

const ed_Schema eddie_schema = {
    .types = eddie_types, .type_count = 5,
    .states = eddie_states, .state_count = 3,
    .rigids = eddie_rigids, .rigid_count = 1,
};
