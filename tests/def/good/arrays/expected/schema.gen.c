// From all .def files by eddiec: edit them, not this one.
#include "runtime/types/types.h"

extern const ed_Type Vec2_type;
extern const ed_Type Arrays_type;
extern const ed_Type Small_type;
extern const ed_Type Tail_type;
extern const ed_Type Holes_type;

static const ed_Type *const eddie_types[] = {
    &Vec2_type,
    &Arrays_type,
    &Small_type,
    &Tail_type,
    &Holes_type,
};

const ed_Schema eddie_schema = {
    .types = eddie_types, .type_count = 5,
};
