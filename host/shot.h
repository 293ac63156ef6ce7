/// Pictures of the game as PNG files. The draw list is drawn in memory, so the same state gives the
/// same picture without a display. Beneath it lies what the game draws by host->renderer. It is
/// copied from the window; without one, the game finds a renderer in memory for that picture.
#ifndef HOST_SHOT_H
#define HOST_SHOT_H
#include "host/window.h"

#define HOST_SHOT_WIDTH 1280       // pixels; the height follows from the view

typedef struct host_Shot {
    host_Window  *window;      // the game draws into it; NULL without one
    SDL_Surface  *base;        // of the renderer: one pixel; what is drawn goes to textures
    SDL_Renderer *renderer;    // stays open: the game's textures are good for the next shot
    SDL_Texture  *target;
    SDL_Surface  *surface;     // the picture
    host_Picture  picture;     // of a game without a window
    host_Batch    batch;
    ed_Arena      file;        // the bytes of the PNG
    int           width, height;
} host_Shot;

/// A surface as PNG, packed into `room`: how many bytes of it; 0 where it does not fit.
size_t host_shot_pack(SDL_Surface *surface, void *room, size_t size);

/// Opens what it needs at the first picture. One with no more than a window is a closed one.
bool host_shot_save (host_Shot *shot, ed_Run *run, const char *path, ed_Error *error);
void host_shot_close(host_Shot *shot);
#endif
