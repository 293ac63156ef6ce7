/// Waves: a budget is spent on enemies, then comes a fight, then a breather. On the title screen
/// the fight never ends.
#include "game/palette.h"
#include "game/sim.h"
#include "gen/actors.gen.h"

// Difficulty.
#define BUDGET_FIRST 8.0f
#define BUDGET_PER_WAVE 15.0f      // per wave
#define BREATHER 3.2f              // seconds
#define PORTAL_SECONDS 1.0f
#define PORTAL_DISTANCE_MIN 260.0f      // pixels from the player
#define PORTALS_MAX 48u
// The most enemies and portals at the same time: ALIVE_FIRST, and ALIVE_PER_WAVE more for each
// wave.
#define ALIVE_FIRST 16u
#define ALIVE_PER_WAVE 8u
#define ALIVE_MAX 140u
#define ELITE_WAVE 5u
#define ELITE_CHANCE 0.12f
#define BATCH 4u             // portals that open together; one more every second wave
#define TITLE_ALIVE 48u      // enemies and portals at the same time on the title screen
#define TITLE_NUMBER 6u      // number of the wave on the title screen
#define WAVE_HEALING 12.0f

static void banner_show(Sim *sim, f32 seconds, const char *text)
{
    if (!ed_str_set(sim->arena, &sim->game->banner, text)) return;
    sim->game->banner_time = seconds;
}

void waves_begin(Sim *sim)
{
    Game *game = sim->game;
    Wave_init(sim->arena, &game->wave);
    game->wave.number = game->mode == Mode_TITLE ? TITLE_NUMBER : 0;
    game->wave.wait = game->mode == Mode_TITLE ? 0.3f : 1.8f;
}

static u32 alive(const Game *game) { return game->enemies.count + game->portals.count; }

/// Chooses a random kind that may appear in this wave. Expensive kinds are less likely.
static EnemyKind choose_kind(Game *game)
{
    EnemyKind kind = EnemyKind_CHASER;
    u32 total = 0;
    for (EnemyKind next = EnemyKind_CHASER; next <= EnemyKind_SPLITTER; next++) {
        if (enemy_rules(next)->wave > game->wave.number) continue;
        u32 weight =
            12 / enemy_rules(next)->cost + (enemy_rules(next)->wave == game->wave.number ? 3u : 0u);
        total += weight;
        if (rng_below(&game->rng, total) < weight) kind = next;
    }
    return kind;
}

static void open_portal(Sim *sim)
{
    Game *game = sim->game;
    if (game->portals.count >= PORTALS_MAX) return;
    EnemyKind kind = choose_kind(game);
    Vec2 at = map_portal(&game->map, &game->rng, game->player.pos, PORTAL_DISTANCE_MIN);
    Portal *portal = Portal_array_add(sim->arena, &game->portals);
    if (!portal) return;
    portal->kind = kind;
    portal->pos.x = at.x + rng_range(&game->rng, -18, 18);
    portal->pos.y = at.y + rng_range(&game->rng, -18, 18);
    if (map_is_wall_at(&game->map, portal->pos)) portal->pos = at;
    portal->elite = game->wave.number >= ELITE_WAVE && rng_chance(&game->rng, ELITE_CHANCE);
    portal->wait = portal->span = PORTAL_SECONDS;
    game->wave.budget -= (f32)(enemy_rules(kind)->cost * (portal->elite ? 2 : 1));
}

static void portals_update(Sim *sim)
{
    Game *game = sim->game;
    for (u32 i = game->portals.count; i-- > 0;) {
        Portal *portal = &game->portals.items[i];
        portal->wait -= sim->dt;
        ed_Color color = enemy_rules(portal->kind)->color;
        effects_burst(sim, (Burst){ .at = portal->pos,
                                    .count = 2,
                                    .spread = PI,
                                    .speed = 70,
                                    .life = 0.7f,
                                    .size = 3,
                                    .color = color,
                                    .kind = ParticleKind_EMBER });
        if (portal->wait > 0) continue;
        enemy_spawn(sim, portal->kind, portal->elite ? Traits_ELITE : 0, portal->pos);
        effects_ring(sim, portal->pos, 40, 0.35f, color);
        effects_burst(sim, (Burst){ .at = portal->pos,
                                    .count = 30,
                                    .spread = PI,
                                    .speed = 240,
                                    .life = 0.5f,
                                    .size = 3,
                                    .color = color,
                                    .kind = ParticleKind_SPARK });
        Portal_array_remove(&game->portals, i);
    }
}

static void begin_wave(Sim *sim)
{
    Game *game = sim->game;
    Wave *wave = &game->wave;
    wave->number++;
    wave->budget = wave->budget_all = BUDGET_FIRST + BUDGET_PER_WAVE * (f32)(wave->number - 1);
    wave->phase = WavePhase_SPAWNING;
    wave->wait = 0.8f;
    char text[32];
    ed_Text out = ed_text_over(text, sizeof text);
    ed_text_add(&out, "WAVE %u", wave->number);
    banner_show(sim, 2, text);
}

static void end_wave(Sim *sim)
{
    Game *game = sim->game;
    Player *player = &game->player;
    game->wave.phase = WavePhase_BREATHER;
    game->wave.wait = BREATHER;
    player->hp = clamp(player->hp + WAVE_HEALING, 0, player->hp_max);
    banner_show(sim, 1.8f, "WAVE CLEARED");
    effects_ring(sim, player->pos, 420, 0.9f, AMBER_PALE);
    effects_burst(sim, (Burst){ .at = player->pos,
                                .count = 700,
                                .spread = PI,
                                .speed = 520,
                                .life = 3,
                                .size = 4,
                                .color = AMBER,
                                .kind = ParticleKind_EMBER });
    pickup_add(sim, PickupKind_WEAPON, map_portal(&game->map, &game->rng, player->pos, 120));
    pickup_add(sim, PickupKind_WEAPON, vec2(player->pos.x, player->pos.y - 60));
    if (game->wave.number % 2 == 0)
        pickup_add(sim, PickupKind_HEALTH, vec2(player->pos.x, player->pos.y + 60));
}

static void spawn(Sim *sim)
{
    Game *game = sim->game;
    Wave *wave = &game->wave;
    u32 most = ALIVE_FIRST + ALIVE_PER_WAVE * wave->number;
    if (most > ALIVE_MAX) most = ALIVE_MAX;
    for (u32 i = 0; i < BATCH + wave->number / 2; i++) {
        if (wave->budget <= 0 || alive(game) >= most) break;
        open_portal(sim);
    }
    wave->wait = clamp(1.2f - 0.09f * (f32)wave->number, 0.4f, 1.2f);
    if (wave->budget <= 0) wave->phase = WavePhase_CLEANUP;
}

static void title_update(Sim *sim)
{
    Wave *wave = &sim->game->wave;
    if (wave->wait > 0) return;
    for (u32 i = 0; i < 4 && alive(sim->game) < TITLE_ALIVE; i++) open_portal(sim);
    wave->wait = 0.25f;
}

void waves_update(Sim *sim)
{
    Game *game = sim->game;
    Wave *wave = &game->wave;
    wave->wait = count_down(wave->wait, sim->dt);
    portals_update(sim);
    if (game->mode == Mode_TITLE) title_update(sim);
    if (game->mode != Mode_PLAY) return;
    switch (wave->phase) {
    case WavePhase_BREATHER:
        if (wave->wait <= 0) begin_wave(sim);
        break;
    case WavePhase_SPAWNING:
        if (wave->wait <= 0) spawn(sim);
        break;
    default:
        if (alive(game) == 0) end_wave(sim);
        break;
    }
}
