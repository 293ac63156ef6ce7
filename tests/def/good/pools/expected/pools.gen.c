// From pools.def by eddiec: edit that file, not this one.
#include "gen/pools.gen.h"
#include <stddef.h>

// What is used of string.h.
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memset(void *at, int byte, size_t size);

_Static_assert(offsetof(Actor, id) == 0, "Actor.id");
_Static_assert(offsetof(Actor, target) == 4, "Actor.target");
_Static_assert(offsetof(Actor, squad) == 16, "Actor.squad");
_Static_assert(offsetof(Actor, pair) == 48, "Actor.pair");
_Static_assert(offsetof(Actor, all) == 64, "Actor.all");
_Static_assert(offsetof(Actor, weapon) == 80, "Actor.weapon");
_Static_assert(offsetof(Actor, ghost) == 92, "Actor.ghost");
_Static_assert(offsetof(Actor, has_ghost) == 91, "Actor.has_ghost");
_Static_assert(sizeof(Actor) == 104, "Actor");

static void init_Actor(ed_Arena *arena, void *any)
{
    Actor *it = any;
    (void)arena;
    memset(it, 0, sizeof *it);
    it->id = 5;
}

static const ed_Field Actor_fields[] = {
    {.tag = Actor_id_tag, .name = "id", .kind = ED_U32,
     .offset = offsetof(Actor, id), .size = 4, .count = 1,
     .preset_size = 1, .preset = (const u8[]){0x05}},
    {.tag = Actor_target_tag, .name = "target", .kind = ED_REF,
     .offset = offsetof(Actor, target), .size = 8, .count = 1, .type = &Actor_type,
     .doc = "who is hunted"},
    {.tag = Actor_squad_tag, .name = "squad", .kind = ED_REF, .shape = ED_BOUNDED,
     .offset = offsetof(Actor, squad), .size = 8, .count = 4, .type = &Actor_type},
    {.tag = Actor_pair_tag, .name = "pair", .kind = ED_REF, .shape = ED_FIXED,
     .offset = offsetof(Actor, pair), .size = 8, .count = 2, .dims = {2}, .type = &Actor_type},
    {.tag = Actor_all_tag, .name = "all", .kind = ED_REF, .shape = ED_DYNAMIC,
     .offset = offsetof(Actor, all), .size = 8, .count = 0, .type = &Actor_type},
    {.tag = Actor_weapon_tag, .name = "weapon", .kind = ED_REF,
     .offset = offsetof(Actor, weapon), .size = 8, .count = 1, .type = &Weapon_type},
    {.tag = Actor_ghost_tag, .name = "ghost", .kind = ED_REF, .shape = ED_OPTIONAL,
     .offset = offsetof(Actor, ghost), .size = 8, .count = 1, .type = &Ghost_type},
};

const ed_Type Actor_type = {
    .name = "Actor",
    .doc = "One of many.",
    .tag = 0xb449dc5au,
    .kind = ED_STRUCT, .size = sizeof(Actor), .align = _Alignof(Actor),
    .fields = Actor_fields, .field_count = 7, .init = init_Actor,
};

_Static_assert(offsetof(Actor_pool, items) == offsetof(ed_Pool, items), "Actor_pool");
_Static_assert(offsetof(Actor_pool, count) == offsetof(ed_Pool, count), "Actor_pool");
_Static_assert(offsetof(Actor_pool, capacity) == offsetof(ed_Pool, capacity), "Actor_pool");
_Static_assert(offsetof(Actor_pool, owners) == offsetof(ed_Pool, owners), "Actor_pool");
_Static_assert(offsetof(Actor_pool, slots) == offsetof(ed_Pool, slots), "Actor_pool");
_Static_assert(offsetof(Actor_pool, slot_count) == offsetof(ed_Pool, slot_count), "Actor_pool");
_Static_assert(offsetof(Actor_pool, slot_capacity) == offsetof(ed_Pool, slot_capacity), "Actor_pool");
_Static_assert(offsetof(Actor_pool, free_slot) == offsetof(ed_Pool, free_slot), "Actor_pool");
_Static_assert(offsetof(Actor_pool, limit) == offsetof(ed_Pool, limit), "Actor_pool");
_Static_assert(sizeof(Actor_pool) == sizeof(ed_Pool), "Actor_pool");
_Static_assert(sizeof(Actor_ref) == sizeof(ed_Ref), "Actor_ref");

