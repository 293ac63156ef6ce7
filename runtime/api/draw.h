/// The draw list: a game fills it in render, in logical units, and the host draws it. It contains
/// only numbers, texts and pixels, so a game can render without a window. Later items cover earlier
/// ones.
#ifndef ED_API_DRAW_H
#define ED_API_DRAW_H
#include "runtime/base/arena.h"
ED_C_BEGIN

#define ED_DRAW_ITEMS_MAX 65536u      // items per frame; further ones are counted in `dropped`
#define ED_DRAW_TEXT_MAX 262144u      // bytes of text per frame

typedef u32 ed_Color;      // 0xRRGGBBAA

typedef enum ed_DrawKind {
    ED_DRAW_RECT,                // v: x y w h
    ED_DRAW_RECT_OUTLINE,        // v: x y w h thickness, drawn inside
    ED_DRAW_LINE,                // v: x0 y0 x1 y1 thickness
    ED_DRAW_CIRCLE,              // v: x y radius
    ED_DRAW_CIRCLE_OUTLINE,      // v: x y radius thickness, drawn inside
    ED_DRAW_TRIANGLE,            // v: x0 y0 x1 y1 x2 y2
    ED_DRAW_TEXT,                // v: x y size; y is the top of the line
    ED_DRAW_SPRITE,              // v: x y w h angle; x y is the center, angle in radians, clockwise
    ED_DRAW_CLIP                 // v: x y w h; applies to the items after it. w < 0: no clip
} ed_DrawKind;

typedef enum ed_Align { ED_ALIGN_LEFT, ED_ALIGN_CENTER, ED_ALIGN_RIGHT } ed_Align;
typedef enum ed_Blend { ED_BLEND_ALPHA, ED_BLEND_ADD } ed_Blend;

/// A picture. The game owns the pixels and keeps them in memory that a reload does not move or
/// change: rigid memory, or a scratch arena with ED_LIFETIME_KEEP.
typedef struct ed_Sprite {
    const ed_Color *pixels;      // width * height, top row first
    u16 width, height;
    u32 id;      // a hash of the content
} ed_Sprite;

typedef struct ed_DrawItem {
    u8 kind;       // ed_DrawKind
    u8 align;      // ed_Align, for text
    u8 blend;      // ed_Blend
    u8 pad;
    ed_Color color;      // for a sprite: its pixels are multiplied by this
    f32 v[6];            // see ed_DrawKind
    u32 text_at;         // offset in ed_Draw.text; the text is terminated
    u32 text_size;
    ed_Sprite sprite;
} ed_DrawItem;

typedef struct ed_Draw {
    ed_DrawItem *items;
    u32 count;
    u32 dropped;      // number of items that did not fit
    char *text;
    u32 text_size;
    f32 width, height;           // of the view, in logical units
    f32 origin_x, origin_y;      // added to every position, for a camera
    u8 blend;                    // ed_Blend of the items that are added next
    ed_DrawItem spare;           // written instead of items that do not fit
} ed_Draw;

/// Allocates an empty list. Returns false if the arena is full.
bool ed_draw_open(ed_Draw *draw, ed_Arena *arena, f32 width, f32 height);
void ed_draw_clear(ed_Draw *draw);
void ed_draw_origin(ed_Draw *draw, f32 x, f32 y);
void ed_draw_blend(ed_Draw *draw, ed_Blend blend);
void ed_draw_clip(ed_Draw *draw, f32 x, f32 y, f32 w, f32 h);
void ed_draw_unclip(ed_Draw *draw);

void ed_draw_rect(ed_Draw *draw, f32 x, f32 y, f32 w, f32 h, ed_Color color);
void ed_draw_rect_outline(ed_Draw *draw, f32 x, f32 y, f32 w, f32 h, f32 thickness, ed_Color color);
void ed_draw_line(ed_Draw *draw, f32 x0, f32 y0, f32 x1, f32 y1, f32 thickness, ed_Color color);
void ed_draw_circle(ed_Draw *draw, f32 x, f32 y, f32 radius, ed_Color color);
void ed_draw_circle_outline(ed_Draw *draw, f32 x, f32 y, f32 radius, f32 thickness, ed_Color color);
void ed_draw_triangle(ed_Draw *draw, f32 x0, f32 y0, f32 x1, f32 y1, f32 x2, f32 y2,
                      ed_Color color);
void ed_draw_text(ed_Draw *draw, f32 x, f32 y, f32 size, ed_Align align, ed_Color color,
                  const char *format, ...) ED_FORMAT(7, 8);
/// A rotated sprite with a side of more than 8000 pixels of the output is not drawn.
void ed_draw_sprite(ed_Draw *draw, const ed_Sprite *sprite, f32 x, f32 y, f32 w, f32 h, f32 angle,
                    ed_Color color);

ed_Sprite ed_sprite_from_pixels(const ed_Color *pixels, u16 width, u16 height);

ED_C_END
#endif
