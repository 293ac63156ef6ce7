/// Computes the paths to the player, and a grid for finding nearby enemies. Neither is part of the
/// state.
#include "game/sim.h"
#include "gen/actors.gen.h"

#define FLOW_BYTES_MAX (64u << 10)
#define GRID_TILES 2u      // width of a cell, in tiles
#define GRID_CELL (GRID_TILES * TILE_SIZE)
#define GRID_WIDTH ((MAP_WIDTH + GRID_TILES - 1) / GRID_TILES)
#define GRID_HEIGHT ((MAP_HEIGHT + GRID_TILES - 1) / GRID_TILES)

// --- The way to the player -----------------------------------------------------------------------

const Flow *flow_to(ed_Host *host, const Map *map, Vec2 goal)
{
    ed_Arena *arena = ed_host_scratch(host, "flow", ED_LIFETIME_RELOAD, FLOW_BYTES_MAX);
    if (!arena) return NULL;
    if (!arena->used && !ed_arena_push(arena, sizeof(Flow), 8)) return NULL;
    Flow *flow = (Flow *)(void *)arena->base;
    i32 goal_x = (i32)clamp(goal.x / TILE_SIZE, 0, MAP_WIDTH - 1);
    i32 goal_y = (i32)clamp(goal.y / TILE_SIZE, 0, MAP_HEIGHT - 1);
    u64 stamp =
        map_stamp(map) * (MAP_WIDTH * MAP_HEIGHT) + (u64)(goal_y * (i32)MAP_WIDTH + goal_x) + 1;
    if (flow->stamp == stamp) return flow;
    map_steps(map, goal_x, goal_y, flow->steps);
    flow->stamp = stamp;
    return flow;
}

static u32 steps_at(const Flow *flow, i32 x, i32 y)
{
    if (x < 0 || y < 0 || x >= (i32)MAP_WIDTH || y >= (i32)MAP_HEIGHT) return STEPS_NONE;
    return flow->steps[y][x];
}

Vec2 flow_direction(const Flow *flow, const Map *map, Vec2 from)
{
    if (!flow) return vec2(0, 0);
    i32 at_x = map_tile_index(from.x), at_y = map_tile_index(from.y);
    i32 best_x = at_x, best_y = at_y;
    u32 best = steps_at(flow, at_x, at_y);
    for (i32 y = at_y - 1; y <= at_y + 1; y++) {
        for (i32 x = at_x - 1; x <= at_x + 1; x++) {
            bool corner =
                x != at_x && y != at_y && (map_is_wall(map, x, at_y) || map_is_wall(map, at_x, y));
            if (corner || steps_at(flow, x, y) >= best) continue;
            best = steps_at(flow, x, y);
            best_x = x;
            best_y = y;
        }
    }
    return vec2_normalize(vec2_sub(map_center(best_x, best_y), from));
}

// --- Enemies by cell -----------------------------------------------------------------------------

static u32 grid_cell(f32 pixels, u32 cells)
{
    return (u32)clamp(pixels * (1.0f / GRID_CELL), 0, (f32)cells - 1);
}

void grid_build(Sim *sim)
{
    const Enemy_array *enemies = &sim->game->enemies;
    Grid grid = { 0 };
    grid.heads = ed_arena_push(sim->host->frame, GRID_WIDTH * GRID_HEIGHT * sizeof(u32), 4);
    grid.next = ed_arena_push(sim->host->frame, (enemies->count + 1) * sizeof(u32), 4);
    if (grid.heads && grid.next) grid.count = enemies->count;
    for (u32 i = 0; i < grid.count; i++) {
        Vec2 at = enemies->items[i].pos;
        u32 *head =
            &grid.heads[grid_cell(at.y, GRID_HEIGHT) * GRID_WIDTH + grid_cell(at.x, GRID_WIDTH)];
        grid.next[i] = *head;
        *head = i + 1;
    }
    sim->grid = grid;
}

u32 grid_near(const Grid *grid, Vec2 at, f32 reach, u32 *found, u32 found_max)
{
    u32 count = 0;
    if (!grid->count) return 0;
    u32 left = grid_cell(at.x - reach, GRID_WIDTH), right = grid_cell(at.x + reach, GRID_WIDTH);
    u32 top = grid_cell(at.y - reach, GRID_HEIGHT), bottom = grid_cell(at.y + reach, GRID_HEIGHT);
    for (u32 y = top; y <= bottom; y++) {
        for (u32 x = left; x <= right; x++) {
            u32 link = grid->heads[y * GRID_WIDTH + x];
            for (; link && count < found_max; link = grid->next[link - 1])
                found[count++] = link - 1;
        }
    }
    return count;
}
