// From all .def files by eddiec: edit them, not this one.
#include "runtime/types/types.h"

const ed_Schema eddie_schema = {
    .types = NULL,
};
