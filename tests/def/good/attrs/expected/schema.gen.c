// From all .def files by eddiec: edit them, not this one.
#include "runtime/types/types.h"

extern const ed_Type Team_type;
extern const ed_Type Actor_type;
extern const ed_Type ByName_type;
extern const ed_Type ByText_type;
extern const ed_Type ByTeam_type;
extern const ed_Type Game_type;
extern const ed_Type Editor_type;

static const ed_Type *const eddie_types[] = {
    &Team_type,
    &Actor_type,
    &ByName_type,
    &ByText_type,
    &ByTeam_type,
    &Game_type,
    &Editor_type,
};

static const ed_Type *const eddie_states[] = {
    &Game_type,
    &Editor_type,
};

const ed_Schema eddie_schema = {
    .types = eddie_types, .type_count = 7,
    .states = eddie_states, .state_count = 2,
};
