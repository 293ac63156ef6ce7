/// Draws the ground: floor, decoration, walls, and the light on them.
#include "game/map.h"
#include "game/paint.h"
#include "gen/effects.gen.h"

#define WALL_FACE 11.0f      // height of a wall's front, in pixels
#define EDGE 2.0f
#define EDGE_ALPHA 0.22f          // of the bright edges of walls, far from the player
#define EDGE_DISTANCE 300.0f      // distance at which the player lights edges, in pixels
#define LIGHT_RADIUS 330.0f
#define LIGHT_ALPHA 0.42f
#define SHADOW_ALPHA 0.3f
#define SHADOW_LENGTH 1400.0f

/// The tiles in view.
typedef struct TileRange {
    i32 left, top, right, bottom;
} TileRange;

static TileRange tiles_of(const View *view)
{
    return (TileRange){ map_tile_index(view->corner.x), map_tile_index(view->corner.y),
                        map_tile_index(view->corner.x + view->draw->width) + 1,
                        map_tile_index(view->corner.y + view->draw->height) + 1 };
}

static void tile_rect(const View *view, i32 x, i32 y, ed_Color color)
{
    ed_draw_rect(view->draw, (f32)x * TILE_SIZE, (f32)y * TILE_SIZE, TILE_SIZE, TILE_SIZE, color);
}

// --- Floor ---------------------------------------------------------------------------------------

static void draw_plain(const View *view, i32 x, i32 y)
{
    u32 look = hash2((u32)x >> 1, (u32)y >> 1) & 7u;
    if (look == 0) tile_rect(view, x, y, GROUND_LIGHT);
    if (look == 1) tile_rect(view, x, y, GROUND_DARK);
    u32 speck = hash2((u32)x, (u32)y);
    if (speck & 3u) return;
    f32 at_x = (f32)x * TILE_SIZE + 4 + (f32)(speck >> 4 & 15u) * 1.5f;
    f32 at_y = (f32)y * TILE_SIZE + 4 + (f32)(speck >> 8 & 15u) * 1.5f;
    ed_draw_rect(view->draw, at_x, at_y, 2, 2, GROUND_LINE);
}

static void draw_grate(const View *view, i32 x, i32 y)
{
    f32 left = (f32)x * TILE_SIZE, top = (f32)y * TILE_SIZE;
    tile_rect(view, x, y, GROUND_DARK);
    ed_draw_rect_outline(view->draw, left + 1, top + 1, TILE_SIZE - 2, TILE_SIZE - 2, 1,
                         GROUND_LINE);
    for (u32 i = 0; i < 4; i++) {
        ed_draw_rect(view->draw, left + 6, top + 6 + (f32)i * 6, TILE_SIZE - 12, 2, INK);
    }
}

static void draw_rune(const View *view, i32 x, i32 y)
{
    Vec2 at = map_center(x, y);
    f32 shine = 0.35f + 0.3f * pulse(view->seconds + (f32)(x + y) * 0.2f, 0.3f);
    tile_rect(view, x, y, GROUND_DARK);
    ed_Color color = color_fade(AMBER_DEEP, shine);
    ed_draw_line(view->draw, at.x, at.y - 10, at.x + 10, at.y, 2, color);
    ed_draw_line(view->draw, at.x + 10, at.y, at.x, at.y + 10, 2, color);
    ed_draw_line(view->draw, at.x, at.y + 10, at.x - 10, at.y, 2, color);
    ed_draw_line(view->draw, at.x - 10, at.y, at.x, at.y - 10, 2, color);
    ed_draw_rect(view->draw, at.x - 2, at.y - 2, 4, 4, color);
}

static void draw_crack(const View *view, i32 x, i32 y)
{
    u32 look = hash2((u32)y, (u32)x);
    f32 from_x = (f32)x * TILE_SIZE + 4 + (f32)(look & 7u);
    f32 from_y = (f32)y * TILE_SIZE + 5 + (f32)(look >> 3 & 7u);
    f32 bend_x = from_x + 7 + (f32)(look >> 6 & 3u);
    f32 bend_y = from_y + 6 + (f32)(look >> 8 & 3u);
    draw_plain(view, x, y);
    ed_draw_line(view->draw, from_x, from_y, bend_x, bend_y, 2, INK);
    ed_draw_line(view->draw, bend_x, bend_y, bend_x + 8, bend_y + 2, 2, INK);
    ed_draw_line(view->draw, bend_x, bend_y, bend_x - 1, bend_y + 9, 1.5f, INK);
}

