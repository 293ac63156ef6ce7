/// The enemies. Each kind has one function that returns the velocity it wants; the rest is shared.
#include "game/palette.h"
#include "game/sim.h"
#include "gen/actors.gen.h"

/// The base values of each kind. Change a number, save, and watch.
static const EnemyRules kinds[] = {
    //                       hp  speed radius touch points cost wave color
    [EnemyKind_CHASER] = { 24, 168, 11, 11, 10, 1, 1, MAGENTA },
    [EnemyKind_SHOOTER] = { 42, 112, 13, 6, 25, 3, 2, CYAN },
    [EnemyKind_CHARGER] = { 75, 96, 15, 20, 40, 5, 3, GREEN },
    [EnemyKind_BOMBER] = { 30, 132, 12, 0, 30, 3, 4, RED },
    [EnemyKind_SPLITTER] = { 95, 78, 18, 12, 50, 6, 5, VIOLET }
};

#define ELITE_HP 2.2f
#define ELITE_SIZE 1.35f
#define SMALL_HP 0.6f
#define SMALL_SIZE 0.72f

#define SHOOTER_NEAR 190.0f            // pixels; backs off if the player is nearer
#define SHOOTER_FAR 310.0f             // comes closer if the player is farther away
#define SHOOTER_AIM_SECONDS 0.45f      // seconds
#define SHOOTER_RELOAD 1.7f
#define SHOOTER_BULLET_SPEED 265.0f      // pixels per second
#define CHARGER_SIGHT 340.0f
#define CHARGER_AIM_SECONDS 0.62f
#define CHARGER_RUSH_SPEED 600.0f
#define CHARGER_RUSH_SECONDS 0.62f
#define CHARGER_REST_SECONDS 0.95f
#define BOMBER_NEAR 78.0f
#define BOMBER_AIM_SECONDS 0.65f
#define BOMBER_RADIUS 98.0f
#define BOMBER_DAMAGE 26.0f
#define SPLITTER_PIECES 3u

#define SPEED_GAIN 0.015f      // increase of speed per wave
#define SPEED_GAIN_MAX 1.35f
#define TURN_RATE 9.0f          // rate of the approach to the wanted direction, per second
#define APPROACH_RATE 7.0f      // rate of the approach to the wanted velocity, per second
#define DISTANCE_MIN 26.0f      // distance that enemies keep from each other, in pixels
#define NEIGHBORS_MAX 12u

const EnemyRules *enemy_rules(EnemyKind kind)
{
    return &kinds[kind < ED_COUNT(kinds) ? kind : EnemyKind_CHASER];
}

f32 enemy_radius(const Enemy *enemy)
{
    f32 radius = enemy_rules(enemy->kind)->radius;
    if (enemy->traits & Traits_ELITE) radius *= ELITE_SIZE;
    if (enemy->traits & Traits_SMALL) radius *= SMALL_SIZE;
    return radius;
}

f32 enemy_blast(const Enemy *enemy)
{
    return BOMBER_RADIUS * (enemy->traits & Traits_ELITE ? ELITE_SIZE : 1);
}

f32 enemy_aim_progress(const Enemy *enemy)
{
    if (enemy->mood != Mood_AIM) return 0;
    f32 seconds = enemy->kind == EnemyKind_SHOOTER ? SHOOTER_AIM_SECONDS
                : enemy->kind == EnemyKind_CHARGER ? CHARGER_AIM_SECONDS
                                                   : BOMBER_AIM_SECONDS;
    return clamp(1 - enemy->timer / seconds, 0.01f, 1);
}

void enemy_spawn(Sim *sim, EnemyKind kind, Traits traits, Vec2 at)
{
    Game *game = sim->game;
    if (game->enemies.count >= ENEMIES_MAX) return;
    Enemy *enemy = Enemy_array_add(sim->arena, &game->enemies);
    if (!enemy) return;
    f32 hp = enemy_rules(kind)->hp * (1 + 0.04f * (f32)game->wave.number);
    if (traits & Traits_ELITE) hp *= ELITE_HP;
    if (traits & Traits_SMALL) hp *= SMALL_HP;
    enemy->id = game->next_id++;
    enemy->kind = kind;
    enemy->traits = traits;
    enemy->pos = at;
    enemy->hp = enemy->hp_max = hp;
    enemy->reload = rng_range(&game->rng, 0.6f, SHOOTER_RELOAD);
    enemy->strafe = rng_chance(&game->rng, 0.5f) ? 1.0f : -1.0f;
    enemy->facing = rng_range(&game->rng, -PI, PI);
    enemy->flash = 1;
}

