#include "tests/bench/sample.h"
#include <stdio.h>
#include <string.h>

// --- numbers -------------------------------------------------------------------------------------

u64 bn_bits(bn_Random *r)
{
    u64 x = r->state += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

u32 bn_below(bn_Random *r, u32 count) { return (u32)((bn_bits(r) >> 32) * count >> 32); }

static f32 between(bn_Random *r, f32 low, f32 high)
{
    return low + (high - low) * ((f32)(bn_bits(r) >> 40) * (1.0f / 16777216.0f));
}

static i32 whole(bn_Random *r, i32 low, u32 count) { return low + (i32)bn_below(r, count); }

// --- records -------------------------------------------------------------------------------------

void bn_entity_make(bn_Random *r, u32 index, bn_Entity *out)
{
    static const char *const kinds[] = { "goblin", "orc",      "wolf", "villager",
                                         "guard",  "merchant", "bat",  "skeleton" };
    memset(out, 0, sizeof *out);
    out->id = index + 1;
    out->kind = (u16)bn_below(r, 40);
    out->position =
        (bn_Vec3){ between(r, -2048, 2048), between(r, -2048, 2048), between(r, 0, 64) };
    if (bn_below(r, 3)) out->velocity = (bn_Vec3){ between(r, -4, 4), between(r, -4, 4), 0 };
    out->max_hp = (f32)(10 * (1 + bn_below(r, 30)));
    out->hp = bn_below(r, 2) ? out->max_hp : between(r, 0, out->max_hp);
    out->team = whole(r, -1, 5);
    out->flags = (u8)bn_bits(r);
    snprintf(out->name, sizeof out->name, "%s_%u", kinds[out->kind & 7], bn_below(r, 100000));
    for (u32 i = 0; i < 8; i++) out->inventory[i] = (i16)(bn_below(r, 2) ? whole(r, -1, 400) : 0);
    out->last_seen_tick = 1000000 + bn_below(r, 4000000) + (bn_below(r, 50) ? 0 : (u64)1 << 33);
    out->alive = bn_below(r, 10) != 0;
    out->ai_state = (u8)bn_below(r, 8);
    out->ai_timer = between(r, 0, 10);
    out->ai_target = bn_below(r, 100001);
}

void bn_particle_make(bn_Random *r, bn_Particle *out)
{
    *out = (bn_Particle){ .x = between(r, -2048, 2048),
                          .y = between(r, -2048, 2048),
                          .vx = between(r, -9, 9),
                          .vy = between(r, -9, 9),
                          .rgba = (u32)bn_bits(r),
                          .life = between(r, 0, 3) };
}

static void make_title(bn_Random *r, bn_Quest *out)
{
    static const char *const words[] = { "the",    "lost",  "sword", "of",   "dragon", "river",
                                         "gather", "herbs", "slay",  "king", "deep",   "mine" };
    char text[2 * BN_TITLE_MAX];
    u32 size = 0, wanted = 8 + bn_below(r, 53);
    while (size < wanted)
        size += (u32)snprintf(text + size, sizeof text - size, "%s%s", size ? " " : "",
                              words[bn_below(r, 12)]);
    memcpy(out->title, text, wanted);
    out->title_size = wanted;
}

static void make_goal(bn_Random *r, bn_Goal *out)
{
    out->kind = bn_below(r, 3);
    switch (out->kind) {
    case BN_KILL:
        out->kill.monster = bn_below(r, 900);
        out->kill.need = (u16)(1 + bn_below(r, 40));
        out->kill.done = (u16)bn_below(r, 20);
        break;
    case BN_FETCH:
        out->fetch.item = bn_below(r, 3000);
        out->fetch.drop =
            (bn_Vec3){ between(r, -900, 900), between(r, -900, 900), between(r, 0, 64) };
        break;
    default:
        out->talk.npc = bn_bits(r);
        out->talk.patience = between(r, 0, 1);
        out->talk.met = bn_below(r, 2) != 0;
    }
}

void bn_quest_make(bn_Random *r, u32 index, bn_Quest *out)
{
    memset(out, 0, sizeof *out);
    out->id = index + 1;
    out->parent = index ? bn_below(r, index) : 0;
    out->state = (u8)bn_below(r, 5);
    out->priority = whole(r, -1000, 2001);
    make_title(r, out);
    out->item_count = bn_below(r, BN_ITEMS_MAX + 1);
    for (u32 i = 0; i < out->item_count; i++)
        out->items[i] = (bn_Item){ 1 + bn_below(r, 3000), whole(r, -10, 110) };
    out->has_loc = bn_below(r, 2) != 0;
    if (out->has_loc)
        out->loc = (bn_Loc){ bn_below(r, 200), between(r, -900, 900), between(r, -900, 900),
                             (u16)bn_below(r, 500) };
    make_goal(r, &out->goal);
}

void bn_tiles_make(bn_Random *r, u8 *tiles, u32 count)
{
    for (u32 i = 0; i < count;) {
        u8 tile = (u8)bn_below(r, 64);
        for (u32 run = 1 + bn_below(r, 24); run && i < count; run--) tiles[i++] = tile;
    }
}

void bn_height_make(bn_Random *r, i32 *height, u32 count)
{
    i32 at = 0;
    for (u32 i = 0; i < count; i++) {
        at += whole(r, -20, 41);
        if (at > 5000 || at < -5000) at = 0;
        height[i] = at;
    }
}

// --- the edit ------------------------------------------------------------------------------------

void bn_entity_edit(bn_Entity *it)
{
    it->max_hp = 0;
    it->flags = 0;
    it->stamina = 100;
    it->faction = 7;
    it->level = 1;
}

void bn_particle_edit(bn_Particle *it)
{
    it->vx = it->vy = 0;
    it->size = 1;
    it->sprite = 3;
    it->spin = 0.25f;
}

void bn_quest_edit(bn_Quest *it)
{
    it->parent = 0;
    it->state = 0;
    it->deadline = 99;
    it->weight = 0.5f;
    it->tracked = true;
}

void bn_grids_edit(bn_Grids *it)
{
    it->seed = it->version = 0;
    it->wind = 2;
    it->biome = 5;
    it->weather = 1;
}

// --- comparing: numbers by their bits, so that a NaN or a sign of zero is not lost unseen --------

#define SAME(field) (memcmp(&one->field, &other->field, sizeof one->field) == 0)

bool bn_entity_equal(const bn_Entity *one, const bn_Entity *other)
{
    return SAME(id) && SAME(kind) && SAME(position) && SAME(velocity) && SAME(hp) && SAME(max_hp)
        && SAME(team) && SAME(flags) && SAME(name) && SAME(inventory) && SAME(last_seen_tick)
        && SAME(alive) && SAME(ai_state) && SAME(ai_timer) && SAME(ai_target) && SAME(stamina)
        && SAME(faction) && SAME(level);
}

bool bn_particle_equal(const bn_Particle *one, const bn_Particle *other)
{
    return SAME(x) && SAME(y) && SAME(vx) && SAME(vy) && SAME(rgba) && SAME(life) && SAME(size)
        && SAME(sprite) && SAME(spin);
}

static bool goal_equal(const bn_Goal *one, const bn_Goal *other)
{
    if (one->kind != other->kind) return false;
    switch (one->kind) {
    case BN_KILL: return SAME(kill);
    case BN_FETCH: return SAME(fetch);
    default: return SAME(talk.npc) && SAME(talk.patience) && SAME(talk.met);
    }
}

static bool loc_equal(const bn_Loc *one, const bn_Loc *other)
{
    return SAME(scene) && SAME(x) && SAME(y) && SAME(radius);
}

bool bn_quest_equal(const bn_Quest *one, const bn_Quest *other)
{
    return SAME(id) && SAME(parent) && SAME(state) && SAME(priority) && SAME(title_size)
        && SAME(item_count) && SAME(has_loc) && SAME(deadline) && SAME(weight) && SAME(tracked)
        && memcmp(one->title, other->title, one->title_size) == 0
        && memcmp(one->items, other->items, one->item_count * sizeof *one->items) == 0
        && (!one->has_loc || loc_equal(&one->loc, &other->loc))
        && goal_equal(&one->goal, &other->goal);
}

static i64 height_at(const bn_Grids *grids, u32 i)
{
    return grids->height ? grids->height[i] : grids->wide_height[i];
}

bool bn_grids_equal(const bn_Grids *one, const bn_Grids *other)
{
    if (!(SAME(seed) && SAME(version) && SAME(water) && SAME(tile_count) && SAME(height_count)
          && SAME(wind) && SAME(biome) && SAME(weather)))
        return false;
    if (one->tile_count && memcmp(one->tiles, other->tiles, one->tile_count) != 0) return false;
    for (u32 i = 0; i < one->height_count; i++)
        if (height_at(one, i) != height_at(other, i)) return false;
    return true;
}
