// From all .def files by eddiec: edit them, not this one.
#include "runtime/types/types.h"

extern const ed_Type Actor_type;
extern const ed_Type Ghost_type;
extern const ed_Type Spark_type;
extern const ed_Type Aim_type;
extern const ed_Type Game_type;
extern const ed_Type Editor_type;
extern const ed_Type Weapon_type;

static const ed_Type *const eddie_types[] = {
    &Actor_type,
    &Ghost_type,
    &Spark_type,
    &Aim_type,
    &Game_type,
    &Editor_type,
    &Weapon_type,
};

static const ed_Type *const eddie_states[] = {
    &Game_type,
    &Editor_type,
};

const ed_Schema eddie_schema = {
    .types = eddie_types, .type_count = 7,
    .states = eddie_states, .state_count = 2,
};
