// A game that draws for itself, with the host's own renderer; in C++ too.
#include <SDL.h>
#include "gen/schema.gen.h"
#include "runtime/eddie.h"

#define VIEW 64

static void nothing(ed_Host *host) { (void)host; }

/// Draws a spot in the bottom right corner of its view, in units of the view. Then reads back a
/// pixel of the spot and one beside it.
static void render(ed_Host *host)
{
    Own *own = (Own *)host->states[Own_root].at;
    SDL_Renderer *renderer = (SDL_Renderer *)host->renderer;
    const SDL_Rect spot = { VIEW - 8, VIEW - 8, 8, 8 }, left = { 0, 0, 8, 8 };
    SDL_Rect view, pixel = { 0, 0, 1, 1 };
    if (!renderer) return;
    own->windows += host->window != NULL;
    SDL_SetRenderDrawColor(renderer, 10, 200, 30, 255);
    SDL_RenderFillRect(renderer, &spot);
    SDL_RenderSetScale(renderer, 1, 1);
    SDL_RenderGetViewport(renderer, &view);
    pixel.x = view.x + view.w - 2;
    pixel.y = view.y + view.h - 2;
    SDL_RenderReadPixels(renderer, &pixel, SDL_PIXELFORMAT_RGB888, &own->pixel, 4);
    pixel.x = view.x + view.w * (VIEW - 9) / VIEW;
    SDL_RenderReadPixels(renderer, &pixel, SDL_PIXELFORMAT_RGB888, &own->beside, 4);
    SDL_RenderSetViewport(renderer, &left);      // and does not reset it
}

static const ed_Module module = { ED_ABI, "own", "Own", VIEW, VIEW, &eddie_schema, nothing, nothing,
                                  NULL, nothing, render, ed_snapshot_write, ed_snapshot_read };

ED_EXPORT const ed_Module *eddie_module(void) { return &module; }