static void draw_portal_tile(const View *view, i32 x, i32 y)
{
    Vec2 at = map_center(x, y);
    f32 shine = pulse(view->seconds + (f32)x * 0.3f, 0.25f);
    tile_rect(view, x, y, GROUND_DARK);
    ed_draw_circle_outline(view->draw, at.x, at.y, 14, 2,
                           color_fade(WALL_EDGE, 0.35f + 0.25f * shine));
    ed_draw_circle_outline(view->draw, at.x, at.y, 8, 1.5f,
                           color_fade(VIOLET, 0.3f + 0.3f * shine));
}

static void draw_floor_tile(const View *view, i32 x, i32 y)
{
    switch (map_tile(&view->game->map, x, y)) {
    case Tile_FLOOR: draw_plain(view, x, y); break;
    case Tile_GRATE: draw_grate(view, x, y); break;
    case Tile_RUNE: draw_rune(view, x, y); break;
    case Tile_CRACK: draw_crack(view, x, y); break;
    case Tile_PORTAL: draw_portal_tile(view, x, y); break;
    default: break;
    }
}

static void draw_floor(const View *view, TileRange tiles)
{
    f32 left = (f32)tiles.left * TILE_SIZE, top = (f32)tiles.top * TILE_SIZE;
    f32 width = view->draw->width + 2 * TILE_SIZE, height = view->draw->height + 2 * TILE_SIZE;
    ed_draw_rect(view->draw, left, top, width, height, GROUND);
    for (i32 y = tiles.top; y < tiles.bottom; y++) {
        for (i32 x = tiles.left; x < tiles.right; x++) draw_floor_tile(view, x, y);
    }
    for (i32 x = (tiles.left + 1) & ~1; x < tiles.right; x += 2) {
        ed_draw_rect(view->draw, (f32)x * TILE_SIZE, top, 1, height,
                     color_fade(GROUND_LINE, 0.55f));
    }
    for (i32 y = (tiles.top + 1) & ~1; y < tiles.bottom; y += 2) {
        ed_draw_rect(view->draw, left, (f32)y * TILE_SIZE, width, 1,
                     color_fade(GROUND_LINE, 0.55f));
    }
}

// --- Walls ---------------------------------------------------------------------------------------

static ed_Color edge_color(const View *view, Vec2 at)
{
    f32 near = clamp(1 - vec2_distance(at, view->game->player.pos) / EDGE_DISTANCE, 0, 1);
    return color_fade(color_mix(WALL_EDGE, AMBER_PALE, near * 0.7f),
                      EDGE_ALPHA + 0.75f * near * near);
}

static void draw_wall_edges(const View *view, i32 x, i32 y, bool front)
{
    const Map *map = &view->game->map;
    f32 left = (f32)x * TILE_SIZE, top = (f32)y * TILE_SIZE;
    f32 face = front ? WALL_FACE : 0;
    ed_Color color = edge_color(view, map_center(x, y));
    if (!map_is_wall(map, x, y - 1)) ed_draw_rect(view->draw, left, top, TILE_SIZE, EDGE, color);
    if (!map_is_wall(map, x - 1, y))
        ed_draw_rect(view->draw, left, top, EDGE, TILE_SIZE - face, color);
    if (!map_is_wall(map, x + 1, y))
        ed_draw_rect(view->draw, left + TILE_SIZE - EDGE, top, EDGE, TILE_SIZE - face, color);
    if (front)
        ed_draw_rect(view->draw, left, top + TILE_SIZE - face - EDGE, TILE_SIZE, EDGE, color);
}

static void draw_wall(const View *view, i32 x, i32 y)
{
    const Map *map = &view->game->map;
    f32 left = (f32)x * TILE_SIZE, top = (f32)y * TILE_SIZE;
    bool front = !map_is_wall(map, x, y + 1);
    bool lit = (hash2((u32)x, (u32)y) & 7u) == 0;
    tile_rect(view, x, y, lit ? WALL_TOP_LIT : WALL_TOP);
    if (front) {
        f32 face = top + TILE_SIZE - WALL_FACE;
        ed_draw_rect(view->draw, left, face, TILE_SIZE, WALL_FACE, WALL_FRONT);
        ed_draw_rect(view->draw, left, top + TILE_SIZE - 3, TILE_SIZE, 3, WALL_FOOT);
        ed_draw_rect(view->draw, left, top + TILE_SIZE, TILE_SIZE, 6, color_fade(INK, 0.5f));
        ed_draw_rect(view->draw, left, top + TILE_SIZE + 6, TILE_SIZE, 5, color_fade(INK, 0.25f));
    }
    draw_wall_edges(view, x, y, front);
}

/// Returns true for a wall between other walls: only its top is visible.
static bool wall_inside(const Map *map, i32 x, i32 y)
{
    return map_is_wall(map, x - 1, y) && map_is_wall(map, x + 1, y) && map_is_wall(map, x, y - 1)
        && map_is_wall(map, x, y + 1);
}

