/// Pictures of the game as PNG files. The draw list is drawn in memory, so the same state gives the
/// same picture without a display. Beneath it lies what the game draws by host->renderer. It is
/// copied from the window; without one, the game finds a renderer in memory for that picture.
#ifndef HOST_GFX_SCREENSHOT_H
#define HOST_GFX_SCREENSHOT_H
#include "host/gfx/window.h"

#define HOST_SCREENSHOT_WIDTH 1280      // pixels; the height follows from the view

typedef struct host_Screenshot {
    host_Window *window;         // the game draws into it; NULL without one
    SDL_Surface *base;           // of the renderer: one pixel; what is drawn goes to textures
    SDL_Renderer *renderer;      // stays open: the game's textures are good for the next shot
    SDL_Texture *target;
    SDL_Surface *surface;      // the picture
    host_Picture picture;      // of a game without a window
    host_Batch batch;
    ed_Arena file;      // the bytes of the PNG
    int width, height;
} host_Screenshot;

/// A surface as PNG, packed into `room`: how many bytes of it; 0 where it does not fit.
size_t host_screenshot_pack(SDL_Surface *surface, void *room, size_t size);

/// Opens what it needs at the first picture. One with no more than a window is a closed one.
bool host_screenshot_save(host_Screenshot *shot, ed_Run *run, const char *path, ed_Error *error);
void host_screenshot_close(host_Screenshot *shot);
#endif
