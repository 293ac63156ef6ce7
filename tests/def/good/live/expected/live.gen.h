// From live.def by eddiec: edit that file, not this one.
#ifndef GEN_LIVE_H
#define GEN_LIVE_H
#include "runtime/snapshot/encode.h"
#include "runtime/types/types.h"
ED_C_BEGIN

typedef struct Sprite Sprite;
typedef struct Sprite_array {
    Sprite *items;
    u32 count, capacity;
} Sprite_array;

struct Sprite {
    u32    id;
    u32    _pad0;
    void * image;
    void * frames[4];
    u8     count;
    u8     _pad1[3];
    u32    some_count;
    void * some[2];
};

__extension__ enum {
    Sprite_id_tag = 0x37386ae0u,
    Sprite_image_tag = 0xb35135fau,
    Sprite_frames_tag = 0x7b71324fu,
    Sprite_count_tag = 0x39b1ddf4u,
    Sprite_some_tag = 0xf3611c71u,
};

extern const ed_Type Sprite_type;

/// Every default of the schema.
static inline void Sprite_init(ed_Arena *arena, Sprite *it)
{
    Sprite_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Sprite_pack(ed_Writer *w, const Sprite *rows, u32 count)
{
    ed_pack_rows(w, &Sprite_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Sprite_unpack(ed_Reader *r, ed_Arena *arena, Sprite *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Sprite_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Sprite *Sprite_array_add(ed_Arena *arena, Sprite_array *array)
{
    Sprite *it = (Sprite *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it,
        Sprite_type.align);
    if (it) {
        Sprite_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Sprite_array_remove(Sprite_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

typedef struct Game Game;

struct Game {
    Sprite_array sprites;
    void *       window;
};

__extension__ enum {
    Game_sprites_tag = 0xe65136bdu,
    Game_window_tag = 0xa172b7ddu,
    Game_screen_tag = 0x55c54c11u,  // window was screen
};

extern const ed_Type Game_type;

/// Every default of the schema.
static inline void Game_init(ed_Arena *arena, Game *it)
{
    Game_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Game_pack(ed_Writer *w, const Game *rows, u32 count)
{
    ed_pack_rows(w, &Game_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Game_unpack(ed_Reader *r, ed_Arena *arena, Game *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Game_type, rows, count);
}

typedef struct Assets Assets;

struct Assets {
    void * images[8];
    Sprite first;
};

__extension__ enum {
    Assets_images_tag = 0xd1d746abu,
    Assets_first_tag = 0x4881d841u,
};

extern const ed_Type Assets_type;

/// Every default of the schema.
static inline void Assets_init(ed_Arena *arena, Assets *it)
{
    Assets_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Assets_pack(ed_Writer *w, const Assets *rows, u32 count)
{
    ed_pack_rows(w, &Assets_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Assets_unpack(ed_Reader *r, ed_Arena *arena, Assets *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Assets_type, rows, count);
}

ED_C_END
#endif
