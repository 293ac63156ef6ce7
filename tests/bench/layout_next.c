#include "gen/next.gen.h"
#include <string.h>
#include "tests/bench/layout.h"

u32 bn_next_count(const void *root, bn_Kind kind)
{
    const Grids *grids = root;
    return kind == BN_GRIDS ? grids->tiles.count + grids->height.count
                            : ((const ed_Array *)root)->count;
}

static bn_Vec3 plain(const Vec3 *v) { return (bn_Vec3){ v->x, v->y, v->z }; }

static void get_entity(const Entity *it, bn_Entity *out)
{
    *out = (bn_Entity){ .id = it->id,
                        .kind = it->kind,
                        .position = plain(&it->position),
                        .velocity = plain(&it->velocity),
                        .hp = it->hp,
                        .team = it->team,
                        .last_seen_tick = it->last_seen_tick,
                        .alive = it->alive,
                        .ai_state = it->ai.state,
                        .ai_timer = it->ai.timer,
                        .ai_target = it->ai.target,
                        .stamina = it->stamina,
                        .faction = it->faction,
                        .level = it->level };
    memcpy(out->name, it->name, sizeof out->name);
    memcpy(out->inventory, it->inventory, sizeof out->inventory);
}

static void get_goal(const Goal *it, bn_Goal *out)
{
    *out = (bn_Goal){ .kind = it->kind };
    switch (it->kind) {
    case Goal_kill:
        out->kill.monster = it->kill.monster;
        out->kill.need = it->kill.need;
        out->kill.done = it->kill.done;
        break;
    case Goal_fetch:
        out->fetch.item = it->fetch.item;
        out->fetch.drop = plain(&it->fetch.drop);
        break;
    default:
        out->talk.npc = it->talk.npc;
        out->talk.patience = it->talk.patience;
        out->talk.met = it->talk.met;
    }
}

static void get_quest(const Quest *it, bn_Quest *out)
{
    *out = (bn_Quest){ .id = it->id,
                       .priority = it->priority,
                       .title_size = it->title.count,
                       .item_count = it->items.count,
                       .has_loc = it->has_loc,
                       .loc = { it->loc.scene, it->loc.x, it->loc.y, it->loc.radius },
                       .deadline = it->deadline,
                       .weight = it->weight,
                       .tracked = it->tracked };
    if (out->title_size < BN_TITLE_MAX)
        memcpy(out->title, ed_str_text(&it->title), out->title_size);
    for (u32 i = 0; i < it->items.count && i < BN_ITEMS_MAX; i++)
        out->items[i] = (bn_Item){ it->items.items[i].item, it->items.items[i].count };
    get_goal(&it->goal, &out->goal);
}

void bn_next_get(const void *root, bn_Kind kind, u32 index, bn_Record *out)
{
    if (kind == BN_ENTITIES) get_entity(&((const Entities *)root)->all.items[index], &out->entity);
    else if (kind == BN_QUESTS) get_quest(&((const Quests *)root)->all.items[index], &out->quest);
    else {
        const Particle *it = &((const Particles *)root)->all.items[index];
        out->particle = (bn_Particle){ .x = it->x,
                                       .y = it->y,
                                       .rgba = it->rgba,
                                       .life = it->life,
                                       .size = it->size,
                                       .sprite = it->sprite,
                                       .spin = it->spin };
    }
}

void bn_next_grids(const void *root, bn_Grids *out)
{
    const Grids *it = root;
    *out = (bn_Grids){ .water = it->water,
                       .tile_count = it->tiles.count,
                       .height_count = it->height.count,
                       .tiles = it->tiles.items,
                       .wide_height = it->height.items,
                       .wind = it->wind,
                       .biome = it->biome,
                       .weather = it->weather };
}
