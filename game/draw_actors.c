/// Draws the actors: pickups, portals, enemies, the player, bullets.
#include "game/paint.h"
#include "game/sim.h"
#include "gen/actors.gen.h"

#define SHADOW_ALPHA 0.8f
#define ART_SIZE 2.7f          // width of a picture, in radii
#define POP_SECONDS 0.35f      // time in which a new enemy grows to its full size

static void shadow(const View *view, Vec2 at, f32 radius)
{
    paint_art(view, ART_GLOW, vec2(at.x, at.y + radius * 0.75f), vec2(radius * 3.2f, radius * 1.9f),
              0, color_fade(BLACK, SHADOW_ALPHA));
}

/// Draws a picture, and draws it again as additive light while it flashes.
static void flashing(const View *view, Art art, Vec2 at, Vec2 size, f32 angle, f32 flash, f32 alpha)
{
    paint_art(view, art, at, size, angle, color_fade(WHITE, alpha));
    if (flash <= 0) return;
    ed_draw_blend(view->draw, ED_BLEND_ADD);
    paint_art(view, art, at, size, angle, color_fade(WHITE, flash));
    paint_art(view, art, at, size, angle, color_fade(WHITE, flash));
    ed_draw_blend(view->draw, ED_BLEND_ALPHA);
}

// --- Pickups -------------------------------------------------------------------------------------

static ed_Color pickup_color(const Pickup *pickup)
{
    switch (pickup->kind) {
    case PickupKind_HEALTH: return RED;
    case PickupKind_SHIELD: return CYAN;
    case PickupKind_WEAPON: return weapon_color(pickup->weapon);
    default: return GOLD;
    }
}

static void draw_pickup(const View *view, const Pickup *pickup)
{
    bool coin = pickup->kind == PickupKind_COIN;
    bool blinks = pickup->life < 3 && sinf(pickup->life * 18) < 0;
    if (blinks || !paint_is_visible(view, pickup->pos, 40)) return;
    f32 size = (coin ? 13.0f : 23.0f) * ease_back(pickup->age / 0.3f);
    f32 turn = coin ? fabsf(cosf(pickup->age * 4)) : 1;
    Vec2 at = vec2(pickup->pos.x, pickup->pos.y - 3 - 2 * sinf(pickup->age * 4));
    shadow(view, pickup->pos, size * 0.35f);
    paint_glow(view, at, size * (coin ? 1.3f : 1.9f), color_fade(pickup_color(pickup), 0.35f));
    ed_Color color = pickup->kind == PickupKind_WEAPON ? pickup_color(pickup) : WHITE;
    paint_art(view, (Art)(ART_COIN + pickup->kind), at, vec2(size * (0.3f + 0.7f * turn), size), 0,
              color);
}

// --- Portals -------------------------------------------------------------------------------------

static void draw_portal(const View *view, const Portal *portal)
{
    if (!paint_is_visible(view, portal->pos, 60)) return;
    f32 done = 1 - portal->wait / portal->span;
    f32 radius = 26 * ease_out(done * 2) * (portal->elite ? 1.4f : 1);
    ed_Color color = enemy_rules(portal->kind)->color;
    paint_glow(view, portal->pos, radius * 2.4f, color_fade(color, 0.5f * done));
    ed_draw_circle(view->draw, portal->pos.x, portal->pos.y, radius * 0.8f, color_fade(INK, 0.75f));
    ed_draw_circle_outline(view->draw, portal->pos.x, portal->pos.y, radius, 2,
                           color_fade(color, 0.9f));
    ed_draw_circle_outline(view->draw, portal->pos.x, portal->pos.y, radius * (1 - done), 2,
                           color_fade(WHITE, 0.6f));
    for (u32 i = 0; i < 3; i++) {
        Vec2 arm = vec2_polar(view->seconds * 7 + (f32)i * (TAU / 3), radius);
        ed_draw_circle(view->draw, portal->pos.x + arm.x, portal->pos.y + arm.y, 3, color);
    }
}

// --- Enemies -------------------------------------------------------------------------------------

/// Shows the attack that the enemy is about to make, so that the player can dodge.
static void draw_warning(const View *view, const Enemy *enemy)
{
    f32 aims = enemy_aim_progress(enemy);
    if (aims <= 0) return;
    Vec2 at = enemy->pos;
    ed_Color color = enemy_rules(enemy->kind)->color;
    if (enemy->kind == EnemyKind_BOMBER) {
        f32 blast = enemy_blast(enemy);
        ed_draw_circle(view->draw, at.x, at.y, blast * aims, color_fade(color, 0.16f));
        ed_draw_circle_outline(view->draw, at.x, at.y, blast, 2,
                               color_fade(color, 0.35f + 0.4f * aims));
        return;
    }
    if (enemy->kind == EnemyKind_CHARGER) {
        Vec2 tip = vec2_add(at, vec2_polar(enemy->facing, 60 + 260 * ease_out(aims)));
        Vec2 side = vec2_polar(enemy->facing + PI / 2, 15);
        ed_draw_triangle(view->draw, at.x - side.x, at.y - side.y, at.x + side.x, at.y + side.y,
                         tip.x, tip.y, color_fade(color, 0.1f + 0.22f * aims));
        return;
    }
    Vec2 far = vec2_add(at, vec2_polar(enemy->facing, 420));
    ed_draw_line(view->draw, at.x, at.y, far.x, far.y, 1.5f, color_fade(color, 0.35f * aims));
    paint_glow(view, vec2_add(at, vec2_polar(enemy->facing, 12)), 26 * aims, color);
}

