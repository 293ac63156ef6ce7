#include "host/gfx/picture.h"
#include <assert.h>
#include <string.h>
#include "runtime/live/library.h"

// --- what the game calls while it draws ----------------------------------------------------------

// These three replace SDL's functions of the same names, in this program and in every module it
// loads, since the loader searches the program first. Without them, a game that draws into its own
// texture and then resets the target to NULL would draw to the window instead of the picture.

typedef struct Drawing {          // how positions map to pixels of the picture
    SDL_Rect viewport, clip;      // pixels
    bool clipped;
    float scale_x, scale_y;
} Drawing;

static const host_Picture *lent;      // the picture that the game is drawing, or NULL
static Drawing kept;      // the picture's own, while the game draws into another texture

/// Stores SDL's own function `name` in the function pointer `function`. Copies the bytes, since the
/// lookup returns a data pointer.
static void find_real(const char *name, void *function, size_t size)
{
    void *symbol = ed_library_next(name);
    assert(symbol);
    memcpy(function, &symbol, size);
}

static int set_target(SDL_Renderer *renderer, SDL_Texture *texture)
{
    static int (*real)(SDL_Renderer *, SDL_Texture *);
    if (!real) find_real("SDL_SetRenderTarget", &real, sizeof real);
    return real(renderer, texture);
}

static SDL_Texture *get_target(SDL_Renderer *renderer)
{
    static SDL_Texture *(*real)(SDL_Renderer *);
    if (!real) find_real("SDL_GetRenderTarget", &real, sizeof real);
    return real(renderer);
}

static bool is_lent(const SDL_Renderer *renderer)
{
    return lent && lent->renderer == renderer && lent->drawn.texture;
}

static void keep_drawing(SDL_Renderer *renderer)
{
    SDL_RenderGetScale(renderer, &kept.scale_x, &kept.scale_y);
    SDL_RenderSetScale(renderer, 1, 1);
    SDL_RenderGetViewport(renderer, &kept.viewport);
    SDL_RenderGetClipRect(renderer, &kept.clip);
    kept.clipped = SDL_RenderIsClipEnabled(renderer);
}

static void put_drawing(SDL_Renderer *renderer)
{
    SDL_RenderSetScale(renderer, 1, 1);
    SDL_RenderSetViewport(renderer, &kept.viewport);
    SDL_RenderSetClipRect(renderer, kept.clipped ? &kept.clip : NULL);
    SDL_RenderSetScale(renderer, kept.scale_x, kept.scale_y);
}

/// When the target changes, SDL only keeps viewport, clip and scale of the window. So they are
/// saved and restored here for the picture.
int SDL_SetRenderTarget(SDL_Renderer *renderer, SDL_Texture *texture)
{
    if (!is_lent(renderer)) return set_target(renderer, texture);
    SDL_Texture *picture = lent->drawn.texture, *next = texture ? texture : picture;
    bool was = get_target(renderer) == picture, is = next == picture;
    if (was && !is) keep_drawing(renderer);
    int result = set_target(renderer, next);
    bool stays = was && result != 0;      // SDL refuses a texture of another renderer
    if ((is && !was) || stays) put_drawing(renderer);
    return result;
}

SDL_Texture *SDL_GetRenderTarget(SDL_Renderer *renderer)
{
    SDL_Texture *target = get_target(renderer);
    return is_lent(renderer) && target == lent->drawn.texture ? NULL : target;
}

/// Does nothing for the game: the host presents after drawing its own panels.
void SDL_RenderPresent(SDL_Renderer *renderer)
{
    static void (*real)(SDL_Renderer *);
    if (!real) find_real("SDL_RenderPresent", &real, sizeof real);
    if (!lent || lent->renderer != renderer) real(renderer);
}

// --- letting the game draw -----------------------------------------------------------------------

void host_picture_open(host_Picture *picture, SDL_Renderer *renderer)
{
    *picture = (host_Picture){ .renderer = renderer };
}

void host_picture_close(host_Picture *picture)
{
    if (picture->drawn.texture) SDL_DestroyTexture(picture->drawn.texture);
    if (picture->whole.texture) SDL_DestroyTexture(picture->whole.texture);
    *picture = (host_Picture){ .renderer = picture->renderer };
}

/// Resets a target to its initial settings, whatever the game has set.
static void reset(SDL_Renderer *renderer, SDL_Texture *target)
{
    set_target(renderer, target);
    SDL_RenderSetIntegerScale(renderer, SDL_FALSE);
    SDL_RenderSetLogicalSize(renderer, 0, 0);
    SDL_RenderSetScale(renderer, 1, 1);
    SDL_RenderSetViewport(renderer, NULL);
    SDL_RenderSetClipRect(renderer, NULL);
}

static void clear(SDL_Renderer *renderer)
{
    SDL_SetRenderDrawColor(renderer, 0, 0, 0, 255);
    SDL_RenderClear(renderer);
}

/// Gives the picture the size of the output. Its texture has no alpha, so that nothing the game
/// draws makes it transparent.
static void fit(host_Picture *picture, int width, int height)
{
    host_Canvas *canvas = &picture->drawn;
    int w = 0, h = 0;
    if (canvas->texture) SDL_QueryTexture(canvas->texture, NULL, NULL, &w, &h);
    if (canvas->texture && w == width && h == height) return;
    if (canvas->texture) SDL_DestroyTexture(canvas->texture);
    canvas->texture = SDL_CreateTexture(picture->renderer, SDL_PIXELFORMAT_RGB888,
                                        SDL_TEXTUREACCESS_TARGET, width, height);
    if (!canvas->texture) return;
    SDL_SetTextureBlendMode(canvas->texture, SDL_BLENDMODE_NONE);
    SDL_SetTextureScaleMode(canvas->texture, SDL_ScaleModeLinear);
}

static void lend(host_Picture *picture, const host_View *view, int width, int height)
{
    SDL_Renderer *renderer = picture->renderer;
    fit(picture, width, height);
    reset(renderer, NULL);
    reset(renderer, picture->drawn.texture);
    clear(renderer);
    SDL_RenderSetViewport(renderer, &view->area);
    SDL_RenderSetScale(renderer, view->scale, view->scale);
    picture->drawn.area = view->area;
    lent = picture;
}

static void exchange(host_Picture *picture)
{
    host_Canvas drawn = picture->drawn;
    picture->drawn = picture->whole;
    picture->whole = drawn;
}

const ed_Draw *host_picture_render(host_Picture *picture, ed_Run *run, const host_View *view,
                                   int width, int height, f32 alpha)
{
    if (!run->failed_phase) lend(picture, view, width, height);
    const ed_Draw *list = ed_run_render(run, alpha);
    lent = NULL;
    reset(picture->renderer, NULL);
    if (!run->failed_phase) exchange(picture);
    else clear(picture->renderer);
    return list;
}

void host_picture_show(const host_Picture *picture, SDL_Rect area)
{
    SDL_Renderer *renderer = picture->renderer;
    const host_Canvas *whole = &picture->whole;
    int w, h, width, height;
    if (!whole->texture) return;
    SDL_QueryTexture(whole->texture, NULL, NULL, &w, &h);
    SDL_GetRendererOutputSize(renderer, &width, &height);
    bool same = w == width && h == height && SDL_RectEquals(&whole->area, &area);
    if (!same) clear(renderer);
    SDL_RenderCopy(renderer, whole->texture, same ? NULL : &whole->area, same ? NULL : &area);
}
