/// Collects triangles for one draw call. A new clip or blend mode, or a full buffer, flushes the
/// batch.
#ifndef HOST_GFX_BATCH_H
#define HOST_GFX_BATCH_H
#include "host/gfx/atlas.h"
#include "host/gfx/font.h"
#include "runtime/api/draw.h"

#define HOST_BATCH_VERTICES 65536
#define HOST_BATCH_INDICES (HOST_BATCH_VERTICES * 3)
#define HOST_VERTEX_MAX_PX 8000.0f      // vertices are clamped to it; more than any display has
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

/// Draws the picture that `it` describes into `batch->atlas.pixels`. Sets the width and height in
/// `cell->at`, and for a glyph also `left`, `top` and `advance`.
typedef void host_CellDraw(host_Batch *batch, const void *it, host_Cell *cell);

/// On failure nothing stays open. Borrows the renderer.
bool host_batch_open(host_Batch *batch, SDL_Renderer *renderer, ed_Error *error);
void host_batch_close(host_Batch *batch);

void host_batch_blend(host_Batch *batch, SDL_BlendMode blend);
void host_batch_clip(host_Batch *batch, SDL_Rect clip);      ///< `clip` is in output pixels
void host_batch_flush(host_Batch *batch);

/// Returns the cell of a picture. If the picture is not in the atlas, `draw` draws it from `it`,
/// which describes it. NULL on failure. Valid until the next call, which may flush the batch and
/// clear a full atlas.
const host_Cell *host_batch_cell(host_Batch *batch, host_CellKind kind, u64 key,
                                 host_CellDraw *draw, const void *it);

/// Makes room for vertices and indices, and returns the index of the next vertex.
int host_batch_room(host_Batch *batch, int vertices, int indices);
/// Adds a vertex of an untextured triangle.
void host_batch_vertex(host_Batch *batch, SDL_FPoint at, SDL_Color color);
void host_batch_triangle(host_Batch *batch, int a, int b, int c);
/// Adds a quad. `corners` are in order around it. `part` is the area of the atlas that it shows, in
/// pixels; a negative width or height mirrors it.
void host_batch_quad(host_Batch *batch, const SDL_FPoint corners[4], SDL_FRect part,
                     SDL_Color color);
#endif
