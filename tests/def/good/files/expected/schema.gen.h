// From all .def files by eddiec: edit them, not this one.
#ifndef GEN_SCHEMA_H
#define GEN_SCHEMA_H
#include "gen/actor.gen.h"
#include "gen/math.gen.h"
#include "gen/unused.gen.h"
#include "gen/kinds.gen.h"
#include "runtime/types/types.h"
ED_C_BEGIN

enum {
    Game_root,
};

extern const ed_Schema eddie_schema;

ED_C_END
#endif
