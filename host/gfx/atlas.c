#include "host/gfx/atlas.h"
#include <string.h>

#define WHITE_SIZE 4      // pixels: side of the white block in the top left corner
#define GAP 1             // transparent pixels between pictures
#define PROBES_MAX 64u

bool host_atlas_open(host_Atlas *atlas, ed_Arena *arena, SDL_Renderer *renderer, ed_Error *error)
{
    *atlas = (host_Atlas){ 0 };
    atlas->pixels = ed_arena_push(arena, sizeof(u32) * HOST_ATLAS_SIZE * HOST_ATLAS_SIZE, 64);
    atlas->cells = ed_arena_push(arena, sizeof(host_Cell) * HOST_ATLAS_CELLS, 64);
    if (!atlas->pixels || !atlas->cells) return ed_arena_check(arena, error);
    atlas->texture = SDL_CreateTexture(renderer, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_STATIC,
                                       HOST_ATLAS_SIZE, HOST_ATLAS_SIZE);
    if (!atlas->texture) {
        ed_fail(error, ED_ERR_OS, "cannot create a texture for pictures and text: %s",
                SDL_GetError());
        return false;
    }
    SDL_SetTextureBlendMode(atlas->texture, SDL_BLENDMODE_BLEND);
    SDL_SetTextureScaleMode(atlas->texture, SDL_ScaleModeNearest);      // a game may set SDL's hint
    host_atlas_clear(atlas);
    return true;
}

void host_atlas_close(host_Atlas *atlas)
{
    if (atlas->texture) SDL_DestroyTexture(atlas->texture);
    atlas->texture = NULL;
}

void host_atlas_clear(host_Atlas *atlas)
{
    memset(atlas->cells, 0, sizeof(host_Cell) * HOST_ATLAS_CELLS);
    memset(atlas->pixels, 0, sizeof(u32) * HOST_ATLAS_SIZE * HOST_ATLAS_SIZE);
    for (int y = 0; y < WHITE_SIZE; y++)
        for (int x = 0; x < WHITE_SIZE; x++) atlas->pixels[y * HOST_ATLAS_SIZE + x] = 0xffffffffu;
    SDL_UpdateTexture(atlas->texture, NULL, atlas->pixels, HOST_ATLAS_SIZE * (int)sizeof(u32));
    atlas->cell_count = atlas->shelf_count = 0;
    atlas->bottom = WHITE_SIZE + GAP;
}

static u32 slot_of(host_CellKind kind, u64 key)
{
    u64 hash = (key + (u64)kind) * 0x9e3779b97f4a7c15u;
    return (u32)(hash >> 32) & (HOST_ATLAS_CELLS - 1);
}

const host_Cell *host_atlas_find(const host_Atlas *atlas, host_CellKind kind, u64 key)
{
    u32 slot = slot_of(kind, key);
    for (u32 i = 0; i < PROBES_MAX; i++) {
        const host_Cell *cell = &atlas->cells[(slot + i) & (HOST_ATLAS_CELLS - 1)];
        if (cell->kind == HOST_CELL_FREE) return NULL;
        if (cell->kind == kind && cell->key == key) return cell;
    }
    return NULL;
}

static host_Cell *free_cell(host_Atlas *atlas, host_CellKind kind, u64 key)
{
    u32 slot = slot_of(kind, key);
    if (atlas->cell_count >= HOST_ATLAS_CELLS / 4 * 3) return NULL;
    for (u32 i = 0; i < PROBES_MAX; i++) {
        host_Cell *cell = &atlas->cells[(slot + i) & (HOST_ATLAS_CELLS - 1)];
        if (cell->kind == HOST_CELL_FREE) return cell;
    }
    return NULL;
}

/// Finds a shelf with room whose height is at most about 1.5 times that of the picture, or adds a
/// shelf below the others. NULL if the atlas is full.
static host_Shelf *find_shelf(host_Atlas *atlas, int w, int h)
{
    for (u32 i = 0; i < atlas->shelf_count; i++) {
        host_Shelf *shelf = &atlas->shelves[i];
        bool fits = h <= shelf->height && shelf->height <= h + h / 2 + 2
                 && w <= HOST_ATLAS_SIZE - shelf->used;
        if (fits) return shelf;
    }
    if (atlas->shelf_count == HOST_ATLAS_SHELVES || h > HOST_ATLAS_SIZE - atlas->bottom)
        return NULL;
    host_Shelf *shelf = &atlas->shelves[atlas->shelf_count++];
    *shelf = (host_Shelf){ .y = atlas->bottom, .height = h };
    atlas->bottom += h;
    return shelf;
}

const host_Cell *host_atlas_add(host_Atlas *atlas, const host_Cell *cell)
{
    host_Cell *slot = free_cell(atlas, cell->kind, cell->key);
    if (!slot) return NULL;
    SDL_Rect at = cell->at;
    if (at.w > 0) {
        host_Shelf *shelf = find_shelf(atlas, at.w + GAP, at.h + GAP);
        if (!shelf) return NULL;
        at.x = shelf->used;
        at.y = shelf->y;
        shelf->used += at.w + GAP;
        SDL_UpdateTexture(atlas->texture, &at, atlas->pixels, at.w * (int)sizeof(u32));
    }
    *slot = *cell;
    slot->at = at;
    atlas->cell_count++;
    return slot;
}

SDL_FPoint host_atlas_white(void)
{
    const float middle = (float)WHITE_SIZE / 2 / HOST_ATLAS_SIZE;
    return (SDL_FPoint){ middle, middle };
}
