// From enums.def by eddiec: edit that file, not this one.
#include "gen/enums.gen.h"
#include <stddef.h>

// What is used of string.h.
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memset(void *at, int byte, size_t size);

static const u32 Mood_AFRAID_was[] = {
    0xf66e8d9du,  // SCARED
    0xd2873e4cu,  // TIMID
};

static const ed_Value Mood_values[] = {
    {.name = "CALM", .tag = 0xb0435356u, .number = Mood_CALM, .doc = "nothing happens"},
    {.name = "ANGRY", .tag = 0x7f6b045eu, .number = Mood_ANGRY},
    {.name = "AFRAID", .tag = 0x8591da52u, .number = Mood_AFRAID, .was = Mood_AFRAID_was,
     .was_count = 2, .doc = "runs away"},
};

const ed_Type Mood_type = {
    .name = "Mood",
    .doc = "How it feels.",
    .tag = 0x6264551eu,
    .kind = ED_ENUM, .base = ED_U8, .size = sizeof(Mood), .align = _Alignof(Mood),
    .values = Mood_values, .value_count = 3,
};

static const ed_Value Sign_values[] = {
    {.name = "MINUS", .tag = 0x7628d78fu, .number = Sign_MINUS},
    {.name = "NONE", .tag = 0x732a0f1bu, .number = Sign_NONE},
    {.name = "PLUS", .tag = 0x6e6774b5u, .number = Sign_PLUS},
};

const ed_Type Sign_type = {
    .name = "Sign",
    .tag = 0x8f6340c4u,
    .kind = ED_ENUM, .base = ED_I8, .size = sizeof(Sign), .align = _Alignof(Sign),
    .values = Sign_values, .value_count = 3,
};

static const ed_Value Huge_values[] = {
    {.name = "SMALL", .tag = 0x8617d3acu, .number = Huge_SMALL},
    {.name = "HALF", .tag = 0xd41098e4u, .number = 1099511627776u},
    {.name = "ALL", .tag = 0x55619224u, .number = (i64)18446744073709551615u},
};

const ed_Type Huge_type = {
    .name = "Huge",
    .tag = 0xe7baf382u,
    .kind = ED_ENUM, .base = ED_U64, .size = sizeof(Huge), .align = _Alignof(Huge),
    .values = Huge_values, .value_count = 3,
};

static const ed_Value Low_values[] = {
    {.name = "LOWEST", .tag = 0xdfecf6bbu, .number = -9223372036854775807 - 1},
    {.name = "ZERO", .tag = 0x9051b4a3u, .number = Low_ZERO},
};

const ed_Type Low_type = {
    .name = "Low",
    .tag = 0xb1dd9521u,
    .kind = ED_ENUM, .base = ED_I64, .size = sizeof(Low), .align = _Alignof(Low),
    .values = Low_values, .value_count = 2,
};

static const ed_Value NoZero_values[] = {
    {.name = "ONE", .tag = 0xfd01310fu, .number = NoZero_ONE},
    {.name = "TWO", .tag = 0x405fa049u, .number = NoZero_TWO},
};

const ed_Type NoZero_type = {
    .name = "NoZero",
    .tag = 0x8ef25f08u,
    .kind = ED_ENUM, .base = ED_U8, .size = sizeof(NoZero), .align = _Alignof(NoZero),
    .values = NoZero_values, .value_count = 2,
};

static const ed_Value Status_values[] = {
    {.name = "ALIVE", .tag = 0xaacc5ce6u, .number = Status_ALIVE},
    {.name = "BURNING", .tag = 0xed9c0690u, .number = Status_BURNING},
    {.name = "HIDDEN", .tag = 0x93c45cf9u, .number = Status_HIDDEN},
};

const ed_Type Status_type = {
    .name = "Status",
    .tag = 0x005ef20fu,
    .kind = ED_FLAGS, .base = ED_U16, .size = sizeof(Status), .align = _Alignof(Status),
    .values = Status_values, .value_count = 3,
};

static const ed_Value Wide_values[] = {
    {.name = "A", .tag = 0xc40bf6ccu, .number = Wide_A},
    {.name = "B", .tag = 0xc70bfb85u, .number = Wide_B},
    {.name = "C", .tag = 0xc60bf9f2u, .number = Wide_C},
};

const ed_Type Wide_type = {
    .name = "Wide",
    .tag = 0x77501a0au,
    .kind = ED_FLAGS, .base = ED_U64, .size = sizeof(Wide), .align = _Alignof(Wide),
    .values = Wide_values, .value_count = 3,
};

