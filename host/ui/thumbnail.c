#include "host/ui/thumbnail.h"
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include "host/gfx/screenshot.h"
#include "host/gfx/sdl.h"
#include "runtime/debug/quick_save.h"
#include "runtime/debug/save_slots.h"
#include "runtime/live/saver.h"
#include "runtime/os/files/files.h"
#include "runtime/os/files/target.h"
#include "runtime/os/process/thread.h"

#define OVERSAMPLING 2u      // drawn this many times larger, then reduced for smooth edges
#define PIXELS (HOST_THUMBNAIL_SIDE * HOST_THUMBNAIL_SIDE)
#define DRAWN_PIXELS (PIXELS * OVERSAMPLING * OVERSAMPLING)
#define PNG_BYTES (PIXELS * 5)                // more than the pixels themselves
#define PENDING_MAX (ED_SAVER_SAVES + 1)      // more than the saver's unfinished saves

typedef struct Pending {      // a thumbnail whose state may not be on disk yet
    char path[ED_SAVE_SLOT_NAME_MAX];
    u64 frame;
    int width, height;       // width 0: no picture
    u32 pixels[PIXELS];      // ARGB8888
} Pending;

// The saver's thread only gets path and bytes; it finds the thumbnails here.
static Pending pending[PENDING_MAX];
static u32 next;
static ed_Mutex lock;
static atomic_bool lock_is_open;      // since the first thumbnail was taken

// --- reducing ------------------------------------------------------------------------------------

static u32 mean(const u32 *from, int pitch, SDL_Rect of)
{
    u32 sum[4] = { 0 }, count = (u32)(of.w * of.h), all = 0;
    for (int y = of.y; y < of.y + of.h; y++)
        for (int x = of.x; x < of.x + of.w; x++)
            for (u32 i = 0; i < 4; i++) sum[i] += from[y * pitch + x] >> 8 * i & 0xff;
    for (u32 i = 0; i < 4; i++) all |= (sum[i] + count / 2) / count << 8 * i;
    return all;
}

/// Reduces a picture to HOST_THUMBNAIL_SIDE; a smaller one keeps its size. Each pixel becomes the
/// mean of the pixels it covers. `pitch` is in pixels.
static void shrink(const u32 *from, int pitch, int w, int h, u32 *to, int *width, int *height)
{
    int longer = w > h ? w : h, side = (int)HOST_THUMBNAIL_SIDE;
    int tw = longer > side ? w * side / longer : w, th = longer > side ? h * side / longer : h;
    *width = tw = tw ? tw : 1;
    *height = th = th ? th : 1;
    for (int y = 0; y < th; y++)
        for (int x = 0; x < tw; x++) {
            int x0 = x * w / tw, y0 = y * h / th;
            SDL_Rect of = { x0, y0, (x + 1) * w / tw - x0, (y + 1) * h / th - y0 };
            to[y * tw + x] = mean(from, pitch, of);
        }
}

// --- drawing -------------------------------------------------------------------------------------

void host_thumbnail_take(host_Window *window, ed_Run *run, const char *path)
{
    static u32 drawn[DRAWN_PIXELS];
    char picture[ED_SAVE_SLOT_NAME_MAX];
    if (!ed_save_slots_picture(path, picture)) return;
    const ed_Draw *list = host_window_render(window, run, 0);
    float w = fmaxf(list->width, 1), h = fmaxf(list->height, 1);
    float scale = (float)(HOST_THUMBNAIL_SIDE * OVERSAMPLING) / fmaxf(w, h);
    int width = (int)fmaxf(roundf(w * scale), 1), height = (int)fmaxf(roundf(h * scale), 1);
    // with the window's renderer and its atlas, which already holds the game's sprites
    if (!host_window_read(window, list, width, height, drawn, width * (int)sizeof *drawn)) return;
    if (!lock_is_open) ed_mutex_open(&lock);
    lock_is_open = true;
    ed_mutex_lock(&lock);
    Pending *it = &pending[next];
    next = (next + 1) % PENDING_MAX;
    it->frame = run->host.tick;
    shrink(drawn, width, width, height, it->pixels, &it->width, &it->height);
    snprintf(it->path, sizeof it->path, "%s", path);
    ed_mutex_unlock(&lock);
}