static void draw_health(const View *view, const Enemy *enemy, f32 radius)
{
    bool worth = enemy->hp < enemy->hp_max && enemy->hp_max > 60;
    if (!worth) return;
    f32 width = radius * 2.2f;
    f32 left = enemy->pos.x - width / 2, top = enemy->pos.y - radius - 11;
    ed_draw_rect(view->draw, left - 1, top - 1, width + 2, 5, color_fade(INK, 0.8f));
    ed_draw_rect(view->draw, left, top, width * clamp(enemy->hp / enemy->hp_max, 0, 1), 3,
                 enemy_rules(enemy->kind)->color);
}

/// Stretches the picture for breathing, hopping or trembling, depending on the kind of enemy.
static Vec2 enemy_shape(const Enemy *enemy, f32 size)
{
    f32 beat = sinf(enemy->age * 9 + (f32)(enemy->id % 7));
    f32 share = 0.06f * beat;
    if (enemy->kind == EnemyKind_BOMBER)
        share = enemy->mood == Mood_AIM ? 0.22f * sinf(enemy->age * 40) : 0.13f * beat;
    if (enemy->kind == EnemyKind_SPLITTER) share = 0.1f * sinf(enemy->age * 5);
    if (enemy->mood == Mood_RUSH) share = 0.2f;
    return vec2(size * (1 + share), size * (1 - share));
}

static void draw_pupil(const View *view, const Enemy *enemy, f32 radius)
{
    Vec2 at = vec2_add(enemy->pos, vec2_polar(enemy->facing, radius * 0.3f));
    bool aims = enemy->mood == Mood_AIM;
    ed_draw_circle(view->draw, at.x, at.y, radius * (aims ? 0.26f : 0.36f),
                   aims ? RED : 0x120c26ffu);
    ed_draw_circle(view->draw, at.x - 1.5f, at.y - 1.5f, radius * 0.12f, WHITE);
}

static void draw_enemy(const View *view, const Enemy *enemy)
{
    if (!paint_is_visible(view, enemy->pos, 60)) return;
    f32 radius = enemy_radius(enemy) * ease_back(enemy->age / POP_SECONDS);
    bool turns = enemy->kind == EnemyKind_CHASER || enemy->kind == EnemyKind_CHARGER;
    bool elite = (enemy->traits & Traits_ELITE) != 0;
    bool dazed = enemy->mood == Mood_REST;
    Vec2 at = enemy->pos;
    shadow(view, at, radius);
    paint_glow(view, at, radius * (elite ? 4.2f : 3),
               color_fade(elite ? GOLD : enemy_rules(enemy->kind)->color, 0.3f));
    flashing(view, (Art)(ART_CHASER + enemy->kind), at, enemy_shape(enemy, radius * ART_SIZE),
             turns ? enemy->facing : 0.08f * sinf(enemy->age * 5), enemy->flash, 1);
    if (enemy->kind == EnemyKind_SHOOTER) draw_pupil(view, enemy, radius);
    ed_Color ring = color_fade(GOLD, 0.5f + 0.5f * pulse(enemy->age, 1));
    if (elite) ed_draw_circle_outline(view->draw, at.x, at.y, radius * 1.6f, 2, ring);
    for (u32 i = 0; dazed && i < 3; i++) {
        Vec2 star = vec2_polar(enemy->age * 6 + (f32)i * (TAU / 3), radius);
        ed_draw_rect(view->draw, at.x + star.x - 2, at.y - radius + star.y * 0.35f - 2, 4, 4, GOLD);
    }
    draw_health(view, enemy, radius);
}

// --- The player ----------------------------------------------------------------------------------

static void draw_gun(const View *view, const Player *player)
{
    Vec2 at = vec2_add(player->pos, vec2_polar(player->aim, 13 - 5 * player->recoil));
    paint_art(view, ART_GUN, at, vec2(22, 11), player->aim, WHITE);
    if (player->muzzle <= 0) return;
    Vec2 tip = vec2_add(player->pos, vec2_polar(player->aim, 27));
    Vec2 far = vec2_add(tip, vec2_polar(player->aim, 18 * player->muzzle));
    Vec2 side = vec2_polar(player->aim + PI / 2, 6 * player->muzzle);
    ed_draw_blend(view->draw, ED_BLEND_ADD);
    ed_draw_triangle(view->draw, tip.x - side.x, tip.y - side.y, tip.x + side.x, tip.y + side.y,
                     far.x, far.y, AMBER_PALE);
    paint_glow(view, tip, 46 * player->muzzle, AMBER);
}

