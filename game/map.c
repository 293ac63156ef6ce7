#include "game/map.h"

// Settings of new maps.
#define BLOCKS 26u         // number of walls; each also has a copy, rotated by half a turn
#define BLOCK_LONG 6u      // tiles
#define BLOCK_SHORT 3u
#define COURT_X 6      // half the width of the free court in the middle, in tiles
#define COURT_Y 4
#define GRATES 9u
#define CRACK_CHANCE 0.035f
#define MIDDLE_X ((i32)MAP_WIDTH / 2)
#define MIDDLE_Y ((i32)MAP_HEIGHT / 2)

Tile map_tile(const Map *map, i32 x, i32 y)
{
    if (x < 0 || y < 0 || x >= (i32)MAP_WIDTH || y >= (i32)MAP_HEIGHT) return Tile_WALL;
    return map->tiles[y][x];
}

bool map_is_wall(const Map *map, i32 x, i32 y) { return map_tile(map, x, y) == Tile_WALL; }

i32 map_tile_index(f32 pixels) { return (i32)floorf(pixels * (1.0f / TILE_SIZE)); }

bool map_is_wall_at(const Map *map, Vec2 at)
{
    return map_is_wall(map, map_tile_index(at.x), map_tile_index(at.y));
}

Vec2 map_center(i32 x, i32 y)
{
    return vec2(((f32)x + 0.5f) * TILE_SIZE, ((f32)y + 0.5f) * TILE_SIZE);
}

u64 map_stamp(const Map *map)
{
    const Tile *tile = &map->tiles[0][0];
    u64 stamp = 0xcbf29ce484222325u;
    for (u32 i = 0; i < MAP_WIDTH * MAP_HEIGHT; i++) { stamp = (stamp ^ tile[i]) * 0x100000001b3u; }
    return stamp;
}

// --- Seeing --------------------------------------------------------------------------------------

/// One axis of a walk through the grid. `t` goes from 0 at the start to 1 at the end.
typedef struct Walk {
    i32 cell, step;
    f32 next, each;      // t at the next border, and t between two borders
} Walk;

static Walk walk_along(f32 from, f32 by)
{
    Walk walk = { map_tile_index(from), by < 0 ? -1 : 1, 2, 2 };
    if (fabsf(by) < 0.001f) return walk;
    f32 border = (f32)(walk.cell + (by > 0)) * TILE_SIZE;
    walk.next = (border - from) / by;
    walk.each = TILE_SIZE / fabsf(by);
    return walk;
}

bool map_can_see(const Map *map, Vec2 from, Vec2 to)
{
    Walk x = walk_along(from.x, to.x - from.x);
    Walk y = walk_along(from.y, to.y - from.y);
    while (x.next < 1 || y.next < 1) {
        Walk *nearer = x.next < y.next ? &x : &y;
        nearer->next += nearer->each;
        nearer->cell += nearer->step;
        if (map_is_wall(map, x.cell, y.cell)) return false;
    }
    return true;
}

// --- Moving --------------------------------------------------------------------------------------

static bool box_blocked(const Map *map, Vec2 at, f32 radius)
{
    i32 left = map_tile_index(at.x - radius), right = map_tile_index(at.x + radius);
    i32 top = map_tile_index(at.y - radius), bottom = map_tile_index(at.y + radius);
    for (i32 y = top; y <= bottom; y++) {
        for (i32 x = left; x <= right; x++) {
            if (map_is_wall(map, x, y)) return true;
        }
    }
    return false;
}

/// Returns the coordinate at which the object touches the border that it crossed while moving by
/// `by`.
static f32 beside_border(f32 at, f32 radius, f32 by)
{
    if (by > 0) return (f32)map_tile_index(at + radius) * TILE_SIZE - radius - 0.01f;
    return (f32)(map_tile_index(at - radius) + 1) * TILE_SIZE + radius + 0.01f;
}

