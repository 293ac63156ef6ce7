#include "../check.h"
#include "gen/schema.gen.h"
#include "runtime/types/symbol.h"

static void check_symbols(Actor *actor)
{
    const ed_Field *held = ed_field_by_name(&Actor_type, "held", 4);
    CHECK(held->kind == ED_SYMBOL && held->type == &weapons_type && held->size == sizeof(void *));
    const ed_Value *value = ed_symbol_value(held->type, &actor->held);
    CHECK(value && strcmp(value->name, "SWORD") == 0);
    value = ed_symbol_value(&Think_type, &actor->think);
    CHECK(value && strcmp(value->name, "stand") == 0);
    ed_symbol_store(&Sound_type, ed_value_by_name(&Sound_type, "boom", 4), &actor->think);
    CHECK(memcmp(&actor->think, &(Sound){ boom }, sizeof(Sound)) == 0);
    ed_symbol_store(&tiles_type, ed_value_by_name(&tiles_type, "3", 1), &actor->row);
    CHECK(actor->row == &tiles[3] && actor->row->cells[0] == 4);
}

static void check_pool(ed_Arena *arena, Actor_pool *actors)
{
    Actor *items[8], *it = NULL;
    u32 left = 0;
    for (u32 i = 0; i < 8; i++) items[i] = Actor_pool_add(arena, actors);
    CHECK(items[7] == items[0] + 7 && items[3]->think == stand && !Actor_pool_add(arena, actors));
    while ((it = Actor_pool_next(actors, it)))
        if ((it - items[0]) % 2) Actor_pool_free(actors, it);
    while ((it = Actor_pool_next(actors, it))) left++;
    CHECK(left == 4 && Actor_pool_add(arena, actors) == items[7]);
    CHECK(Actor_pool_get(actors, Actor_pool_ref(actors, items[2])) == items[2]);
}

static void check(ed_Arena *arena)
{
    static Game game;
    Actor actor;
    Game_init(arena, &game);
    Actor_init(arena, &actor);
    CHECK(actor.think == stand && actor.plans[0] == chase && !actor.plans[1]);
    CHECK(actor.held == &weapons[2] && actor.bag[0] == &weapons[2] && !actor.bag[1]);
    CHECK(!actor.target && !actor.room && !actor.tone && !actor.row);
    CHECK(game.boss.think == chase && game.boss.held == &weapons[WeaponKind_BOW]);
    actor.think(&actor, &game, 1);
    CHECK(actor.tone == &tones[1] && actor.held->better == NULL);
    game.rooms[1][2].owner = &game.boss;
    actor.choose[0] = nearest;
    CHECK(actor.choose[0](Mood_ANGRY, &game.rooms[1][2]) == &game.boss);
    *Aim_set_actor(arena, &game.aim) = &game.boss;
    CHECK(game.aim.actor == &game.boss);
    check_symbols(&actor);
    check_pool(arena, &game.actors);
}