static void draw_walls(const View *view, TileRange tiles)
{
    const Map *map = &view->game->map;
    for (i32 y = tiles.top; y < tiles.bottom; y++) {
        for (i32 x = tiles.left; x < tiles.right; x++) {
            if (!map_is_wall(map, x, y)) continue;
            if (wall_inside(map, x, y)) tile_rect(view, x, y, WALL_TOP);
            else draw_wall(view, x, y);
        }
    }
}

// --- Shadows -------------------------------------------------------------------------------------

/// Draws the shadow of one side of a wall, as cast by the player's light.
static void cast(const View *view, Vec2 light, Vec2 one, Vec2 other)
{
    Vec2 one_far = vec2_add(one, vec2_scale(vec2_normalize(vec2_sub(one, light)), SHADOW_LENGTH));
    Vec2 other_far =
        vec2_add(other, vec2_scale(vec2_normalize(vec2_sub(other, light)), SHADOW_LENGTH));
    ed_Color color = color_fade(INK, SHADOW_ALPHA);
    ed_draw_triangle(view->draw, one.x, one.y, other.x, other.y, other_far.x, other_far.y, color);
    ed_draw_triangle(view->draw, one.x, one.y, other_far.x, other_far.y, one_far.x, one_far.y,
                     color);
}

/// Draws shadows of the horizontal wall sides that face away from the light. Adjacent sides cast
/// one shadow.
static void cast_rows(const View *view, TileRange tiles, Vec2 light)
{
    const Map *map = &view->game->map;
    for (i32 y = tiles.top; y < tiles.bottom; y++) {
        bool above = ((f32)y + 0.5f) * TILE_SIZE < light.y;
        f32 side = (f32)(above ? y : y + 1) * TILE_SIZE;
        i32 beyond = above ? y - 1 : y + 1;
        for (i32 x = tiles.left; x < tiles.right; x++) {
            i32 from = x;
            while (x < tiles.right && map_is_wall(map, x, y) && !map_is_wall(map, x, beyond)) x++;
            if (x > from)
                cast(view, light, vec2((f32)from * TILE_SIZE, side),
                     vec2((f32)x * TILE_SIZE, side));
        }
    }
}

static void cast_columns(const View *view, TileRange tiles, Vec2 light)
{
    const Map *map = &view->game->map;
    for (i32 x = tiles.left; x < tiles.right; x++) {
        bool before = ((f32)x + 0.5f) * TILE_SIZE < light.x;
        f32 side = (f32)(before ? x : x + 1) * TILE_SIZE;
        i32 beyond = before ? x - 1 : x + 1;
        for (i32 y = tiles.top; y < tiles.bottom; y++) {
            i32 from = y;
            while (y < tiles.bottom && map_is_wall(map, x, y) && !map_is_wall(map, beyond, y)) y++;
            if (y > from)
                cast(view, light, vec2(side, (f32)from * TILE_SIZE),
                     vec2(side, (f32)y * TILE_SIZE));
        }
    }
}

static void draw_shadows(const View *view, TileRange tiles)
{
    const Player *player = &view->game->player;
    if (!(player->status & PlayerStatus_ALIVE)) return;
    cast_rows(view, tiles, player->pos);
    cast_columns(view, tiles, player->pos);
}

// --- Light ---------------------------------------------------------------------------------------

static void draw_light(const View *view)
{
    const Game *game = view->game;
    f32 flicker = 1 + 0.05f * sinf(view->seconds * 9) + 0.03f * sinf(view->seconds * 23);
    if (game->player.status & PlayerStatus_ALIVE) {
        paint_glow(view, game->player.pos, LIGHT_RADIUS * flicker,
                   color_fade(AMBER_DEEP, LIGHT_ALPHA));
        paint_glow(view, game->player.pos, LIGHT_RADIUS * 0.4f * flicker,
                   color_fade(AMBER, LIGHT_ALPHA * 0.7f));
    }
    for (u32 i = 0; i < game->rings.count; i++) {
        const Ring *ring = &game->rings.items[i];
        f32 left = ring->life / ring->span;
        if (!paint_is_visible(view, ring->pos, ring->radius * 2)) continue;
        paint_glow(view, ring->pos, ring->radius * 1.7f,
                   color_fade(ring->color, 0.4f * left * left));
    }
}

void draw_ground(const View *view)
{
    TileRange tiles = tiles_of(view);
    draw_floor(view, tiles);
    draw_light(view);
    draw_shadows(view, tiles);
    draw_walls(view, tiles);
}
