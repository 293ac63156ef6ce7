/// The player: moving, dashing, being hurt.
#include "game/palette.h"
#include "game/sim.h"

// Settings of the player.
#define SPEED 255.0f             // pixels per second
#define APPROACH_RATE 14.0f      // rate of the approach to the wanted velocity, per second
#define DASH_SPEED 760.0f
#define DASH_SECONDS 0.17f
#define DASH_WAIT 0.85f
#define SAFE_SECONDS_AFTER_HIT 0.6f
#define SAFE_SECONDS_AT_START 1.6f
#define FIRE_SPEED_FACTOR 0.78f
#define TITLE_HP_LOW 35.0f      // on the title screen, the player is healed below this

bool player_is_alive(const Game *game) { return (game->player.status & PlayerStatus_ALIVE) != 0; }

f32 player_dash_ready(const Player *player)
{
    return clamp(1 - player->dash_wait / DASH_WAIT, 0, 1);
}

static void status_set(Player *player, PlayerStatus status, bool on)
{
    player->status = (PlayerStatus)(on ? player->status | status : player->status & ~status);
}

void player_begin(Sim *sim)
{
    Game *game = sim->game;
    Player *player = &game->player;
    Player_init(sim->arena, player);
    player->pos = vec2(MAP_WIDTH * TILE_SIZE * 0.5f, MAP_HEIGHT * TILE_SIZE * 0.5f);
    player->safe_time = SAFE_SECONDS_AT_START;
    bag_give(player, Weapon_SPARK);
    if (game->mode == Mode_TITLE) {
        bag_give(player, Weapon_CINDER);
        bag_give(player, Weapon_FLARE);
        bag_give(player, Weapon_LANCE);
    }
    player->slot = 0;
}

static void choose_slot(Player *player, const Intent *intent)
{
    if (!player->bag_count) return;
    u32 before = player->slot;
    if (intent->slot >= 0 && (u32)intent->slot < player->bag_count)
        player->slot = (u32)intent->slot;
    if (intent->slot_step > 0) player->slot = (player->slot + 1) % player->bag_count;
    if (intent->slot_step < 0)
        player->slot = (player->slot + player->bag_count - 1) % player->bag_count;
    if (player->slot >= player->bag_count) player->slot = 0;
    if (player->slot != before) player->fire_wait = 0.12f;
}

static void dash_begin(Sim *sim)
{
    Player *player = &sim->game->player;
    bool moves = vec2_length(sim->intent.move) > 0.1f;
    player->dash_way = moves ? vec2_normalize(sim->intent.move) : vec2_polar(player->aim, 1);
    player->dash_time = DASH_SECONDS;
    player->dash_wait = DASH_WAIT;
    if (player->safe_time < DASH_SECONDS + 0.06f) player->safe_time = DASH_SECONDS + 0.06f;
    effects_ring(sim, player->pos, 42, 0.3f, AMBER);
    effects_burst(sim, (Burst){ .at = player->pos,
                                .count = 26,
                                .angle = vec2_angle(player->dash_way) + PI,
                                .spread = 0.7f,
                                .speed = 320,
                                .life = 0.45f,
                                .size = 3,
                                .color = AMBER_PALE,
                                .kind = ParticleKind_SPARK });
}

static void move(Sim *sim)
{
    Player *player = &sim->game->player;
    f32 speed = SPEED * (player->status & PlayerStatus_FIRING ? FIRE_SPEED_FACTOR : 1);
    Vec2 wanted = vec2_scale(sim->intent.move, speed);
    player->vel = vec2_lerp(player->vel, wanted, clamp(APPROACH_RATE * sim->dt, 0, 1));
    if (player->dash_time > 0) player->vel = vec2_scale(player->dash_way, DASH_SPEED);
    Vec2 by = vec2_scale(player->vel, sim->dt);
    player->pos = map_move(&sim->game->map, player->pos, PLAYER_RADIUS, by, NULL);
}

