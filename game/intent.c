/// Controls the player: from input devices, or by the autopilot, which plays on the title screen
/// and behind the map editor.
#include "game/sim.h"
#include "gen/actors.gen.h"

#define STICK_AIM_MIN 0.3f
#define STICK_FIRE_MIN 0.55f
#define AUTO_SIGHT 420.0f             // pixels
#define AUTO_DISTANCE_MIN 130.0f      // distance to keep from enemies, in pixels
#define AUTO_STEP 70.0f               // distance to look ahead, in pixels
#define AUTO_DIRECTIONS 12u

// --- A person ------------------------------------------------------------------------------------

Vec2 intent_keys(const ed_Input *input)
{
    const bool *down = input->key_down;
    f32 x =
        (f32)(down[ED_KEY_D] || down[ED_KEY_RIGHT]) - (f32)(down[ED_KEY_A] || down[ED_KEY_LEFT]);
    f32 y = (f32)(down[ED_KEY_S] || down[ED_KEY_DOWN]) - (f32)(down[ED_KEY_W] || down[ED_KEY_UP]);
    return vec2_normalize(vec2(x, y));
}

void intent_device(Player *player, const ed_Input *input)
{
    bool stick = vec2_length(vec2(input->right_x, input->right_y)) > STICK_AIM_MIN;
    bool mouse = input->mouse_moved || input->mouse_down[ED_MOUSE_LEFT];
    if (stick) player->status |= PlayerStatus_GAMEPAD;
    else if (mouse) player->status = (PlayerStatus)(player->status & ~PlayerStatus_GAMEPAD);
}

static void aim_with_stick(const Game *game, const ed_Input *input, Intent *intent)
{
    Vec2 stick = vec2(input->right_x, input->right_y);
    f32 length = vec2_length(stick);
    intent->aim = length > STICK_AIM_MIN ? vec2_angle(stick) : game->player.aim;
    intent->fire = length > STICK_FIRE_MIN || input->right_trigger > 0.4f;
}

static void aim_with_mouse(const Game *game, const ed_Input *input, Intent *intent)
{
    Vec2 mouse = vec2(input->mouse_x - VIEW_WIDTH * 0.5f, input->mouse_y - VIEW_HEIGHT * 0.5f);
    Vec2 at = vec2_add(game->camera.pos, mouse);
    intent->aim = vec2_angle(vec2_sub(at, game->player.pos));
    intent->fire = input->mouse_down[ED_MOUSE_LEFT] || input->right_trigger > 0.4f;
}

static i32 slot_step(const ed_Input *input)
{
    if (input->wheel < 0 || input->pad_pressed[ED_PAD_RIGHT] || input->key_pressed[ED_KEY_E])
        return 1;
    if (input->wheel > 0 || input->pad_pressed[ED_PAD_LEFT] || input->key_pressed[ED_KEY_Q])
        return -1;
    return 0;
}

Intent intent_from_input(const Game *game, const ed_Input *input)
{
    Intent intent = { .slot = -1, .slot_step = slot_step(input) };
    Vec2 stick = vec2(input->left_x, input->left_y);
    intent.move = vec2_length(stick) > 0.1f ? stick : intent_keys(input);
    if (game->player.status & PlayerStatus_GAMEPAD) aim_with_stick(game, input, &intent);
    else aim_with_mouse(game, input, &intent);
    intent.dash = input->key_pressed[ED_KEY_SPACE] || input->key_pressed[ED_KEY_SHIFT]
               || input->mouse_pressed[ED_MOUSE_RIGHT] || input->pad_pressed[ED_PAD_A]
               || input->pad_pressed[ED_PAD_LEFT_SHOULDER];
    for (i32 i = 0; i < (i32)BAG_MAX; i++) {
        if (input->key_pressed[ED_KEY_1 + i]) intent.slot = i;
    }
    return intent;
}

// --- The autopilot -------------------------------------------------------------------------------

