// From optionals.def by eddiec: edit that file, not this one.
#ifndef GEN_OPTIONALS_H
#define GEN_OPTIONALS_H
#include "runtime/snapshot/encode.h"
#include "runtime/types/types.h"
ED_C_BEGIN

typedef struct Item Item;
typedef struct Item_array {
    Item *items;
    u32 count, capacity;
} Item_array;

struct Item {
    u32    id;
    u32    _pad0;
    ed_Str name;
    u32    bytes_count;
    u8     bytes[2];
    u8     _pad1[2];
};

__extension__ enum {
    Item_id_tag = 0x37386ae0u,
    Item_name_tag = 0x8d39bde6u,
    Item_bytes_tag = 0x65b1d004u,
};

extern const ed_Type Item_type;

/// Every default of the schema.
static inline void Item_init(ed_Arena *arena, Item *it)
{
    Item_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Item_pack(ed_Writer *w, const Item *rows, u32 count)
{
    ed_pack_rows(w, &Item_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Item_unpack(ed_Reader *r, ed_Arena *arena, Item *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Item_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Item *Item_array_add(ed_Arena *arena, Item_array *array)
{
    Item *it = (Item *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it, Item_type.align);
    if (it) {
        Item_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Item_array_remove(Item_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

typedef u8 Side;
enum {
    Side_LEFT = 1,
    Side_RIGHT = 2,
};
extern const ed_Type Side_type;

typedef struct Plain Plain;
typedef struct Plain_array {
    Plain *items;
    u32 count, capacity;
} Plain_array;

struct Plain {
    u32 a;
};

__extension__ enum {
    Plain_a_tag = 0xe40c292cu,
};

extern const ed_Type Plain_type;

/// Every default of the schema.
static inline void Plain_init(ed_Arena *arena, Plain *it)
{
    Plain_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Plain_pack(ed_Writer *w, const Plain *rows, u32 count)
{
    ed_pack_rows(w, &Plain_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Plain_unpack(ed_Reader *r, ed_Arena *arena, Plain *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Plain_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Plain *Plain_array_add(ed_Arena *arena, Plain_array *array)
{
    Plain *it = (Plain *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it,
        Plain_type.align);
    if (it) {
        Plain_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Plain_array_remove(Plain_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

typedef struct Actor Actor;
typedef struct Actor_array {
    Actor *items;
    u32 count, capacity;
} Actor_array;

/// Everything that may be absent.
struct Actor {
    u8     _pad0[7];
    bool   has_held;
    Item   held;  ///< in the hand
    u8     _pad1[7];
    bool   has_worn;
    Item   worn;
    bool   has_small;
    u8     small;
    u8     _pad2[5];
    bool   has_wide;
    u64    wide;
    bool   has_truth;
    bool   truth;
    bool   has_name;
    char   name[6];
    u8     _pad3[6];
    bool   has_note;
    ed_Str note;
    bool   has_side;
    Side   side;
    bool   has_other;
    Side   other;
    u8     _pad4[3];
    bool   has_speed;
    f32    speed;
    u8     _pad5[3];
    bool   has_plain;
    Plain  plain;
    u8     last;
    u8     _pad6[3];
};

__extension__ enum {
    Actor_held_tag = 0x2471847eu,
    Actor_worn_tag = 0x6098da3fu,
    Actor_small_tag = 0xa2c4f48cu,
    Actor_wide_tag = 0xf723cdeau,
    Actor_truth_tag = 0xd677fb5eu,
    Actor_name_tag = 0x8d39bde6u,
    Actor_note_tag = 0x919a0c3du,
    Actor_side_tag = 0x17ba5e5eu,
    Actor_other_tag = 0xc87d8df5u,
    Actor_speed_tag = 0x7b80c780u,
    Actor_pace_tag = 0x715353eau,  // speed was pace
    Actor_plain_tag = 0xd3be3f67u,
    Actor_last_tag = 0x63e1d819u,
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

typedef struct Nest Nest;
typedef struct Nest_array {
    Nest *items;
    u32 count, capacity;
} Nest_array;

struct Nest {
    Actor actor;
    Plain plain;
    u32   _pad0;
};

__extension__ enum {
    Nest_actor_tag = 0x0e8cd7bau,
    Nest_plain_tag = 0xd3be3f67u,
};

extern const ed_Type Nest_type;

/// Every default of the schema.
static inline void Nest_init(ed_Arena *arena, Nest *it)
{
    Nest_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Nest_pack(ed_Writer *w, const Nest *rows, u32 count)
{
    ed_pack_rows(w, &Nest_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Nest_unpack(ed_Reader *r, ed_Arena *arena, Nest *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Nest_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Nest *Nest_array_add(ed_Arena *arena, Nest_array *array)
{
    Nest *it = (Nest *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it, Nest_type.align);
    if (it) {
        Nest_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Nest_array_remove(Nest_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

typedef struct Zeros Zeros;
typedef struct Zeros_array {
    Zeros *items;
    u32 count, capacity;
} Zeros_array;

struct Zeros {
    bool has_a;
    u8   a;
};

__extension__ enum {
    Zeros_a_tag = 0xe40c292cu,
};

extern const ed_Type Zeros_type;

/// Every default of the schema.
static inline void Zeros_init(ed_Arena *arena, Zeros *it)
{
    Zeros_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Zeros_pack(ed_Writer *w, const Zeros *rows, u32 count)
{
    ed_pack_rows(w, &Zeros_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Zeros_unpack(ed_Reader *r, ed_Arena *arena, Zeros *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Zeros_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Zeros *Zeros_array_add(ed_Arena *arena, Zeros_array *array)
{
    Zeros *it = (Zeros *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it,
        Zeros_type.align);
    if (it) {
        Zeros_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Zeros_array_remove(Zeros_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

typedef struct Lists Lists;
typedef struct Lists_array {
    Lists *items;
    u32 count, capacity;
} Lists_array;

struct Lists {
    u32      few_count;
    u8       few[3];
    u8       _pad0;
    u8_array any;
};

__extension__ enum {
    Lists_few_tag = 0xb20295f9u,
    Lists_any_tag = 0x2c29f04du,
};

extern const ed_Type Lists_type;

/// Every default of the schema.
static inline void Lists_init(ed_Arena *arena, Lists *it)
{
    Lists_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Lists_pack(ed_Writer *w, const Lists *rows, u32 count)
{
    ed_pack_rows(w, &Lists_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Lists_unpack(ed_Reader *r, ed_Arena *arena, Lists *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Lists_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Lists *Lists_array_add(ed_Arena *arena, Lists_array *array)
{
    Lists *it = (Lists *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it,
        Lists_type.align);
    if (it) {
        Lists_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Lists_array_remove(Lists_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

typedef struct Holder Holder;
typedef struct Holder_array {
    Holder *items;
    u32 count, capacity;
} Holder_array;

struct Holder {
    Lists lists;
};

__extension__ enum {
    Holder_lists_tag = 0x61ad04f6u,
};

extern const ed_Type Holder_type;

/// Every default of the schema.
static inline void Holder_init(ed_Arena *arena, Holder *it)
{
    Holder_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Holder_pack(ed_Writer *w, const Holder *rows, u32 count)
{
    ed_pack_rows(w, &Holder_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Holder_unpack(ed_Reader *r, ed_Arena *arena, Holder *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Holder_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Holder *Holder_array_add(ed_Arena *arena, Holder_array *array)
{
    Holder *it = (Holder *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it,
        Holder_type.align);
    if (it) {
        Holder_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Holder_array_remove(Holder_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

typedef struct Game Game;

struct Game {
    Actor  actor;
    Nest   nest;
    Zeros  zeros[2];
    u32    _pad0;
    Holder holder;
    u8     _pad1[3];
    bool   has_t;
    f32    t;
};

__extension__ enum {
    Game_actor_tag = 0x0e8cd7bau,
    Game_nest_tag = 0x5ed0d48bu,
    Game_zeros_tag = 0x9128be30u,
    Game_holder_tag = 0xd5411c8fu,
    Game_t_tag = 0xf10c3da3u,
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

typedef struct Cache Cache;

struct Cache {
    u8   _pad0[3];
    bool has_size;
    u32  size;
};

__extension__ enum {
    Cache_size_tag = 0x23a0d95cu,
};

extern const ed_Type Cache_type;

/// Every default of the schema.
static inline void Cache_init(ed_Arena *arena, Cache *it)
{
    Cache_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Cache_pack(ed_Writer *w, const Cache *rows, u32 count)
{
    ed_pack_rows(w, &Cache_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Cache_unpack(ed_Reader *r, ed_Arena *arena, Cache *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Cache_type, rows, count);
}

ED_C_END
#endif