void enemy_hurt(Sim *sim, u32 index, f32 damage, Vec2 push)
{
    Enemy *enemy = &sim->game->enemies.items[index];
    f32 weight = enemy->kind == EnemyKind_SPLITTER || enemy->kind == EnemyKind_CHARGER ? 0.4f : 1;
    if (enemy->mood == Mood_RUSH) weight = 0;
    enemy->hp -= damage;
    enemy->flash = 1;
    enemy->push = vec2_add(enemy->push, vec2_scale(push, weight));
}

// --- Each kind: the velocity it wants ------------------------------------------------------------

static Vec2 to_player(const Sim *sim, const Enemy *enemy)
{
    return vec2_sub(sim->game->player.pos, enemy->pos);
}

static bool sees_player(const Sim *sim, const Enemy *enemy, f32 within)
{
    if (!player_is_alive(sim->game) || vec2_length(to_player(sim, enemy)) > within) return false;
    return map_can_see(&sim->game->map, enemy->pos, sim->game->player.pos);
}

/// Returns the direction to the player: straight if the player is near and visible, otherwise
/// around the walls. If the player is dead, the enemy wanders.
static Vec2 way_to_player(const Sim *sim, const Enemy *enemy)
{
    if (!player_is_alive(sim->game)) return vec2_polar(enemy->facing + 0.02f * enemy->strafe, 0.5f);
    if (sees_player(sim, enemy, 260)) return vec2_normalize(to_player(sim, enemy));
    return flow_direction(sim->flow, &sim->game->map, enemy->pos);
}

static void mood_set(Enemy *enemy, Mood mood, f32 seconds)
{
    enemy->mood = mood;
    enemy->timer = seconds;
}

static Vec2 chaser(Sim *sim, Enemy *enemy)
{
    Vec2 way = way_to_player(sim, enemy);
    f32 weave = sinf(enemy->age * 5 + (f32)(enemy->id % 16)) * 0.45f;
    Vec2 side = vec2(-way.y * weave, way.x * weave);
    f32 speed = kinds[EnemyKind_CHASER].speed * (enemy->traits & Traits_SMALL ? 1.25f : 1);
    return vec2_scale(vec2_normalize(vec2_add(way, side)), speed);
}

static void shooter_fire(Sim *sim, Enemy *enemy)
{
    u32 count = enemy->traits & Traits_ELITE ? 5 : 3;
    for (u32 i = 0; i < count; i++) {
        f32 angle = enemy->facing + ((f32)i - (f32)(count - 1) * 0.5f) * 0.17f;
        bullet_add(sim, (Bullet){ .pos = vec2_add(enemy->pos, vec2_polar(angle, 14)),
                                  .vel = vec2_polar(angle, SHOOTER_BULLET_SPEED),
                                  .life = 3,
                                  .damage = 10,
                                  .radius = 5,
                                  .color = CYAN,
                                  .side = Side_ENEMY });
    }
    effects_burst(sim, (Burst){ .at = enemy->pos,
                                .count = 14,
                                .angle = enemy->facing,
                                .spread = 0.6f,
                                .speed = 260,
                                .life = 0.3f,
                                .size = 3,
                                .color = CYAN,
                                .kind = ParticleKind_SPARK });
}

