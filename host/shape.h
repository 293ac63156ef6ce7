/// Shapes as triangles, in pixels. Slanted and round edges end in a fringe of one pixel that fades
/// out; upright edges lie on whole pixels, so neighbours meet without a seam.
#ifndef HOST_SHAPE_H
#define HOST_SHAPE_H
#include "host/batch.h"

void host_shape_rect       (host_Batch *batch, float x, float y, float w, float h, SDL_Color color);
void host_shape_rect_line  (host_Batch *batch, float x, float y, float w, float h, float thickness,
                            SDL_Color color);
void host_shape_line       (host_Batch *batch, SDL_FPoint from, SDL_FPoint to, float thickness,
                            SDL_Color color);
void host_shape_circle     (host_Batch *batch, float x, float y, float radius, SDL_Color color);
void host_shape_circle_line(host_Batch *batch, float x, float y, float radius, float thickness,
                            SDL_Color color);
void host_shape_triangle   (host_Batch *batch, const SDL_FPoint corners[3], SDL_Color color);
#endif
