#include "host/gfx/draw_list.h"
#include <math.h>
#include "host/gfx/geometry.h"
#include "host/gfx/text.h"

#define COORDINATE_MAX_PX 1e6f      // pixels; coordinates are clamped to this distance
#define PIECE_PX 450.0f             // largest piece of a rotated picture

host_View host_view_fit(float width, float height, int output_w, int output_h)
{
    float w = fminf(fmaxf(width, 1), COORDINATE_MAX_PX),
          h = fminf(fmaxf(height, 1), COORDINATE_MAX_PX);
    float scale = fminf((float)output_w / w, (float)output_h / h);
    float x = floorf(((float)output_w - w * scale) / 2),
          y = floorf(((float)output_h - h * scale) / 2);
    return (
        host_View){ scale, x, y, { (int)x, (int)y, (int)ceilf(w * scale), (int)ceilf(h * scale) } };
}

static SDL_Color color_from(ed_Color color)
{
    return (SDL_Color){ (Uint8)(color >> 24), (Uint8)(color >> 16), (Uint8)(color >> 8),
                        (Uint8)color };
}

/// Clamps a coordinate. A game may pass any value, including NaN.
static float bounded(float value)
{
    return value > -COORDINATE_MAX_PX ? fminf(value, COORDINATE_MAX_PX) : -COORDINATE_MAX_PX;
}

static float place_x(const host_View *view, float x) { return bounded(view->x + x * view->scale); }
static float place_y(const host_View *view, float y) { return bounded(view->y + y * view->scale); }
static float length(const host_View *view, float size) { return bounded(size * view->scale); }

static SDL_FPoint to_window(const host_View *view, const f32 *at)
{
    return (SDL_FPoint){ place_x(view, at[0]), place_y(view, at[1]) };
}

static void draw_clip(host_Batch *batch, const host_View *view, const f32 *v)
{
    SDL_Rect clip = view->area;
    if (v[2] >= 0) {
        int x0 = (int)roundf(place_x(view, v[0])), x1 = (int)roundf(place_x(view, v[0] + v[2]));
        int y0 = (int)roundf(place_y(view, v[1])), y1 = (int)roundf(place_y(view, v[1] + v[3]));
        SDL_Rect asked = { x0, y0, x1 - x0, y1 - y0 };
        if (!SDL_IntersectRect(&asked, &view->area, &clip)) clip = (SDL_Rect){ -1, -1, 1, 1 };
    }
    host_batch_clip(batch, clip);
}

static void draw_text(host_Batch *batch, const ed_Draw *draw, const ed_DrawItem *item,
                      const host_View *view, host_Face face)
{
    if (item->text_at > draw->text_size || item->text_size > draw->text_size - item->text_at)
        return;
    SDL_FPoint at = to_window(view, item->v);
    host_text_draw(batch, face, draw->text + item->text_at, item->text_size, at.x, at.y,
                   length(view, item->v[2]), (ed_Align)item->align, color_from(item->color));
}

/// Converts a sprite to the atlas's byte order. One that is too large is reduced by leaving out
/// rows and columns.
static void draw_pixels(host_Batch *batch, const void *it, host_Cell *cell)
{
    const ed_Sprite *sprite = it;
    int w = sprite->width < HOST_CELL_MAX ? sprite->width : HOST_CELL_MAX;
    int h = sprite->height < HOST_CELL_MAX ? sprite->height : HOST_CELL_MAX;
    for (int y = 0; y < h; y++) {
        const ed_Color *row = sprite->pixels + (size_t)(y * sprite->height / h) * sprite->width;
        for (int x = 0; x < w; x++) {
            ed_Color color = row[x * sprite->width / w];
            batch->atlas.pixels[y * w + x] = color >> 8 | color << 24;
        }
    }
    cell->at.w = w;
    cell->at.h = h;
}

static const host_Cell *sprite_cell(host_Batch *batch, const ed_Sprite *sprite)
{
    u64 key = (u64)sprite->id << 32 | (u64)sprite->width << 16 | sprite->height;
    return host_batch_cell(batch, HOST_CELL_SPRITE, key, draw_pixels, sprite);
}

/// Computes the corners of a sprite. Sprites that are not rotated are aligned to whole pixels, like
/// rectangles.
static void sprite_corners(const host_View *view, const f32 *v, SDL_FPoint corners[4])
{
    SDL_FPoint middle = to_window(view, v);
    float w = fabsf(length(view, v[2])) / 2, h = fabsf(length(view, v[3])) / 2;
    const float signs[4][2] = { { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 } };
    float turn_cos = cosf(v[4]), turn_sin = sinf(v[4]);
    for (int i = 0; i < 4; i++) {
        float x = signs[i][0] * w, y = signs[i][1] * h;
        corners[i] = v[4] == 0 ? (SDL_FPoint){ roundf(middle.x + x), roundf(middle.y + y) }
                               : (SDL_FPoint){ middle.x + x * turn_cos - y * turn_sin,
                                               middle.y + x * turn_sin + y * turn_cos };
    }
}

/// Returns the point at the fractions `u` and `v` along the sides.
static SDL_FPoint between(const SDL_FPoint corners[4], float u, float v)
{
    SDL_FPoint at = corners[0];
    at.x += (corners[1].x - corners[0].x) * u + (corners[3].x - corners[0].x) * v;
    at.y += (corners[1].y - corners[0].y) * u + (corners[3].y - corners[0].y) * v;
    return at;
}

