#include "runtime/api/draw.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool ed_draw_open(ed_Draw *draw, ed_Arena *arena, f32 width, f32 height)
{
    *draw = (ed_Draw){ .width = width, .height = height };
    draw->items = (ed_DrawItem *)ed_arena_push(arena, ED_DRAW_ITEMS_MAX * sizeof(ed_DrawItem),
                                               _Alignof(ed_DrawItem));
    draw->text = (char *)ed_arena_push(arena, ED_DRAW_TEXT_MAX, 1);
    return draw->items && draw->text;
}

void ed_draw_clear(ed_Draw *draw)
{
    draw->count = draw->dropped = draw->text_size = 0;
    draw->origin_x = draw->origin_y = 0;
    draw->blend = ED_BLEND_ALPHA;
}

void ed_draw_origin(ed_Draw *draw, f32 x, f32 y)
{
    draw->origin_x = x;
    draw->origin_y = y;
}

void ed_draw_blend(ed_Draw *draw, ed_Blend blend) { draw->blend = (u8)blend; }

/// Adds an item, and moves its first position by the origin. If the list is full, returns a spare
/// item that is not drawn.
static ed_DrawItem *add(ed_Draw *draw, ed_DrawKind kind, f32 x, f32 y, ed_Color color)
{
    bool full = draw->count >= ED_DRAW_ITEMS_MAX;
    ed_DrawItem *item = full ? &draw->spare : &draw->items[draw->count++];
    draw->dropped += full;
    *item = (ed_DrawItem){ .kind = (u8)kind, .blend = draw->blend, .color = color };
    item->v[0] = x + draw->origin_x;
    item->v[1] = y + draw->origin_y;
    return item;
}

void ed_draw_clip(ed_Draw *draw, f32 x, f32 y, f32 w, f32 h)
{
    ed_DrawItem *item = add(draw, ED_DRAW_CLIP, x, y, 0);
    item->v[2] = w > 0 ? w : 0;      // NaN becomes 0 too
    item->v[3] = h > 0 ? h : 0;
}

void ed_draw_unclip(ed_Draw *draw) { add(draw, ED_DRAW_CLIP, 0, 0, 0)->v[2] = -1; }

void ed_draw_rect(ed_Draw *draw, f32 x, f32 y, f32 w, f32 h, ed_Color color)
{
    ed_DrawItem *item = add(draw, ED_DRAW_RECT, x, y, color);
    item->v[2] = w;
    item->v[3] = h;
}

void ed_draw_rect_outline(ed_Draw *draw, f32 x, f32 y, f32 w, f32 h, f32 thickness, ed_Color color)
{
    ed_DrawItem *item = add(draw, ED_DRAW_RECT_OUTLINE, x, y, color);
    item->v[2] = w;
    item->v[3] = h;
    item->v[4] = thickness;
}

void ed_draw_line(ed_Draw *draw, f32 x0, f32 y0, f32 x1, f32 y1, f32 thickness, ed_Color color)
{
    ed_DrawItem *item = add(draw, ED_DRAW_LINE, x0, y0, color);
    item->v[2] = x1 + draw->origin_x;
    item->v[3] = y1 + draw->origin_y;
    item->v[4] = thickness;
}

void ed_draw_circle(ed_Draw *draw, f32 x, f32 y, f32 radius, ed_Color color)
{
    add(draw, ED_DRAW_CIRCLE, x, y, color)->v[2] = radius;
}

void ed_draw_circle_outline(ed_Draw *draw, f32 x, f32 y, f32 radius, f32 thickness, ed_Color color)
{
    ed_DrawItem *item = add(draw, ED_DRAW_CIRCLE_OUTLINE, x, y, color);
    item->v[2] = radius;
    item->v[3] = thickness;
}

void ed_draw_triangle(ed_Draw *draw, f32 x0, f32 y0, f32 x1, f32 y1, f32 x2, f32 y2, ed_Color color)
{
    ed_DrawItem *item = add(draw, ED_DRAW_TRIANGLE, x0, y0, color);
    item->v[2] = x1 + draw->origin_x;
    item->v[3] = y1 + draw->origin_y;
    item->v[4] = x2 + draw->origin_x;
    item->v[5] = y2 + draw->origin_y;
}

void ed_draw_text(ed_Draw *draw, f32 x, f32 y, f32 size, ed_Align align, ed_Color color,
                  const char *format, ...)
{
    u32 used = draw->text_size < ED_DRAW_TEXT_MAX ? draw->text_size : ED_DRAW_TEXT_MAX;
    u32 room = ED_DRAW_TEXT_MAX - used;
    va_list args;
    va_start(args, format);
    int wanted = vsnprintf(draw->text + used, room, format, args);
    va_end(args);
    if (wanted < 0 || (u32)wanted >= room) {
        draw->dropped++;
        return;
    }
    ed_DrawItem *item = add(draw, ED_DRAW_TEXT, x, y, color);
    item->align = (u8)align;
    item->v[2] = size;
    item->text_at = draw->text_size;
    item->text_size = (u32)wanted;
    draw->text_size += (u32)wanted + 1;
}

void ed_draw_sprite(ed_Draw *draw, const ed_Sprite *sprite, f32 x, f32 y, f32 w, f32 h, f32 angle,
                    ed_Color color)
{
    ed_DrawItem *item = add(draw, ED_DRAW_SPRITE, x, y, color);
    item->v[2] = w;
    item->v[3] = h;
    item->v[4] = angle;
    item->sprite = *sprite;
}

ed_Sprite ed_sprite_from_pixels(const ed_Color *pixels, u16 width, u16 height)
{
    u32 id = 0x811c9dc5u ^ width;
    for (u32 i = 0; i < (u32)width * height; i++) id = (id ^ pixels[i]) * 0x01000193u;
    return (ed_Sprite){ pixels, width, height, id };
}
