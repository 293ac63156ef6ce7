#include "host/shot.h"
#include <SDL_image.h>
#include <math.h>
#include "host/draw.h"
#include "runtime/live/file.h"

#define HEIGHT_MAX     8192
#define FILE_BYTES_MAX ((size_t)HOST_SHOT_WIDTH * HEIGHT_MAX * 5)      // more than the pixels

void host_shot_close(host_Shot *shot)
{
    host_batch_close(&shot->batch);
    if (shot->renderer) SDL_DestroyRenderer(shot->renderer);
    if (shot->surface) SDL_FreeSurface(shot->surface);
    ed_arena_close(&shot->file);
    *shot = (host_Shot){ 0 };
}

static bool open_shot(host_Shot *shot, int width, int height, ed_Error *error)
{
    if (shot->surface && shot->width == width && shot->height == height) return true;
    host_shot_close(shot);
    shot->width = width;
    shot->height = height;
    shot->surface = SDL_CreateRGBSurfaceWithFormat(0, width, height, 32, SDL_PIXELFORMAT_ARGB8888);
    shot->renderer = shot->surface ? SDL_CreateSoftwareRenderer(shot->surface) : NULL;
    if (!shot->renderer)
        ed_fail(error, ED_ERR_OS, "no picture of %d x %d pixels: %s", width, height,
                SDL_GetError());
    bool ok = shot->renderer && host_batch_open(&shot->batch, shot->renderer, error)
        && ed_arena_open(&shot->file, "picture", FILE_BYTES_MAX, error);
    if (!ok) host_shot_close(shot);
    return ok;
}

static void draw(host_Shot *shot, const ed_Draw *list)
{
    host_View view = host_view_fit(list->width, list->height, shot->width, shot->height);
    host_batch_clear(&shot->batch);
    host_draw_list(&shot->batch, list, &view, HOST_FACE_SANS);
    host_batch_flush(&shot->batch);
    SDL_RenderPresent(shot->renderer);
}

size_t host_shot_pack(SDL_Surface *surface, void *room, size_t size)
{
    SDL_RWops *memory = SDL_RWFromMem(room, (int)size);
    bool packed = memory && IMG_SavePNG_RW(surface, memory, 0) == 0;
    size_t used = packed ? (size_t)SDL_RWtell(memory) : 0;
    if (memory) SDL_RWclose(memory);
    return used;
}

static bool write_file(host_Shot *shot, const char *path, ed_Error *error)
{
    size_t size = (size_t)shot->width * (size_t)shot->height * 5;
    ed_arena_reset(&shot->file);
    void *bytes = ed_arena_push(&shot->file, size, 1);
    size_t used = bytes ? host_shot_pack(shot->surface, bytes, size) : 0;
    if (used) return ed_file_write_atomic(path, bytes, used, error);
    ed_fail(error, ED_ERR_OS, "%s: no PNG: %s", path, SDL_GetError());
    return false;
}

bool host_shot_save(host_Shot *shot, ed_Run *run, const char *path, ed_Error *error)
{
    const ed_Draw *list = ed_run_render(run, 0);
    float shape = fmaxf(list->height, 1) / fmaxf(list->width, 1);
    int height = (int)fminf(fmaxf(roundf(HOST_SHOT_WIDTH * shape), 1), HEIGHT_MAX);
    if (!open_shot(shot, HOST_SHOT_WIDTH, height, error)) return false;
    draw(shot, list);
    return write_file(shot, path, error);
}
