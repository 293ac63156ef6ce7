/// The picture that a game draws with host->renderer. The game draws into a texture of the output's
/// size. So its last complete picture is still available after a fault of the game's code, and can
/// be copied to a thumbnail or a screenshot.
///
/// There are two textures: `drawn` is the renderer's target during `render`, and `whole` is the
/// last one that a `render` completed. Only a `render` without a fault exchanges them.
///
/// While the game draws, its calls of SDL_SetRenderTarget, SDL_GetRenderTarget and
/// SDL_RenderPresent go to picture.c, on Linux only: for the game, the target NULL means the
/// picture.
#ifndef HOST_GFX_PICTURE_H
#define HOST_GFX_PICTURE_H
#include "host/gfx/draw_list.h"
#include "runtime/run/run.h"

typedef struct host_Canvas {
    SDL_Texture *texture;      // NULL: none yet, or the renderer cannot draw to textures
    SDL_Rect area;             // the pixels that show the game's view
} host_Canvas;

typedef struct host_Picture {
    SDL_Renderer *renderer;      // borrowed
    host_Canvas drawn, whole;
} host_Picture;

void host_picture_open(host_Picture *picture, SDL_Renderer *renderer);
void host_picture_close(host_Picture *picture);

/// Calls the game's `render`. `view` maps the game's units to the pixels of an output of `width` by
/// `height`. Returns the last complete draw list. Afterwards the target is the output with default
/// settings. If the renderer cannot draw to textures, the game has drawn directly on the output,
/// which was cleared to black. If `render` failed, the output is black.
const ed_Draw *host_picture_render(host_Picture *picture, ed_Run *run, const host_View *view,
                                   int width, int height, f32 alpha);
/// Immediately clears the renderer's current target to black.
void host_picture_clear_target(const host_Picture *picture);
/// Covers the current target with the last complete picture: the game's view fills `area`, the rest
/// is black. Does nothing if there is no such picture.
void host_picture_show(const host_Picture *picture, SDL_Rect area);
#endif
