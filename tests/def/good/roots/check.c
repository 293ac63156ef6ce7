#include "gen/schema.gen.h"
#include "tests/def/good/check.h"

static void check(ed_Arena *arena)
{
    Game game;
    eddie_schema.states[Game_root]->init(arena, &game);
    CHECK(game.flash == 0.5f && game.hp == 100);
    CHECK(eddie_schema.state_count == 3 && eddie_schema.rigid_count == 1);
    CHECK(eddie_schema.states[Debug_root] == &Debug_type
          && eddie_schema.states[Editor_root] == &Editor_type);
    CHECK(eddie_schema.rigids[Assets_rigid] == &Assets_type);
    CHECK(ed_field_by_name(&Game_type, "flash", 5)->flags == ED_FIELD_TRANSIENT);
    CHECK(ed_field_by_tag(&Game_type, Game_life_tag) == ed_field_by_name(&Game_type, "hp", 2));
    CHECK(eddie_schema.states[Game_root]->was_count == 1);
}
