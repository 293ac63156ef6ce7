/// Weapons, the bag they are in, and the bullets of both sides.
#include "game/palette.h"
#include "game/sim.h"
#include "gen/actors.gen.h"

/// The properties of a weapon. Change a number below, save, and fire.
typedef struct WeaponRules {
    const char *name;
    f32 wait;      // seconds between shots
    f32 damage;
    f32 speed;       // pixels per second
    f32 spread;      // radians to each side
    f32 life;        // seconds
    f32 radius;
    f32 kick;        // recoil and shake of the view
    f32 push;        // how far enemies are pushed back
    u32 count;       // bullets per shot
    u32 pierce;      // number of enemies that a bullet passes through
    u32 full;        // ammunition in one pickup; 0: the weapon needs none
    ed_Color color;
} WeaponRules;

static const WeaponRules weapons[] = {
    [Weapon_SPARK] = { "Spark", 0.13f, 14, 780, 0.035f, 0.75f, 4, 0.04f, 90, 1, 0, 0, AMBER },
    [Weapon_CINDER] = { "Cinder", 0.52f, 11, 720, 0.30f, 0.42f, 4, 0.22f, 190, 9, 0, 24,
                        AMBER_DEEP },
    [Weapon_FLARE] = { "Flare", 0.055f, 8, 860, 0.10f, 0.65f, 3, 0.05f, 50, 1, 0, 220, GOLD },
    [Weapon_LANCE] = { "Lance", 0.48f, 58, 1500, 0.0f, 0.60f, 7, 0.30f, 260, 1, 8, 22, AMBER_PALE }
};

#define LEVEL_DAMAGE 0.08f         // increase of damage per level
#define MUZZLE_DISTANCE 20.0f      // pixels from the player
#define NEAR_MAX 64u               // enemies that one bullet is compared with
#define NEAR_REACH 56.0f      // about the largest enemy + bullet + one step of the fastest bullet

static const WeaponRules *rules(Weapon weapon)
{
    return &weapons[weapon < ED_COUNT(weapons) ? weapon : Weapon_SPARK];
}

const char *weapon_name(Weapon weapon) { return rules(weapon)->name; }
ed_Color weapon_color(Weapon weapon) { return rules(weapon)->color; }
u32 weapon_pickup_ammo(Weapon weapon) { return rules(weapon)->full; }

// --- The bag -------------------------------------------------------------------------------------

static void item_name(Item *item, const char *name)
{
    for (u32 i = 0; i < NAME_SIZE; i++) item->name[i] = 0;
    for (u32 i = 0; i + 1 < NAME_SIZE && name[i]; i++) item->name[i] = name[i];
}

void bag_give(Player *player, Weapon weapon)
{
    for (u32 i = 0; i < player->bag_count; i++) {
        if (player->bag[i].weapon != weapon) continue;
        player->bag[i].ammo += weapon_pickup_ammo(weapon);
        return;
    }
    if (player->bag_count == BAG_MAX) return;
    Item *item = &player->bag[player->bag_count++];
    item->weapon = weapon;
    item->ammo = weapon_pickup_ammo(weapon);
    item_name(item, weapon_name(weapon));
}

// --- Firing --------------------------------------------------------------------------------------

void bullet_add(Sim *sim, Bullet bullet)
{
    if (sim->game->bullets.count >= BULLETS_MAX) return;
    Bullet *added = Bullet_array_add(sim->arena, &sim->game->bullets);
    if (added) *added = bullet;
}

static void muzzle_flash(Sim *sim, Vec2 at, const WeaponRules *weapon)
{
    Player *player = &sim->game->player;
    player->muzzle = 1;
    player->recoil = 1;
    player->vel = vec2_sub(player->vel, vec2_polar(player->aim, weapon->kick * 220));
    effects_shake(sim, weapon->kick);
    effects_burst(sim, (Burst){ .at = at,
                                .count = 4 + 2 * weapon->count,
                                .angle = player->aim,
                                .spread = 0.5f,
                                .speed = 380,
                                .life = 0.22f,
                                .size = 3,
                                .color = weapon->color,
                                .kind = ParticleKind_SPARK });
}

static void fire_one(Sim *sim, Vec2 at, const WeaponRules *weapon, Weapon kind)
{
    Player *player = &sim->game->player;
    u64 *rng = &sim->game->rng;
    f32 angle = player->aim + rng_range(rng, -weapon->spread, weapon->spread);
    f32 speed = weapon->speed * rng_range(rng, 0.92f, 1.08f);
    bullet_add(sim,
               (Bullet){ .pos = at,
                         .vel = vec2_polar(angle, speed),
                         .life = weapon->life,
                         .damage = weapon->damage * (1 + LEVEL_DAMAGE * (f32)(player->level - 1)),
                         .radius = weapon->radius,
                         .color = weapon->color,
                         .pierce = weapon->pierce,
                         .side = Side_PLAYER,
                         .weapon = kind });
}

/// Uses one shot. After the last one, the player switches to the Spark.
static void use_ammo(Player *player, Item *item)
{
    if (!weapon_pickup_ammo(item->weapon)) return;
    if (item->ammo) item->ammo--;
    if (!item->ammo) player->slot = 0;
}

