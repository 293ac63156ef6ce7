/// Pictures of the game as PNG files. Drawn in memory, so the same state gives the same picture
/// without a display.
#ifndef HOST_SHOT_H
#define HOST_SHOT_H
#include "host/batch.h"
#include "runtime/run.h"

#define HOST_SHOT_WIDTH 1280       // pixels; the height follows from the view

typedef struct host_Shot {
    SDL_Surface  *surface;
    SDL_Renderer *renderer;
    host_Batch    batch;
    ed_Arena      file;        // the bytes of the PNG
    int           width, height;
} host_Shot;

/// A surface as PNG, packed into `room`: how many bytes of it; 0 where it does not fit.
size_t host_shot_pack(SDL_Surface *surface, void *room, size_t size);

/// Opens what it needs at the first picture. A zeroed host_Shot is a closed one.
bool host_shot_save (host_Shot *shot, ed_Run *run, const char *path, ed_Error *error);
void host_shot_close(host_Shot *shot);
#endif
