// From all .def files by eddiec: edit them, not this one.
#include "runtime/types/types.h"

extern const ed_Type Actor_type;
extern const ed_Type Item_type;
extern const ed_Type Shape_type;
extern const ed_Type Team_type;
extern const ed_Type Game_type;
extern const ed_Type Part_type;

static const ed_Type *const eddie_types[] = {
    &Actor_type,
    &Item_type,
    &Shape_type,
    &Team_type,
    &Game_type,
    &Part_type,
};

static const ed_Type *const eddie_states[] = {
    &Game_type,
};

const ed_Schema eddie_schema = {
    .types = eddie_types, .type_count = 6,
    .states = eddie_states, .state_count = 1,
};
