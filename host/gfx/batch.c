#include "host/gfx/batch.h"
#include <math.h>

bool host_batch_open(host_Batch *batch, SDL_Renderer *renderer, ed_Error *error)
{
    *batch = (host_Batch){ .renderer = renderer, .blend = SDL_BLENDMODE_BLEND };
    if (!ed_arena_open(&batch->arena, "drawn triangles", HOST_BATCH_MEMORY_MAX, error))
        return false;
    batch->vertices = ed_arena_push(&batch->arena, sizeof(SDL_Vertex) * HOST_BATCH_VERTICES, 64);
    batch->indices = ed_arena_push(&batch->arena, sizeof(int) * HOST_BATCH_INDICES, 64);
    if (!ed_arena_check(&batch->arena, error)
        || !host_atlas_open(&batch->atlas, &batch->arena, renderer, error)) {
        host_batch_close(batch);
        return false;
    }
    host_fonts_open(&batch->fonts);
    return true;
}

void host_batch_close(host_Batch *batch)
{
    if (!batch->arena.base) return;
    host_fonts_close(&batch->fonts);
    host_atlas_close(&batch->atlas);
    ed_arena_close(&batch->arena);
}

void host_batch_flush(host_Batch *batch)
{
    if (batch->index_count == 0) return;
    SDL_RenderSetClipRect(batch->renderer, &batch->clip);
    SDL_SetTextureBlendMode(batch->atlas.texture, batch->blend);
    SDL_RenderGeometry(batch->renderer, batch->atlas.texture, batch->vertices, batch->vertex_count,
                       batch->indices, batch->index_count);
    batch->vertex_count = batch->index_count = 0;
}

void host_batch_blend(host_Batch *batch, SDL_BlendMode blend)
{
    if (batch->blend == blend) return;
    host_batch_flush(batch);
    batch->blend = blend;
}

void host_batch_clip(host_Batch *batch, SDL_Rect clip)
{
    if (SDL_RectEquals(&batch->clip, &clip)) return;
    host_batch_flush(batch);
    batch->clip = clip;
}

const host_Cell *host_batch_cell(host_Batch *batch, host_CellKind kind, u64 key,
                                 host_CellDraw *draw, const void *it)
{
    const host_Cell *cell = host_atlas_find(&batch->atlas, kind, key);
    if (cell) return cell;
    host_Cell fresh = { .kind = kind, .key = key };
    draw(batch, it, &fresh);
    cell = host_atlas_add(&batch->atlas, &fresh);
    if (cell) return cell;
    host_batch_flush(batch);
    host_atlas_clear(&batch->atlas);      // only after the batch that uses it was drawn
    draw(batch, it, &fresh);
    return host_atlas_add(&batch->atlas, &fresh);
}

int host_batch_room(host_Batch *batch, int vertices, int indices)
{
    bool full = batch->vertex_count + vertices > HOST_BATCH_VERTICES
             || batch->index_count + indices > HOST_BATCH_INDICES;
    if (full) host_batch_flush(batch);
    return batch->vertex_count;
}

/// SDL's software renderer multiplies coordinates as int, so distant points are clamped to avoid an
/// overflow.
static void add_vertex(host_Batch *batch, SDL_FPoint at, SDL_Color color, SDL_FPoint texture_at)
{
    at.x = fminf(fmaxf(at.x, -HOST_VERTEX_MAX_PX), HOST_VERTEX_MAX_PX);
    at.y = fminf(fmaxf(at.y, -HOST_VERTEX_MAX_PX), HOST_VERTEX_MAX_PX);
    batch->vertices[batch->vertex_count++] = (SDL_Vertex){ at, color, texture_at };
}

void host_batch_vertex(host_Batch *batch, SDL_FPoint at, SDL_Color color)
{
    add_vertex(batch, at, color, host_atlas_white());
}

void host_batch_triangle(host_Batch *batch, int a, int b, int c)
{
    int *next = batch->indices + batch->index_count;
    next[0] = a;
    next[1] = b;
    next[2] = c;
    batch->index_count += 3;
}

void host_batch_quad(host_Batch *batch, const SDL_FPoint corners[4], SDL_FRect part,
                     SDL_Color color)
{
    int first = host_batch_room(batch, 4, 6);
    float left = part.x / HOST_ATLAS_SIZE, right = (part.x + part.w) / HOST_ATLAS_SIZE;
    float top = part.y / HOST_ATLAS_SIZE, bottom = (part.y + part.h) / HOST_ATLAS_SIZE;
    const SDL_FPoint texture_corners[4] = {
        { left, top }, { right, top }, { right, bottom }, { left, bottom }
    };
    for (int i = 0; i < 4; i++) add_vertex(batch, corners[i], color, texture_corners[i]);
    host_batch_triangle(batch, first, first + 1, first + 2);
    host_batch_triangle(batch, first, first + 2, first + 3);
}
