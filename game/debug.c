#include "game/debug.h"
#include "game/roots.h"
#include "game/sim.h"
#include "gen/effects.gen.h"
#include "gen/tools.gen.h"

#define SAMPLES 180u      // number of updates in the graph
#define GRAPH_BYTES (16u << 10)
#define GRAPH_HEIGHT 54.0f
#define LINE 17.0f

/// The last samples. They are in scratch memory that survives reloads, so that the graph shows the
/// effect of a reload.
typedef struct Graph {
    u32 next;
    u16 particles[SAMPLES];
    u16 enemies[SAMPLES];
} Graph;

static Graph *graph_of(ed_Host *host)
{
    ed_Arena *arena = ed_host_scratch(host, "debug graph", ED_LIFETIME_KEEP, GRAPH_BYTES);
    if (!arena) return NULL;
    if (arena->used != sizeof(Graph)) {      // new, or Graph changed in a reload
        ed_arena_reset(arena);
        if (!ed_arena_push(arena, sizeof(Graph), 8)) return NULL;
    }
    return (Graph *)(void *)arena->base;
}

static void sample(ed_Host *host, const Game *game)
{
    Graph *graph = graph_of(host);
    if (!graph) return;
    graph->next = (graph->next + 1) % SAMPLES;
    graph->particles[graph->next] = (u16)game->particles.count;
    graph->enemies[graph->next] = (u16)game->enemies.count;
}

void debug_update(ed_Host *host)
{
    const ed_Input *input = host->input;
    const Game *game = root_game(host)->at;
    Debug *debug = root_debug(host)->at;
    if (input->key_pressed[ED_KEY_O] || input->key_pressed[ED_KEY_MINUS])
        debug->open = !debug->open;
    debug->updates++;
    debug->particles = game->particles.count;
    if (debug->particles > debug->particles_peak) debug->particles_peak = debug->particles;
    debug->enemies = game->enemies.count;
    debug->bullets = game->bullets.count;
    debug->pickups = game->pickups.count;
    debug->state_bytes = root_game(host)->arena->used;
    debug->frame_bytes = host->frame->used;
    sample(host, game);
}

// --- Drawing -------------------------------------------------------------------------------------

static void draw_line(const View *view, f32 y, const char *name, u64 value)
{
    f32 right = view->draw->width - 14;
    char text[32];
    ed_Text out = ed_text_over(text, sizeof text);
    ed_text_add(&out, "%llu", (unsigned long long)value);
    paint_text(view, right - 168, y, 13, ED_ALIGN_LEFT, TEXT_DIM, name);
    paint_text(view, right - 8, y, 13, ED_ALIGN_RIGHT, TEXT, text);
}

static void draw_graph(const View *view, const Graph *graph, f32 x, f32 bottom)
{
    ed_draw_rect(view->draw, x, bottom - GRAPH_HEIGHT, (f32)SAMPLES, GRAPH_HEIGHT,
                 color_fade(INK, 0.7f));
    for (u32 i = 0; i < SAMPLES; i++) {
        u32 at = (graph->next + 1 + i) % SAMPLES;
        f32 particles = (f32)graph->particles[at] / PARTICLES_MAX * GRAPH_HEIGHT;
        f32 enemies = (f32)graph->enemies[at] / ENEMIES_MAX * GRAPH_HEIGHT;
        ed_draw_rect(view->draw, x + (f32)i, bottom - particles, 1, particles,
                     color_fade(AMBER_DEEP, 0.75f));
        ed_draw_rect(view->draw, x + (f32)i, bottom - enemies - 1, 1, 2, MAGENTA);
    }
}

void draw_debug(const View *view, ed_Host *host)
{
    const Debug *debug = view->debug;
    if (!debug->open) return;
    f32 left = view->draw->width - 14 - 180, y = 108;
    u64 items = view->draw->count;
    paint_screen_begin(view);
    ed_draw_rect(view->draw, left - 6, y - 6, 192, 9 * LINE + GRAPH_HEIGHT + 22, PANEL);
    draw_line(view, y, "particles", debug->particles);
    draw_line(view, y + LINE, "particles (peak)", debug->particles_peak);
    draw_line(view, y + LINE * 2, "enemies", debug->enemies);
    draw_line(view, y + LINE * 3, "bullets", debug->bullets);
    draw_line(view, y + LINE * 4, "pickups", debug->pickups);
    draw_line(view, y + LINE * 5, "draw items", items);
    draw_line(view, y + LINE * 6, "state (bytes)", debug->state_bytes);
    draw_line(view, y + LINE * 7, "frame (bytes)", debug->frame_bytes);
    draw_line(view, y + LINE * 8, "updates", debug->updates);
    const Graph *graph = graph_of(host);
    if (graph) draw_graph(view, graph, left, y + LINE * 9 + GRAPH_HEIGHT + 8);
}