/// Leaves a trail of flames behind the player.
static void trail(Sim *sim)
{
    Player *player = &sim->game->player;
    bool dashes = player->dash_time > 0;
    Vec2 foot = vec2(player->pos.x, player->pos.y + 4);
    effects_burst(sim, (Burst){ .at = foot,
                                .count = dashes ? 22 : 4,
                                .angle = -PI / 2,
                                .spread = dashes ? PI : 0.8f,
                                .speed = dashes ? 90 : 46,
                                .life = dashes ? 0.7f : 0.6f,
                                .size = dashes ? 4 : 3,
                                .color = dashes ? AMBER : AMBER_DEEP,
                                .kind = ParticleKind_EMBER });
}

static void count_timers(Player *player, f32 dt)
{
    player->fire_wait = count_down(player->fire_wait, dt);
    player->dash_time = count_down(player->dash_time, dt);
    player->dash_wait = count_down(player->dash_wait, dt);
    player->safe_time = count_down(player->safe_time, dt);
    player->flash = count_down(player->flash, dt * 5);
    player->muzzle = count_down(player->muzzle, dt * 14);
    player->recoil = count_down(player->recoil, dt * 9);
}

/// Shows the embers of a dead player.
static void glow_out(Sim *sim)
{
    effects_burst(sim, (Burst){ .at = sim->game->player.pos,
                                .count = 2,
                                .angle = -PI / 2,
                                .spread = 0.5f,
                                .speed = 60,
                                .life = 1.6f,
                                .size = 4,
                                .color = AMBER_DEEP,
                                .kind = ParticleKind_EMBER });
}

void player_update(Sim *sim)
{
    Player *player = &sim->game->player;
    count_timers(player, sim->dt);
    if (!player_is_alive(sim->game)) {
        glow_out(sim);
        return;
    }
    player->aim = angle_between(0, sim->intent.aim);
    choose_slot(player, &sim->intent);
    status_set(player, PlayerStatus_FIRING, sim->intent.fire);
    if (sim->intent.dash && player->dash_wait <= 0) dash_begin(sim);
    status_set(player, PlayerStatus_DASHING, player->dash_time > 0);
    move(sim);
    trail(sim);
    if (sim->intent.fire) weapon_fire(sim);
}

static void die(Sim *sim)
{
    Game *game = sim->game;
    Player *player = &game->player;
    status_set(player, PlayerStatus_ALIVE, false);
    player->hp = 0;
    player->vel = vec2(0, 0);
    effects_shake(sim, 1);
    effects_ring(sim, player->pos, 320, 0.9f, AMBER);
    effects_ring(sim, player->pos, 170, 0.6f, WHITE);
    effects_burst(sim, (Burst){ .at = player->pos,
                                .count = 420,
                                .spread = PI,
                                .speed = 620,
                                .life = 1.9f,
                                .size = 4,
                                .color = AMBER,
                                .kind = ParticleKind_SPARK });
    effects_burst(sim, (Burst){ .at = player->pos,
                                .count = 240,
                                .spread = PI,
                                .speed = 190,
                                .life = 2.8f,
                                .size = 5,
                                .color = AMBER_DEEP,
                                .kind = ParticleKind_EMBER });
}

void player_hurt(Sim *sim, f32 damage, Vec2 from)
{
    Game *game = sim->game;
    Player *player = &game->player;
    if (!player_is_alive(game) || player->safe_time > 0) return;
    f32 taken = damage < player->shield ? damage : player->shield;
    player->shield -= taken;
    player->hp -= damage - taken;
    player->safe_time = SAFE_SECONDS_AFTER_HIT;
    player->flash = 1;
    player->vel =
        vec2_add(player->vel, vec2_scale(vec2_normalize(vec2_sub(player->pos, from)), 240));
    game->combo = 0;
    game->hit_stop = 3;
    effects_shake(sim, 0.45f + damage * 0.01f);
    effects_ring(sim, player->pos, 60, 0.35f, taken > 0 ? CYAN : RED);
    effects_burst(sim, (Burst){ .at = player->pos,
                                .count = 60,
                                .spread = PI,
                                .speed = 330,
                                .life = 0.6f,
                                .size = 3,
                                .color = taken > 0 ? CYAN : RED,
                                .kind = ParticleKind_SPARK });
    effects_number(sim, player->pos, 20, RED, damage);
    if (game->mode == Mode_TITLE && player->hp < TITLE_HP_LOW) player->hp = player->hp_max;
    if (player->hp <= 0) die(sim);
}
