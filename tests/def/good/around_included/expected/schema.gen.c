// From all .def files by eddiec: edit them, not this one.
#include "runtime/types/types.h"

extern const ed_Type Place_type;
extern const ed_Type Game_type;
extern const ed_Type Player_type;
extern const ed_Type Team_type;

static const ed_Type *const eddie_types[] = {
    &Place_type,
    &Game_type,
    &Player_type,
    &Team_type,
};

static const ed_Type *const eddie_states[] = {
    &Game_type,
};

const ed_Schema eddie_schema = {
    .types = eddie_types, .type_count = 4,
    .states = eddie_states, .state_count = 1,
};