static Vec2 shooter(Sim *sim, Enemy *enemy)
{
    Vec2 to = to_player(sim, enemy);
    f32 away = vec2_length(to);
    bool sees = sees_player(sim, enemy, 520);
    if (enemy->mood == Mood_AIM) {
        if (enemy->timer <= 0) {
            shooter_fire(sim, enemy);
            enemy->strafe = -enemy->strafe;
            mood_set(enemy, Mood_SEEK, 0);
        }
        return vec2_scale(enemy->vel, 0.8f);
    }
    enemy->reload = count_down(enemy->reload, sim->dt);
    if (sees && enemy->reload <= 0) {
        enemy->reload = SHOOTER_RELOAD;
        mood_set(enemy, Mood_AIM, SHOOTER_AIM_SECONDS);
    }
    f32 speed = kinds[EnemyKind_SHOOTER].speed;
    if (!sees || away > SHOOTER_FAR) return vec2_scale(way_to_player(sim, enemy), speed);
    Vec2 way = vec2_normalize(to);
    Vec2 wanted = vec2(-way.y * enemy->strafe, way.x * enemy->strafe);
    if (away < SHOOTER_NEAR) wanted = vec2_sub(wanted, vec2_scale(way, 1.4f));
    return vec2_scale(vec2_normalize(wanted), speed);
}

static Vec2 charger(Sim *sim, Enemy *enemy)
{
    f32 speed = kinds[EnemyKind_CHARGER].speed;
    switch (enemy->mood) {
    case Mood_AIM:
        if (enemy->timer > 0) return vec2_polar(enemy->facing, -26);
        mood_set(enemy, Mood_RUSH, CHARGER_RUSH_SECONDS);
        effects_ring(sim, enemy->pos, 46, 0.3f, GREEN);
        return vec2_polar(enemy->facing, CHARGER_RUSH_SPEED);
    case Mood_RUSH:
        if (enemy->timer <= 0) mood_set(enemy, Mood_REST, CHARGER_REST_SECONDS * 0.5f);
        effects_burst(sim, (Burst){ .at = enemy->pos,
                                    .count = 5,
                                    .angle = enemy->facing + PI,
                                    .spread = 0.5f,
                                    .speed = 160,
                                    .life = 0.5f,
                                    .size = 4,
                                    .color = GREEN,
                                    .kind = ParticleKind_EMBER });
        return vec2_polar(enemy->facing, CHARGER_RUSH_SPEED);
    case Mood_REST:
        if (enemy->timer <= 0) mood_set(enemy, Mood_SEEK, 0);
        return vec2(0, 0);
    default:
        if (sees_player(sim, enemy, CHARGER_SIGHT)) mood_set(enemy, Mood_AIM, CHARGER_AIM_SECONDS);
        return vec2_scale(way_to_player(sim, enemy), speed);
    }
}

static Vec2 bomber(Sim *sim, Enemy *enemy)
{
    if (enemy->mood == Mood_AIM) {
        if (enemy->timer <= 0) enemy->hp = 0;
        return vec2_scale(way_to_player(sim, enemy), 50);
    }
    if (sees_player(sim, enemy, BOMBER_NEAR)) mood_set(enemy, Mood_AIM, BOMBER_AIM_SECONDS);
    f32 hop = 0.55f + 0.9f * pulse(enemy->age, 1.7f);
    return vec2_scale(way_to_player(sim, enemy), kinds[EnemyKind_BOMBER].speed * hop);
}

static Vec2 splitter(Sim *sim, Enemy *enemy)
{
    f32 heave = 0.6f + 0.8f * pulse(enemy->age, 0.8f);
    return vec2_scale(way_to_player(sim, enemy), kinds[EnemyKind_SPLITTER].speed * heave);
}

static Vec2 wanted_velocity(Sim *sim, Enemy *enemy)
{
    switch (enemy->kind) {
    case EnemyKind_SHOOTER: return shooter(sim, enemy);
    case EnemyKind_CHARGER: return charger(sim, enemy);
    case EnemyKind_BOMBER: return bomber(sim, enemy);
    case EnemyKind_SPLITTER: return splitter(sim, enemy);
    default: return chaser(sim, enemy);
    }
}

// --- All kinds -----------------------------------------------------------------------------------

