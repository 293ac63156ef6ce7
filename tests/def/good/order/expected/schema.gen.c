// From all .def files by eddiec: edit them, not this one.
#include "runtime/types/types.h"

extern const ed_Type Kind_type;
extern const ed_Type Tile_type;
extern const ed_Type Tree_type;
extern const ed_Type World_type;
extern const ed_Type Game_type;
extern const ed_Type Left_type;
extern const ed_Type Right_type;

static const ed_Type *const eddie_types[] = {
    &Kind_type,
    &Tile_type,
    &Tree_type,
    &World_type,
    &Game_type,
    &Left_type,
    &Right_type,
};

static const ed_Type *const eddie_states[] = {
    &Game_type,
};

const ed_Schema eddie_schema = {
    .types = eddie_types, .type_count = 7,
    .states = eddie_states, .state_count = 1,
};
