// From optionals.def by eddiec: edit that file, not this one.
#include "gen/optionals.gen.h"
#include <stddef.h>

// What is used of string.h.
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memset(void *at, int byte, size_t size);

_Static_assert(offsetof(Item, id) == 0, "Item.id");
_Static_assert(offsetof(Item, name) == 8, "Item.name");
_Static_assert(offsetof(Item, bytes) == 28, "Item.bytes");
_Static_assert(sizeof(Item) == 32, "Item");

static void init_Item(ed_Arena *arena, void *any)
{
    Item *it = any;
    memset(it, 0, sizeof *it);
    it->id = 7;
    ed_str_set(arena, &it->name, "x");
}

static const ed_Field Item_fields[] = {
    {.tag = Item_id_tag, .name = "id", .kind = ED_U32,
     .offset = offsetof(Item, id), .size = 4, .count = 1,
     .preset_size = 1, .preset = (const u8[]){0x07}},
    {.tag = Item_name_tag, .name = "name", .kind = ED_STR,
     .offset = offsetof(Item, name), .size = 16, .count = 1,
     .preset_size = 2, .preset = (const u8[]){0xa1, 0x78}},
    {.tag = Item_bytes_tag, .name = "bytes", .kind = ED_U8, .shape = ED_BOUNDED,
     .offset = offsetof(Item, bytes), .size = 1, .count = 2},
};

const ed_Type Item_type = {
    .name = "Item",
    .tag = 0x1f648006u,
    .kind = ED_STRUCT, .size = sizeof(Item), .align = _Alignof(Item),
    .fields = Item_fields, .field_count = 3, .init = init_Item,
};

static const ed_Value Side_values[] = {
    {.name = "LEFT", .tag = 0x103c2070u, .number = Side_LEFT},
    {.name = "RIGHT", .tag = 0x1b97d785u, .number = Side_RIGHT},
};

const ed_Type Side_type = {
    .name = "Side",
    .tag = 0x9a61137eu,
    .kind = ED_ENUM, .base = ED_U8, .size = sizeof(Side), .align = _Alignof(Side),
    .values = Side_values, .value_count = 2,
};

_Static_assert(offsetof(Plain, a) == 0, "Plain.a");
_Static_assert(sizeof(Plain) == 4, "Plain");

static void init_Plain(ed_Arena *arena, void *any)
{
    (void)arena;
    memset(any, 0, sizeof(Plain));
}

static const ed_Field Plain_fields[] = {
    {.tag = Plain_a_tag, .name = "a", .kind = ED_U32,
     .offset = offsetof(Plain, a), .size = 4, .count = 1},
};

const ed_Type Plain_type = {
    .name = "Plain",
    .tag = 0xa5b8c207u,
    .kind = ED_STRUCT, .size = sizeof(Plain), .align = _Alignof(Plain),
    .fields = Plain_fields, .field_count = 1, .init = init_Plain,
};

_Static_assert(offsetof(Actor, held) == 8, "Actor.held");
_Static_assert(offsetof(Actor, has_held) == 7, "Actor.has_held");
_Static_assert(offsetof(Actor, worn) == 48, "Actor.worn");
_Static_assert(offsetof(Actor, has_worn) == 47, "Actor.has_worn");
_Static_assert(offsetof(Actor, small) == 81, "Actor.small");
_Static_assert(offsetof(Actor, has_small) == 80, "Actor.has_small");
_Static_assert(offsetof(Actor, wide) == 88, "Actor.wide");
_Static_assert(offsetof(Actor, has_wide) == 87, "Actor.has_wide");
_Static_assert(offsetof(Actor, truth) == 97, "Actor.truth");
_Static_assert(offsetof(Actor, has_truth) == 96, "Actor.has_truth");
_Static_assert(offsetof(Actor, name) == 99, "Actor.name");
_Static_assert(offsetof(Actor, has_name) == 98, "Actor.has_name");
_Static_assert(offsetof(Actor, note) == 112, "Actor.note");
_Static_assert(offsetof(Actor, has_note) == 111, "Actor.has_note");
_Static_assert(offsetof(Actor, side) == 129, "Actor.side");
_Static_assert(offsetof(Actor, has_side) == 128, "Actor.has_side");
_Static_assert(offsetof(Actor, other) == 131, "Actor.other");
_Static_assert(offsetof(Actor, has_other) == 130, "Actor.has_other");
_Static_assert(offsetof(Actor, speed) == 136, "Actor.speed");
_Static_assert(offsetof(Actor, has_speed) == 135, "Actor.has_speed");
_Static_assert(offsetof(Actor, plain) == 144, "Actor.plain");
_Static_assert(offsetof(Actor, has_plain) == 143, "Actor.has_plain");
_Static_assert(offsetof(Actor, last) == 148, "Actor.last");
_Static_assert(sizeof(Actor) == 152, "Actor");

