#include "gen/now.gen.h"
#include <string.h>
#include "tests/bench/layout.h"

// --- in ------------------------------------------------------------------------------------------

u32 bn_tile_count(u32 count) { return count - count / 17; }

/// An empty array with room for exactly `count` items.
static bool reserve(ed_Arena *arena, ed_Array *array, u32 count, u32 size, u32 align)
{
    array->items = count ? ed_arena_push(arena, (size_t)count * size, align) : NULL;
    array->capacity = count;
    return !count || array->items;
}

static bool open_grids(ed_Arena *arena, Grids *grids, u32 count)
{
    grids->tiles.count = bn_tile_count(count);
    grids->height.count = count - grids->tiles.count;
    return reserve(arena, (ed_Array *)&grids->tiles, grids->tiles.count, 1, 1)
        && reserve(arena, (ed_Array *)&grids->height, grids->height.count, 4, 4);
}

bool bn_now_open(ed_RootMemory *block, bn_Kind kind, u32 count)
{
    static const size_t roots[BN_KINDS] = { sizeof(Entities), sizeof(Particles), sizeof(Quests),
                                            sizeof(Grids) };
    static const u32 sizes[BN_KINDS] = { sizeof(Entity), sizeof(Particle), sizeof(Quest), 0 };
    block->at = ed_arena_push(block->arena, roots[kind], 8);
    if (!block->at) return false;
    if (kind == BN_GRIDS) return open_grids(block->arena, block->at, count);
    return reserve(block->arena, block->at, count, sizes[kind], 8);
}

static Vec3 vec3(const bn_Vec3 *v) { return (Vec3){ v->x, v->y, v->z }; }

static void put_entity(Entity *it, const bn_Entity *from)
{
    *it = (Entity){
        .id = from->id,
        .kind = from->kind,
        .position = vec3(&from->position),
        .velocity = vec3(&from->velocity),
        .hp = from->hp,
        .max_hp = from->max_hp,
        .team = (i32)from->team,
        .flags = from->flags,
        .last_seen_tick = from->last_seen_tick,
        .alive = from->alive,
        .ai = { .state = from->ai_state, .timer = from->ai_timer, .target = from->ai_target }
    };
    memcpy(it->name, from->name, sizeof it->name);
    memcpy(it->inventory, from->inventory, sizeof it->inventory);
}

static void put_particle(Particle *it, const bn_Particle *from)
{
    *it = (Particle){ from->x, from->y, from->vx, from->vy, from->rgba, (f32)from->life };
}

static void put_goal(Goal *it, const bn_Goal *from)
{
    it->kind = from->kind;
    switch (from->kind) {
    case BN_KILL:
        it->kill = (GoalKill){ from->kill.monster, from->kill.need, from->kill.done };
        break;
    case BN_FETCH: it->fetch = (GoalFetch){ from->fetch.item, vec3(&from->fetch.drop) }; break;
    default:
        it->talk = (GoalTalk){ .npc = from->talk.npc,
                               .patience = from->talk.patience,
                               .met = from->talk.met };
    }
}

static bool put_quest(ed_Arena *arena, Quest *it, const bn_Quest *from)
{
    it->id = from->id;
    it->parent = from->parent;
    it->state = from->state;
    it->priority = (i32)from->priority;
    it->has_loc = from->has_loc;
    if (from->has_loc)
        it->loc = (QLoc){
            .scene = from->loc.scene, .x = from->loc.x, .y = from->loc.y, .radius = from->loc.radius
        };
    put_goal(&it->goal, &from->goal);
    if (!ed_str_put(arena, &it->title, from->title, from->title_size)) return false;
    if (!reserve(arena, (ed_Array *)&it->items, from->item_count, sizeof(QItem), 4)) return false;
    for (u32 i = 0; i < from->item_count; i++)
        it->items.items[i] = (QItem){ from->items[i].item, from->items[i].count };
    it->items.count = from->item_count;
    return true;
}

bool bn_now_put(ed_RootMemory *block, bn_Kind kind, const bn_Record *record)
{
    switch (kind) {
    case BN_ENTITIES: {
        Entities *root = block->at;
        put_entity(&root->all.items[root->all.count++], &record->entity);
        return true;
    }
    case BN_PARTICLES: {
        Particles *root = block->at;
        put_particle(&root->all.items[root->all.count++], &record->particle);
        return true;
    }
    case BN_QUESTS: {
        Quests *root = block->at;
        return put_quest(block->arena, &root->all.items[root->all.count++], &record->quest);
    }
    default: return false;
    }
}

void bn_now_put_grids(ed_RootMemory *block, const bn_Grids *from)
{
    Grids *grids = block->at;
    grids->seed = from->seed;
    grids->version = from->version;
    grids->water = from->water;
    memcpy(grids->tiles.items, from->tiles, grids->tiles.count);
    memcpy(grids->height.items, from->height, grids->height.count * sizeof *grids->height.items);
}

bool bn_now_fill(ed_RootMemory *block, bn_Kind kind, u32 count)
{
    bn_Random r = { .state = 20240229 + (u64)kind };
    if (!bn_now_open(block, kind, count)) return false;
    if (kind == BN_GRIDS) {
        Grids *grids = block->at;
        grids->seed = 77;
        grids->version = 3;
        grids->water = 12.5f;
        bn_tiles_make(&r, grids->tiles.items, grids->tiles.count);
        bn_height_make(&r, grids->height.items, grids->height.count);
        return true;
    }
    for (u32 i = 0; i < count; i++) {
        bn_Record record;
        if (kind == BN_ENTITIES) bn_entity_make(&r, i, &record.entity);
        else if (kind == BN_PARTICLES) bn_particle_make(&r, &record.particle);
        else bn_quest_make(&r, i, &record.quest);
        if (!bn_now_put(block, kind, &record)) return false;
    }
    return true;
}

