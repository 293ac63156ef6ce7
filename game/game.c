#include "game/game.h"
#include "game/roots.h"

#define OVER_SECONDS 0.9f           // seconds before a key can begin the next run
#define OVER_SPEED 0.3f             // speed of the world right after the end of a run
#define OVER_SLOW_SECONDS 1.6f      // seconds until it has normal speed again

static Sim sim_of(ed_Host *host)
{
    ed_RootMemory *block = root_game(host);
    Sim sim = { .host = host, .game = block->at, .arena = block->arena, .dt = TICK };
    return sim;
}

static void clear_world(Game *game)
{
    game->enemies.count = 0;
    game->bullets.count = 0;
    game->pickups.count = 0;
    game->portals.count = 0;
    game->rings.count = 0;
    game->popups.count = 0;
}

static void mode_begin(Sim *sim, Mode mode)
{
    Game *game = sim->game;
    game->mode = mode;
    game->mode_time = 0;
    if (mode == Mode_OVER) return;
    clear_world(game);
    game->score = 0;
    game->kills = 0;
    game->combo = 0;
    game->combo_time = 0;
    game->hit_stop = 0;
    game->banner_time = 0;
    player_begin(sim);
    waves_begin(sim);
    camera_update(sim, true);
}

void game_start(ed_Host *host)
{
    Sim sim = sim_of(host);
    sim.game->rng = host->seed * 2654435761u + 12345;
    sim.game->spark_rng = host->seed + 77;
    map_generate(&sim.game->map, host->seed);
    mode_begin(&sim, Mode_TITLE);
}

// --- The end of a run ----------------------------------------------------------------------------

/// Adds the score to the high scores if it is high enough.
static void enter_score(Game *game)
{
    u32 at = 0;
    while (at < game->scores_count && game->scores[at].points >= game->score) at++;
    game->rank = 0;
    if (at >= SCORES_MAX || !game->score) return;
    if (game->scores_count < SCORES_MAX) game->scores_count++;
    for (u32 i = game->scores_count - 1; i > at; i--) game->scores[i] = game->scores[i - 1];
    Score *score = &game->scores[at];
    *score = (Score){ .points = game->score, .wave = game->wave.number };
    for (u32 i = 0; i + 1 < NAME_SIZE && game->player.name[i]; i++)
        score->name[i] = game->player.name[i];
    game->rank = at + 1;
}

// --- Screens -------------------------------------------------------------------------------------

static bool asks_to_begin(const ed_Input *input)
{
    return input->key_pressed[ED_KEY_SPACE] || input->key_pressed[ED_KEY_RETURN]
        || input->mouse_pressed[ED_MOUSE_LEFT] || input->pad_pressed[ED_PAD_A]
        || input->pad_pressed[ED_PAD_START];
}

static void screens_update(Sim *sim, const ed_Input *input)
{
    Game *game = sim->game;
    bool leaves = input->key_pressed[ED_KEY_ESCAPE] || input->pad_pressed[ED_PAD_BACK];
    switch (game->mode) {
    case Mode_PLAY:
        if (leaves) mode_begin(sim, Mode_TITLE);
        if (player_is_alive(game)) return;
        enter_score(game);
        mode_begin(sim, Mode_OVER);
        return;
    case Mode_OVER:
        if (leaves) mode_begin(sim, Mode_TITLE);
        else if (game->mode_time > OVER_SECONDS && asks_to_begin(input)) mode_begin(sim, Mode_PLAY);
        return;
    default:
        if (leaves) sim->host->quit = true;
        if (asks_to_begin(input)) mode_begin(sim, Mode_PLAY);
        return;
    }
}

// --- The world -----------------------------------------------------------------------------------

static void combo_update(Sim *sim)
{
    Game *game = sim->game;
    game->combo_time = count_down(game->combo_time, sim->dt);
    if (game->combo_time <= 0) game->combo = 0;
    game->banner_time = count_down(game->banner_time, sim->dt);
}

static void world_update(Sim *sim)
{
    Game *game = sim->game;
    sim->flow = flow_to(sim->host, &game->map, game->player.pos);
    grid_build(sim);
    player_update(sim);
    waves_update(sim);
    enemies_update(sim);
    bullets_update(sim);
    enemies_remove_dead(sim);
    pickups_update(sim);
    combo_update(sim);
    effects_update(sim);
    camera_update(sim, false);
}

/// Ignores input in the update that begins a run, so that the key does nothing else.
static Intent intent_now(const Sim *sim, bool autopilot)
{
    const Game *game = sim->game;
    if (autopilot || game->mode != Mode_PLAY) return intent_of_autopilot(sim);
    if (game->mode_time <= 0) return (Intent){ .aim = game->player.aim, .slot = -1 };
    return intent_from_input(game, sim->host->input);
}

void game_update(ed_Host *host, bool frozen, bool autopilot)
{
    Sim sim = sim_of(host);
    Game *game = sim.game;
    game->tick++;
    game->mouse = vec2(host->input->mouse_x, host->input->mouse_y);
    if (frozen) return;
    game->mode_time += TICK;
    if (!autopilot) screens_update(&sim, host->input);
    if (game->hit_stop) {
        game->hit_stop--;
        return;
    }
    intent_device(&game->player, host->input);
    sim.intent = intent_now(&sim, autopilot);
    bool slow = game->mode == Mode_OVER && game->mode_time < OVER_SLOW_SECONDS;
    if (slow) sim.dt = TICK * lerp(OVER_SPEED, 1, ease_in(game->mode_time / OVER_SLOW_SECONDS));
    world_update(&sim);
}
