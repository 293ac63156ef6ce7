/// A texture atlas with all pictures of a frame: a white block for plain shapes, glyphs, sprites.
/// Pictures are packed in rows as they are requested. A full atlas is cleared and filled again.
#ifndef HOST_GFX_ATLAS_H
#define HOST_GFX_ATLAS_H
#include "host/gfx/sdl.h"
#include "runtime/base/arena.h"

#define HOST_ATLAS_SIZE 2048        // width and height in pixels
#define HOST_ATLAS_CELLS 8192u      // slots of the hash table, a power of two
#define HOST_ATLAS_SHELVES 256u
#define HOST_CELL_MAX (HOST_ATLAS_SIZE - 16)      // pixels: largest side of a picture

typedef enum host_CellKind { HOST_CELL_FREE, HOST_CELL_GLYPH, HOST_CELL_SPRITE } host_CellKind;

typedef struct host_Cell {
    host_CellKind kind;
    u64 key;
    SDL_Rect at;                 // in the texture, in pixels; w 0 for an empty picture
    int left, top, advance;      // of a glyph: relative to the pen and the line's top, in pixels
} host_Cell;

typedef struct host_Shelf {      // a row of pictures of similar height
    int y, height, used;
} host_Shelf;

typedef struct host_Atlas {
    SDL_Texture *texture;      // ARGB8888
    u32 *pixels;               // buffer for one picture, HOST_ATLAS_SIZE squared pixels
    host_Cell *cells;
    u32 cell_count;
    host_Shelf shelves[HOST_ATLAS_SHELVES];
    u32 shelf_count;
    int bottom;      // first row of pixels below all shelves
} host_Atlas;

bool host_atlas_open(host_Atlas *atlas, ed_Arena *arena, SDL_Renderer *renderer, ed_Error *error);
void host_atlas_close(host_Atlas *atlas);
void host_atlas_clear(host_Atlas *atlas);      ///< removes all cells except the white block

/// Returns the cell of a picture, or NULL if the picture has to be added.
const host_Cell *host_atlas_find(const host_Atlas *atlas, host_CellKind kind, u64 key);
/// Adds the picture at the start of `atlas->pixels`: `cell->at.h` rows of `cell->at.w` pixels,
/// without gaps. NULL if the atlas is full.
const host_Cell *host_atlas_add(host_Atlas *atlas, const host_Cell *cell);

/// Returns the texture coordinates, 0 to 1, of a point inside the white block.
SDL_FPoint host_atlas_white(void);
#endif