static void draw_rings_of_player(const View *view, const Player *player)
{
    Vec2 at = player->pos;
    if (player->shield > 0) {
        ed_draw_circle_outline(view->draw, at.x, at.y, 22 + pulse(view->seconds, 1), 2,
                               color_fade(CYAN, 0.3f + player->shield / 100));
        paint_glow(view, at, 34, color_fade(CYAN, 0.2f));
    }
    if (player->dash_wait <= 0) return;
    f32 ready = player_dash_ready(player);
    ed_draw_rect(view->draw, at.x - 12, at.y + 21, 24, 3, color_fade(INK, 0.7f));
    ed_draw_rect(view->draw, at.x - 12, at.y + 21, 24 * ready, 3, color_fade(AMBER_PALE, 0.9f));
}

static void draw_player(const View *view)
{
    const Player *player = &view->game->player;
    bool blinks =
        player->safe_time > 0 && player->dash_time <= 0 && sinf(view->seconds * 40) > 0.3f;
    if (!(player->status & PlayerStatus_ALIVE)) return;
    f32 speed = vec2_length(player->vel);
    f32 bob = sinf(view->seconds * 14) * clamp(speed / 250, 0, 1);
    f32 lean = clamp(player->vel.x / 900, -0.35f, 0.35f);
    bool behind = player->aim < -0.35f && player->aim > -PI + 0.35f;
    shadow(view, player->pos, 12);
    paint_glow(view, player->pos, 44, color_fade(AMBER, 0.5f));
    if (behind) draw_gun(view, player);
    flashing(view, ART_PLAYER, vec2(player->pos.x, player->pos.y - 3 + bob * 1.5f),
             vec2(33 - bob * 1.5f, 33 + bob * 2), lean, player->flash, blinks ? 0.35f : 1);
    if (!behind) draw_gun(view, player);
    draw_rings_of_player(view, player);
}

// --- Bullets -------------------------------------------------------------------------------------

static void draw_player_bullet(const View *view, const Bullet *bullet)
{
    Vec2 tail = vec2_sub(bullet->pos,
                         vec2_scale(bullet->vel, bullet->weapon == Weapon_LANCE ? 0.06f : 0.022f));
    paint_glow(view, bullet->pos, bullet->radius * 5.5f, color_fade(bullet->color, 0.6f));
    ed_draw_line(view->draw, tail.x, tail.y, bullet->pos.x, bullet->pos.y, bullet->radius * 1.3f,
                 bullet->color);
    ed_draw_line(view->draw, tail.x, tail.y, bullet->pos.x, bullet->pos.y, bullet->radius * 0.6f,
                 WHITE);
    ed_draw_circle(view->draw, bullet->pos.x, bullet->pos.y, bullet->radius * 0.8f, WHITE);
}

static void draw_enemy_bullet(const View *view, const Bullet *bullet)
{
    f32 radius = bullet->radius * (1 + 0.12f * sinf(bullet->life * 30));
    paint_glow(view, bullet->pos, radius * 4.5f, color_fade(bullet->color, 0.65f));
    ed_draw_circle(view->draw, bullet->pos.x, bullet->pos.y, radius * 1.35f, color_fade(INK, 0.9f));
    ed_draw_circle(view->draw, bullet->pos.x, bullet->pos.y, radius, bullet->color);
    ed_draw_circle(view->draw, bullet->pos.x, bullet->pos.y, radius * 0.5f, WHITE);
}

static void draw_bullets(const View *view)
{
    const Game *game = view->game;
    for (u32 i = 0; i < game->bullets.count; i++) {
        const Bullet *bullet = &game->bullets.items[i];
        if (!paint_is_visible(view, bullet->pos, 60)) continue;
        if (bullet->side == Side_ENEMY) draw_enemy_bullet(view, bullet);
        else draw_player_bullet(view, bullet);
    }
}

void draw_actors(const View *view)
{
    const Game *game = view->game;
    for (u32 i = 0; i < game->enemies.count; i++) draw_warning(view, &game->enemies.items[i]);
    for (u32 i = 0; i < game->pickups.count; i++) draw_pickup(view, &game->pickups.items[i]);
    for (u32 i = 0; i < game->portals.count; i++) draw_portal(view, &game->portals.items[i]);
    for (u32 i = 0; i < game->enemies.count; i++) draw_enemy(view, &game->enemies.items[i]);
    draw_player(view);
    draw_bullets(view);
}
