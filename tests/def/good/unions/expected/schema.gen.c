// From all .def files by eddiec: edit them, not this one.
#include "runtime/types/types.h"

extern const ed_Type Circle_type;
extern const ed_Type Box_type;
extern const ed_Type Mood_type;
extern const ed_Type Side_type;
extern const ed_Type Vec2_type;
extern const ed_Type Shape_type;
extern const ed_Type Any_type;
extern const ed_Type Tiny_type;
extern const ed_Type Single_type;
extern const ed_Type Body_type;
extern const ed_Type Game_type;

static const ed_Type *const eddie_types[] = {
    &Circle_type,
    &Box_type,
    &Mood_type,
    &Side_type,
    &Vec2_type,
    &Shape_type,
    &Any_type,
    &Tiny_type,
    &Single_type,
    &Body_type,
    &Game_type,
};

static const ed_Type *const eddie_states[] = {
    &Game_type,
};

const ed_Schema eddie_schema = {
    .types = eddie_types, .type_count = 11,
    .states = eddie_states, .state_count = 1,
};