/// Returns a push away from enemies that are too close.
static Vec2 apart(const Sim *sim, u32 index)
{
    const Enemy *enemies = sim->game->enemies.items;
    u32 found[NEIGHBORS_MAX];
    u32 count = grid_near(&sim->grid, enemies[index].pos, DISTANCE_MIN, found, NEIGHBORS_MAX);
    Vec2 sum = vec2(0, 0);
    for (u32 i = 0; i < count; i++) {
        if (found[i] == index) continue;
        Vec2 from = vec2_sub(enemies[index].pos, enemies[found[i]].pos);
        f32 away = vec2_length(from);
        if (away < DISTANCE_MIN && away > 0.01f)
            sum = vec2_add(sum, vec2_scale(from, (DISTANCE_MIN - away) / away));
    }
    return sum;
}

static void face(Sim *sim, Enemy *enemy)
{
    bool fixed = enemy->mood == Mood_RUSH || enemy->mood == Mood_REST;
    bool aims =
        enemy->kind == EnemyKind_SHOOTER || (enemy->mood == Mood_AIM && enemy->timer > 0.18f);
    if (fixed) return;
    f32 wanted = aims && player_is_alive(sim->game) ? vec2_angle(to_player(sim, enemy))
                                                    : vec2_angle(enemy->vel);
    f32 turn = angle_between(enemy->facing, wanted);
    enemy->facing = angle_between(0, enemy->facing + turn * clamp(TURN_RATE * sim->dt, 0, 1));
}

static void touch_player(Sim *sim, Enemy *enemy)
{
    f32 reach = enemy_radius(enemy) + PLAYER_RADIUS - 2;
    f32 touch = enemy_rules(enemy->kind)->touch;
    if (touch <= 0 || vec2_length(to_player(sim, enemy)) > reach) return;
    player_hurt(sim, enemy->mood == Mood_RUSH ? touch * 1.4f : touch, enemy->pos);
}

static void crash(Sim *sim, Enemy *enemy)
{
    mood_set(enemy, Mood_REST, CHARGER_REST_SECONDS);
    effects_shake(sim, 0.25f);
    effects_burst(sim, (Burst){ .at = enemy->pos,
                                .count = 40,
                                .angle = enemy->facing + PI,
                                .spread = 1.3f,
                                .speed = 340,
                                .life = 0.6f,
                                .size = 3,
                                .color = GREEN,
                                .kind = ParticleKind_SPARK });
}

static void enemy_update(Sim *sim, u32 index)
{
    Enemy *enemy = &sim->game->enemies.items[index];
    f32 dt = sim->dt;
    enemy->age += dt;
    enemy->timer = count_down(enemy->timer, dt);
    enemy->flash = count_down(enemy->flash, dt * 6);
    f32 faster = clamp(1 + SPEED_GAIN * (f32)sim->game->wave.number, 1, SPEED_GAIN_MAX);
    Vec2 wanted = vec2_scale(wanted_velocity(sim, enemy), faster);
    f32 grip = enemy->mood == Mood_RUSH ? 1 : clamp(APPROACH_RATE * dt, 0, 1);
    enemy->vel = vec2_lerp(enemy->vel, wanted, grip);
    enemy->push = vec2_length(enemy->push) > 1 ? vec2_scale(enemy->push, clamp(1 - 8 * dt, 0, 1))
                                               : vec2(0, 0);
    Vec2 by = vec2_scale(vec2_add(enemy->vel, enemy->push), dt);
    bool hit = false;
    by = vec2_add(by, vec2_scale(apart(sim, index), 0.12f));
    enemy->pos = map_move(&sim->game->map, enemy->pos, 10, by, &hit);
    if (hit && enemy->mood == Mood_RUSH) crash(sim, enemy);
    if (hit && !player_is_alive(sim->game)) enemy->facing += 0.2f * enemy->strafe;
    face(sim, enemy);
    touch_player(sim, enemy);
}

void enemies_update(Sim *sim)
{
    u32 count = sim->game->enemies.count;
    for (u32 i = 0; i < count; i++) enemy_update(sim, i);
}

// --- Dying ---------------------------------------------------------------------------------------

