// From all .def files by eddiec: edit them, not this one.
#ifndef GEN_SCHEMA_H
#define GEN_SCHEMA_H
#include "gen/live.gen.h"
#include "runtime/types/types.h"
ED_C_BEGIN

enum {
    Game_root,
};

enum {
    Assets_rigid,
};

extern const ed_Schema eddie_schema;

ED_C_END
#endif
