#include "game/paint.h"

ed_Color color_fade(ed_Color color, f32 alpha)
{
    u32 faded = (u32)((f32)(color & 255u) * clamp(alpha, 0, 1));
    return (color & 0xffffff00u) | faded;
}

ed_Color color_mix(ed_Color one, ed_Color other, f32 t)
{
    ed_Color mixed = 0;
    for (u32 shift = 0; shift < 32; shift += 8) {
        f32 from = (f32)(one >> shift & 255u);
        f32 to = (f32)(other >> shift & 255u);
        mixed |= (u32)lerp(from, to, clamp(t, 0, 1)) << shift;
    }
    return mixed;
}

void paint_art(const View *view, Art art, Vec2 at, Vec2 size, f32 angle, ed_Color color)
{
    ed_Sprite sprite = art_sprite(view->assets, art);
    if (sprite.pixels)
        ed_draw_sprite(view->draw, &sprite, at.x, at.y, size.x, size.y, angle, color);
}

void paint_glow(const View *view, Vec2 at, f32 radius, ed_Color color)
{
    ed_draw_blend(view->draw, ED_BLEND_ADD);
    paint_art(view, ART_GLOW, at, vec2(radius * 2, radius * 2), 0, color);
    ed_draw_blend(view->draw, ED_BLEND_ALPHA);
}

void paint_world_begin(const View *view)
{
    ed_draw_blend(view->draw, ED_BLEND_ALPHA);
    ed_draw_origin(view->draw, -view->corner.x, -view->corner.y);
}

void paint_screen_begin(const View *view)
{
    ed_draw_blend(view->draw, ED_BLEND_ALPHA);
    ed_draw_origin(view->draw, 0, 0);
}

bool paint_is_visible(const View *view, Vec2 at, f32 reach)
{
    f32 x = at.x - view->corner.x;
    f32 y = at.y - view->corner.y;
    return x > -reach && y > -reach && x < view->draw->width + reach
        && y < view->draw->height + reach;
}

void paint_text(const View *view, f32 x, f32 y, f32 size, ed_Align align, ed_Color color,
                const char *text)
{
    ed_draw_text(view->draw, x + 1.5f, y + 1.5f, size, align,
                 color_fade(BLACK, (f32)(color & 255u) / 255.0f * 0.75f), "%s", text);
    ed_draw_text(view->draw, x, y, size, align, color, "%s", text);
}
