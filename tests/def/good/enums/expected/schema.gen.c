// From all .def files by eddiec: edit them, not this one.
#include "runtime/types/types.h"

extern const ed_Type Mood_type;
extern const ed_Type Sign_type;
extern const ed_Type Huge_type;
extern const ed_Type Low_type;
extern const ed_Type NoZero_type;
extern const ed_Type Status_type;
extern const ed_Type Wide_type;
extern const ed_Type All_type;
extern const ed_Type Actor_type;

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
