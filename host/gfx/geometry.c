#include "host/gfx/geometry.h"
#include <math.h>

#define FRINGE 0.5f      // pixels on both sides of an edge
#define CORNERS_MAX 4
#define SEGMENTS_MIN 8
#define SEGMENTS_MAX 256
#define ERROR_PX 0.1f      // largest distance of a polygon's edge from its circle

static SDL_Color faded(SDL_Color color, float by)
{
    float alpha = (float)color.a * fminf(fmaxf(by, 0), 1);
    color.a = (Uint8)(alpha + 0.5f);
    return color;
}

static void plain_quad(host_Batch *batch, float x0, float y0, float x1, float y1, SDL_Color color)
{
    int first = host_batch_room(batch, 4, 6);
    host_batch_vertex(batch, (SDL_FPoint){ x0, y0 }, color);
    host_batch_vertex(batch, (SDL_FPoint){ x1, y0 }, color);
    host_batch_vertex(batch, (SDL_FPoint){ x1, y1 }, color);
    host_batch_vertex(batch, (SDL_FPoint){ x0, y1 }, color);
    host_batch_triangle(batch, first, first + 1, first + 2);
    host_batch_triangle(batch, first, first + 2, first + 3);
}

/// Aligns an extent to whole pixels. One thinner than a pixel becomes one pixel wide and paler:
/// `strength` is reduced.
static void snap(float *from, float *to, float *strength)
{
    float size = *to - *from;
    if (size < 1) {
        *strength *= fmaxf(size, 0);
        *from = floorf((*from + *to) / 2);
        *to = *from + 1;
    } else {
        *from = roundf(*from);
        *to = roundf(*to);
    }
}

void host_geometry_rect(host_Batch *batch, float x, float y, float w, float h, SDL_Color color)
{
    float x0 = fminf(x, x + w), x1 = fmaxf(x, x + w), y0 = fminf(y, y + h), y1 = fmaxf(y, y + h),
          strength = 1;
    snap(&x0, &x1, &strength);
    snap(&y0, &y1, &strength);
    if (strength > 0) plain_quad(batch, x0, y0, x1, y1, faded(color, strength));
}

void host_geometry_rect_line(host_Batch *batch, float x, float y, float w, float h, float thickness,
                             SDL_Color color)
{
    float x0 = roundf(fminf(x, x + w)), x1 = roundf(fmaxf(x, x + w));
    float y0 = roundf(fminf(y, y + h)), y1 = roundf(fmaxf(y, y + h));
    float t = fmaxf(roundf(thickness), 1);
    color = faded(color, thickness);
    if (x1 - x0 <= 2 * t || y1 - y0 <= 2 * t) {
        plain_quad(batch, x0, y0, x1, y1, color);
        return;
    }
    plain_quad(batch, x0, y0, x1, y0 + t, color);
    plain_quad(batch, x0, y1 - t, x1, y1, color);
    plain_quad(batch, x0, y0 + t, x0 + t, y1 - t, color);
    plain_quad(batch, x1 - t, y0 + t, x1, y1 - t, color);
}

