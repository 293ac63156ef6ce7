// From all .def files by eddiec: edit them, not this one.
#include "runtime/types/types.h"

extern const ed_Type Actor_type;
extern const ed_Type Branch_type;
extern const ed_Type Tree_type;
extern const ed_Type Root_type;
extern const ed_Type Game_type;
extern const ed_Type Item_type;
extern const ed_Type Leaves_type;
extern const ed_Type Leaf_type;
extern const ed_Type Colour_type;
extern const ed_Type Rune_type;
extern const ed_Type Mark_type;

static const ed_Type *const eddie_types[] = {
    &Actor_type,
    &Branch_type,
    &Tree_type,
    &Root_type,
    &Game_type,
    &Item_type,
    &Leaves_type,
    &Leaf_type,
    &Colour_type,
    &Rune_type,
    &Mark_type,
};

static const ed_Type *const eddie_states[] = {
    &Game_type,
};

const ed_Schema eddie_schema = {
    .types = eddie_types, .type_count = 11,
    .states = eddie_states, .state_count = 1,
};
