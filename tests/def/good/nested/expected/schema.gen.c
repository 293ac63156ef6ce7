// From all .def files by eddiec: edit them, not this one.
#include "runtime/types/types.h"

extern const ed_Type Vec2_type;
extern const ed_Type Look_type;
extern const ed_Type Body_type;
extern const ed_Type Flat_type;

static const ed_Type *const eddie_types[] = {
    &Vec2_type,
    &Look_type,
    &Body_type,
    &Flat_type,
};

const ed_Schema eddie_schema = {
    .types = eddie_types, .type_count = 4,
};
