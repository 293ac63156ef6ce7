/// The rules: one update of the world, cut by what it moves. Everything is decided from Game and
/// the intent, so the same seed and the same input give the same bytes.
#ifndef GAME_SIM_H
#define GAME_SIM_H
#include "game/map.h"
#include "gen/game.gen.h"
#include "runtime/eddie.h"

#define ENEMIES_MAX 160u
#define BULLETS_MAX 640u
#define PICKUPS_MAX 96u
#define PLAYER_RADIUS 10.0f
#define SHIELD_MOST 60.0f
#define COMBO_SECONDS 2.6f
#define COMBO_STEP 6u      // kills for one more multiplier
#define COMBO_MAX 9u

/// What whoever steers the player wants in this update: a person or the autopilot.
typedef struct Intent {
    Vec2 move;      // length 0 to 1
    f32 aim;        // radians
    bool fire, dash;
    i32 slot;           // of the bag; -1: keep
    i32 slot_step;      // -1, 0, 1
} Intent;

/// Ways to one tile: steps from everywhere. Computed again when the tile or the map changes.
typedef struct Flow {
    u64 stamp;
    u16 steps[MAP_HEIGHT][MAP_WIDTH];
} Flow;

/// Enemies by cell, so that a bullet asks few. Indices hold until enemies_bury.
typedef struct Grid {
    u32 *heads;      // index + 1 of the first enemy in the cell, 0: none
    u32 *next;       // the same for the next enemy in the cell
    u32 count;       // enemies that are in it
} Grid;

/// What one update works with. Lives on the stack.
typedef struct Sim {
    ed_Host *host;
    Game *game;
    ed_Arena *arena;       // of Game: its arrays grow here
    const Flow *flow;      // to the player; NULL where memory was refused
    Grid grid;
    Intent intent;
    f32 dt;      // seconds
} Sim;

// intent.c
/// Notes whether a stick or the mouse aims.
void intent_device(Player *player, const ed_Input *input);
Vec2 intent_keys(const ed_Input *input);      ///< WASD or arrows: length 1, or 0
Intent intent_from_input(const Game *game, const ed_Input *input);
Intent intent_of_autopilot(const Sim *sim);

// flow.c
const Flow *flow_to(ed_Host *host, const Map *map, Vec2 goal);
Vec2 flow_way(const Flow *flow, const Map *map, Vec2 from);      ///< length 1, or 0 at the goal
void grid_build(Sim *sim);
u32 grid_near(const Grid *grid, Vec2 at, f32 reach, u32 *found, u32 found_max);

// sim_player.c
void player_begin(Sim *sim);      ///< a new life in the middle of the map
void player_update(Sim *sim);
void player_hurt(Sim *sim, f32 damage, Vec2 from);
bool player_alive(const Game *game);
f32 player_dash_ready(const Player *player);      ///< 0 to 1

// sim_weapons.c
const char *weapon_name(Weapon weapon);
ed_Color weapon_color(Weapon weapon);
u32 weapon_full(Weapon weapon);      ///< ammunition of one pickup; 0: needs none
void weapon_fire(Sim *sim);          ///< what is in the player's hand, if it may
void bag_give(Player *player, Weapon weapon);
void bullet_add(Sim *sim, Bullet bullet);
void bullets_update(Sim *sim);

// sim_enemies.c
typedef struct EnemyRules {
    f32 hp, speed, radius, touch;      // touch: damage on contact
    u32 points, cost, wave;            // wave: the first it comes in
    ed_Color color;
} EnemyRules;

const EnemyRules *enemy_rules(EnemyKind kind);
f32 enemy_radius(const Enemy *enemy);
f32 enemy_blast(const Enemy *enemy);      ///< of a bomber, pixels
/// 0 to 1, how far it is from aiming to acting; 0: does not aim.
f32 enemy_aims(const Enemy *enemy);
void enemy_spawn(Sim *sim, EnemyKind kind, Traits traits, Vec2 at);
void enemy_hurt(Sim *sim, u32 index, f32 damage, Vec2 push);
void enemies_update(Sim *sim);
/// Takes the dead away and does what they leave.
void enemies_bury(Sim *sim);
u32 combo_times(const Game *game);      ///< what points are multiplied with

// sim_waves.c
void waves_begin(Sim *sim);
void waves_update(Sim *sim);

// sim_pickups.c
void pickup_add(Sim *sim, PickupKind kind, Vec2 at);
void pickups_drop(Sim *sim, const Enemy *enemy);
void pickups_update(Sim *sim);

// sim_effects.c
typedef struct Burst {
    Vec2 at;
    u32 count;
    f32 angle, spread;          // radians; spread PI: all around
    f32 speed, life, size;      // the most; each particle gets a share
    ed_Color color;
    ParticleKind kind;
} Burst;

void effects_burst(Sim *sim, Burst burst);
void effects_ring(Sim *sim, Vec2 at, f32 radius, f32 seconds, ed_Color color);
void effects_popup(Sim *sim, Vec2 at, f32 size, ed_Color color, const char *text);
void effects_number(Sim *sim, Vec2 at, f32 size, ed_Color color, f32 value);
void effects_shake(Sim *sim, f32 strength);
void effects_update(Sim *sim);
void camera_update(Sim *sim, bool at_once);      ///< `at_once`: jumps there

#endif
