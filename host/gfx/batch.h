/// Batches triangles into one draw call. A new clip or blend mode, or a full buffer, draws the
/// batch.
#ifndef HOST_GFX_BATCH_H
#define HOST_GFX_BATCH_H
#include "host/gfx/atlas.h"
#include "host/gfx/font.h"
#include "runtime/api/draw.h"

#define HOST_BATCH_VERTICES 65536
#define HOST_BATCH_INDICES (HOST_BATCH_VERTICES * 3)
#define HOST_REACH_PX 8000.0f      // to all sides: more than any display has
#define HOST_BATCH_MEMORY_MAX ((size_t)32 << 20)

typedef struct host_Batch {
    ed_Arena arena;
    SDL_Renderer *renderer;
    host_Atlas atlas;
    host_Fonts fonts;
    SDL_Vertex *vertices;
    int *indices;
    int vertex_count, index_count;
    SDL_BlendMode blend;
    SDL_Rect clip;
} host_Batch;

/// Draws a picture into `batch->atlas.pixels` and fills the cell, starting with its size.
typedef void host_CellDraw(host_Batch *batch, const void *it, host_Cell *cell);

/// On failure nothing stays open. Borrows the renderer.
bool host_batch_open(host_Batch *batch, SDL_Renderer *renderer, ed_Error *error);
void host_batch_close(host_Batch *batch);
void host_batch_clear(host_Batch *batch);      ///< clears the whole output to black at once

void host_batch_blend(host_Batch *batch, SDL_BlendMode blend);
void host_batch_clip(host_Batch *batch, SDL_Rect clip);      ///< in pixels of the output
void host_batch_flush(host_Batch *batch);

/// The cell of a picture; if the atlas does not have it, `draw` creates it from `it`. NULL on
/// failure. Valid until the next call, which may draw the batch and clear a full atlas.
const host_Cell *host_batch_cell(host_Batch *batch, host_CellKind kind, u64 key,
                                 host_CellDraw *draw, const void *it);

/// Makes room; returns the index the next vertex gets.
int host_batch_room(host_Batch *batch, int vertices, int indices);
void host_batch_vertex(host_Batch *batch, SDL_FPoint at, SDL_Color color);      ///< plain colour
void host_batch_triangle(host_Batch *batch, int a, int b, int c);
/// Four corners in order around, and the pixels of the atlas they show; a negative size mirrors.
void host_batch_quad(host_Batch *batch, const SDL_FPoint corners[4], SDL_FRect part,
                     SDL_Color color);
#endif
