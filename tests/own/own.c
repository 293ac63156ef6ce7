// A game that draws for itself, with the host's own renderer; in C++ too.
#include <SDL.h>
#include "runtime/module.h"
#include "gen/schema.gen.h"

static void nothing(ed_Host *host) { (void)host; }

/// What it drew is there when it is done, and what the host draws comes over it.
static void render(ed_Host *host)
{
    Own *own = (Own *)host->states[Own_root].at;
    SDL_Renderer *renderer = (SDL_Renderer *)host->renderer;
    const SDL_Rect spot = { 0, 0, 8, 8 }, middle = { 4, 4, 1, 1 };
    if (!renderer) return;
    own->windows += host->window != NULL;
    SDL_RenderSetViewport(renderer, &spot);      // and left so
    SDL_SetRenderDrawColor(renderer, 10, 200, 30, 255);
    SDL_RenderFillRect(renderer, NULL);
    SDL_RenderReadPixels(renderer, &middle, SDL_PIXELFORMAT_RGB888, &own->pixel, 4);
}

static const ed_Module module = { ED_ABI, "own", "Own", 64, 64, &eddie_schema, nothing, nothing,
                                  NULL, nothing, render, ed_snapshot_write, ed_snapshot_read };

ED_EXPORT const ed_Module *eddie_module(void) { return &module; }
