// From all .def files by eddiec: edit them, not this one.
#include "gen/schema.gen.h"

static const ed_Type *const eddie_types[] = {
    &Names__type,
    &Names_type,
    &states_type,
};

static const u32 eddie_states_was[] = {
    0xcb8c2252u,  // eddie
};

static const ed_Root eddie_states[] = {
    {.type = &states_type, .tag = 0xba72875fu, .was = eddie_states_was, .was_count = 1},
};

const ed_Schema eddie_schema = {
    .types = eddie_types, .type_count = 3,
    .states = eddie_states, .state_count = 1,
};
