/// Who is where and which way leads to the player: both computed from the state, neither part of it.
#include "game/sim.h"

#define FLOW_BYTES_MAX (64u << 10)
#define STEPS_NONE     0xffffu
#define GRID_CELL      64.0f
#define GRID_WIDTH     (MAP_WIDTH / 2)
#define GRID_HEIGHT    (MAP_HEIGHT / 2)

// --- The way to the player -------------------------------------------------------------------------------------------

static void flow_spread(Flow *flow, const Map *map, u16 *queue, i32 goal_x, i32 goal_y)
{
    static const i32 steps[4][2] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } };
    u32 head = 0, tail = 0;
    for (u32 y = 0; y < MAP_HEIGHT; y++) {
        for (u32 x = 0; x < MAP_WIDTH; x++) flow->steps[y][x] = STEPS_NONE;
    }
    flow->steps[goal_y][goal_x] = 0;
    queue[tail++] = (u16)(goal_y * (i32)MAP_WIDTH + goal_x);
    while (head < tail) {
        i32 at_x = queue[head] % (i32)MAP_WIDTH;
        i32 at_y = queue[head] / (i32)MAP_WIDTH;
        head++;
        for (u32 i = 0; i < 4; i++) {
            i32 x = at_x + steps[i][0];
            i32 y = at_y + steps[i][1];
            if (map_wall(map, x, y) || flow->steps[y][x] != STEPS_NONE) continue;
            flow->steps[y][x] = (u16)(flow->steps[at_y][at_x] + 1);
            queue[tail++] = (u16)(y * (i32)MAP_WIDTH + x);
        }
    }
}

const Flow *flow_to(ed_Host *host, const Map *map, Vec2 goal)
{
    ed_Arena *arena = ed_host_scratch(host, "flow", ED_LIFE_RELOAD, FLOW_BYTES_MAX);
    if (!arena) return NULL;
    if (!arena->used && !ed_arena_push(arena, sizeof(Flow), 8)) return NULL;
    Flow *flow = (Flow *)(void *)arena->base;
    i32 goal_x = (i32)clamp(goal.x / TILE_SIZE, 0, MAP_WIDTH - 1);
    i32 goal_y = (i32)clamp(goal.y / TILE_SIZE, 0, MAP_HEIGHT - 1);
    u64 stamp = map_stamp(map) * 4096 + (u64)(goal_y * (i32)MAP_WIDTH + goal_x) + 1;
    if (flow->stamp == stamp) return flow;
    u16 *queue = ed_arena_push(host->frame, MAP_WIDTH * MAP_HEIGHT * sizeof(u16), 2);
    if (!queue) return NULL;
    flow_spread(flow, map, queue, goal_x, goal_y);
    flow->stamp = stamp;
    return flow;
}

static u32 steps_at(const Flow *flow, i32 x, i32 y)
{
    if (x < 0 || y < 0 || x >= (i32)MAP_WIDTH || y >= (i32)MAP_HEIGHT) return STEPS_NONE;
    return flow->steps[y][x];
}

Vec2 flow_way(const Flow *flow, const Map *map, Vec2 from)
{
    if (!flow) return vec2(0, 0);
    i32 at_x = map_cell(from.x), at_y = map_cell(from.y);
    i32 best_x = at_x, best_y = at_y;
    u32 best = steps_at(flow, at_x, at_y);
    for (i32 y = at_y - 1; y <= at_y + 1; y++) {
        for (i32 x = at_x - 1; x <= at_x + 1; x++) {
            bool corner = x != at_x && y != at_y && (map_wall(map, x, at_y) || map_wall(map, at_x, y));
            if (corner || steps_at(flow, x, y) >= best) continue;
            best = steps_at(flow, x, y);
            best_x = x;
            best_y = y;
        }
    }
    return vec2_way(vec2_sub(map_center(best_x, best_y), from));
}

// --- Enemies by cell -------------------------------------------------------------------------------------------------

static u32 grid_cell(f32 pixels, u32 cells)
{
    return (u32)clamp(pixels * (1.0f / GRID_CELL), 0, (f32)cells - 1);
}

void grid_build(Sim *sim)
{
    const Enemy_array *enemies = &sim->game->enemies;
    Grid grid = { 0 };
    grid.heads = ed_arena_push(sim->host->frame, GRID_WIDTH * GRID_HEIGHT * sizeof(u32), 4);
    grid.next  = ed_arena_push(sim->host->frame, (enemies->count + 1) * sizeof(u32), 4);
    if (grid.heads && grid.next) grid.count = enemies->count;
    for (u32 i = 0; i < grid.count; i++) {
        Vec2 at = enemies->items[i].pos;
        u32 *head = &grid.heads[grid_cell(at.y, GRID_HEIGHT) * GRID_WIDTH + grid_cell(at.x, GRID_WIDTH)];
        grid.next[i] = *head;
        *head = i + 1;
    }
    sim->grid = grid;
}

u32 grid_near(const Grid *grid, Vec2 at, f32 reach, u32 *found, u32 found_max)
{
    u32 count = 0;
    if (!grid->count) return 0;
    u32 left = grid_cell(at.x - reach, GRID_WIDTH),  right  = grid_cell(at.x + reach, GRID_WIDTH);
    u32 top  = grid_cell(at.y - reach, GRID_HEIGHT), bottom = grid_cell(at.y + reach, GRID_HEIGHT);
    for (u32 y = top; y <= bottom; y++) {
        for (u32 x = left; x <= right; x++) {
            u32 link = grid->heads[y * GRID_WIDTH + x];
            for (; link && count < found_max; link = grid->next[link - 1]) found[count++] = link - 1;
        }
    }
    return count;
}
