// From roots.def by eddiec: edit that file, not this one.
#ifndef GEN_ROOTS_H
#define GEN_ROOTS_H
#include "runtime/snapshot/encode.h"
#include "runtime/types/types.h"
ED_C_BEGIN

typedef struct Enemy Enemy;
typedef struct Enemy_array {
    Enemy *items;
    u32 count, capacity;
} Enemy_array;

typedef struct Game Game;

/// All that happens.
struct Game {
    u64         tick;
    Enemy_array enemies;
    f32         flash;
    f32         hp;
};

__extension__ enum {
    Game_tick_tag = 0x5b5630a4u,
    Game_enemies_tag = 0x55e44c4bu,
    Game_flash_tag = 0xaf85ad29u,
    Game_hp_tag = 0x513ad265u,
    Game_health_tag = 0x6b98ed8fu,  // hp was health
    Game_life_tag = 0xe7c742dfu,  // hp was life
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

typedef struct Debug Debug;

struct Debug {
    bool open;
};

__extension__ enum {
    Debug_open_tag = 0xd35ec4c9u,
};

extern const ed_Type Debug_type;

/// Every default of the schema.
static inline void Debug_init(ed_Arena *arena, Debug *it)
{
    Debug_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Debug_pack(ed_Writer *w, const Debug *rows, u32 count)
{
    ed_pack_rows(w, &Debug_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Debug_unpack(ed_Reader *r, ed_Arena *arena, Debug *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Debug_type, rows, count);
}

typedef struct Assets Assets;

struct Assets {
    void * fonts[8];
    void * one;
    u32    _pad0;
    u32    more_count;
    void * more[2];
    u32    font_count;
    u32    _pad1;
};

__extension__ enum {
    Assets_fonts_tag = 0xc2e7bb59u,
    Assets_one_tag = 0xba2719efu,
    Assets_more_tag = 0xe85541e0u,
    Assets_font_count_tag = 0xb43664dcu,
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

struct Enemy {
    u32 id;
};

__extension__ enum {
    Enemy_id_tag = 0x37386ae0u,
    Enemy_number_tag = 0x1bd670a0u,  // id was number
};

extern const ed_Type Enemy_type;

/// Every default of the schema.
static inline void Enemy_init(ed_Arena *arena, Enemy *it)
{
    Enemy_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Enemy_pack(ed_Writer *w, const Enemy *rows, u32 count)
{
    ed_pack_rows(w, &Enemy_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Enemy_unpack(ed_Reader *r, ed_Arena *arena, Enemy *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Enemy_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Enemy *Enemy_array_add(ed_Arena *arena, Enemy_array *array)
{
    Enemy *it = (Enemy *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it,
        Enemy_type.align);
    if (it) {
        Enemy_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Enemy_array_remove(Enemy_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

typedef struct Editor Editor;

struct Editor {
    u32 selected;
};

__extension__ enum {
    Editor_selected_tag = 0x4e0a1774u,
};

extern const ed_Type Editor_type;

/// Every default of the schema.
static inline void Editor_init(ed_Arena *arena, Editor *it)
{
    Editor_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Editor_pack(ed_Writer *w, const Editor *rows, u32 count)
{
    ed_pack_rows(w, &Editor_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Editor_unpack(ed_Reader *r, ed_Arena *arena, Editor *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Editor_type, rows, count);
}

ED_C_END
#endif