Actor *Actor_pool_add(ed_Arena *arena, Actor_pool *pool)
{
    Actor *it = ed_pool_add(arena, (ed_Pool *)(void *)pool, sizeof *it, _Alignof(Actor));
    if (it)
        Actor_type.init(arena, it);
    return it;
}

Actor_ref Actor_pool_ref(const Actor_pool *pool, const Actor *it)
{
    Actor_ref ref = {0, 0};
    if (!it)
        return ref;
    u32 index = (u32)(it - pool->items);
    ed_Ref found = ed_pool_ref((const ed_Pool *)(const void *)pool, index);
    ref.index = found.index;
    ref.generation = found.generation;
    return ref;
}

Actor *Actor_pool_get(const Actor_pool *pool, Actor_ref ref)
{
    ed_Ref any = {ref.index, ref.generation};
    return ed_pool_get((const ed_Pool *)(const void *)pool, any, sizeof(Actor));
}

bool Actor_pool_remove(Actor_pool *pool, Actor_ref ref)
{
    ed_Ref any = {ref.index, ref.generation};
    return ed_pool_remove((ed_Pool *)(void *)pool, any, sizeof(Actor));
}

void Actor_pool_clear(Actor_pool *pool)
{
    ed_pool_clear((ed_Pool *)(void *)pool, sizeof(Actor));
}

_Static_assert(offsetof(Ghost, host) == 0, "Ghost.host");
_Static_assert(sizeof(Ghost) == 8, "Ghost");

static void init_Ghost(ed_Arena *arena, void *any)
{
    (void)arena;
    memset(any, 0, sizeof(Ghost));
}

static const ed_Field Ghost_fields[] = {
    {.tag = Ghost_host_tag, .name = "host", .kind = ED_REF,
     .offset = offsetof(Ghost, host), .size = 8, .count = 1, .type = &Actor_type},
};

const ed_Type Ghost_type = {
    .name = "Ghost",
    .tag = 0x1dfb7570u,
    .kind = ED_STRUCT, .size = sizeof(Ghost), .align = _Alignof(Ghost),
    .fields = Ghost_fields, .field_count = 1, .init = init_Ghost,
};

_Static_assert(offsetof(Ghost_pool, items) == offsetof(ed_Pool, items), "Ghost_pool");
_Static_assert(offsetof(Ghost_pool, count) == offsetof(ed_Pool, count), "Ghost_pool");
_Static_assert(offsetof(Ghost_pool, capacity) == offsetof(ed_Pool, capacity), "Ghost_pool");
_Static_assert(offsetof(Ghost_pool, owners) == offsetof(ed_Pool, owners), "Ghost_pool");
_Static_assert(offsetof(Ghost_pool, slots) == offsetof(ed_Pool, slots), "Ghost_pool");
_Static_assert(offsetof(Ghost_pool, slot_count) == offsetof(ed_Pool, slot_count), "Ghost_pool");
_Static_assert(offsetof(Ghost_pool, slot_capacity) == offsetof(ed_Pool, slot_capacity), "Ghost_pool");
_Static_assert(offsetof(Ghost_pool, free_slot) == offsetof(ed_Pool, free_slot), "Ghost_pool");
_Static_assert(offsetof(Ghost_pool, limit) == offsetof(ed_Pool, limit), "Ghost_pool");
_Static_assert(sizeof(Ghost_pool) == sizeof(ed_Pool), "Ghost_pool");
_Static_assert(sizeof(Ghost_ref) == sizeof(ed_Ref), "Ghost_ref");

Ghost *Ghost_pool_add(ed_Arena *arena, Ghost_pool *pool)
{
    Ghost *it = ed_pool_add(arena, (ed_Pool *)(void *)pool, sizeof *it, _Alignof(Ghost));
    return it;
}

Ghost_ref Ghost_pool_ref(const Ghost_pool *pool, const Ghost *it)
{
    Ghost_ref ref = {0, 0};
    if (!it)
        return ref;
    u32 index = (u32)(it - pool->items);
    ed_Ref found = ed_pool_ref((const ed_Pool *)(const void *)pool, index);
    ref.index = found.index;
    ref.generation = found.generation;
    return ref;
}

Ghost *Ghost_pool_get(const Ghost_pool *pool, Ghost_ref ref)
{
    ed_Ref any = {ref.index, ref.generation};
    return ed_pool_get((const ed_Pool *)(const void *)pool, any, sizeof(Ghost));
}