static const ed_Value All_values[] = {
    {.name = "BIT0", .tag = 0xab96d920u, .number = All_BIT0},
    {.name = "BIT1", .tag = 0xac96dab3u, .number = All_BIT1},
    {.name = "BIT2", .tag = 0xad96dc46u, .number = All_BIT2},
    {.name = "BIT3", .tag = 0xae96ddd9u, .number = All_BIT3},
    {.name = "BIT4", .tag = 0xaf96df6cu, .number = All_BIT4},
    {.name = "BIT5", .tag = 0xb096e0ffu, .number = All_BIT5},
    {.name = "BIT6", .tag = 0xb196e292u, .number = All_BIT6},
    {.name = "BIT7", .tag = 0xb296e425u, .number = All_BIT7},
    {.name = "BIT8", .tag = 0xb396e5b8u, .number = All_BIT8},
    {.name = "BIT9", .tag = 0xb496e74bu, .number = All_BIT9},
    {.name = "BIT10", .tag = 0x3479fc39u, .number = All_BIT10},
    {.name = "BIT11", .tag = 0x3379faa6u, .number = All_BIT11},
    {.name = "BIT12", .tag = 0x3279f913u, .number = All_BIT12},
    {.name = "BIT13", .tag = 0x3179f780u, .number = All_BIT13},
    {.name = "BIT14", .tag = 0x387a0285u, .number = All_BIT14},
    {.name = "BIT15", .tag = 0x377a00f2u, .number = All_BIT15},
    {.name = "BIT16", .tag = 0x3679ff5fu, .number = All_BIT16},
    {.name = "BIT17", .tag = 0x3579fdccu, .number = All_BIT17},
    {.name = "BIT18", .tag = 0x3c7a08d1u, .number = All_BIT18},
    {.name = "BIT19", .tag = 0x3b7a073eu, .number = All_BIT19},
    {.name = "BIT20", .tag = 0xba7d0dc2u, .number = All_BIT20},
    {.name = "BIT21", .tag = 0xbb7d0f55u, .number = All_BIT21},
    {.name = "BIT22", .tag = 0xb87d0a9cu, .number = All_BIT22},
    {.name = "BIT23", .tag = 0xb97d0c2fu, .number = All_BIT23},
    {.name = "BIT24", .tag = 0xb67d0776u, .number = All_BIT24},
    {.name = "BIT25", .tag = 0xb77d0909u, .number = All_BIT25},
    {.name = "BIT26", .tag = 0xb47d0450u, .number = All_BIT26},
    {.name = "BIT27", .tag = 0xb57d05e3u, .number = All_BIT27},
    {.name = "BIT28", .tag = 0xc27d1a5au, .number = All_BIT28},
    {.name = "BIT29", .tag = 0xc37d1bedu, .number = All_BIT29},
    {.name = "BIT30", .tag = 0xc07f55cbu, .number = All_BIT30},
    {.name = "BIT31", .tag = 0xbf7f5438u, .number = 2147483648u},
};

const ed_Type All_type = {
    .name = "All",
    .tag = 0x75afe364u,
    .kind = ED_FLAGS, .base = ED_U32, .size = sizeof(All), .align = _Alignof(All),
    .values = All_values, .value_count = 32,
};

_Static_assert(offsetof(Actor, mood) == 0, "Actor.mood");
_Static_assert(offsetof(Actor, calm) == 1, "Actor.calm");
_Static_assert(offsetof(Actor, sign) == 2, "Actor.sign");
_Static_assert(offsetof(Actor, huge) == 8, "Actor.huge");
_Static_assert(offsetof(Actor, low) == 16, "Actor.low");
_Static_assert(offsetof(Actor, one) == 24, "Actor.one");
_Static_assert(offsetof(Actor, two) == 25, "Actor.two");
_Static_assert(offsetof(Actor, many) == 26, "Actor.many");
_Static_assert(offsetof(Actor, some) == 36, "Actor.some");
_Static_assert(offsetof(Actor, status) == 38, "Actor.status");
_Static_assert(offsetof(Actor, none) == 40, "Actor.none");
_Static_assert(offsetof(Actor, wide) == 48, "Actor.wide");
_Static_assert(offsetof(Actor, all) == 56, "Actor.all");
_Static_assert(offsetof(Actor, moods) == 64, "Actor.moods");
_Static_assert(offsetof(Actor, each) == 84, "Actor.each");
_Static_assert(sizeof(Actor) == 96, "Actor");

static void init_Actor(ed_Arena *arena, void *any)
{
    Actor *it = any;
    memset(it, 0, sizeof *it);
    it->mood = Mood_ANGRY;
    it->sign = Sign_MINUS;
    it->huge = Huge_ALL;
    it->low = Low_LOWEST;
    it->one = NoZero_ONE;
    it->two = NoZero_TWO;
    for (u32 i = 0; i < 2; i++)
        for (u32 j = 0; j < 3; j++)
            it->many[i][j] = NoZero_ONE;
    it->many[0][0] = NoZero_TWO;
    it->status = Status_ALIVE | Status_HIDDEN;
    it->wide = Wide_C;
    it->all = All_BIT0 | All_BIT31;
    if (ed_array_reserve(arena, (ed_Array *)(void *)&it->moods, 2, 1, 1)) {
        it->moods.count = 2;
        it->moods.items[0] = Mood_ANGRY;
        it->moods.items[1] = Mood_AFRAID;
    }
    it->each_count = 2;
    it->each[0] = Status_BURNING;
    it->each[1] = Status_ALIVE | Status_BURNING;
}

