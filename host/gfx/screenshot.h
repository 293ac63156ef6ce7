/// Screenshots of the game as PNG files. The draw list is drawn in memory, so the same state gives
/// the same picture, even without a display. What the game draws with host->renderer is underneath:
/// copied from the window or, without a window, drawn with a renderer in memory.
#ifndef HOST_GFX_SCREENSHOT_H
#define HOST_GFX_SCREENSHOT_H
#include "host/gfx/window.h"

#define HOST_SCREENSHOT_WIDTH 1280      // pixels; the height follows from the view

typedef struct host_Screenshot {
    host_Window *window;      // the window that the game draws into, or NULL
    SDL_Surface *base;        // surface of the renderer: one pixel, since drawing goes to textures
    SDL_Renderer *renderer;      // stays open, so that the game's textures remain valid
    SDL_Texture *target;
    SDL_Surface *surface;      // pixels of the finished picture
    host_Picture picture;      // what a game without a window draws with the renderer
    host_Batch batch;
    ed_Arena file;      // the bytes of the PNG
    int width, height;
} host_Screenshot;

/// Compresses a surface as PNG into `room`. Returns the size of the PNG, or 0 if it does not fit.
size_t host_screenshot_pack(SDL_Surface *surface, void *room, size_t size);

/// Saves a screenshot as PNG. The first call opens the renderer. Before it, a host_Screenshot must
/// be zero except for `window`.
bool host_screenshot_save(host_Screenshot *shot, ed_Run *run, const char *path, ed_Error *error);
void host_screenshot_close(host_Screenshot *shot);
#endif
