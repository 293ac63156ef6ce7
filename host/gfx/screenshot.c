#include "host/gfx/screenshot.h"
#include <math.h>
#include "host/gfx/draw_list.h"
#include "runtime/os/files/files.h"

#define HEIGHT_MAX 8192
// 4 bytes per pixel, and room for what PNG adds if the pixels cannot be compressed
#define FILE_BYTES_MAX ((size_t)HOST_SCREENSHOT_WIDTH * HEIGHT_MAX * 5)
#define FORMAT SDL_PIXELFORMAT_ARGB8888

static void close_size(host_Screenshot *shot)
{
    if (shot->target) SDL_DestroyTexture(shot->target);
    if (shot->surface) SDL_FreeSurface(shot->surface);
    shot->target = NULL;
    shot->surface = NULL;
}

void host_screenshot_close(host_Screenshot *shot)
{
    close_size(shot);
    host_picture_close(&shot->picture);
    host_batch_close(&shot->batch);
    if (shot->renderer) SDL_DestroyRenderer(shot->renderer);
    if (shot->base) SDL_FreeSurface(shot->base);
    ed_arena_close(&shot->file);
    *shot = (host_Screenshot){ .window = shot->window };
}

static bool open_renderer(host_Screenshot *shot, ed_Error *error)
{
    if (shot->renderer) return true;
    shot->base = SDL_CreateRGBSurfaceWithFormat(0, 1, 1, 32, FORMAT);
    shot->renderer = shot->base ? SDL_CreateSoftwareRenderer(shot->base) : NULL;
    if (!shot->renderer)
        ed_fail(error, ED_ERR_OS, "cannot create the screenshot: %s", SDL_GetError());
    bool ok = shot->renderer && host_batch_open(&shot->batch, shot->renderer, error)
           && ed_arena_open(&shot->file, "screenshot", FILE_BYTES_MAX, error);
    if (ok) host_picture_open(&shot->picture, shot->renderer);
    else host_screenshot_close(shot);
    return ok;
}

static bool open_size(host_Screenshot *shot, int width, int height, ed_Error *error)
{
    if (shot->surface && shot->width == width && shot->height == height) return true;
    close_size(shot);
    shot->width = width;
    shot->height = height;
    shot->surface = SDL_CreateRGBSurfaceWithFormat(0, width, height, 32, FORMAT);
    shot->target =
        SDL_CreateTexture(shot->renderer, FORMAT, SDL_TEXTUREACCESS_TARGET, width, height);
    if (shot->surface && shot->target) return true;
    ed_fail(error, ED_ERR_OS, "cannot create a screenshot of %d x %d pixels: %s", width, height,
            SDL_GetError());
    close_size(shot);
    return false;
}

/// Copies what the game drew with the window's renderer to the screenshot's renderer.
static bool copy_window(host_Screenshot *shot)
{
    SDL_Surface *surface = shot->surface;
    return host_window_read(shot->window, NULL, shot->width, shot->height, surface->pixels,
                            surface->pitch)
        && SDL_UpdateTexture(shot->target, NULL, surface->pixels, surface->pitch) == 0;
}

static bool draw(host_Screenshot *shot, const ed_Draw *list, ed_Error *error)
{
    const SDL_Rect all = { 0, 0, shot->width, shot->height };
    host_View view = host_view_fit(list->width, list->height, shot->width, shot->height);
    SDL_Surface *surface = shot->surface;
    bool good = SDL_SetRenderTarget(shot->renderer, shot->target) == 0;
    if (good) host_picture_clear_target(&shot->picture);
    if (shot->window) good = good && copy_window(shot);
    else host_picture_show(&shot->picture, view.area);
    host_draw_list(&shot->batch, list, &view, HOST_FACE_SANS);
    host_batch_flush(&shot->batch);
    good = good
        && SDL_RenderReadPixels(shot->renderer, &all, FORMAT, surface->pixels, surface->pitch) == 0;
    SDL_SetRenderTarget(shot->renderer, NULL);
    if (!good) ed_fail(error, ED_ERR_OS, "cannot create the screenshot: %s", SDL_GetError());
    return good;
}

size_t host_screenshot_pack(SDL_Surface *surface, void *room, size_t size)
{
    SDL_RWops *memory = SDL_RWFromMem(room, (int)size);
    bool packed = memory && IMG_SavePNG_RW(surface, memory, 0) == 0;
    size_t used = packed ? (size_t)SDL_RWtell(memory) : 0;
    if (memory) SDL_RWclose(memory);
    return used;
}

static bool write_file(host_Screenshot *shot, const char *path, ed_Error *error)
{
    size_t size = (size_t)shot->width * (size_t)shot->height * 5;
    ed_arena_reset(&shot->file);
    void *bytes = ed_arena_push(&shot->file, size, 1);
    size_t used = bytes ? host_screenshot_pack(shot->surface, bytes, size) : 0;
    if (used) return ed_file_write_atomic(path, bytes, used, error);
    ed_fail(error, ED_ERR_OS, "%s: cannot write the PNG: %s", path, SDL_GetError());
    return false;
}

static int height_from(f32 width, f32 height)
{
    float shape = fmaxf(height, 1) / fmaxf(width, 1);
    return (int)fminf(fmaxf(roundf(HOST_SCREENSHOT_WIDTH * shape), 1), HEIGHT_MAX);
}

/// Calls the game's `render`. Without a window, the game uses the screenshot's renderer during this
/// call.
static const ed_Draw *render(host_Screenshot *shot, ed_Run *run)
{
    if (shot->window) return host_window_render(shot->window, run, 0);
    const f32 w = run->module->view_width, h = run->module->view_height;
    int height = height_from(w, h);
    host_View view = host_view_fit(w, h, HOST_SCREENSHOT_WIDTH, height);
    run->host.renderer = shot->renderer;
    const ed_Draw *list =
        host_picture_render(&shot->picture, run, &view, HOST_SCREENSHOT_WIDTH, height, 0);
    run->host.renderer = NULL;
    return list;
}

bool host_screenshot_save(host_Screenshot *shot, ed_Run *run, const char *path, ed_Error *error)
{
    if (!open_renderer(shot, error)) return false;
    const ed_Draw *list = render(shot, run);
    return open_size(shot, HOST_SCREENSHOT_WIDTH, height_from(list->width, list->height), error)
        && draw(shot, list, error) && write_file(shot, path, error);
}
