// From enums.def by eddiec: edit that file, not this one.
#ifndef GEN_ENUMS_H
#define GEN_ENUMS_H
#include "runtime/snapshot/encode.h"
#include "runtime/types/types.h"
ED_C_BEGIN

/// How it feels.
typedef u8 Mood;
enum {
    Mood_CALM = 0,  ///< nothing happens
    Mood_ANGRY = 4,
    Mood_AFRAID = 5,  ///< runs away
};
typedef struct Mood_array {
    Mood *items;
    u32 count, capacity;
} Mood_array;
extern const ed_Type Mood_type;

typedef i8 Sign;
enum {
    Sign_MINUS = -1,
    Sign_NONE = 0,
    Sign_PLUS = 1,
};
extern const ed_Type Sign_type;

typedef u64 Huge;
enum {
    Huge_SMALL = 1,
};
static const Huge Huge_HALF = 1099511627776u;
static const Huge Huge_ALL = 18446744073709551615u;
extern const ed_Type Huge_type;

typedef i64 Low;
enum {
    Low_ZERO = 0,
};
static const Low Low_LOWEST = -9223372036854775807 - 1;
extern const ed_Type Low_type;

typedef u8 NoZero;
enum {
    NoZero_ONE = 1,
    NoZero_TWO = 2,
};
extern const ed_Type NoZero_type;

typedef u16 Status;
enum {
    Status_ALIVE = 1 << 0,
    Status_BURNING = 1 << 1,
    Status_HIDDEN = 1 << 2,
};
extern const ed_Type Status_type;

typedef u64 Wide;
enum {
    Wide_A = 1 << 0,
    Wide_B = 1 << 1,
    Wide_C = 1 << 2,
};
extern const ed_Type Wide_type;

typedef u32 All;
enum {
    All_BIT0 = 1 << 0,
    All_BIT1 = 1 << 1,
    All_BIT2 = 1 << 2,
    All_BIT3 = 1 << 3,
    All_BIT4 = 1 << 4,
    All_BIT5 = 1 << 5,
    All_BIT6 = 1 << 6,
    All_BIT7 = 1 << 7,
    All_BIT8 = 1 << 8,
    All_BIT9 = 1 << 9,
    All_BIT10 = 1 << 10,
    All_BIT11 = 1 << 11,
    All_BIT12 = 1 << 12,
    All_BIT13 = 1 << 13,
    All_BIT14 = 1 << 14,
    All_BIT15 = 1 << 15,
    All_BIT16 = 1 << 16,
    All_BIT17 = 1 << 17,
    All_BIT18 = 1 << 18,
    All_BIT19 = 1 << 19,
    All_BIT20 = 1 << 20,
    All_BIT21 = 1 << 21,
    All_BIT22 = 1 << 22,
    All_BIT23 = 1 << 23,
    All_BIT24 = 1 << 24,
    All_BIT25 = 1 << 25,
    All_BIT26 = 1 << 26,
    All_BIT27 = 1 << 27,
    All_BIT28 = 1 << 28,
    All_BIT29 = 1 << 29,
    All_BIT30 = 1 << 30,
};
static const All All_BIT31 = 2147483648u;
extern const ed_Type All_type;

typedef struct Actor Actor;
typedef struct Actor_array {
    Actor *items;
    u32 count, capacity;
} Actor_array;

struct Actor {
    Mood       mood;
    Mood       calm;
    Sign       sign;
    u8         _pad0[5];
    Huge       huge;
    Low        low;
    NoZero     one;
    NoZero     two;
    NoZero     many[2][3];
    u32        some_count;
    NoZero     some[2];
    Status     status;
    Status     none;
    u8         _pad1[6];
    Wide       wide;
    All        all;
    u32        _pad2;
    Mood_array moods;
    u32        each_count;
    Status     each[3];
    u8         _pad3[6];
};

__extension__ enum {
    Actor_mood_tag = 0xfb84bdfeu,
    Actor_calm_tag = 0xb2f18316u,
    Actor_sign_tag = 0x0cbc8ba4u,
    Actor_huge_tag = 0x678ea762u,
    Actor_low_tag = 0x4f516a81u,
    Actor_one_tag = 0xba2719efu,
    Actor_two_tag = 0xbe248829u,
    Actor_many_tag = 0xe1978fa2u,
    Actor_some_tag = 0xf3611c71u,
    Actor_status_tag = 0xba4b77efu,
    Actor_none_tag = 0xada7afdbu,
    Actor_wide_tag = 0xf723cdeau,
    Actor_all_tag = 0x13254bc4u,
    Actor_moods_tag = 0x7ef664f7u,
    Actor_each_tag = 0x147aa128u,
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

ED_C_END
#endif
