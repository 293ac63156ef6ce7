/// Effects that do not influence the fight: particles, rings, floating numbers and the shake. They
/// use a separate random number generator, so that a changed effect does not change a fight. The
/// camera is here, too, but it does influence a fight: the aim with the mouse depends on it.
#include "game/sim.h"
#include "gen/effects.gen.h"

// Settings of effects.
#define SPARK_DRAG 3.2f      // rate at which speed is lost, per second
#define EMBER_DRAG 1.4f
#define EMBER_RISE 26.0f      // pixels per second squared
#define SHARD_DRAG 4.0f
#define SMOKE_DRAG 2.2f
#define BOUNCE 0.55f      // part of the speed that remains after a wall
#define RINGS_MAX 96u
#define POPUPS_MAX 96u
#define POPUP_RISE 46.0f
#define SHAKE_DECAY 1.9f         // per second
#define ASH 14u                  // new ash particles per update
#define ASH_LIFE 7.0f            // seconds at most
#define CAMERA_RATE 6.5f         // rate of the approach to the wanted position, per second
#define CAMERA_LEAD 70.0f        // pixels from the player, in the direction of the aim
#define CAMERA_MARGIN 72.0f      // pixels that are shown outside the map

// --- Making --------------------------------------------------------------------------------------

/// Adds a particle. If there are PARTICLES_MAX already, returns the next one in turn to reuse.
static Particle *particle_add(Sim *sim)
{
    Game *game = sim->game;
    if (game->particles.count < PARTICLES_MAX)
        return Particle_array_add(sim->arena, &game->particles);
    game->particle_next = (game->particle_next + 1) % PARTICLES_MAX;
    return &game->particles.items[game->particle_next];
}

void effects_burst(Sim *sim, Burst burst)
{
    u64 *rng = &sim->game->spark_rng;
    for (u32 i = 0; i < burst.count; i++) {
        Particle *particle = particle_add(sim);
        if (!particle) return;
        f32 angle = burst.angle + rng_range(rng, -burst.spread, burst.spread);
        f32 share = rng_unit(rng);
        f32 speed = burst.speed * (0.08f + 0.92f * share * share);
        f32 life = burst.life * rng_range(rng, 0.35f, 1);
        *particle = (Particle){ .pos = burst.at,
                                .vel = vec2_polar(angle, speed),
                                .life = life,
                                .span = life,
                                .size = burst.size * rng_range(rng, 0.5f, 1),
                                .color = burst.color,
                                .kind = burst.kind };
    }
}

void effects_ring(Sim *sim, Vec2 at, f32 radius, f32 seconds, ed_Color color)
{
    if (sim->game->rings.count >= RINGS_MAX) return;
    Ring *ring = Ring_array_add(sim->arena, &sim->game->rings);
    if (!ring) return;
    ring->pos = at;
    ring->life = ring->span = seconds;
    ring->radius = radius;
    ring->color = color;
}

void effects_popup(Sim *sim, Vec2 at, f32 size, ed_Color color, const char *text)
{
    Game *game = sim->game;
    if (game->popups.count >= POPUPS_MAX) return;
    Popup *popup = Popup_array_add(sim->arena, &game->popups);
    if (!popup) return;
    popup->pos = vec2(at.x + rng_range(&game->spark_rng, -9, 9), at.y - 14);
    popup->size = size;
    popup->color = color;
    ed_Text out = ed_text_over(popup->text, sizeof popup->text);
    ed_text_add(&out, "%s", text);
}

void effects_number(Sim *sim, Vec2 at, f32 size, ed_Color color, f32 value)
{
    char text[12] = { 0 };
    ed_Text out = ed_text_over(text, sizeof text);
    ed_text_add(&out, "%d", (i32)(value + 0.5f));
    effects_popup(sim, at, size, color, text);
}

void effects_shake(Sim *sim, f32 strength)
{
    Camera *camera = &sim->game->camera;
    camera->shake = clamp(camera->shake + strength, 0, 1);
}

// --- Moving --------------------------------------------------------------------------------------

