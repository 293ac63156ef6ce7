/// The window and its renderer. The game's view is fitted into it; the rest is black.
#ifndef HOST_GFX_WINDOW_H
#define HOST_GFX_WINDOW_H
#include "host/gfx/picture.h"

typedef struct host_Window {
    SDL_Window *window;
    SDL_Renderer *renderer;
    host_Batch batch;
    host_Picture picture;        // what the game draws by the renderer
    host_View view;              // the game's, in pixels of the output
    int width, height;           // of the output, in pixels
    float pixels_per_point;      // more than 1 on a dense display
    float refresh;               // pictures a second the display shows
    char title[128];
} host_Window;

/// On failure nothing stays open and the message tells what to do, also where there is no display.
bool host_window_open(host_Window *window, const ed_Module *module, ed_Error *error);
void host_window_close(host_Window *window);

/// Size, title and view of this moment.
void host_window_follow(host_Window *window, const ed_Module *module);
/// To the toggle fullscreen.
void host_window_full(host_Window *window);
/// Calls the game's `render`: see host_picture_render.
const ed_Draw *host_window_render(host_Window *window, ed_Run *run, f32 alpha);
bool host_window_hidden(const host_Window *window);
#endif
