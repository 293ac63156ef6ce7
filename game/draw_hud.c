/// What the player reads during a fight: health, weapons, wave, score, the small map, the
/// crosshair.
#include "game/paint.h"
#include "game/sim.h"
#include "gen/actors.gen.h"

#define MARGIN 14.0f
#define BAR_WIDTH 190.0f
#define SLOT_SIZE 46.0f
#define MAP_SCALE 2.0f      // pixels per tile of the small map
#define MAP_ALPHA 0.75f

static void panel(const View *view, f32 x, f32 y, f32 width, f32 height)
{
    ed_draw_rect(view->draw, x, y, width, height, PANEL);
    ed_draw_rect_outline(view->draw, x, y, width, height, 1, color_fade(WALL_EDGE, 0.35f));
}

static void bar(const View *view, f32 x, f32 y, f32 width, f32 height, f32 share, ed_Color color)
{
    f32 full = width * clamp(share, 0, 1);
    ed_draw_rect(view->draw, x, y, width, height, color_fade(INK, 0.85f));
    ed_draw_rect(view->draw, x, y, full, height, color);
    ed_draw_rect(view->draw, x, y, full, height * 0.35f, color_fade(WHITE, 0.28f));
}

// --- Top left: the player ------------------------------------------------------------------------

static void draw_vitals(const View *view)
{
    const Player *player = &view->game->player;
    f32 share = player->hp / player->hp_max;
    bool low = share < 0.3f && pulse(view->seconds, 2) > 0.5f;
    f32 x = MARGIN, y = MARGIN;
    panel(view, x, y, BAR_WIDTH + 52, 58);
    paint_art(view, ART_HEALTH, vec2(x + 21, y + 20), vec2(24, 24), 0, WHITE);
    bar(view, x + 42, y + 10, BAR_WIDTH, 18, share, low ? WHITE : color_mix(RED, AMBER, share));
    char text[48];
    ed_Text out = ed_text_over(text, sizeof text);
    ed_text_add(&out, "%d", (i32)ceilf(player->hp));
    paint_text(view, x + 42 + BAR_WIDTH / 2, y + 11, 14, ED_ALIGN_CENTER, WHITE, text);
    if (player->shield > 0)
        bar(view, x + 42, y + 29, BAR_WIDTH, 5, player->shield / SHIELD_MAX, CYAN);
    paint_art(view, ART_COIN, vec2(x + 21, y + 45), vec2(15, 15), 0, WHITE);
    out = ed_text_over(text, sizeof text);
    ed_text_add(&out, "%u   level %u", player->coins, player->level);
    paint_text(view, x + 42, y + 37, 13, ED_ALIGN_LEFT, GOLD, text);
    paint_text(view, x + 160, y + 37, 13, ED_ALIGN_LEFT, TEXT_DIM, "dash");
    bar(view, x + 194, y + 42, 38, 6, player_dash_ready(player),
        player->dash_wait > 0 ? TEXT_DIM : AMBER_PALE);
}

// --- Bottom: the bag -----------------------------------------------------------------------------

static void draw_slot(const View *view, u32 slot, f32 x, f32 y)
{
    const Player *player = &view->game->player;
    bool held = slot == player->slot && slot < player->bag_count;
    char text[16];
    ed_Text out = ed_text_over(text, sizeof text);
    ed_text_add(&out, "%u", slot + 1);
    panel(view, x, y, SLOT_SIZE * 1.7f, SLOT_SIZE);
    paint_text(view, x + 5, y + 3, 11, ED_ALIGN_LEFT, TEXT_DIM, text);
    if (slot >= player->bag_count) return;
    const Item *item = &player->bag[slot];
    ed_Color color = weapon_color(item->weapon);
    if (held) ed_draw_rect_outline(view->draw, x, y, SLOT_SIZE * 1.7f, SLOT_SIZE, 2, color);
    if (held)
        paint_glow(view, vec2(x + SLOT_SIZE * 0.85f, y + SLOT_SIZE * 0.5f), 44,
                   color_fade(color, 0.35f));
    paint_art(view, ART_GUN, vec2(x + SLOT_SIZE * 0.85f, y + 13), vec2(30, 15), 0,
              held ? WHITE : color_fade(WHITE, 0.55f));
    paint_text(view, x + SLOT_SIZE * 0.85f, y + 24, 12, ED_ALIGN_CENTER, held ? color : TEXT_DIM,
               item->name);
    bool endless = weapon_pickup_ammo(item->weapon) == 0;
    f32 share = endless ? 1 : (f32)item->ammo / (f32)weapon_pickup_ammo(item->weapon);
    ed_draw_rect(view->draw, x + 6, y + SLOT_SIZE - 6, (SLOT_SIZE * 1.7f - 12) * clamp(share, 0, 1),
                 2, color_fade(color, 0.9f));
}

