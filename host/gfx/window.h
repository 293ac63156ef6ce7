/// The window and its renderer. The game's view is fitted into it; the rest is black.
#ifndef HOST_GFX_WINDOW_H
#define HOST_GFX_WINDOW_H
#include "host/gfx/picture.h"

typedef struct host_Window {
    SDL_Window *window;
    SDL_Renderer *renderer;
    host_Batch batch;
    host_Picture picture;        // what the game draws with the renderer
    host_View view;              // where the game's view is on the output
    int width, height;           // of the output, in pixels
    float pixels_per_point;      // more than 1 on a dense display
    float refresh;               // display refresh rate in Hz
    char title[128];
} host_Window;

/// On failure, nothing stays open. Without a display, the error tells the user what to do.
bool host_window_open(host_Window *window, const ed_Module *module, ed_Error *error);
void host_window_close(host_Window *window);

/// Updates size, title, view and refresh rate. Call it each frame and after a reload.
void host_window_update(host_Window *window, const ed_Module *module);
void host_window_toggle_fullscreen(host_Window *window);
/// Calls the game's `render`: see host_picture_render.
const ed_Draw *host_window_render(host_Window *window, ed_Run *run, f32 alpha);
bool host_window_hidden(const host_Window *window);
/// Draws the last picture and then `list`, fitted to `width` by `height` pixels, and reads the
/// pixels: ARGB8888, with `pitch` bytes per row. If `list` is NULL, the picture fills all `width`
/// by `height` pixels.
bool host_window_read(host_Window *window, const ed_Draw *list, int width, int height, void *pixels,
                      int pitch);
/// Returns the view of the host's panels: the whole window, in points.
host_View host_window_points(const host_Window *window);
#endif