static void init_Actor(ed_Arena *arena, void *any)
{
    Actor *it = any;
    memset(it, 0, sizeof *it);
    it->has_worn = true;
    Item_type.init(arena, &it->worn);
    it->worn.id = 9;
    it->has_wide = true;
    it->wide = 5;
    it->has_truth = true;
    it->has_name = true;
    memcpy(it->name, "ab", 2);
    it->has_note = true;
    ed_str_set(arena, &it->note, "note");
    it->has_other = true;
    it->other = Side_RIGHT;
    it->has_plain = true;
}

static const u32 Actor_speed_was[] = {
    Actor_pace_tag,
};

static const ed_Field Actor_fields[] = {
    {.tag = Actor_held_tag, .name = "held", .kind = ED_STRUCT, .shape = ED_OPTIONAL,
     .offset = offsetof(Actor, held), .size = 32, .count = 1, .type = &Item_type,
     .doc = "in the hand"},
    {.tag = Actor_worn_tag, .name = "worn", .kind = ED_STRUCT, .shape = ED_OPTIONAL,
     .offset = offsetof(Actor, worn), .size = 32, .count = 1, .type = &Item_type,
     .preset_size = 20, .preset = (const u8[]){
         0x83, 0xce, 0x37, 0x38, 0x6a, 0xe0, 0x09, 0xce, 0x8d, 0x39, 0xbd, 0xe6,
         0xa1, 0x78, 0xce, 0x65, 0xb1, 0xd0, 0x04, 0x90}},
    {.tag = Actor_small_tag, .name = "small", .kind = ED_U8, .shape = ED_OPTIONAL,
     .offset = offsetof(Actor, small), .size = 1, .count = 1},
    {.tag = Actor_wide_tag, .name = "wide", .kind = ED_U64, .shape = ED_OPTIONAL,
     .offset = offsetof(Actor, wide), .size = 8, .count = 1,
     .preset_size = 1, .preset = (const u8[]){0x05}},
    {.tag = Actor_truth_tag, .name = "truth", .kind = ED_BOOL, .shape = ED_OPTIONAL,
     .offset = offsetof(Actor, truth), .size = 1, .count = 1,
     .preset_size = 1, .preset = (const u8[]){0xc2}},
    {.tag = Actor_name_tag, .name = "name", .kind = ED_CHARS, .shape = ED_OPTIONAL,
     .offset = offsetof(Actor, name), .size = 6, .count = 1,
     .preset_size = 3, .preset = (const u8[]){0xa2, 0x61, 0x62}},
    {.tag = Actor_note_tag, .name = "note", .kind = ED_STR, .shape = ED_OPTIONAL,
     .offset = offsetof(Actor, note), .size = 16, .count = 1,
     .preset_size = 5, .preset = (const u8[]){0xa4, 0x6e, 0x6f, 0x74, 0x65}},
    {.tag = Actor_side_tag, .name = "side", .kind = ED_ENUM, .shape = ED_OPTIONAL,
     .offset = offsetof(Actor, side), .size = 1, .count = 1, .type = &Side_type},
    {.tag = Actor_other_tag, .name = "other", .kind = ED_ENUM, .shape = ED_OPTIONAL,
     .offset = offsetof(Actor, other), .size = 1, .count = 1, .type = &Side_type,
     .preset_size = 1, .preset = (const u8[]){0x02}},
    {.tag = Actor_speed_tag, .name = "speed", .kind = ED_F32, .shape = ED_OPTIONAL,
     .offset = offsetof(Actor, speed), .size = 4, .count = 1, .was = Actor_speed_was,
     .was_count = 1},
    {.tag = Actor_plain_tag, .name = "plain", .kind = ED_STRUCT, .shape = ED_OPTIONAL,
     .offset = offsetof(Actor, plain), .size = 4, .count = 1, .type = &Plain_type,
     .preset_size = 7, .preset = (const u8[]){0x81, 0xce, 0xe4, 0x0c, 0x29, 0x2c, 0x00}},
    {.tag = Actor_last_tag, .name = "last", .kind = ED_U8,
     .offset = offsetof(Actor, last), .size = 1, .count = 1},
};

const ed_Type Actor_type = {
    .name = "Actor",
    .doc = "Everything that may be absent.",
    .tag = 0xb449dc5au,
    .kind = ED_STRUCT, .size = sizeof(Actor), .align = _Alignof(Actor),
    .fields = Actor_fields, .field_count = 12, .init = init_Actor,
};

