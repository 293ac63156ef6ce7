// From all .def files by eddiec: edit them, not this one.
#include "gen/schema.gen.h"

static const ed_Type *const eddie_types[] = {
    &Traits_type,
    &RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63_type,
};

const ed_Schema eddie_schema = {
    .types = eddie_types, .type_count = 2,
};