bool Ghost_pool_remove(Ghost_pool *pool, Ghost_ref ref)
{
    ed_Ref any = {ref.index, ref.generation};
    return ed_pool_remove((ed_Pool *)(void *)pool, any, sizeof(Ghost));
}

void Ghost_pool_clear(Ghost_pool *pool)
{
    ed_pool_clear((ed_Pool *)(void *)pool, sizeof(Ghost));
}

_Static_assert(offsetof(Spark, a) == 0, "Spark.a");
_Static_assert(sizeof(Spark) == 1, "Spark");

static void init_Spark(ed_Arena *arena, void *any)
{
    (void)arena;
    memset(any, 0, sizeof(Spark));
}

static const ed_Field Spark_fields[] = {
    {.tag = Spark_a_tag, .name = "a", .kind = ED_U8,
     .offset = offsetof(Spark, a), .size = 1, .count = 1},
};

const ed_Type Spark_type = {
    .name = "Spark",
    .tag = 0xcb9dde0au,
    .kind = ED_STRUCT, .size = sizeof(Spark), .align = _Alignof(Spark),
    .fields = Spark_fields, .field_count = 1, .init = init_Spark,
};

_Static_assert(offsetof(Spark_pool, items) == offsetof(ed_Pool, items), "Spark_pool");
_Static_assert(offsetof(Spark_pool, count) == offsetof(ed_Pool, count), "Spark_pool");
_Static_assert(offsetof(Spark_pool, capacity) == offsetof(ed_Pool, capacity), "Spark_pool");
_Static_assert(offsetof(Spark_pool, owners) == offsetof(ed_Pool, owners), "Spark_pool");
_Static_assert(offsetof(Spark_pool, slots) == offsetof(ed_Pool, slots), "Spark_pool");
_Static_assert(offsetof(Spark_pool, slot_count) == offsetof(ed_Pool, slot_count), "Spark_pool");
_Static_assert(offsetof(Spark_pool, slot_capacity) == offsetof(ed_Pool, slot_capacity), "Spark_pool");
_Static_assert(offsetof(Spark_pool, free_slot) == offsetof(ed_Pool, free_slot), "Spark_pool");
_Static_assert(offsetof(Spark_pool, limit) == offsetof(ed_Pool, limit), "Spark_pool");
_Static_assert(sizeof(Spark_pool) == sizeof(ed_Pool), "Spark_pool");
_Static_assert(sizeof(Spark_ref) == sizeof(ed_Ref), "Spark_ref");

Spark *Spark_pool_add(ed_Arena *arena, Spark_pool *pool)
{
    Spark *it = ed_pool_add(arena, (ed_Pool *)(void *)pool, sizeof *it, _Alignof(Spark));
    return it;
}

Spark_ref Spark_pool_ref(const Spark_pool *pool, const Spark *it)
{
    Spark_ref ref = {0, 0};
    if (!it)
        return ref;
    u32 index = (u32)(it - pool->items);
    ed_Ref found = ed_pool_ref((const ed_Pool *)(const void *)pool, index);
    ref.index = found.index;
    ref.generation = found.generation;
    return ref;
}

Spark *Spark_pool_get(const Spark_pool *pool, Spark_ref ref)
{
    ed_Ref any = {ref.index, ref.generation};
    return ed_pool_get((const ed_Pool *)(const void *)pool, any, sizeof(Spark));
}

bool Spark_pool_remove(Spark_pool *pool, Spark_ref ref)
{
    ed_Ref any = {ref.index, ref.generation};
    return ed_pool_remove((ed_Pool *)(void *)pool, any, sizeof(Spark));
}

void Spark_pool_clear(Spark_pool *pool)
{
    ed_pool_clear((ed_Pool *)(void *)pool, sizeof(Spark));
}

_Static_assert(offsetof(Aim, at) == 4, "Aim.at");
_Static_assert(offsetof(Aim, angle) == 4, "Aim.angle");
_Static_assert(offsetof(Aim, ghosts) == 4, "Aim.ghosts");
_Static_assert(sizeof(Aim) == 20, "Aim");

Actor_ref *Aim_set_at(ed_Arena *arena, Aim *it)
{
    (void)arena;
    memset(it, 0, sizeof *it);
    it->kind = Aim_at;
    return &it->at;
}

f32 *Aim_set_angle(ed_Arena *arena, Aim *it)
{
    (void)arena;
    memset(it, 0, sizeof *it);
    it->kind = Aim_angle;
    return &it->angle;
}

