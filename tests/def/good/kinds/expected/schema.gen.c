// From all .def files by eddiec: edit them, not this one.
#include "runtime/types/types.h"

extern const ed_Type Kinds_type;
extern const ed_Type Presets_type;
extern const ed_Type Edges_type;

static const ed_Type *const eddie_types[] = {
    &Kinds_type,
    &Presets_type,
    &Edges_type,
};

const ed_Schema eddie_schema = {
    .types = eddie_types, .type_count = 3,
};