void weapon_fire(Sim *sim)
{
    Player *player = &sim->game->player;
    if (player->fire_wait > 0 || player->slot >= player->bag_count) return;
    Item *item = &player->bag[player->slot];
    if (weapon_pickup_ammo(item->weapon) && !item->ammo) player->slot = 0;
    item = &player->bag[player->slot];
    const WeaponRules *weapon = rules(item->weapon);
    player->fire_wait = weapon->wait;
    Vec2 at = vec2_add(player->pos, vec2_polar(player->aim, MUZZLE_DISTANCE));
    if (map_is_wall_at(&sim->game->map, at)) at = player->pos;
    for (u32 i = 0; i < weapon->count; i++) fire_one(sim, at, weapon, item->weapon);
    muzzle_flash(sim, at, weapon);
    if (sim->game->mode != Mode_TITLE) use_ammo(player, item);
}

// --- Flying --------------------------------------------------------------------------------------

/// Returns true if the bullet came within `reach` of `at` in the last update.
static bool passed(const Bullet *bullet, Vec2 at, f32 reach, f32 dt)
{
    Vec2 way = vec2_scale(bullet->vel, dt);
    Vec2 from = vec2_sub(bullet->pos, way);
    f32 square = vec2_dot(way, way);
    f32 share = square > 0 ? clamp(vec2_dot(vec2_sub(at, from), way) / square, 0, 1) : 0;
    Vec2 nearest = vec2_add(from, vec2_scale(way, share));
    return vec2_distance(nearest, at) < reach;
}

static void spark_hit(Sim *sim, const Bullet *bullet, u32 count)
{
    effects_burst(sim, (Burst){ .at = bullet->pos,
                                .count = count,
                                .angle = vec2_angle(bullet->vel) + PI,
                                .spread = 1.1f,
                                .speed = 300,
                                .life = 0.4f,
                                .size = 3,
                                .color = bullet->color,
                                .kind = ParticleKind_SPARK });
}

/// Returns false when the bullet is used up.
static bool hits_enemy(Sim *sim, Bullet *bullet)
{
    u32 found[NEAR_MAX];
    u32 count = grid_near(&sim->grid, bullet->pos, NEAR_REACH, found, NEAR_MAX);
    for (u32 i = 0; i < count; i++) {
        const Enemy *enemy = &sim->game->enemies.items[found[i]];
        if (enemy->hp <= 0 || enemy->id == bullet->last_hit) continue;
        if (!passed(bullet, enemy->pos, enemy_radius(enemy) + bullet->radius, sim->dt)) continue;
        bullet->last_hit = enemy->id;
        Vec2 push = vec2_scale(vec2_normalize(bullet->vel), rules(bullet->weapon)->push);
        Vec2 above = vec2(enemy->pos.x, enemy->pos.y - enemy_radius(enemy));
        effects_number(sim, above, 13, WHITE, bullet->damage);
        enemy_hurt(sim, found[i], bullet->damage, push);
        spark_hit(sim, bullet, 16);
        if (!bullet->pierce) return false;
        bullet->pierce--;
    }
    return true;
}

static bool hits_player(Sim *sim, const Bullet *bullet)
{
    const Player *player = &sim->game->player;
    if (!player_is_alive(sim->game) || player->dash_time > 0) return false;
    if (!passed(bullet, player->pos, PLAYER_RADIUS + bullet->radius, sim->dt)) return false;
    player_hurt(sim, bullet->damage, vec2_sub(bullet->pos, bullet->vel));
    return true;
}

static void bullet_trail(Sim *sim, const Bullet *bullet)
{
    bool lance = bullet->weapon == Weapon_LANCE && bullet->side == Side_PLAYER;
    effects_burst(sim, (Burst){ .at = bullet->pos,
                                .count = lance ? 10 : 3,
                                .spread = PI,
                                .speed = lance ? 60 : 24,
                                .life = lance ? 0.6f : 0.34f,
                                .size = bullet->radius * 0.6f,
                                .color = bullet->color,
                                .kind = ParticleKind_EMBER });
}

/// Moves the bullet. Returns false when it is used up.
static bool bullet_fly(Sim *sim, Bullet *bullet)
{
    bullet->life -= sim->dt;
    if (bullet->life <= 0) return false;
    bullet->pos = vec2_add(bullet->pos, vec2_scale(bullet->vel, sim->dt));
    if (map_is_wall_at(&sim->game->map, bullet->pos)) {
        bullet->pos = vec2_sub(bullet->pos, vec2_scale(bullet->vel, sim->dt));
        spark_hit(sim, bullet, 12);
        return false;
    }
    bullet_trail(sim, bullet);
    if (bullet->side == Side_ENEMY) return !hits_player(sim, bullet);
    return hits_enemy(sim, bullet);
}

void bullets_update(Sim *sim)
{
    Bullet_array *bullets = &sim->game->bullets;
    for (u32 i = bullets->count; i-- > 0;) {
        if (!bullet_fly(sim, &bullets->items[i])) Bullet_array_remove(bullets, i);
    }
}
