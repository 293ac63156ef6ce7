// From all .def files by eddiec: edit them, not this one.
#include "runtime/types/types.h"

extern const ed_Type Vec2_type;
extern const ed_Type Size_type;
extern const ed_Type Actor_type;
extern const ed_Type Game_type;
extern const ed_Type Assets_type;

static const ed_Type *const eddie_types[] = {
    &Vec2_type,
    &Size_type,
    &Actor_type,
    &Game_type,
    &Assets_type,
};

static const ed_Type *const eddie_states[] = {
    &Game_type,
};

static const ed_Type *const eddie_rigids[] = {
    &Assets_type,
};

const ed_Schema eddie_schema = {
    .types = eddie_types, .type_count = 5,
    .states = eddie_states, .state_count = 1,
    .rigids = eddie_rigids, .rigid_count = 1,
};