_Static_assert(offsetof(Nest, actor) == 0, "Nest.actor");
_Static_assert(offsetof(Nest, plain) == 152, "Nest.plain");
_Static_assert(sizeof(Nest) == 160, "Nest");

static void init_Nest(ed_Arena *arena, void *any)
{
    Nest *it = any;
    memset(it, 0, sizeof *it);
    Actor_type.init(arena, &it->actor);
    it->actor.has_held = true;
    Item_type.init(arena, &it->actor.held);
    it->actor.held.id = 3;
    it->actor.has_small = true;
    it->actor.small = 0;
}

static const ed_Field Nest_fields[] = {
    {.tag = Nest_actor_tag, .name = "actor", .kind = ED_STRUCT,
     .offset = offsetof(Nest, actor), .size = 152, .count = 1, .type = &Actor_type,
     .preset_size = 123, .preset = (const u8[]){
         0x8c, 0xce, 0x24, 0x71, 0x84, 0x7e, 0x83, 0xce, 0x37, 0x38, 0x6a, 0xe0,
         0x03, 0xce, 0x8d, 0x39, 0xbd, 0xe6, 0xa1, 0x78, 0xce, 0x65, 0xb1, 0xd0,
         0x04, 0x90, 0xce, 0x60, 0x98, 0xda, 0x3f, 0x83, 0xce, 0x37, 0x38, 0x6a,
         0xe0, 0x09, 0xce, 0x8d, 0x39, 0xbd, 0xe6, 0xa1, 0x78, 0xce, 0x65, 0xb1,
         0xd0, 0x04, 0x90, 0xce, 0xa2, 0xc4, 0xf4, 0x8c, 0x00, 0xce, 0xf7, 0x23,
         0xcd, 0xea, 0x05, 0xce, 0xd6, 0x77, 0xfb, 0x5e, 0xc2, 0xce, 0x8d, 0x39,
         0xbd, 0xe6, 0xa2, 0x61, 0x62, 0xce, 0x91, 0x9a, 0x0c, 0x3d, 0xa4, 0x6e,
         0x6f, 0x74, 0x65, 0xce, 0x17, 0xba, 0x5e, 0x5e, 0xc0, 0xce, 0xc8, 0x7d,
         0x8d, 0xf5, 0x02, 0xce, 0x7b, 0x80, 0xc7, 0x80, 0xc0, 0xce, 0xd3, 0xbe,
         0x3f, 0x67, 0x81, 0xce, 0xe4, 0x0c, 0x29, 0x2c, 0x00, 0xce, 0x63, 0xe1,
         0xd8, 0x19, 0x00}},
    {.tag = Nest_plain_tag, .name = "plain", .kind = ED_STRUCT,
     .offset = offsetof(Nest, plain), .size = 4, .count = 1, .type = &Plain_type},
};

const ed_Type Nest_type = {
    .name = "Nest",
    .tag = 0xdefd20abu,
    .kind = ED_STRUCT, .size = sizeof(Nest), .align = _Alignof(Nest),
    .fields = Nest_fields, .field_count = 2, .init = init_Nest,
};

_Static_assert(offsetof(Zeros, a) == 1, "Zeros.a");
_Static_assert(offsetof(Zeros, has_a) == 0, "Zeros.has_a");
_Static_assert(sizeof(Zeros) == 2, "Zeros");

static void init_Zeros(ed_Arena *arena, void *any)
{
    (void)arena;
    memset(any, 0, sizeof(Zeros));
}

static const ed_Field Zeros_fields[] = {
    {.tag = Zeros_a_tag, .name = "a", .kind = ED_U8, .shape = ED_OPTIONAL,
     .offset = offsetof(Zeros, a), .size = 1, .count = 1},
};

const ed_Type Zeros_type = {
    .name = "Zeros",
    .tag = 0x36e5c2d0u,
    .kind = ED_STRUCT, .size = sizeof(Zeros), .align = _Alignof(Zeros),
    .fields = Zeros_fields, .field_count = 1, .init = init_Zeros,
};

_Static_assert(offsetof(Lists, few) == 4, "Lists.few");
_Static_assert(offsetof(Lists, any) == 8, "Lists.any");
_Static_assert(sizeof(Lists) == 24, "Lists");

static void init_Lists(ed_Arena *arena, void *any)
{
    (void)arena;
    memset(any, 0, sizeof(Lists));
}

static const ed_Field Lists_fields[] = {
    {.tag = Lists_few_tag, .name = "few", .kind = ED_U8, .shape = ED_BOUNDED,
     .offset = offsetof(Lists, few), .size = 1, .count = 3},
    {.tag = Lists_any_tag, .name = "any", .kind = ED_U8, .shape = ED_DYNAMIC,
     .offset = offsetof(Lists, any), .size = 1, .count = 0},
};