static void explode(Sim *sim, const Enemy *cause)
{
    Game *game = sim->game;
    Vec2 at = cause->pos;
    f32 radius = enemy_blast(cause);
    if (vec2_distance(game->player.pos, at) < radius) player_hurt(sim, BOMBER_DAMAGE, at);
    for (u32 i = 0; i < game->enemies.count; i++) {
        Enemy *enemy = &game->enemies.items[i];
        f32 away = vec2_distance(enemy->pos, at);
        if (enemy->id == cause->id || enemy->hp <= 0 || away > radius) continue;
        enemy_hurt(sim, i, BOMBER_DAMAGE,
                   vec2_scale(vec2_normalize(vec2_sub(enemy->pos, at)), 420));
    }
    effects_shake(sim, 0.5f);
    effects_ring(sim, at, radius, 0.35f, AMBER_PALE);
    effects_ring(sim, at, radius * 1.3f, 0.6f, RED);
    effects_burst(sim, (Burst){ .at = at,
                                .count = 700,
                                .spread = PI,
                                .speed = 600,
                                .life = 1.4f,
                                .size = 5,
                                .color = AMBER_DEEP,
                                .kind = ParticleKind_SPARK });
    effects_burst(sim, (Burst){ .at = at,
                                .count = 26,
                                .spread = PI,
                                .speed = 110,
                                .life = 1.5f,
                                .size = 20,
                                .color = SMOKE,
                                .kind = ParticleKind_SMOKE });
}

static void split(Sim *sim, const Enemy *enemy)
{
    for (u32 i = 0; i < SPLITTER_PIECES; i++) {
        Vec2 way = vec2_polar(enemy->facing + (f32)i * (TAU / SPLITTER_PIECES), 14);
        Vec2 at = vec2_add(enemy->pos, way);
        if (map_is_wall_at(&sim->game->map, at)) at = enemy->pos;
        enemy_spawn(sim, EnemyKind_CHASER, Traits_SMALL, at);
    }
}

static void death_burst(Sim *sim, const Enemy *enemy)
{
    ed_Color color = enemy_rules(enemy->kind)->color;
    f32 size = enemy_radius(enemy) / 12;
    effects_ring(sim, enemy->pos, 56 * size, 0.32f, color);
    effects_burst(sim, (Burst){ .at = enemy->pos,
                                .count = (u32)(210 * size),
                                .spread = PI,
                                .speed = 400 * size,
                                .life = 1.5f,
                                .size = 4,
                                .color = color,
                                .kind = ParticleKind_SPARK });
    effects_burst(sim, (Burst){ .at = enemy->pos,
                                .count = (u32)(110 * size),
                                .spread = PI,
                                .speed = 120,
                                .life = 2.8f,
                                .size = 4,
                                .color = color,
                                .kind = ParticleKind_EMBER });
    effects_burst(sim, (Burst){ .at = enemy->pos,
                                .count = (u32)(22 * size),
                                .spread = PI,
                                .speed = 230,
                                .life = 2.4f,
                                .size = 5,
                                .color = color,
                                .kind = ParticleKind_SHARD });
    effects_shake(sim, 0.1f * size);
}

u32 combo_multiplier(const Game *game)
{
    u32 times = 1 + game->combo / COMBO_STEP;
    return times < COMBO_MAX ? times : COMBO_MAX;
}

static void score_kill(Sim *sim, const Enemy *enemy)
{
    Game *game = sim->game;
    game->kills++;
    game->combo++;
    game->combo_time = COMBO_SECONDS;
    u32 points = enemy_rules(enemy->kind)->points * (enemy->traits & Traits_ELITE ? 3 : 1);
    points *= combo_multiplier(game);
    if (game->mode != Mode_PLAY) return;
    game->score += points;
    effects_number(sim, enemy->pos, 17, GOLD, (f32)points);
}

void enemies_remove_dead(Sim *sim)
{
    Game *game = sim->game;
    for (u32 i = game->enemies.count; i-- > 0;) {
        if (game->enemies.items[i].hp > 0) continue;
        Enemy dead = game->enemies.items[i];
        Enemy_array_remove(&game->enemies, i);
        death_burst(sim, &dead);
        if (dead.kind == EnemyKind_BOMBER) explode(sim, &dead);
        if (dead.kind == EnemyKind_SPLITTER) split(sim, &dead);
        score_kill(sim, &dead);
        pickups_drop(sim, &dead);
    }
}
