/// Converts shapes to triangles, in pixels. The edges of circles, slanted lines and triangles fade
/// out over a fringe of one pixel. Rectangles, and horizontal and vertical lines, are aligned to
/// whole pixels, so adjacent ones meet without a seam.
#ifndef HOST_GFX_GEOMETRY_H
#define HOST_GFX_GEOMETRY_H
#include "host/gfx/batch.h"

void host_geometry_rect(host_Batch *batch, float x, float y, float w, float h, SDL_Color color);
void host_geometry_rect_line(host_Batch *batch, float x, float y, float w, float h, float thickness,
                             SDL_Color color);
void host_geometry_line(host_Batch *batch, SDL_FPoint from, SDL_FPoint to, float thickness,
                        SDL_Color color);
void host_geometry_circle(host_Batch *batch, float x, float y, float radius, SDL_Color color);
void host_geometry_circle_line(host_Batch *batch, float x, float y, float radius, float thickness,
                               SDL_Color color);
void host_geometry_triangle(host_Batch *batch, const SDL_FPoint corners[3], SDL_Color color);
#endif
