#include "host/gfx/picture.h"
#include <assert.h>
#include <string.h>
#include "runtime/os/library/loader.h"

// --- what the game calls while it draws ----------------------------------------------------------

// These three replace SDL's functions of the same names in this program. On Linux, they also
// replace them in every module, since the loader searches the program first. Without them, a game
// that draws into its own texture and then resets the target to NULL would draw to the window
// instead of the picture.

typedef struct TargetSettings {      // SDL's settings for a render target
    SDL_Rect viewport, clip;         // pixels
    bool clipped;
    float scale_x, scale_y;
} TargetSettings;

static const host_Picture *active;      // the picture that the game is drawing, or NULL
static TargetSettings saved;            // of that picture, while the game draws to another texture

/// Stores SDL's own function `name` in the function pointer `function`. Copies the bytes, since the
/// lookup returns a data pointer.
static void find_real(const char *name, void *function, size_t size)
{
    void *symbol = ed_loader_hidden_function(name);
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

static bool is_drawing_with(const SDL_Renderer *renderer)
{
    return active && active->renderer == renderer && active->drawn.texture;
}

static void save_settings(SDL_Renderer *renderer)
{
    SDL_RenderGetScale(renderer, &saved.scale_x, &saved.scale_y);
    SDL_RenderSetScale(renderer, 1, 1);
    SDL_RenderGetViewport(renderer, &saved.viewport);
    SDL_RenderGetClipRect(renderer, &saved.clip);
    saved.clipped = SDL_RenderIsClipEnabled(renderer);
}

static void restore_settings(SDL_Renderer *renderer)
{
    SDL_RenderSetScale(renderer, 1, 1);
    SDL_RenderSetViewport(renderer, &saved.viewport);
    SDL_RenderSetClipRect(renderer, saved.clipped ? &saved.clip : NULL);
    SDL_RenderSetScale(renderer, saved.scale_x, saved.scale_y);
}

/// When the target changes, SDL saves viewport, clip and scale of the window, but not of a texture.
/// So this function saves and restores them for the picture, which is a texture.
int SDL_SetRenderTarget(SDL_Renderer *renderer, SDL_Texture *texture)
{
    if (!is_drawing_with(renderer)) return set_target(renderer, texture);
    SDL_Texture *picture = active->drawn.texture, *next = texture ? texture : picture;
    bool was = get_target(renderer) == picture, is = next == picture;
    if (was && !is) save_settings(renderer);
    int result = set_target(renderer, next);
    bool stays = was && result != 0;      // SDL refuses a texture of another renderer
    if ((is && !was) || stays) restore_settings(renderer);
    return result;
}

SDL_Texture *SDL_GetRenderTarget(SDL_Renderer *renderer)
{
    SDL_Texture *target = get_target(renderer);
    return is_drawing_with(renderer) && target == active->drawn.texture ? NULL : target;
}

/// Does nothing for the game: the host presents after drawing its own panels.
void SDL_RenderPresent(SDL_Renderer *renderer)
{
    static void (*real)(SDL_Renderer *);
    if (!real) find_real("SDL_RenderPresent", &real, sizeof real);
    if (!active || active->renderer != renderer) real(renderer);
}

// --- calling the game's render -------------------------------------------------------------------

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

void host_picture_clear_target(const host_Picture *picture)
{
    SDL_RenderSetClipRect(picture->renderer, NULL);
    SDL_SetRenderDrawColor(picture->renderer, 0, 0, 0, 255);
    SDL_RenderClear(picture->renderer);
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

static void begin_drawing(host_Picture *picture, const host_View *view, int width, int height)
{
    SDL_Renderer *renderer = picture->renderer;
    fit(picture, width, height);
    reset(renderer, NULL);
    reset(renderer, picture->drawn.texture);
    host_picture_clear_target(picture);
    SDL_RenderSetViewport(renderer, &view->area);
    SDL_RenderSetScale(renderer, view->scale, view->scale);
    picture->drawn.area = view->area;
    active = picture;
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
    if (!run->failed_phase) begin_drawing(picture, view, width, height);
    const ed_Draw *list = ed_run_render(run, alpha);
    active = NULL;
    reset(picture->renderer, NULL);
    if (!run->failed_phase) exchange(picture);
    else host_picture_clear_target(picture);
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
    if (!same) host_picture_clear_target(picture);
    SDL_RenderCopy(renderer, whole->texture, same ? NULL : &whole->area, same ? NULL : &area);
}
