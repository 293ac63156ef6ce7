// From all .def files by eddiec: edit them, not this one.
#ifndef GEN_SCHEMA_H
#define GEN_SCHEMA_H
#include "gen/nested.gen.h"
#include "runtime/types/types.h"
ED_C_BEGIN

extern const ed_Schema eddie_schema;

ED_C_END
#endif
