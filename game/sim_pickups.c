/// Pickups that enemies drop: coins, health, shields, weapons.
#include "game/palette.h"
#include "game/sim.h"
#include "gen/actors.gen.h"

// Chances of drops, and what pickups give.
#define COIN_CHANCE 0.75f
#define HEALTH_CHANCE 0.045f
#define SHIELD_CHANCE 0.035f
#define WEAPON_CHANCE 0.06f
#define HEALTH_AMOUNT 25.0f
#define SHIELD_AMOUNT 30.0f
#define COIN_POINTS 5u
#define MAGNET_DISTANCE 130.0f      // pixels
#define MAGNET_PULL 1500.0f
#define TAKE_DISTANCE 22.0f
#define LEVEL_FIRST 12u      // coins for the second level
#define LEVEL_STEP 6u

void pickup_add(Sim *sim, PickupKind kind, Vec2 at)
{
    Game *game = sim->game;
    if (game->pickups.count >= PICKUPS_MAX) return;
    if (map_is_wall_at(&game->map, at)) at = game->player.pos;
    Pickup *pickup = Pickup_array_add(sim->arena, &game->pickups);
    if (!pickup) return;
    pickup->kind = kind;
    pickup->pos = at;
    f32 angle = rng_range(&game->rng, -PI, PI);
    pickup->vel = vec2_polar(angle, rng_range(&game->rng, 40, 150));
    pickup->weapon = (Weapon)(Weapon_CINDER + rng_below(&game->rng, 3));
    if (kind != PickupKind_COIN) pickup->life = 22;
}

void pickups_drop(Sim *sim, const Enemy *enemy)
{
    u64 *rng = &sim->game->rng;
    u32 coins = enemy->traits & Traits_ELITE ? 5 : 1;
    for (u32 i = 0; i < coins; i++) {
        if (rng_chance(rng, COIN_CHANCE)) pickup_add(sim, PickupKind_COIN, enemy->pos);
    }
    f32 luck = rng_unit(rng);
    if (luck < HEALTH_CHANCE) pickup_add(sim, PickupKind_HEALTH, enemy->pos);
    else if (luck < HEALTH_CHANCE + SHIELD_CHANCE) pickup_add(sim, PickupKind_SHIELD, enemy->pos);
    else if (luck < HEALTH_CHANCE + SHIELD_CHANCE + WEAPON_CHANCE)
        pickup_add(sim, PickupKind_WEAPON, enemy->pos);
}

// --- Taking --------------------------------------------------------------------------------------

static void take_coin(Sim *sim)
{
    Game *game = sim->game;
    Player *player = &game->player;
    player->coins++;
    if (game->mode == Mode_PLAY) game->score += COIN_POINTS;
    if (player->coins < LEVEL_FIRST + LEVEL_STEP * (player->level - 1)) return;
    player->coins = 0;
    player->level++;
    effects_ring(sim, player->pos, 150, 0.7f, GOLD);
    effects_popup(sim, player->pos, 20, GOLD, "LEVEL UP");
    effects_burst(sim, (Burst){ .at = player->pos,
                                .count = 120,
                                .angle = -PI / 2,
                                .spread = 0.9f,
                                .speed = 420,
                                .life = 1.2f,
                                .size = 4,
                                .color = GOLD,
                                .kind = ParticleKind_EMBER });
}

static ed_Color take(Sim *sim, const Pickup *pickup)
{
    Player *player = &sim->game->player;
    switch (pickup->kind) {
    case PickupKind_HEALTH:
        player->hp = clamp(player->hp + HEALTH_AMOUNT, 0, player->hp_max);
        effects_popup(sim, player->pos, 16, RED, "HEALTH");
        return RED;
    case PickupKind_SHIELD:
        player->shield = clamp(player->shield + SHIELD_AMOUNT, 0, SHIELD_MAX);
        effects_popup(sim, player->pos, 16, CYAN, "SHIELD");
        return CYAN;
    case PickupKind_WEAPON:
        bag_give(player, pickup->weapon);
        effects_popup(sim, player->pos, 16, weapon_color(pickup->weapon),
                      weapon_name(pickup->weapon));
        return weapon_color(pickup->weapon);
    default: take_coin(sim); return GOLD;
    }
}

/// Returns false when the pickup was taken or its time is over.
static bool pickup_update(Sim *sim, Pickup *pickup)
{
    const Player *player = &sim->game->player;
    f32 dt = sim->dt;
    pickup->age += dt;
    pickup->life -= dt;
    if (pickup->life <= 0) return false;
    pickup->vel = vec2_scale(pickup->vel, clamp(1 - 4 * dt, 0, 1));
    Vec2 to = vec2_sub(player->pos, pickup->pos);
    f32 away = vec2_length(to);
    bool pulls = player_is_alive(sim->game) && away < MAGNET_DISTANCE && pickup->age > 0.35f;
    if (pulls)
        pickup->vel = vec2_add(pickup->vel, vec2_scale(vec2_normalize(to), MAGNET_PULL * dt));
    pickup->pos = map_move(&sim->game->map, pickup->pos, 6, vec2_scale(pickup->vel, dt), NULL);
    if (!pulls || away > TAKE_DISTANCE) return true;
    ed_Color color = take(sim, pickup);
    effects_burst(sim, (Burst){ .at = pickup->pos,
                                .count = 16,
                                .spread = PI,
                                .speed = 160,
                                .life = 0.5f,
                                .size = 3,
                                .color = color,
                                .kind = ParticleKind_EMBER });
    return false;
}

void pickups_update(Sim *sim)
{
    Pickup_array *pickups = &sim->game->pickups;
    for (u32 i = pickups->count; i-- > 0;) {
        if (!pickup_update(sim, &pickups->items[i])) Pickup_array_remove(pickups, i);
    }
}
