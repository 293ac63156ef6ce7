// From all .def files by eddiec: edit them, not this one.
#include "runtime/types/types.h"

extern const ed_Type Vec2_type;
extern const ed_Type Kind_type;
extern const ed_Type Actor_type;
extern const ed_Type Game_type;

static const ed_Type *const eddie_types[] = {
    &Vec2_type,
    &Kind_type,
    &Actor_type,
    &Game_type,
};

static const ed_Type *const eddie_states[] = {
    &Game_type,
};

const ed_Schema eddie_schema = {
    .types = eddie_types, .type_count = 4,
    .states = eddie_states, .state_count = 1,
};
