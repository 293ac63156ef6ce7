// From all .def files by eddiec: edit them, not this one.
#include "runtime/types/types.h"

extern const ed_Type Game_type;
extern const ed_Type Debug_type;
extern const ed_Type Assets_type;
extern const ed_Type Enemy_type;
extern const ed_Type Editor_type;

static const ed_Type *const eddie_types[] = {
    &Game_type,
    &Debug_type,
    &Assets_type,
    &Enemy_type,
    &Editor_type,
};

static const ed_Type *const eddie_states[] = {
    &Game_type,
    &Debug_type,
    &Editor_type,
};

static const ed_Type *const eddie_rigids[] = {
    &Assets_type,
};

const ed_Schema eddie_schema = {
    .types = eddie_types, .type_count = 5,
    .states = eddie_states, .state_count = 3,
    .rigids = eddie_rigids, .rigid_count = 1,
};
