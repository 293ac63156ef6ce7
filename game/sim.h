/// The rules of the game: one update of the world, split into files by what they move. All
/// decisions depend on Game and the intent only. So the same seed and the same input give the same
/// state, byte for byte.
#ifndef GAME_SIM_H
#define GAME_SIM_H
#include "game/map.h"
#include "gen/game.gen.h"
#include "runtime/eddie.h"

#define ENEMIES_MAX 160u
#define BULLETS_MAX 640u
#define PICKUPS_MAX 96u
#define PLAYER_RADIUS 10.0f
#define SHIELD_MAX 60.0f
#define COMBO_SECONDS 2.6f
#define COMBO_STEP 6u      // kills that raise the multiplier by one
#define COMBO_MAX 9u

/// What the person or the autopilot wants the player to do in this update.
typedef struct Intent {
    Vec2 move;      // length 0 to 1
    f32 aim;        // radians
    bool fire, dash;
    i32 slot;           // of the bag; -1: no change
    i32 slot_step;      // -1, 0 or 1: the previous, same or next slot
} Intent;

/// Distances to one tile, in steps, from every tile. Computed again when the goal or the map
/// changes.
typedef struct Flow {
    u64 stamp;      // of the map and the goal
    u16 steps[MAP_HEIGHT][MAP_WIDTH];
} Flow;

/// Enemies by cell, so that a bullet is compared with only a few. The indices are valid until
/// enemies_remove_dead.
typedef struct Grid {
    u32 *heads;      // index + 1 of the first enemy in the cell, 0: none
    u32 *next;       // for each enemy: index + 1 of the next one in its cell, or 0
    u32 count;       // number of enemies in the grid
} Grid;

/// The context of one update. It is on the stack.
typedef struct Sim {
    ed_Host *host;
    Game *game;
    ed_Arena *arena;       // of Game: its arrays grow here
    const Flow *flow;      // to the player; NULL if memory was full
    Grid grid;
    Intent intent;
    f32 dt;      // seconds
} Sim;

// intent.c
/// Notes whether the player aims with a stick or with the mouse.
void intent_device(Player *player, const ed_Input *input);
Vec2 intent_keys(const ed_Input *input);      ///< WASD or arrows: length 1, or 0
Intent intent_from_input(const Game *game, const ed_Input *input);
Intent intent_of_autopilot(const Sim *sim);

// flow.c
const Flow *flow_to(ed_Host *host, const Map *map, Vec2 goal);
/// Returns the direction from `from` to the center of the next tile on the shortest path. The
/// length is 1, or 0 if `from` is already at that center or `flow` is NULL.
Vec2 flow_direction(const Flow *flow, const Map *map, Vec2 from);
void grid_build(Sim *sim);
/// Writes the indices of enemies in the cells around `at` to `found`, and returns their number.
/// Some may be farther away than `reach`.
u32 grid_near(const Grid *grid, Vec2 at, f32 reach, u32 *found, u32 found_max);

// sim_player.c
void player_begin(Sim *sim);      ///< a new life in the middle of the map
void player_update(Sim *sim);
void player_hurt(Sim *sim, f32 damage, Vec2 from);
bool player_is_alive(const Game *game);
f32 player_dash_ready(const Player *player);      ///< 0 to 1

// sim_weapons.c
const char *weapon_name(Weapon weapon);
ed_Color weapon_color(Weapon weapon);
u32 weapon_pickup_ammo(Weapon weapon);      ///< ammunition in one pickup; 0: the weapon needs none
void weapon_fire(Sim *sim);                 ///< fires the weapon in hand, if it is ready
void bag_give(Player *player, Weapon weapon);
void bullet_add(Sim *sim, Bullet bullet);
void bullets_update(Sim *sim);

// sim_enemies.c
typedef struct EnemyRules {
    f32 hp, speed, radius, touch;      // touch: damage on contact
    u32 points, cost, wave;            // wave: the first one with this enemy
    ed_Color color;
} EnemyRules;

const EnemyRules *enemy_rules(EnemyKind kind);
f32 enemy_radius(const Enemy *enemy);
f32 enemy_blast(const Enemy *enemy);      ///< radius of a bomber's explosion, in pixels
/// Returns how much of its aiming time has passed, 0 to 1; 0 if the enemy does not aim.
f32 enemy_aim_progress(const Enemy *enemy);
void enemy_spawn(Sim *sim, EnemyKind kind, Traits traits, Vec2 at);
void enemy_hurt(Sim *sim, u32 index, f32 damage, Vec2 push);
void enemies_update(Sim *sim);
/// Removes dead enemies, and adds their explosions, pieces, points and pickups.
void enemies_remove_dead(Sim *sim);
u32 combo_multiplier(const Game *game);      ///< the multiplier of points

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
    f32 angle, spread;          // radians; a spread of PI covers all directions
    f32 speed, life, size;      // maximum; each particle gets a random part of it
    ed_Color color;
    ParticleKind kind;
} Burst;

void effects_burst(Sim *sim, Burst burst);
void effects_ring(Sim *sim, Vec2 at, f32 radius, f32 seconds, ed_Color color);
void effects_popup(Sim *sim, Vec2 at, f32 size, ed_Color color, const char *text);
void effects_number(Sim *sim, Vec2 at, f32 size, ed_Color color, f32 value);
void effects_shake(Sim *sim, f32 strength);
void effects_update(Sim *sim);
void camera_update(Sim *sim, bool at_once);      ///< `at_once`: jumps instead of moving smoothly

#endif
