/// Draws the effects: particles, rings, floating numbers.
#include "game/paint.h"
#include "gen/effects.gen.h"

#define STREAK 0.028f           // length of a spark's streak, in seconds of flight
#define STREAK_MIN 70.0f        // pixels per second; slower sparks have no streak
#define SHINE 0.62f             // brightness of one particle; the light of many adds up
#define GLOW_SIZE_MIN 3.0f      // size from which an ember glows

static void draw_solid(const View *view, const Particle *particle, f32 left)
{
    Vec2 at = particle->pos;
    if (particle->kind == ParticleKind_SMOKE) {
        f32 radius = particle->size * (1.6f - left * 0.8f);
        paint_art(view, ART_GLOW, at, vec2(radius * 3, radius * 3), 0,
                  color_fade(particle->color, left * 0.8f));
        return;
    }
    f32 size = particle->size * (left < 0.3f ? left / 0.3f : 1);
    Vec2 way = vec2_polar(particle->life * 9 + particle->size * 7, size);
    ed_draw_triangle(view->draw, at.x + way.x, at.y + way.y, at.x - way.y, at.y + way.x,
                     at.x - way.x * 0.6f, at.y - way.y, color_mix(particle->color, INK, 0.25f));
}

static void draw_light_of(const View *view, const Particle *particle, f32 left)
{
    Vec2 at = particle->pos, vel = particle->vel;
    ed_Color color = color_fade(particle->color, SHINE * (left < 0.6f ? left / 0.6f : 1));
    if (particle->kind == ParticleKind_EMBER) {
        f32 size = particle->size * (0.4f + 0.6f * left);
        ed_draw_rect(view->draw, at.x - size * 0.5f, at.y - size * 0.5f, size, size, color);
        if (size < GLOW_SIZE_MIN) return;
        paint_art(view, ART_GLOW, at, vec2(size * 6, size * 6), 0, color_fade(color, 0.4f));
        return;
    }
    f32 size = particle->size * (0.35f + 0.65f * left) * 0.8f;
    bool streaks = vel.x * vel.x + vel.y * vel.y > STREAK_MIN * STREAK_MIN;
    if (streaks)
        ed_draw_line(view->draw, at.x - vel.x * STREAK, at.y - vel.y * STREAK, at.x, at.y, size,
                     color);
    else ed_draw_rect(view->draw, at.x - size * 0.5f, at.y - size * 0.5f, size, size, color);
}

static void draw_particles(const View *view, bool light)
{
    const Particle_array *particles = &view->game->particles;
    f32 left = view->corner.x - 20, right = view->corner.x + view->draw->width + 20;
    f32 top = view->corner.y - 20, bottom = view->corner.y + view->draw->height + 20;
    for (u32 i = 0; i < particles->count; i++) {
        const Particle *particle = &particles->items[i];
        bool shines = particle->kind == ParticleKind_SPARK || particle->kind == ParticleKind_EMBER;
        if (shines != light || particle->pos.x < left || particle->pos.x > right) continue;
        if (particle->pos.y < top || particle->pos.y > bottom) continue;
        f32 share = particle->life / particle->span;
        if (light) draw_light_of(view, particle, share);
        else draw_solid(view, particle, share);
    }
}

static void draw_rings(const View *view)
{
    const Game *game = view->game;
    for (u32 i = 0; i < game->rings.count; i++) {
        const Ring *ring = &game->rings.items[i];
        f32 left = ring->life / ring->span;
        f32 radius = ring->radius * ease_out(1 - left);
        if (!paint_is_visible(view, ring->pos, ring->radius)) continue;
        ed_draw_circle_outline(view->draw, ring->pos.x, ring->pos.y, radius, 1 + 7 * left * left,
                               color_fade(ring->color, left));
    }
}

static void draw_popups(const View *view)
{
    const Game *game = view->game;
    for (u32 i = 0; i < game->popups.count; i++) {
        const Popup *popup = &game->popups.items[i];
        if (!paint_is_visible(view, popup->pos, 40)) continue;
        f32 size = popup->size * (1 + 0.8f * ease_in(clamp(popup->life - 0.55f, 0, 0.25f) * 4));
        f32 alpha = clamp(popup->life * 3, 0, 1);
        paint_text(view, popup->pos.x, popup->pos.y - size, size, ED_ALIGN_CENTER,
                   color_fade(popup->color, alpha), popup->text);
    }
}

void draw_effects(const View *view)
{
    draw_particles(view, false);
    ed_draw_blend(view->draw, ED_BLEND_ADD);
    draw_particles(view, true);
    draw_rings(view);
    ed_draw_blend(view->draw, ED_BLEND_ALPHA);
    draw_popups(view);
}
