/// The tile map: what blocks, what sees what, how a round thing slides along walls, and how a map
/// is made. Outside the map is wall.
#ifndef GAME_MAP_H
#define GAME_MAP_H
#include "game/util.h"
#include "gen/world.gen.h"

#define TILE_SIZE 32.0f         // pixels
#define STEPS_NONE 0xffffu      // no way leads there

Tile map_tile(const Map *map, i32 x, i32 y);
bool map_wall(const Map *map, i32 x, i32 y);
bool map_wall_at(const Map *map, Vec2 at);
Vec2 map_center(i32 x, i32 y);      ///< of a tile, in pixels
i32 map_cell(f32 pixels);           ///< the column or row it is in

/// True where no wall stands between.
bool map_sees(const Map *map, Vec2 from, Vec2 to);
/// The position of an object of that radius after a move; `hit`, if given, says whether a wall was
/// in the way.
Vec2 map_move(const Map *map, Vec2 at, f32 radius, Vec2 by, bool *hit);
/// Fills `steps` with the length of the shortest way from each tile to one of them, STEPS_NONE
/// if it cannot be reached.
void map_steps(const Map *map, i32 x, i32 y, u16 steps[MAP_HEIGHT][MAP_WIDTH]);
/// A number that changes whenever a tile does.
u64 map_stamp(const Map *map);
/// A portal tile at least `away` from `from`, or any floor tile if none exists.
Vec2 map_portal(const Map *map, u64 *rng, Vec2 from, f32 away);
/// A new map: symmetric, all floor reachable from the middle.
void map_generate(Map *map, u64 seed);

#endif
