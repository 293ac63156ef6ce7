/// The tile map: walls, lines of sight, movement along walls, distances, and map generation.
/// Everything outside the map counts as wall.
#ifndef GAME_MAP_H
#define GAME_MAP_H
#include "game/util.h"
#include "gen/world.gen.h"

#define TILE_SIZE 32.0f         // pixels
#define STEPS_NONE 0xffffu      // cannot be reached

Tile map_tile(const Map *map, i32 x, i32 y);
bool map_is_wall(const Map *map, i32 x, i32 y);
bool map_is_wall_at(const Map *map, Vec2 at);
Vec2 map_center(i32 x, i32 y);       ///< center of a tile, in pixels
i32 map_tile_index(f32 pixels);      ///< column or row of a coordinate

/// Returns true if no wall is between the two positions.
bool map_can_see(const Map *map, Vec2 from, Vec2 to);
/// Returns the position of an object of that radius after it moved by `by`. It slides along walls.
/// Sets `hit`, if not NULL, to whether a wall was in the way.
Vec2 map_move(const Map *map, Vec2 at, f32 radius, Vec2 by, bool *hit);
/// Fills `steps` with the length of the shortest path from each tile to the tile at x, y. It is
/// STEPS_NONE if there is no path.
void map_steps(const Map *map, i32 x, i32 y, u16 steps[MAP_HEIGHT][MAP_WIDTH]);
/// Returns a hash of the tiles.
u64 map_stamp(const Map *map);
/// Returns the center of a random portal tile at least `away` from `from`. If there is no such
/// tile, returns the center of another tile that is not a wall.
Vec2 map_portal(const Map *map, u64 *rng, Vec2 from, f32 away);
/// Makes a new map. Its walls are symmetric, and all floor can be reached from the middle.
void map_generate(Map *map, u64 seed);

#endif