/// Reduces a picture that is not rotated to what `clip` shows of it. `part` is the area of the
/// atlas that it shows. False if nothing of it is shown.
static bool clip_picture(const SDL_Rect *clip, SDL_FPoint corners[4], SDL_FRect *part)
{
    const SDL_FPoint first = corners[0], last = corners[2];
    float x0 = fmaxf(first.x, (float)clip->x), x1 = fminf(last.x, (float)(clip->x + clip->w));
    float y0 = fmaxf(first.y, (float)clip->y), y1 = fminf(last.y, (float)(clip->y + clip->h));
    if (x0 >= x1 || y0 >= y1) return false;
    float u = part->w / (last.x - first.x), v = part->h / (last.y - first.y);
    *part = (SDL_FRect){ part->x + (x0 - first.x) * u, part->y + (y0 - first.y) * v, (x1 - x0) * u,
                         (y1 - y0) * v };
    corners[0] = (SDL_FPoint){ x0, y0 };
    corners[1] = (SDL_FPoint){ x1, y0 };
    corners[2] = (SDL_FPoint){ x1, y1 };
    corners[3] = (SDL_FPoint){ x0, y1 };
    return true;
}

/// SDL's software renderer multiplies an area by a texture coordinate as int. To avoid an overflow,
/// a large rotated picture is drawn in pieces. A picture with a side longer than HOST_VERTEX_MAX_PX
/// is clipped first, or not drawn at all if it is rotated.
static void draw_pieces(host_Batch *batch, SDL_FPoint corners[4], SDL_FRect part, bool slanted,
                        SDL_Color color)
{
    float w = hypotf(corners[1].x - corners[0].x, corners[1].y - corners[0].y);
    float h = hypotf(corners[3].x - corners[0].x, corners[3].y - corners[0].y);
    bool large = w > HOST_VERTEX_MAX_PX || h > HOST_VERTEX_MAX_PX;
    if (large && (slanted || !clip_picture(&batch->clip, corners, &part))) return;
    int across = slanted ? 1 + (int)(w / PIECE_PX) : 1,
        down = slanted ? 1 + (int)(h / PIECE_PX) : 1;
    for (int y = 0; y < down; y++)
        for (int x = 0; x < across; x++) {
            float left = (float)x / (float)across, right = (float)(x + 1) / (float)across;
            float top = (float)y / (float)down, bottom = (float)(y + 1) / (float)down;
            const SDL_FPoint piece[4] = { between(corners, left, top), between(corners, right, top),
                                          between(corners, right, bottom),
                                          between(corners, left, bottom) };
            const SDL_FRect shown = { part.x + part.w * left, part.y + part.h * top,
                                      part.w * (right - left), part.h * (bottom - top) };
            host_batch_quad(batch, piece, shown, color);
        }
}

static void draw_sprite(host_Batch *batch, const ed_DrawItem *item, const host_View *view)
{
    const ed_Sprite *sprite = &item->sprite;
    if (!sprite->pixels || !sprite->width || !sprite->height || !isfinite(item->v[4])) return;
    const host_Cell *cell = sprite_cell(batch, sprite);
    if (!cell) return;
    SDL_FPoint corners[4];
    sprite_corners(view, item->v, corners);
    const SDL_Rect *at = &cell->at;
    bool flip_x = item->v[2] < 0, flip_y = item->v[3] < 0;
    SDL_FRect part = { (float)(flip_x ? at->x + at->w : at->x),
                       (float)(flip_y ? at->y + at->h : at->y), (float)(flip_x ? -at->w : at->w),
                       (float)(flip_y ? -at->h : at->h) };
    draw_pieces(batch, corners, part, item->v[4] != 0, color_from(item->color));
}

static void draw_item(host_Batch *batch, const ed_Draw *draw, const ed_DrawItem *item,
                      const host_View *view, host_Face face)
{
    const f32 *v = item->v;
    SDL_Color color = color_from(item->color);
    SDL_FPoint at = to_window(view, v);
    switch ((ed_DrawKind)item->kind) {
    case ED_DRAW_RECT:
        host_geometry_rect(batch, at.x, at.y, length(view, v[2]), length(view, v[3]), color);
        break;
    case ED_DRAW_RECT_OUTLINE:
        host_geometry_rect_line(batch, at.x, at.y, length(view, v[2]), length(view, v[3]),
                                length(view, v[4]), color);
        break;
    case ED_DRAW_LINE:
        host_geometry_line(batch, at, to_window(view, v + 2), length(view, v[4]), color);
        break;
    case ED_DRAW_CIRCLE: host_geometry_circle(batch, at.x, at.y, length(view, v[2]), color); break;
    case ED_DRAW_CIRCLE_OUTLINE:
        host_geometry_circle_line(batch, at.x, at.y, length(view, v[2]), length(view, v[3]), color);
        break;
    case ED_DRAW_TRIANGLE:
        host_geometry_triangle(
            batch, (SDL_FPoint[3]){ at, to_window(view, v + 2), to_window(view, v + 4) }, color);
        break;
    case ED_DRAW_TEXT: draw_text(batch, draw, item, view, face); break;
    case ED_DRAW_SPRITE: draw_sprite(batch, item, view); break;
    case ED_DRAW_CLIP: draw_clip(batch, view, v); break;
    }
}

void host_draw_list(host_Batch *batch, const ed_Draw *draw, const host_View *view, host_Face face)
{
    host_batch_clip(batch, view->area);
    for (u32 i = 0; i < draw->count; i++) {
        const ed_DrawItem *item = &draw->items[i];
        host_batch_blend(batch,
                         item->blend == ED_BLEND_ADD ? SDL_BLENDMODE_ADD : SDL_BLENDMODE_BLEND);
        draw_item(batch, draw, item, view, face);
    }
}
