// From all .def files by eddiec: edit them, not this one.
#ifndef GEN_SCHEMA_H
#define GEN_SCHEMA_H
#include "gen/moved.gen.h"
#include "runtime/types/types.h"
ED_C_BEGIN

enum {
    Game_root,
};

extern const ed_Schema eddie_schema;

ED_C_END
#endif
