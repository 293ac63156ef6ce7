#include "gen/schema.gen.h"
#include "tests/def/good/check.h"

static void check_actor(ed_Arena *arena)
{
    static const Item none;
    Actor actor;
    Actor_init(arena, &actor);
    CHECK(!actor.has_held && memcmp(&actor.held, &none, sizeof none) == 0);
    CHECK(actor.has_worn && actor.worn.id == 9 && strcmp(ed_str_text(&actor.worn.name), "x") == 0);
    CHECK(!actor.has_small && actor.small == 0 && actor.has_wide && actor.wide == 5);
    CHECK(actor.has_truth && !actor.truth && actor.has_name && strcmp(actor.name, "ab") == 0);
    CHECK(actor.has_note && actor.note.count == 4 && !actor.has_side && actor.side == 0);
    CHECK(actor.has_other && actor.other == Side_RIGHT && !actor.has_speed && actor.has_plain);
}

static void check(ed_Arena *arena)
{
    check_actor(arena);
    Nest nest;
    Nest_init(arena, &nest);
    CHECK(nest.actor.has_held && nest.actor.held.id == 3 && nest.actor.held.name.count == 1);
    CHECK(nest.actor.has_small && nest.actor.small == 0 && nest.actor.has_worn);
    Holder holder;
    Holder_init(arena, &holder);
    CHECK(holder.lists.few_count == 2 && holder.lists.any.count == 1);
    const ed_Field *held = ed_field_by_name(&Actor_type, "held", 4);
    CHECK(held->shape == ED_OPTIONAL && held->count == 1
          && held->offset == offsetof(Actor, has_held) + 1);
    CHECK(ed_field_by_name(&Actor_type, "name", 4)->size == 6);
}