static void draw_bag(const View *view)
{
    f32 each = SLOT_SIZE * 1.7f + 6;
    f32 left = (view->draw->width - each * BAG_MAX + 6) / 2;
    for (u32 i = 0; i < BAG_MAX; i++)
        draw_slot(view, i, left + each * (f32)i, view->draw->height - MARGIN - SLOT_SIZE);
}

// --- Top: wave and score -------------------------------------------------------------------------

static void draw_wave(const View *view)
{
    const Game *game = view->game;
    f32 middle = view->draw->width / 2;
    char text[48];
    ed_Text out = ed_text_over(text, sizeof text);
    ed_text_add(&out, "WAVE %u", game->wave.number ? game->wave.number : 1);
    paint_text(view, middle, MARGIN, 20, ED_ALIGN_CENTER, TEXT, text);
    out = ed_text_over(text, sizeof text);
    if (game->wave.phase == WavePhase_BREATHER)
        ed_text_add(&out, "next in %d", (i32)ceilf(game->wave.wait));
    else if (game->enemies.count + game->portals.count == 0) ed_text_add(&out, "incoming");
    else ed_text_add(&out, "%u left", game->enemies.count + game->portals.count);
    f32 spent = game->wave.budget_all > 0
                  ? 1 - clamp(game->wave.budget, 0, 1e6f) / game->wave.budget_all
                  : 0;
    bar(view, middle - 60, MARGIN + 27, 120, 5, game->wave.phase == WavePhase_BREATHER ? 0 : spent,
        VIOLET);
    paint_text(view, middle, MARGIN + 35, 13, ED_ALIGN_CENTER, TEXT_DIM, text);
}

static void draw_score(const View *view)
{
    const Game *game = view->game;
    f32 right = view->draw->width - MARGIN;
    u32 best = game->scores_count ? game->scores[0].points : 0;
    char text[48];
    ed_Text out = ed_text_over(text, sizeof text);
    ed_text_add(&out, "%u", game->score);
    paint_text(view, right, MARGIN - 2, 28, ED_ALIGN_RIGHT, TEXT, text);
    out = ed_text_over(text, sizeof text);
    if (best) ed_text_add(&out, "best %u", best > game->score ? best : game->score);
    paint_text(view, right, MARGIN + 31, 13, ED_ALIGN_RIGHT, TEXT_DIM, text);
    if (game->combo < 3) return;
    f32 beat = 1 + 0.35f * ease_in(clamp(game->combo_time - COMBO_SECONDS + 0.3f, 0, 0.3f) / 0.3f);
    out = ed_text_over(text, sizeof text);
    ed_text_add(&out, "%u combo   x%u", game->combo, combo_multiplier(game));
    paint_text(view, right, MARGIN + 52, 17 * beat, ED_ALIGN_RIGHT, GOLD, text);
    bar(view, right - 110, MARGIN + 77, 110, 4, game->combo_time / COMBO_SECONDS, GOLD);
}

static void draw_banner(const View *view)
{
    const Game *game = view->game;
    f32 left = game->banner_time;
    if (left <= 0) return;
    f32 come = ease_back(clamp((2 - left) / 0.35f, 0, 1));
    f32 alpha = clamp(left * 2, 0, 1);
    f32 middle = view->draw->width / 2, y = view->draw->height * 0.26f;
    f32 width = 300 * come;
    ed_draw_rect(view->draw, middle - width, y - 8, width * 2, 62, color_fade(INK, 0.6f * alpha));
    ed_draw_rect(view->draw, middle - width, y - 8, width * 2, 2, color_fade(AMBER, alpha));
    ed_draw_rect(view->draw, middle - width, y + 52, width * 2, 2, color_fade(AMBER, alpha));
    paint_text(view, middle, y, 38 * come, ED_ALIGN_CENTER, color_fade(AMBER_PALE, alpha),
               ed_str_text(&game->banner));
}

// --- Bottom right: the small map -----------------------------------------------------------------

static void map_dot(const View *view, f32 left, f32 top, Vec2 at, f32 size, ed_Color color)
{
    f32 x = left + at.x / TILE_SIZE * MAP_SCALE;
    f32 y = top + at.y / TILE_SIZE * MAP_SCALE;
    ed_draw_rect(view->draw, x - size / 2, y - size / 2, size, size, color);
}