// --- writing -------------------------------------------------------------------------------------

/// Returns the newest thumbnail of the state saved at that frame to `path`. Call it with the lock
/// held.
static const Pending *find_pending(const char *path, u64 frame)
{
    for (u32 i = 1; i <= PENDING_MAX; i++) {
        const Pending *it = &pending[(next + PENDING_MAX - i) % PENDING_MAX];
        if (it->width && it->frame == frame && strcmp(it->path, path) == 0) return it;
    }
    return NULL;
}

/// Copies the thumbnail, so that the lock is free again while the copy is compressed, and no frame
/// has to wait for it. False if there is no thumbnail.
static bool copy_pending(const char *path, u64 frame, Pending *copy)
{
    if (!lock_is_open) return false;
    ed_mutex_lock(&lock);
    const Pending *it = find_pending(path, frame);
    if (it) *copy = *it;
    ed_mutex_unlock(&lock);
    return it != NULL;
}

static size_t pack(Pending *it, u8 *png)
{
    SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormatFrom(
        it->pixels, it->width, it->height, 32, it->width * 4, SDL_PIXELFORMAT_ARGB8888);
    size_t size = surface ? host_screenshot_pack(surface, png, PNG_BYTES) : 0;
    if (surface) SDL_FreeSurface(surface);
    return size;
}

static void write_picture(const char *path, ed_Span snapshot)
{
    static Pending it;
    static u8 png[PNG_BYTES];
    char picture[ED_SAVE_SLOT_NAME_MAX];
    ed_Error error = { .code = ED_OK };
    u64 frame = 0;
    if (!ed_save_slots_picture(path, picture)) return;
    bool some = ed_save_slots_frame(snapshot, &frame) && copy_pending(path, frame, &it);
    size_t size = some ? pack(&it, png) : 0;
    if (!size || !ed_file_write_atomic(picture, png, size, &error)) ed_target_remove(picture);
}

bool host_thumbnail_save(const char *path, const void *bytes, size_t size, ed_Error *error)
{
    bool good = ed_quick_save_write(path, bytes, size, error);
    if (good) write_picture(path, (ed_Span){ bytes, size });
    return good;
}

// --- reading -------------------------------------------------------------------------------------

static SDL_Surface *decode(ed_Span png)
{
    SDL_RWops *memory = SDL_RWFromConstMem(png.at, (int)png.size);
    SDL_Surface *read = memory ? IMG_LoadPNG_RW(memory) : NULL;
    SDL_Surface *plain = read ? SDL_ConvertSurfaceFormat(read, SDL_PIXELFORMAT_RGBA8888, 0) : NULL;
    if (memory) SDL_RWclose(memory);
    if (read) SDL_FreeSurface(read);
    return plain;
}

bool host_thumbnail_read(const char *path, ed_Arena *scratch, ed_Color *pixels, ed_Sprite *sprite)
{
    char picture[ED_SAVE_SLOT_NAME_MAX];
    ed_Span png;
    int w, h;
    ed_Error error = { .code = ED_OK };
    *sprite = (ed_Sprite){ 0 };
    ed_arena_reset(scratch);
    bool some = ed_save_slots_picture(path, picture)
             && ed_file_read(picture, ED_PICTURE_BYTES_MAX, scratch, &png, &error)
             && ed_save_slots_picture_fits(png);
    SDL_Surface *surface = some ? decode(png) : NULL;
    if (!surface) return false;
    shrink(surface->pixels, surface->pitch / 4, surface->w, surface->h, pixels, &w, &h);
    SDL_FreeSurface(surface);
    *sprite = ed_sprite_from_pixels(pixels, (u16)w, (u16)h);
    return true;
}
