// From all .def files by eddiec: edit them, not this one.
#include "runtime/types/types.h"

extern const ed_Type Names__type;
extern const ed_Type Names_type;
extern const ed_Type states_type;

static const ed_Type *const eddie_types[] = {
    &Names__type,
    &Names_type,
    &states_type,
};

static const ed_Type *const eddie_states[] = {
    &states_type,
};

const ed_Schema eddie_schema = {
    .types = eddie_types, .type_count = 3,
    .states = eddie_states, .state_count = 1,
};
