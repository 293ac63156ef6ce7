// From all .def files by eddiec: edit them, not this one.
#ifndef GEN_SCHEMA_H
#define GEN_SCHEMA_H
#include "gen/actors.gen.h"
#include "gen/branch.gen.h"
#include "gen/game.gen.h"
#include "gen/items.gen.h"
#include "gen/leaf.gen.h"
#include "gen/marks.gen.h"
#include "gen/runes.gen.h"
#include "gen/tree.gen.h"
#include "runtime/types/types.h"
ED_C_BEGIN

enum {
    Game_root,
};

extern const ed_Schema eddie_schema;

ED_C_END
#endif