// --- out -----------------------------------------------------------------------------------------

u32 bn_now_count(const void *root, bn_Kind kind)
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
                        .max_hp = it->max_hp,
                        .team = it->team,
                        .flags = it->flags,
                        .last_seen_tick = it->last_seen_tick,
                        .alive = it->alive,
                        .ai_state = it->ai.state,
                        .ai_timer = it->ai.timer,
                        .ai_target = it->ai.target };
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
                       .parent = it->parent,
                       .state = it->state,
                       .priority = it->priority,
                       .title_size = it->title.count,
                       .item_count = it->items.count,
                       .has_loc = it->has_loc,
                       .loc = { it->loc.scene, it->loc.x, it->loc.y, it->loc.radius } };
    if (out->title_size < BN_TITLE_MAX)
        memcpy(out->title, ed_str_text(&it->title), out->title_size);
    for (u32 i = 0; i < it->items.count && i < BN_ITEMS_MAX; i++)
        out->items[i] = (bn_Item){ it->items.items[i].item, it->items.items[i].count };
    get_goal(&it->goal, &out->goal);
}

void bn_now_get(const void *root, bn_Kind kind, u32 index, bn_Record *out)
{
    if (kind == BN_ENTITIES) get_entity(&((const Entities *)root)->all.items[index], &out->entity);
    else if (kind == BN_QUESTS) get_quest(&((const Quests *)root)->all.items[index], &out->quest);
    else {
        const Particle *it = &((const Particles *)root)->all.items[index];
        out->particle = (bn_Particle){
            .x = it->x, .y = it->y, .vx = it->vx, .vy = it->vy, .rgba = it->rgba, .life = it->life
        };
    }
}

void bn_now_grids(const void *root, bn_Grids *out)
{
    const Grids *it = root;
    *out = (bn_Grids){ .seed = it->seed,
                       .version = it->version,
                       .water = it->water,
                       .tile_count = it->tiles.count,
                       .height_count = it->height.count,
                       .tiles = it->tiles.items,
                       .height = it->height.items };
}

// --- copied --------------------------------------------------------------------------------------

bool bn_now_copy_quests(ed_RootMemory *block, const void *root)
{
    const Quests *from = root;
    if (!bn_now_open(block, BN_QUESTS, from->all.count)) return false;
    Quests *to = block->at;
    for (u32 i = 0; i < from->all.count; i++) {
        const Quest *it = &from->all.items[i];
        Quest *copy = &to->all.items[i];
        *copy = *it;
        copy->title = (ed_Str){ .items = NULL };
        if (!ed_str_put(block->arena, &copy->title, it->title.items, it->title.count)) return false;
        if (!reserve(block->arena, (ed_Array *)&copy->items, it->items.count, sizeof(QItem), 4))
            return false;
        if (it->items.count)
            memcpy(copy->items.items, it->items.items, it->items.count * sizeof(QItem));
    }
    to->all.count = from->all.count;
    return true;
}

// --- compared ------------------------------------------------------------------------------------

typedef void Get(const void *root, bn_Kind kind, u32 index, bn_Record *out);

static void edit(bn_Kind kind, bn_Record *it)
{
    if (kind == BN_ENTITIES) bn_entity_edit(&it->entity);
    else if (kind == BN_PARTICLES) bn_particle_edit(&it->particle);
    else bn_quest_edit(&it->quest);
}

static bool equal(bn_Kind kind, const bn_Record *one, const bn_Record *other)
{
    if (kind == BN_ENTITIES) return bn_entity_equal(&one->entity, &other->entity);
    if (kind == BN_PARTICLES) return bn_particle_equal(&one->particle, &other->particle);
    return bn_quest_equal(&one->quest, &other->quest);
}

static i64 differs(bn_Kind kind, const void *now, const void *other, u32 other_count, Get *get,
                   bool edited)
{
    u32 count = bn_now_count(now, kind);
    for (u32 i = 0; i < count && i < other_count; i++) {
        bn_Record expected, found;
        bn_now_get(now, kind, i, &expected);
        get(other, kind, i, &found);
        if (edited) edit(kind, &expected);
        if (!equal(kind, &expected, &found)) return i;
    }
    if (count == other_count) return -1;
    return count < other_count ? count : other_count;
}

i64 bn_now_differs(bn_Kind kind, const void *now, const void *other)
{
    bn_Grids one, two;
    if (kind != BN_GRIDS)
        return differs(kind, now, other, bn_now_count(other, kind), bn_now_get, false);
    bn_now_grids(now, &one);
    bn_now_grids(other, &two);
    return bn_grids_equal(&one, &two) ? -1 : 0;
}

i64 bn_next_differs(bn_Kind kind, const void *now, const void *next)
{
    bn_Grids one, two;
    if (kind != BN_GRIDS)
        return differs(kind, now, next, bn_next_count(next, kind), bn_next_get, true);
    bn_now_grids(now, &one);
    bn_next_grids(next, &two);
    bn_grids_edit(&one);
    return bn_grids_equal(&one, &two) ? -1 : 0;
}
