// From all .def files by eddiec: edit them, not this one.
#include "runtime/types/types.h"

extern const ed_Type Vec2_type;
extern const ed_Type Rect_type;
extern const ed_Type Actor_type;
extern const ed_Type Shape_type;
extern const ed_Type Mood_type;
extern const ed_Type Bits_type;
extern const ed_Type Game_type;

static const ed_Type *const eddie_types[] = {
    &Vec2_type,
    &Rect_type,
    &Actor_type,
    &Shape_type,
    &Mood_type,
    &Bits_type,
    &Game_type,
};

static const ed_Type *const eddie_states[] = {
    &Game_type,
};

const ed_Schema eddie_schema = {
    .types = eddie_types, .type_count = 7,
    .states = eddie_states, .state_count = 1,
};
