#include "gen/schema.gen.h"
#include "tests/def/good/check.h"

bool actor_upgrade(ed_Arena *arena, Actor *it, const ed_OldRecord *old)
{
    it->id += 1;
    return arena && !old;
}

bool game_upgrade(ed_Arena *arena, Game *it, const ed_OldRecord *old)
{
    return arena && it && old;
}

static const ed_Field *field_of(const char *name)
{
    return ed_field_by_name(&Actor_type, name, strlen(name));
}

static void check_ranges(void)
{
    const ed_Field *hp = field_of("hp");
    CHECK(hp->flags == ED_FIELD_RANGE && hp->range_low == 0 && hp->range_high == 100
          && hp->was_count == 1);
    CHECK(field_of("part")->range_low == (f64)0.1f && field_of("side")->range_low == -1);
    CHECK(field_of("wide")->range_high == 18446744073709551615.0
          && field_of("low")->range_low == -9223372036854775808.0);
    CHECK(field_of("both")->flags == (ED_FIELD_FRESH | ED_FIELD_RANGE)
          && field_of("score")->flags == ED_FIELD_FRESH);
}

static void check(ed_Arena *arena)
{
    Actor actor;
    Actor_init(arena, &actor);
    CHECK(Actor_type.key == field_of("id") && strcmp(ByName_type.key->name, "name") == 0
          && !Game_type.key);
    CHECK(strcmp(ByText_type.key->name, "text") == 0 && strcmp(ByTeam_type.key->name, "team") == 0);
    CHECK(strcmp(Actor_type.upgrade_name, "actor_upgrade") == 0 && Actor_type.upgrade_at);
    CHECK(Actor_type.upgrade(arena, &actor, NULL) && actor.id == 1 && Game_type.upgrade_at);
    CHECK(strcmp(Editor_type.upgrade_name, "missing_upgrade") == 0 && !Editor_type.upgrade_at
          && !ByName_type.upgrade);
    check_ranges();
}
