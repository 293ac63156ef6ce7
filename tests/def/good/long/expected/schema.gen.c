// From all .def files by eddiec: edit them, not this one.
#include "runtime/types/types.h"

extern const ed_Type Traits_type;
extern const ed_Type RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63_type;

static const ed_Type *const eddie_types[] = {
    &Traits_type,
    &RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63_type,
};

const ed_Schema eddie_schema = {
    .types = eddie_types, .type_count = 2,
};
