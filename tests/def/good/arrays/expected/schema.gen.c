// From all .def files by eddiec: edit them, not this one.
#include "gen/schema.gen.h"

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