Vec2 map_move(const Map *map, Vec2 at, f32 radius, Vec2 by, bool *hit)
{
    bool stuck = box_blocked(map, at, radius);      // inside a wall that was painted over it
    // A stuck object may move freely, so that it can leave the wall.
    Vec2 to = vec2(at.x + by.x, at.y);
    bool blocked_x = by.x != 0 && !stuck && box_blocked(map, to, radius);
    if (blocked_x) to.x = beside_border(to.x, radius, by.x);
    to.y = at.y + by.y;
    bool blocked_y = by.y != 0 && !stuck && box_blocked(map, to, radius);
    if (blocked_y) to.y = beside_border(to.y, radius, by.y);
    if (hit) *hit = blocked_x || blocked_y;
    to.x = clamp(to.x, TILE_SIZE + radius, ((f32)MAP_WIDTH - 1) * TILE_SIZE - radius);
    to.y = clamp(to.y, TILE_SIZE + radius, ((f32)MAP_HEIGHT - 1) * TILE_SIZE - radius);
    return to;
}

Vec2 map_portal(const Map *map, u64 *rng, Vec2 from, f32 away)
{
    Vec2 found = map_center(MIDDLE_X, MIDDLE_Y);
    u32 seen = 0;
    for (i32 y = 0; y < (i32)MAP_HEIGHT; y++) {
        for (i32 x = 0; x < (i32)MAP_WIDTH; x++) {
            if (map->tiles[y][x] != Tile_PORTAL) continue;
            if (vec2_distance(map_center(x, y), from) < away) continue;
            seen++;
            if (rng_below(rng, seen) == 0) found = map_center(x, y);
        }
    }
    for (u32 tries = 0; !seen && tries < 64; tries++) {
        i32 x = (i32)rng_below(rng, MAP_WIDTH);
        i32 y = (i32)rng_below(rng, MAP_HEIGHT);
        if (map_is_wall(map, x, y)) continue;
        found = map_center(x, y);
        if (vec2_distance(found, from) > away) break;
    }
    return found;
}

// --- Path lengths --------------------------------------------------------------------------------

_Static_assert(MAP_WIDTH *MAP_HEIGHT < STEPS_NONE, "a tile and a number of steps fit in 16 bits");

void map_steps(const Map *map, i32 x, i32 y, u16 steps[MAP_HEIGHT][MAP_WIDTH])
{
    static const i32 ways[4][2] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } };
    u16 queue[MAP_WIDTH * MAP_HEIGHT];
    u32 head = 0, tail = 0;
    for (u32 i = 0; i < MAP_WIDTH * MAP_HEIGHT; i++)
        steps[i / MAP_WIDTH][i % MAP_WIDTH] = STEPS_NONE;
    steps[y][x] = 0;
    queue[tail++] = (u16)(y * (i32)MAP_WIDTH + x);
    while (head < tail) {
        i32 at_x = queue[head] % (i32)MAP_WIDTH;
        i32 at_y = queue[head] / (i32)MAP_WIDTH;
        head++;
        for (u32 i = 0; i < 4; i++) {
            i32 to_x = at_x + ways[i][0];
            i32 to_y = at_y + ways[i][1];
            if (map_is_wall(map, to_x, to_y) || steps[to_y][to_x] != STEPS_NONE) continue;
            steps[to_y][to_x] = (u16)(steps[at_y][at_x] + 1);
            queue[tail++] = (u16)(to_y * (i32)MAP_WIDTH + to_x);
        }
    }
}

// --- Making a map --------------------------------------------------------------------------------

static void fill(Map *map, i32 left, i32 top, i32 width, i32 height, Tile tile)
{
    for (i32 y = top; y < top + height; y++) {
        for (i32 x = left; x < left + width; x++) {
            if (x < 1 || y < 1 || x >= (i32)MAP_WIDTH - 1 || y >= (i32)MAP_HEIGHT - 1) continue;
            map->tiles[y][x] = tile;
        }
    }
}

/// Fills a rectangle, and its image rotated by half a turn around the middle.
static void fill_both(Map *map, i32 left, i32 top, i32 width, i32 height, Tile tile)
{
    fill(map, left, top, width, height, tile);
    fill(map, (i32)MAP_WIDTH - left - width, (i32)MAP_HEIGHT - top - height, width, height, tile);
}

