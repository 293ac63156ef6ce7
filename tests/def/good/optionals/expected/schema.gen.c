// From all .def files by eddiec: edit them, not this one.
#include "runtime/types/types.h"

extern const ed_Type Item_type;
extern const ed_Type Side_type;
extern const ed_Type Plain_type;
extern const ed_Type Actor_type;
extern const ed_Type Nest_type;
extern const ed_Type Zeros_type;
extern const ed_Type Lists_type;
extern const ed_Type Holder_type;
extern const ed_Type Game_type;
extern const ed_Type Cache_type;

static const ed_Type *const eddie_types[] = {
    &Item_type,
    &Side_type,
    &Plain_type,
    &Actor_type,
    &Nest_type,
    &Zeros_type,
    &Lists_type,
    &Holder_type,
    &Game_type,
    &Cache_type,
};

static const ed_Type *const eddie_states[] = {
    &Game_type,
};

static const ed_Type *const eddie_rigids[] = {
    &Cache_type,
};

const ed_Schema eddie_schema = {
    .types = eddie_types, .type_count = 10,
    .states = eddie_states, .state_count = 1,
    .rigids = eddie_rigids, .rigid_count = 1,
};