static const Enemy *nearest_enemy(const Game *game, bool in_sight)
{
    const Enemy *nearest = NULL;
    f32 best = in_sight ? AUTO_SIGHT : 1e9f;
    for (u32 i = 0; i < game->enemies.count; i++) {
        const Enemy *enemy = &game->enemies.items[i];
        f32 away = vec2_distance(enemy->pos, game->player.pos);
        if (away >= best) continue;
        if (in_sight && !map_can_see(&game->map, game->player.pos, enemy->pos)) continue;
        best = away;
        nearest = enemy;
    }
    return nearest;
}

/// Returns how dangerous a position is.
static f32 danger_at(const Game *game, Vec2 at)
{
    f32 danger = 0;
    for (u32 i = 0; i < game->enemies.count; i++) {
        f32 away = vec2_distance(game->enemies.items[i].pos, at);
        if (away < AUTO_DISTANCE_MIN) danger += (AUTO_DISTANCE_MIN - away) * 0.02f;
    }
    for (u32 i = 0; i < game->bullets.count; i++) {
        const Bullet *bullet = &game->bullets.items[i];
        if (bullet->side != Side_ENEMY) continue;
        f32 away = vec2_distance(vec2_add(bullet->pos, vec2_scale(bullet->vel, 0.15f)), at);
        if (away < 60) danger += (60 - away) * 0.05f;
    }
    return danger;
}

/// Returns where the autopilot wants to be: at a visible pickup, or on an ellipse around the middle
/// of the map.
static Vec2 wish(const Game *game)
{
    const Pickup *best = NULL;
    f32 nearest = 260;
    for (u32 i = 0; i < game->pickups.count; i++) {
        const Pickup *pickup = &game->pickups.items[i];
        f32 away = vec2_distance(pickup->pos, game->player.pos);
        if (away >= nearest || !map_can_see(&game->map, game->player.pos, pickup->pos)) continue;
        nearest = away;
        best = pickup;
    }
    if (best) return best->pos;
    f32 turn = (f32)(u32)(game->tick % 3600) * (TAU / 3600.0f) * 3;
    Vec2 middle = vec2(MAP_WIDTH * TILE_SIZE * 0.5f, MAP_HEIGHT * TILE_SIZE * 0.5f);
    return vec2_add(middle, vec2(cosf(turn) * 420, sinf(turn) * 220));
}

static Vec2 autopilot_way(const Sim *sim)
{
    const Game *game = sim->game;
    Vec2 from = game->player.pos;
    Vec2 goal = wish(game);
    Vec2 best_way = vec2(0, 0);
    f32 best = danger_at(game, from) + vec2_distance(from, goal) * 0.006f + 0.3f;
    for (u32 i = 0; i < AUTO_DIRECTIONS; i++) {
        Vec2 way = vec2_polar((f32)i * (TAU / AUTO_DIRECTIONS), 1);
        Vec2 to = vec2_add(from, vec2_scale(way, AUTO_STEP));
        if (!map_can_see(&game->map, from, to) || map_is_wall_at(&game->map, to)) continue;
        f32 bad = danger_at(game, to) + vec2_distance(to, goal) * 0.006f;
        bad -= 0.25f * vec2_dot(way, vec2_normalize(game->player.vel));
        if (bad >= best) continue;
        best = bad;
        best_way = way;
    }
    return best_way;
}

Intent intent_of_autopilot(const Sim *sim)
{
    const Game *game = sim->game;
    Intent intent = { .aim = game->player.aim, .slot = -1 };
    intent.move = autopilot_way(sim);
    const Enemy *target = nearest_enemy(game, true);
    const Enemy *towards = target ? target : nearest_enemy(game, false);
    if (towards) {
        f32 away = vec2_distance(towards->pos, game->player.pos);
        Vec2 ahead = vec2_add(towards->pos, vec2_scale(towards->vel, away / 760.0f));
        f32 wanted = vec2_angle(vec2_sub(ahead, game->player.pos));
        intent.aim += angle_between(intent.aim, wanted) * 0.25f;
    }
    intent.fire = target != NULL;
    intent.dash = danger_at(game, game->player.pos) > 7;
    bool change = game->tick % 300 == 0 && game->player.bag_count > 1;
    intent.slot_step = change ? 1 : 0;
    return intent;
}
