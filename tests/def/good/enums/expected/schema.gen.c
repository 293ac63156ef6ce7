// From all .def files by eddiec: edit them, not this one.
#include "gen/schema.gen.h"

static const ed_Type *const eddie_types[] = {
    &Mood_type,
    &Sign_type,
    &Huge_type,
    &Low_type,
    &NoZero_type,
    &Status_type,
    &Wide_type,
    &All_type,
    &Actor_type,
};

const ed_Schema eddie_schema = {
    .types = eddie_types, .type_count = 9,
};