/// Calls no functions: it runs thousands of times per update, and a build without optimization does
/// not inline calls.
static void particle_fly(Particle *particle, const Map *map, f32 dt, const f32 *keep)
{
    f32 x = particle->pos.x + particle->vel.x * dt;
    f32 y = particle->pos.y + particle->vel.y * dt;
    f32 kept = keep[particle->kind];
    particle->vel.x *= kept;
    particle->vel.y *= kept;
    if (particle->kind == ParticleKind_EMBER) particle->vel.y -= EMBER_RISE * dt;
    u32 column = (u32)(i32)(x * (1.0f / TILE_SIZE));
    u32 row = (u32)(i32)(y * (1.0f / TILE_SIZE));
    bool solid = particle->kind == ParticleKind_SPARK || particle->kind == ParticleKind_SHARD;
    if (solid && column < MAP_WIDTH && row < MAP_HEIGHT && map->tiles[row][column] == Tile_WALL) {
        u32 column_before = (u32)(i32)(particle->pos.x * (1.0f / TILE_SIZE));
        if (column_before != column) particle->vel.x *= -BOUNCE;
        else particle->vel.y *= -BOUNCE;
        return;
    }
    particle->pos.x = x;
    particle->pos.y = y;
}

static void particles_update(Sim *sim)
{
    Particle_array *particles = &sim->game->particles;
    f32 dt = sim->dt;
    f32 keep[] = { [ParticleKind_SPARK] = 1 - SPARK_DRAG * dt,
                   [ParticleKind_EMBER] = 1 - EMBER_DRAG * dt,
                   [ParticleKind_SHARD] = 1 - SHARD_DRAG * dt,
                   [ParticleKind_SMOKE] = 1 - SMOKE_DRAG * dt };
    for (u32 i = particles->count; i-- > 0;) {
        Particle *particle = &particles->items[i];
        particle->life -= dt;
        if (particle->life > 0) particle_fly(particle, &sim->game->map, dt, keep);
        else Particle_array_remove(particles, i);
    }
}

static void rings_update(Sim *sim)
{
    Ring_array *rings = &sim->game->rings;
    for (u32 i = rings->count; i-- > 0;) {
        rings->items[i].life -= sim->dt;
        if (rings->items[i].life <= 0) Ring_array_remove(rings, i);
    }
}

static void popups_update(Sim *sim)
{
    Popup_array *popups = &sim->game->popups;
    for (u32 i = popups->count; i-- > 0;) {
        Popup *popup = &popups->items[i];
        popup->life -= sim->dt;
        popup->pos.y -= POPUP_RISE * popup->life * sim->dt;
        if (popup->life <= 0) Popup_array_remove(popups, i);
    }
}

/// Adds ash that drifts through the light.
static void ash(Sim *sim)
{
    Game *game = sim->game;
    for (u32 i = 0; i < ASH; i++) {
        Vec2 at = game->camera.pos;
        at.x += rng_range(&game->spark_rng, -0.7f, 0.7f) * VIEW_WIDTH;
        at.y += rng_range(&game->spark_rng, -0.7f, 0.9f) * VIEW_HEIGHT;
        effects_burst(sim, (Burst){ .at = at,
                                    .count = 1,
                                    .spread = PI,
                                    .speed = 30,
                                    .life = ASH_LIFE,
                                    .size = 2.2f,
                                    .color = 0xffa85a70,
                                    .kind = ParticleKind_EMBER });
    }
}

void effects_update(Sim *sim)
{
    Camera *camera = &sim->game->camera;
    ash(sim);
    particles_update(sim);
    rings_update(sim);
    popups_update(sim);
    camera->shake = count_down(camera->shake, SHAKE_DECAY * sim->dt);
}

// --- Camera --------------------------------------------------------------------------------------

void camera_update(Sim *sim, bool at_once)
{
    const Player *player = &sim->game->player;
    Camera *camera = &sim->game->camera;
    Vec2 wanted = player->pos;
    if (player_is_alive(sim->game)) wanted = vec2_add(wanted, vec2_polar(player->aim, CAMERA_LEAD));
    f32 half_x = VIEW_WIDTH * 0.5f - CAMERA_MARGIN;
    f32 half_y = VIEW_HEIGHT * 0.5f - CAMERA_MARGIN;
    wanted.x = clamp(wanted.x, half_x, MAP_WIDTH * TILE_SIZE - half_x);
    wanted.y = clamp(wanted.y, half_y, MAP_HEIGHT * TILE_SIZE - half_y);
    camera->pos = vec2_lerp(camera->pos, wanted, at_once ? 1 : clamp(CAMERA_RATE * sim->dt, 0, 1));
}
