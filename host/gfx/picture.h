/// The picture that a game draws by host->renderer. The game draws into a texture as large as the
/// output, so its last whole picture outlives a fault of the game's code and can be copied to a
/// save, a slot or a shot.
///
/// Two textures take turns: `drawn` is the renderer's target during `render`, and `whole` is the
/// last one that a `render` completed. Only a `render` without a fault exchanges them.
///
/// While the game draws, its calls to SDL_SetRenderTarget, SDL_GetRenderTarget and
/// SDL_RenderPresent arrive in picture.c: to the game, NULL as the target is the picture.
#ifndef HOST_GFX_PICTURE_H
#define HOST_GFX_PICTURE_H
#include "host/gfx/draw_list.h"
#include "runtime/run/run.h"

typedef struct host_Canvas {
    SDL_Texture *texture;      // NULL: none yet, or the renderer cannot draw to textures
    SDL_Rect area;             // the view's pixels in it
} host_Canvas;

typedef struct host_Picture {
    SDL_Renderer *renderer;      // borrowed
    host_Canvas drawn, whole;
} host_Picture;

void host_picture_open(host_Picture *picture, SDL_Renderer *renderer);
void host_picture_close(host_Picture *picture);

/// Calls the game's `render`. `view` is where its units lie in an output of `width` by `height`.
/// Returns the last whole draw list. Afterwards the target is the output and nothing that the game
/// set is left; without textures, or before the first picture, the output is black but for what the
/// game drew.
const ed_Draw *host_picture_render(host_Picture *picture, ed_Run *run, const host_View *view,
                                   int width, int height, f32 alpha);
/// Covers the current target with the last whole picture: its view fills `area`, the rest is black.
/// Does nothing where there is no such picture.
void host_picture_show(const host_Picture *picture, SDL_Rect area);
#endif