static float cross(SDL_FPoint o, SDL_FPoint a, SDL_FPoint b)
{
    return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

static SDL_FPoint normal_of(SDL_FPoint from, SDL_FPoint to, float length)
{
    float x = to.x - from.x, y = to.y - from.y, distance = hypotf(x, y);
    if (!(distance > 0)) return (SDL_FPoint){ 0, 0 };
    return (SDL_FPoint){ length * y / distance, -length * x / distance };
}

/// Returns corner `i`, moved so that both of its edges move outwards by `by`.
static SDL_FPoint moved_corner(const SDL_FPoint *corners, int count, int i, float side, float by)
{
    SDL_FPoint before = corners[(i + count - 1) % count], here = corners[i],
               after = corners[(i + 1) % count];
    SDL_FPoint one = normal_of(before, here, side), two = normal_of(here, after, side);
    float spread =
        fmaxf(1 + one.x * two.x + one.y * two.y, 0.25f);      // limits how far a sharp corner moves
    return (SDL_FPoint){ here.x + (one.x + two.x) / spread * by,
                         here.y + (one.y + two.y) / spread * by };
}

/// Draws a convex shape: opaque up to `inner` pixels outside its edges, fading to transparent at
/// `outer` pixels.
static void convex(host_Batch *batch, const SDL_FPoint *corners, int count, float inner,
                   float outer, SDL_Color color)
{
    float area = cross(corners[0], corners[1], corners[2]);
    float side = area < 0 ? -1 : 1;
    int first = host_batch_room(batch, 2 * CORNERS_MAX, 9 * CORNERS_MAX);
    for (int i = 0; i < count; i++) {
        host_batch_vertex(batch, moved_corner(corners, count, i, side, inner), color);
        host_batch_vertex(batch, moved_corner(corners, count, i, side, outer), faded(color, 0));
    }
    for (int i = 2; i < count; i++)
        host_batch_triangle(batch, first, first + 2 * i - 2, first + 2 * i);
    for (int i = 0; i < count; i++) {
        int here = first + 2 * i, next = first + 2 * ((i + 1) % count);
        host_batch_triangle(batch, here, here + 1, next + 1);
        host_batch_triangle(batch, here, next + 1, next);
    }
}

void host_geometry_line(host_Batch *batch, SDL_FPoint from, SDL_FPoint to, float thickness,
                        SDL_Color color)
{
    float half = thickness / 2;
    if (from.x == to.x) {
        float top = fminf(from.y, to.y);
        host_geometry_rect(batch, from.x - half, top, thickness, fabsf(to.y - from.y), color);
        return;
    }
    if (from.y == to.y) {
        float left = fminf(from.x, to.x);
        host_geometry_rect(batch, left, from.y - half, fabsf(to.x - from.x), thickness, color);
        return;
    }
    if (thickness < 1) color = faded(color, thickness);
    SDL_FPoint normal = normal_of(from, to, fmaxf(half, FRINGE));
    const SDL_FPoint corners[4] = {
        { from.x + normal.x, from.y + normal.y },
        { to.x + normal.x, to.y + normal.y },
        { to.x - normal.x, to.y - normal.y },
        { from.x - normal.x, from.y - normal.y },
    };
    convex(batch, corners, 4, -FRINGE, FRINGE, color);
}

/// Games build larger shapes from adjacent triangles. The fringe is outside of each, so that
/// nothing shows through between two of them.
void host_geometry_triangle(host_Batch *batch, const SDL_FPoint corners[3], SDL_Color color)
{
    if (fabsf(cross(corners[0], corners[1], corners[2])) < 0.01f) return;
    convex(batch, corners, 3, 0, 2 * FRINGE, color);
}

static int segments_for(float radius)
{
    float angle = acosf(1 - ERROR_PX / fmaxf(radius, ERROR_PX));
    int count = (int)ceilf(3.14159265f / fmaxf(angle, 0.001f));
    if (count < SEGMENTS_MIN) return SEGMENTS_MIN;
    return count > SEGMENTS_MAX ? SEGMENTS_MAX : count;
}

typedef struct Circle {
    float radius;
    SDL_Color color;
} Circle;

/// Draws concentric circles, from the inside out, joined by triangles. An innermost radius of 0 is
/// a single point.
static void rings(host_Batch *batch, float x, float y, const Circle *circles, int circle_count)
{
    int count = segments_for(circles[circle_count - 1].radius);
    int first = host_batch_room(batch, circle_count * count, (circle_count - 1) * count * 6);
    float step = 6.2831853f / (float)count, step_cos = cosf(step), step_sin = sinf(step), dx = 1,
          dy = 0;
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < circle_count; k++)
            host_batch_vertex(
                batch, (SDL_FPoint){ x + dx * circles[k].radius, y + dy * circles[k].radius },
                circles[k].color);
        float turned = dx * step_cos - dy * step_sin;
        dy = dx * step_sin + dy * step_cos;
        dx = turned;
    }
    for (int i = 0; i < count; i++) {
        int here = first + i * circle_count, next = first + (i + 1) % count * circle_count;
        for (int k = 0; k + 1 < circle_count; k++) {
            if (circles[k].radius > 0) host_batch_triangle(batch, here + k, here + k + 1, next + k);
            host_batch_triangle(batch, next + k, here + k + 1, next + k + 1);
        }
    }
}

void host_geometry_circle(host_Batch *batch, float x, float y, float radius, SDL_Color color)
{
    if (!(radius > 0)) return;
    if (radius < FRINGE) color = faded(color, radius * radius / (FRINGE * FRINGE));
    float inner = fmaxf(radius, FRINGE) - FRINGE;
    SDL_Color clear = faded(color, 0);
    const Circle circles[3] = { { 0, color },
                                { fmaxf(inner, 0.01f), color },
                                { inner + 2 * FRINGE, clear } };
    rings(batch, x, y, circles, 3);
}

void host_geometry_circle_line(host_Batch *batch, float x, float y, float radius, float thickness,
                               SDL_Color color)
{
    if (!(radius > 0) || !(thickness > 0)) return;
    if (thickness >= radius) {
        host_geometry_circle(batch, x, y, radius, color);
        return;
    }
    float middle = radius - thickness / 2, half = fmaxf(thickness, 1) / 2;
    if (thickness < 1) color = faded(color, thickness);
    SDL_Color clear = faded(color, 0);
    float inner = middle - half, outer = middle + half;
    const Circle circles[4] = { { fmaxf(inner - FRINGE, 0), clear },
                                { fmaxf(inner + FRINGE, 0.01f), color },
                                { outer - FRINGE, color },
                                { outer + FRINGE, clear } };
    rings(batch, x, y, circles, 4);
}