Ghost_ref *Aim_set_ghosts(ed_Arena *arena, Aim *it)
{
    (void)arena;
    memset(it, 0, sizeof *it);
    it->kind = Aim_ghosts;
    return &it->ghosts[0];
}

static void init_Aim(ed_Arena *arena, void *any)
{
    Aim_set_at(arena, any);
}

static const ed_Field Aim_fields[] = {
    {.tag = Aim_at_tag, .name = "at", .kind = ED_REF,
     .offset = offsetof(Aim, at), .size = 8, .count = 1, .type = &Actor_type},
    {.tag = Aim_angle_tag, .name = "angle", .kind = ED_F32,
     .offset = offsetof(Aim, angle), .size = 4, .count = 1},
    {.tag = Aim_ghosts_tag, .name = "ghosts", .kind = ED_REF, .shape = ED_FIXED,
     .offset = offsetof(Aim, ghosts), .size = 8, .count = 2, .dims = {2}, .type = &Ghost_type},
};

const ed_Type Aim_type = {
    .name = "Aim",
    .tag = 0x9abce996u,
    .kind = ED_UNION, .size = sizeof(Aim), .align = _Alignof(Aim),
    .fields = Aim_fields, .field_count = 3, .init = init_Aim,
};

_Static_assert(offsetof(Game, actors) == 0, "Game.actors");
_Static_assert(offsetof(Game, ghosts) == 48, "Game.ghosts");
_Static_assert(offsetof(Game, sparks) == 96, "Game.sparks");
_Static_assert(offsetof(Game, aim) == 144, "Game.aim");
_Static_assert(offsetof(Game, weapons) == 168, "Game.weapons");
_Static_assert(sizeof(Game) == 216, "Game");

static void init_Game(ed_Arena *arena, void *any)
{
    Game *it = any;
    (void)arena;
    memset(it, 0, sizeof *it);
    it->ghosts.limit = MOST;
    it->sparks.limit = 2;
}

static const u32 Game_ghosts_was[] = {
    Game_spirits_tag,
};

static const ed_Field Game_fields[] = {
    {.tag = Game_actors_tag, .name = "actors", .kind = ED_STRUCT, .shape = ED_POOL,
     .offset = offsetof(Game, actors), .size = 104, .count = 0, .type = &Actor_type},
    {.tag = Game_ghosts_tag, .name = "ghosts", .kind = ED_STRUCT, .shape = ED_POOL,
     .offset = offsetof(Game, ghosts), .size = 8, .count = 3, .type = &Ghost_type,
     .was = Game_ghosts_was, .was_count = 1},
    {.tag = Game_sparks_tag, .name = "sparks", .kind = ED_STRUCT, .shape = ED_POOL,
     .offset = offsetof(Game, sparks), .size = 1, .count = 2, .type = &Spark_type},
    {.tag = Game_aim_tag, .name = "aim", .kind = ED_UNION,
     .offset = offsetof(Game, aim), .size = 20, .count = 1, .type = &Aim_type},
    {.tag = Game_weapons_tag, .name = "weapons", .kind = ED_STRUCT, .shape = ED_POOL,
     .offset = offsetof(Game, weapons), .size = 12, .count = 0, .type = &Weapon_type},
};

const ed_Type Game_type = {
    .name = "Game",
    .tag = 0xc2762327u,
    .kind = ED_STRUCT, .size = sizeof(Game), .align = _Alignof(Game),
    .fields = Game_fields, .field_count = 5, .init = init_Game,
};

_Static_assert(offsetof(Editor, selected) == 0, "Editor.selected");
_Static_assert(offsetof(Editor, more) == 8, "Editor.more");
_Static_assert(sizeof(Editor) == 56, "Editor");

static void init_Editor(ed_Arena *arena, void *any)
{
    (void)arena;
    memset(any, 0, sizeof(Editor));
}

static const ed_Field Editor_fields[] = {
    {.tag = Editor_selected_tag, .name = "selected", .kind = ED_REF,
     .offset = offsetof(Editor, selected), .size = 8, .count = 1, .type = &Actor_type},
    {.tag = Editor_more_tag, .name = "more", .kind = ED_STRUCT, .shape = ED_POOL,
     .offset = offsetof(Editor, more), .size = 1, .count = 0, .type = &Spark_type},
};

const ed_Type Editor_type = {
    .name = "Editor",
    .tag = 0x4968bf98u,
    .kind = ED_STRUCT, .size = sizeof(Editor), .align = _Alignof(Editor),
    .fields = Editor_fields, .field_count = 2, .init = init_Editor,
};
