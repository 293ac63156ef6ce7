/// Values for the benchmark, independent of a layout: states of now.def are filled from them, and
/// states of both now.def and next.def are compared with them. A sample has the fields of both;
/// those that a layout lacks are zero.
#ifndef BN_SAMPLE_H
#define BN_SAMPLE_H
#include "runtime/base/base.h"
ED_C_BEGIN

// the roots, in order
typedef enum bn_Kind { BN_ENTITIES, BN_PARTICLES, BN_QUESTS, BN_GRIDS, BN_KINDS } bn_Kind;

typedef struct bn_Vec3 {
    f32 x, y, z;
} bn_Vec3;

typedef struct bn_Entity {
    u32 id;
    u16 kind;
    bn_Vec3 position, velocity;
    f32 hp, max_hp;      // max_hp: not in next
    i64 team;            // i32 in now
    u8 flags;            // not in next
    char name[24];
    i16 inventory[8];
    u64 last_seen_tick;
    bool alive;
    u8 ai_state;
    f32 ai_timer;
    u32 ai_target;
    f32 stamina;      // new in next, like the two below
    u32 faction;
    i16 level;
} bn_Entity;

typedef struct bn_Particle {
    f32 x, y, vx, vy;      // vx, vy: not in next
    u32 rgba;
    f64 life;      // f32 in now
    f32 size;      // new in next, like the two below
    u16 sprite;
    f32 spin;
} bn_Particle;

#define BN_TITLE_MAX 64u
#define BN_ITEMS_MAX 12u

typedef struct bn_Item {
    u32 item;
    i32 count;
} bn_Item;
typedef struct bn_Loc {
    u32 scene;
    f32 x, y;
    u16 radius;
} bn_Loc;

enum { BN_KILL, BN_FETCH, BN_TALK };

typedef struct bn_Goal {      // only the fields of `kind` count
    u32 kind;
    struct {
        u32 monster;
        u16 need, done;
    } kill;
    struct {
        u32 item;
        bn_Vec3 drop;
    } fetch;
    struct {
        u64 npc;
        f32 patience;
        bool met;
    } talk;
} bn_Goal;

typedef struct bn_Quest {
    u32 id;
    u32 parent;        // not in next
    u8 state;          // not in next
    i64 priority;      // i32 in now
    u32 title_size, item_count;
    char title[BN_TITLE_MAX];
    bn_Item items[BN_ITEMS_MAX];
    bool has_loc;
    bn_Loc loc;
    bn_Goal goal;
    u32 deadline;      // new in next, like the two below
    f32 weight;
    bool tracked;
} bn_Quest;

typedef struct bn_Grids {      // the grids borrow the layout's memory
    u32 seed, version;         // not in next
    f32 water;
    u32 tile_count, height_count;
    const u8 *tiles;
    const i32 *height;           // of now, or NULL
    const i64 *wide_height;      // of next, or NULL
    f32 wind;                    // new in next, like the two below
    u32 biome;
    u8 weather;
} bn_Grids;

/// The same numbers on every machine.
typedef struct bn_Random {
    u64 state;
} bn_Random;

u64 bn_bits(bn_Random *r);
u32 bn_below(bn_Random *r, u32 count);

/// Record `index` of a world, with the texts, ranges and zeros of typical games.
void bn_entity_make(bn_Random *r, u32 index, bn_Entity *out);
void bn_particle_make(bn_Random *r, bn_Particle *out);
void bn_quest_make(bn_Random *r, u32 index, bn_Quest *out);
void bn_tiles_make(bn_Random *r, u8 *tiles, u32 count);      ///< runs of equal ones, as maps have
void bn_height_make(bn_Random *r, i32 *height, u32 count);      ///< hills

/// Applies the edit from now.def to next.def to a record.
void bn_entity_edit(bn_Entity *it);
void bn_particle_edit(bn_Particle *it);
void bn_quest_edit(bn_Quest *it);
void bn_grids_edit(bn_Grids *it);

bool bn_entity_equal(const bn_Entity *one, const bn_Entity *other);
bool bn_particle_equal(const bn_Particle *one, const bn_Particle *other);
bool bn_quest_equal(const bn_Quest *one, const bn_Quest *other);
bool bn_grids_equal(const bn_Grids *one, const bn_Grids *other);

ED_C_END
#endif