static const ed_Field Actor_fields[] = {
    {.tag = Actor_mood_tag, .name = "mood", .kind = ED_ENUM,
     .offset = offsetof(Actor, mood), .size = 1, .count = 1, .type = &Mood_type,
     .preset_size = 1, .preset = (const u8[]){0x04}},
    {.tag = Actor_calm_tag, .name = "calm", .kind = ED_ENUM,
     .offset = offsetof(Actor, calm), .size = 1, .count = 1, .type = &Mood_type},
    {.tag = Actor_sign_tag, .name = "sign", .kind = ED_ENUM,
     .offset = offsetof(Actor, sign), .size = 1, .count = 1, .type = &Sign_type,
     .preset_size = 1, .preset = (const u8[]){0xff}},
    {.tag = Actor_huge_tag, .name = "huge", .kind = ED_ENUM,
     .offset = offsetof(Actor, huge), .size = 8, .count = 1, .type = &Huge_type,
     .preset_size = 9,
     .preset = (const u8[]){0xcf, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}},
    {.tag = Actor_low_tag, .name = "low", .kind = ED_ENUM,
     .offset = offsetof(Actor, low), .size = 8, .count = 1, .type = &Low_type,
     .preset_size = 9,
     .preset = (const u8[]){0xd3, 0x80, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00}},
    {.tag = Actor_one_tag, .name = "one", .kind = ED_ENUM,
     .offset = offsetof(Actor, one), .size = 1, .count = 1, .type = &NoZero_type},
    {.tag = Actor_two_tag, .name = "two", .kind = ED_ENUM,
     .offset = offsetof(Actor, two), .size = 1, .count = 1, .type = &NoZero_type,
     .preset_size = 1, .preset = (const u8[]){0x02}},
    {.tag = Actor_many_tag, .name = "many", .kind = ED_ENUM, .shape = ED_FIXED,
     .offset = offsetof(Actor, many), .size = 1, .count = 6, .dims = {2, 3}, .type = &NoZero_type,
     .preset_size = 9,
     .preset = (const u8[]){0x92, 0x93, 0x02, 0x01, 0x01, 0x93, 0x01, 0x01, 0x01}},
    {.tag = Actor_some_tag, .name = "some", .kind = ED_ENUM, .shape = ED_BOUNDED,
     .offset = offsetof(Actor, some), .size = 1, .count = 2, .type = &NoZero_type},
    {.tag = Actor_status_tag, .name = "status", .kind = ED_FLAGS,
     .offset = offsetof(Actor, status), .size = 2, .count = 1, .type = &Status_type,
     .preset_size = 1, .preset = (const u8[]){0x05}},
    {.tag = Actor_none_tag, .name = "none", .kind = ED_FLAGS,
     .offset = offsetof(Actor, none), .size = 2, .count = 1, .type = &Status_type},
    {.tag = Actor_wide_tag, .name = "wide", .kind = ED_FLAGS,
     .offset = offsetof(Actor, wide), .size = 8, .count = 1, .type = &Wide_type,
     .preset_size = 1, .preset = (const u8[]){0x04}},
    {.tag = Actor_all_tag, .name = "all", .kind = ED_FLAGS,
     .offset = offsetof(Actor, all), .size = 4, .count = 1, .type = &All_type,
     .preset_size = 5, .preset = (const u8[]){0xce, 0x80, 0x00, 0x00, 0x01}},
    {.tag = Actor_moods_tag, .name = "moods", .kind = ED_ENUM, .shape = ED_DYNAMIC,
     .offset = offsetof(Actor, moods), .size = 1, .count = 0, .type = &Mood_type,
     .preset_size = 3, .preset = (const u8[]){0x92, 0x04, 0x05}},
    {.tag = Actor_each_tag, .name = "each", .kind = ED_FLAGS, .shape = ED_BOUNDED,
     .offset = offsetof(Actor, each), .size = 2, .count = 3, .type = &Status_type,
     .preset_size = 3, .preset = (const u8[]){0x92, 0x02, 0x03}},
};

const ed_Type Actor_type = {
    .name = "Actor",
    .tag = 0xb449dc5au,
    .kind = ED_STRUCT, .size = sizeof(Actor), .align = _Alignof(Actor),
    .fields = Actor_fields, .field_count = 15, .init = init_Actor,
};