/// Draws each horizontal run of walls as one rectangle.
static void map_walls(const View *view, f32 left, f32 top)
{
    const Map *map = &view->game->map;
    for (i32 y = 0; y < (i32)MAP_HEIGHT; y++) {
        for (i32 x = 0; x < (i32)MAP_WIDTH; x++) {
            i32 from = x;
            while (x < (i32)MAP_WIDTH && map->tiles[y][x] == Tile_WALL) x++;
            if (x == from) continue;
            ed_draw_rect(view->draw, left + (f32)from * MAP_SCALE, top + (f32)y * MAP_SCALE,
                         (f32)(x - from) * MAP_SCALE, MAP_SCALE,
                         color_fade(WALL_TOP_LIT, MAP_ALPHA));
        }
    }
}

static void draw_map(const View *view)
{
    const Game *game = view->game;
    f32 width = MAP_WIDTH * MAP_SCALE, height = MAP_HEIGHT * MAP_SCALE;
    f32 left = view->draw->width - MARGIN - width, top = view->draw->height - MARGIN - height;
    panel(view, left - 3, top - 3, width + 6, height + 6);
    map_walls(view, left, top);
    for (u32 i = 0; i < game->pickups.count; i++) {
        const Pickup *pickup = &game->pickups.items[i];
        if (pickup->kind != PickupKind_COIN) map_dot(view, left, top, pickup->pos, 3, AMBER_PALE);
    }
    for (u32 i = 0; i < game->enemies.count; i++) {
        const Enemy *enemy = &game->enemies.items[i];
        map_dot(view, left, top, enemy->pos, enemy->traits & Traits_ELITE ? 4 : 3,
                enemy_rules(enemy->kind)->color);
    }
    f32 x = left + view->corner.x / TILE_SIZE * MAP_SCALE;
    f32 y = top + view->corner.y / TILE_SIZE * MAP_SCALE;
    ed_draw_rect_outline(view->draw, x, y, view->draw->width / TILE_SIZE * MAP_SCALE,
                         view->draw->height / TILE_SIZE * MAP_SCALE, 1, color_fade(WHITE, 0.25f));
    ed_Color me = pulse(view->seconds, 2) > 0.5f ? WHITE : AMBER;
    if (player_is_alive(game)) map_dot(view, left, top, game->player.pos, 4, me);
}

// --- Crosshair and hurt --------------------------------------------------------------------------

static void draw_crosshair(const View *view, f32 x, f32 y)
{
    f32 open = 7 + 5 * view->game->player.recoil;
    ed_Color color = color_fade(AMBER_PALE, 0.9f);
    ed_draw_circle(view->draw, x, y, 2, color);
    ed_draw_rect(view->draw, x - open - 7, y - 1, 7, 2, color);
    ed_draw_rect(view->draw, x + open, y - 1, 7, 2, color);
    ed_draw_rect(view->draw, x - 1, y - open - 7, 2, 7, color);
    ed_draw_rect(view->draw, x - 1, y + open, 2, 7, color);
}

static void draw_hurt(const View *view)
{
    const Player *player = &view->game->player;
    f32 share = player->hp / player->hp_max;
    f32 fear = share < 0.35f ? (0.35f - share) * (0.6f + 0.4f * pulse(view->seconds, 1.4f)) : 0;
    f32 red = clamp(player->flash * 0.3f + fear, 0, 0.5f);
    if (red <= 0) return;
    ed_draw_blend(view->draw, ED_BLEND_ADD);
    ed_draw_rect(view->draw, 0, 0, view->draw->width, view->draw->height,
                 color_fade(RED, red * 0.35f));
    ed_draw_blend(view->draw, ED_BLEND_ALPHA);
}

void draw_hud(const View *view)
{
    f32 width = view->draw->width, height = view->draw->height;
    paint_screen_begin(view);
    paint_art(view, ART_VIGNETTE, vec2(width / 2, height / 2), vec2(width, height), 0, WHITE);
    if (view->game->mode != Mode_PLAY) return;
    draw_hurt(view);
    draw_vitals(view);
    draw_bag(view);
    draw_wave(view);
    draw_score(view);
    draw_map(view);
    draw_banner(view);
    bool mouse = !(view->game->player.status & PlayerStatus_GAMEPAD);
    if (mouse) draw_crosshair(view, view->mouse.x, view->mouse.y);
}