static void place_walls(Map *map, u64 *rng)
{
    for (u32 i = 0; i < BLOCKS; i++) {
        i32 width = 1 + (i32)rng_below(rng, BLOCK_LONG);
        i32 height = 1 + (i32)rng_below(rng, width > (i32)BLOCK_SHORT ? 2 : BLOCK_LONG);
        i32 left = 3 + (i32)rng_below(rng, MAP_WIDTH - 6);
        i32 top = 3 + (i32)rng_below(rng, MAP_HEIGHT - 6);
        fill_both(map, left, top, width, height, Tile_WALL);
    }
    fill(map, MIDDLE_X - COURT_X, MIDDLE_Y - COURT_Y, 2 * COURT_X, 2 * COURT_Y, Tile_FLOOR);
    fill_both(map, MIDDLE_X - COURT_X, MIDDLE_Y - COURT_Y, 2, 2, Tile_WALL);
    fill_both(map, MIDDLE_X + COURT_X - 2, MIDDLE_Y - COURT_Y, 2, 2, Tile_WALL);
}

/// Turns floor that cannot be reached from the middle into walls.
static void seal(Map *map)
{
    u16 steps[MAP_HEIGHT][MAP_WIDTH];
    map_steps(map, MIDDLE_X, MIDDLE_Y, steps);
    for (i32 y = 0; y < (i32)MAP_HEIGHT; y++) {
        for (i32 x = 0; x < (i32)MAP_WIDTH; x++) {
            if (steps[y][x] == STEPS_NONE) map->tiles[y][x] = Tile_WALL;
        }
    }
}

static void decorate(Map *map, u64 *rng)
{
    Map bare = *map;
    for (u32 i = 0; i < GRATES; i++) {
        i32 left = 2 + (i32)rng_below(rng, MAP_WIDTH - 6);
        i32 top = 2 + (i32)rng_below(rng, MAP_HEIGHT - 6);
        fill_both(map, left, top, 3, 2, Tile_GRATE);
    }
    fill(map, MIDDLE_X - 3, MIDDLE_Y - 2, 6, 4, Tile_GRATE);
    fill(map, MIDDLE_X - 2, MIDDLE_Y - 1, 4, 2, Tile_RUNE);
    for (i32 y = 1; y < (i32)MAP_HEIGHT - 1; y++) {
        for (i32 x = 1; x < (i32)MAP_WIDTH - 1; x++) {
            if (bare.tiles[y][x] == Tile_WALL) map->tiles[y][x] = Tile_WALL;
            else if (map->tiles[y][x] == Tile_FLOOR && rng_chance(rng, CRACK_CHANCE))
                map->tiles[y][x] = Tile_CRACK;
        }
    }
}

/// Places a portal on the free tile nearest to the wanted one.
static void place_portal(Map *map, i32 want_x, i32 want_y)
{
    i32 best_x = MIDDLE_X, best_y = MIDDLE_Y;
    f32 best = 1e9f;
    for (i32 y = 1; y < (i32)MAP_HEIGHT - 1; y++) {
        for (i32 x = 1; x < (i32)MAP_WIDTH - 1; x++) {
            f32 away = vec2_distance(vec2((f32)x, (f32)y), vec2((f32)want_x, (f32)want_y));
            if (map->tiles[y][x] == Tile_WALL || away >= best) continue;
            best = away;
            best_x = x;
            best_y = y;
        }
    }
    map->tiles[best_y][best_x] = Tile_PORTAL;
}

static void place_portals(Map *map)
{
    for (i32 row = 0; row < 3; row++) {
        for (i32 column = 0; column < 4; column++) {
            bool inside = row == 1 && (column == 1 || column == 2);
            if (inside) continue;
            place_portal(map, 3 + column * ((i32)MAP_WIDTH - 7) / 3,
                         3 + row * ((i32)MAP_HEIGHT - 7) / 2);
        }
    }
}

void map_generate(Map *map, u64 seed)
{
    u64 rng = seed * 0x9e3779b97f4a7c15u + 1;
    map->seed = seed;
    for (u32 y = 0; y < MAP_HEIGHT; y++) {
        for (u32 x = 0; x < MAP_WIDTH; x++) {
            bool border = x == 0 || y == 0 || x == MAP_WIDTH - 1 || y == MAP_HEIGHT - 1;
            map->tiles[y][x] = border ? Tile_WALL : Tile_FLOOR;
        }
    }
    place_walls(map, &rng);
    seal(map);
    decorate(map, &rng);
    place_portals(map);
}
