// From attrs.def by eddiec: edit that file, not this one.
#ifndef GEN_ATTRS_H
#define GEN_ATTRS_H
#include "runtime/migrate/old_record.h"
#include "runtime/snapshot/encode.h"
#include "runtime/types/types.h"
ED_C_BEGIN

enum { LOW = 1 };

typedef u8 Team;
enum {
    Team_RED = 0,
    Team_BLUE = 1,
};
extern const ed_Type Team_type;

typedef struct Actor Actor;
typedef struct Actor_array {
    Actor *items;
    u32 count, capacity;
} Actor_array;

/// Told apart by their number.
struct Actor {
    ed_Str   name;
    u32      id;
    f32      hp;
    f32      part;
    i8       side;
    u8       _pad0[3];
    u64      wide;
    i64      low;
    u8       ammo[3];
    u8       _pad1[5];
    u8_array list;
    u32      few_count;
    u8       few[4];
    bool     has_maybe;
    u8       maybe;
    u8       _pad2[2];
    f32      score;
    f32      both;
    u32      _pad3;
};

__extension__ enum {
    Actor_name_tag = 0x8d39bde6u,
    Actor_id_tag = 0x37386ae0u,
    Actor_hp_tag = 0x513ad265u,
    Actor_health_tag = 0x6b98ed8fu,  // hp was health
    Actor_part_tag = 0x7c783614u,
    Actor_side_tag = 0x17ba5e5eu,
    Actor_wide_tag = 0xf723cdeau,
    Actor_low_tag = 0x4f516a81u,
    Actor_ammo_tag = 0x5b9b0dafu,
    Actor_list_tag = 0x0cfb5881u,
    Actor_few_tag = 0xb20295f9u,
    Actor_maybe_tag = 0xe13cb2abu,
    Actor_score_tag = 0xd22f9095u,
    Actor_both_tag = 0xea81eea2u,
};

extern const ed_Type Actor_type;

/// Every default of the schema.
static inline void Actor_init(ed_Arena *arena, Actor *it)
{
    Actor_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Actor_pack(ed_Writer *w, const Actor *rows, u32 count)
{
    ed_pack_rows(w, &Actor_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Actor_unpack(ed_Reader *r, ed_Arena *arena, Actor *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Actor_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Actor *Actor_array_add(ed_Arena *arena, Actor_array *array)
{
    Actor *it = (Actor *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it,
        Actor_type.align);
    if (it) {
        Actor_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Actor_array_remove(Actor_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

/// Written by the game: `old` is the record in its old layout, and `it` holds
/// what the usual rules made of it. False refuses the new layout. Without such a
/// function the module is refused.
bool actor_upgrade(ed_Arena *arena, Actor *it, const ed_OldRecord *old);

typedef struct ByName ByName;
typedef struct ByName_array {
    ByName *items;
    u32 count, capacity;
} ByName_array;

struct ByName {
    char name[8];
};

__extension__ enum {
    ByName_name_tag = 0x8d39bde6u,
};

extern const ed_Type ByName_type;

/// Every default of the schema.
static inline void ByName_init(ed_Arena *arena, ByName *it)
{
    ByName_type.init(arena, it);
}

/// An array of maps by tag.
static inline void ByName_pack(ed_Writer *w, const ByName *rows, u32 count)
{
    ed_pack_rows(w, &ByName_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool ByName_unpack(ed_Reader *r, ed_Arena *arena, ByName *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &ByName_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline ByName *ByName_array_add(ed_Arena *arena, ByName_array *array)
{
    ByName *it = (ByName *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it,
        ByName_type.align);
    if (it) {
        ByName_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void ByName_array_remove(ByName_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

typedef struct ByText ByText;
typedef struct ByText_array {
    ByText *items;
    u32 count, capacity;
} ByText_array;

struct ByText {
    ed_Str text;
};

__extension__ enum {
    ByText_text_tag = 0xbde64e3eu,
};

extern const ed_Type ByText_type;

/// Every default of the schema.
static inline void ByText_init(ed_Arena *arena, ByText *it)
{
    ByText_type.init(arena, it);
}

/// An array of maps by tag.
static inline void ByText_pack(ed_Writer *w, const ByText *rows, u32 count)
{
    ed_pack_rows(w, &ByText_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool ByText_unpack(ed_Reader *r, ed_Arena *arena, ByText *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &ByText_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline ByText *ByText_array_add(ed_Arena *arena, ByText_array *array)
{
    ByText *it = (ByText *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it,
        ByText_type.align);
    if (it) {
        ByText_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void ByText_array_remove(ByText_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

typedef struct ByTeam ByTeam;
typedef struct ByTeam_array {
    ByTeam *items;
    u32 count, capacity;
} ByTeam_array;

struct ByTeam {
    u8   pad;
    Team team;
};

__extension__ enum {
    ByTeam_pad_tag = 0x5955feaau,
    ByTeam_team_tag = 0xa2fd7d0cu,
};

extern const ed_Type ByTeam_type;

/// Every default of the schema.
static inline void ByTeam_init(ed_Arena *arena, ByTeam *it)
{
    ByTeam_type.init(arena, it);
}

/// An array of maps by tag.
static inline void ByTeam_pack(ed_Writer *w, const ByTeam *rows, u32 count)
{
    ed_pack_rows(w, &ByTeam_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool ByTeam_unpack(ed_Reader *r, ed_Arena *arena, ByTeam *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &ByTeam_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline ByTeam *ByTeam_array_add(ed_Arena *arena, ByTeam_array *array)
{
    ByTeam *it = (ByTeam *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it,
        ByTeam_type.align);
    if (it) {
        ByTeam_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void ByTeam_array_remove(ByTeam_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

typedef struct Game Game;

struct Game {
    Actor_array  actors;
    ByName_array names;
    u32          tick;
    u32          _pad0;
};

__extension__ enum {
    Game_actors_tag = 0xb0b7b16bu,
    Game_names_tag = 0xe6e5718fu,
    Game_tick_tag = 0x5b5630a4u,
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

/// Written by the game: `old` is the record in its old layout, and `it` holds
/// what the usual rules made of it. False refuses the new layout. Without such a
/// function the module is refused.
bool game_upgrade(ed_Arena *arena, Game *it, const ed_OldRecord *old);

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

/// Written by the game: `old` is the record in its old layout, and `it` holds
/// what the usual rules made of it. False refuses the new layout. Without such a
/// function the module is refused.
bool missing_upgrade(ed_Arena *arena, Editor *it, const ed_OldRecord *old);

ED_C_END
#endif