const ed_Type Lists_type = {
    .name = "Lists",
    .tag = 0x09e2df96u,
    .kind = ED_STRUCT, .size = sizeof(Lists), .align = _Alignof(Lists),
    .fields = Lists_fields, .field_count = 2, .init = init_Lists,
};

_Static_assert(offsetof(Holder, lists) == 0, "Holder.lists");
_Static_assert(sizeof(Holder) == 24, "Holder");

static void init_Holder(ed_Arena *arena, void *any)
{
    Holder *it = any;
    memset(it, 0, sizeof *it);
    it->lists.few_count = 2;
    if (ed_array_reserve(arena, (ed_Array *)(void *)&it->lists.any, 1, 1, 1)) {
        it->lists.any.count = 1;
        it->lists.any.items[0] = 0;
    }
}

static const ed_Field Holder_fields[] = {
    {.tag = Holder_lists_tag, .name = "lists", .kind = ED_STRUCT,
     .offset = offsetof(Holder, lists), .size = 24, .count = 1, .type = &Lists_type,
     .preset_size = 16, .preset = (const u8[]){
         0x82, 0xce, 0xb2, 0x02, 0x95, 0xf9, 0x92, 0x00, 0x00, 0xce, 0x2c, 0x29,
         0xf0, 0x4d, 0x91, 0x00}},
};

const ed_Type Holder_type = {
    .name = "Holder",
    .tag = 0x1b5629afu,
    .kind = ED_STRUCT, .size = sizeof(Holder), .align = _Alignof(Holder),
    .fields = Holder_fields, .field_count = 1, .init = init_Holder,
};

_Static_assert(offsetof(Game, actor) == 0, "Game.actor");
_Static_assert(offsetof(Game, nest) == 152, "Game.nest");
_Static_assert(offsetof(Game, zeros) == 312, "Game.zeros");
_Static_assert(offsetof(Game, holder) == 320, "Game.holder");
_Static_assert(offsetof(Game, t) == 348, "Game.t");
_Static_assert(offsetof(Game, has_t) == 347, "Game.has_t");
_Static_assert(sizeof(Game) == 352, "Game");

static void init_Game(ed_Arena *arena, void *any)
{
    Game *it = any;
    memset(it, 0, sizeof *it);
    Actor_type.init(arena, &it->actor);
    Nest_type.init(arena, &it->nest);
    Holder_type.init(arena, &it->holder);
}

static const ed_Field Game_fields[] = {
    {.tag = Game_actor_tag, .name = "actor", .kind = ED_STRUCT,
     .offset = offsetof(Game, actor), .size = 152, .count = 1, .type = &Actor_type},
    {.tag = Game_nest_tag, .name = "nest", .kind = ED_STRUCT,
     .offset = offsetof(Game, nest), .size = 160, .count = 1, .type = &Nest_type},
    {.tag = Game_zeros_tag, .name = "zeros", .kind = ED_STRUCT, .shape = ED_FIXED,
     .offset = offsetof(Game, zeros), .size = 2, .count = 2, .dims = {2}, .type = &Zeros_type},
    {.tag = Game_holder_tag, .name = "holder", .kind = ED_STRUCT,
     .offset = offsetof(Game, holder), .size = 24, .count = 1, .type = &Holder_type},
    {.tag = Game_t_tag, .name = "t", .kind = ED_F32, .shape = ED_OPTIONAL,
     .offset = offsetof(Game, t), .size = 4, .count = 1, .flags = ED_FIELD_TRANSIENT},
};

const ed_Type Game_type = {
    .name = "Game",
    .tag = 0xc2762327u,
    .kind = ED_STRUCT, .size = sizeof(Game), .align = _Alignof(Game),
    .fields = Game_fields, .field_count = 5, .init = init_Game,
};

_Static_assert(offsetof(Cache, size) == 4, "Cache.size");
_Static_assert(offsetof(Cache, has_size) == 3, "Cache.has_size");
_Static_assert(sizeof(Cache) == 8, "Cache");

static void init_Cache(ed_Arena *arena, void *any)
{
    (void)arena;
    memset(any, 0, sizeof(Cache));
}

static const ed_Field Cache_fields[] = {
    {.tag = Cache_size_tag, .name = "size", .kind = ED_U32, .shape = ED_OPTIONAL,
     .offset = offsetof(Cache, size), .size = 4, .count = 1},
};

const ed_Type Cache_type = {
    .name = "Cache",
    .tag = 0xcc192185u,
    .kind = ED_STRUCT, .size = sizeof(Cache), .align = _Alignof(Cache),
    .fields = Cache_fields, .field_count = 1, .init = init_Cache,
};
