// msgpack-c as its users write it: maps with small integer keys, from and to the structs of
// now.def; reads one record at a time, in a reused zone.
#include "gen/now.gen.h"
#include <msgpack.h>
#include <string.h>
#include "tests/bench/way.h"

static msgpack_sbuffer buffer;
static msgpack_zone *zone;
static ed_Arena into;
static void *root;
static size_t packed_size;

// --- out -----------------------------------------------------------------------------------------

typedef msgpack_packer Packer;

static void key(Packer *p, int number) { msgpack_pack_int(p, number); }

static void put_u(Packer *p, int number, u64 value)
{
    key(p, number);
    msgpack_pack_uint64(p, value);
}

static void put_i(Packer *p, int number, i64 value)
{
    key(p, number);
    msgpack_pack_int64(p, value);
}

static void put_f(Packer *p, int number, f32 value)
{
    key(p, number);
    msgpack_pack_float(p, value);
}

static void put_bool(Packer *p, int number, bool value)
{
    key(p, number);
    if (value) msgpack_pack_true(p);
    else msgpack_pack_false(p);
}

static void put_text(Packer *p, int number, const char *text, size_t size)
{
    key(p, number);
    msgpack_pack_str(p, size);
    msgpack_pack_str_body(p, text, size);
}

static void put_vec3(Packer *p, int number, const Vec3 *v)
{
    key(p, number);
    msgpack_pack_array(p, 3);
    msgpack_pack_float(p, v->x);
    msgpack_pack_float(p, v->y);
    msgpack_pack_float(p, v->z);
}

static void put_entity(Packer *p, const Entity *it)
{
    msgpack_pack_map(p, 13);
    put_u(p, 1, it->id);
    put_u(p, 2, it->kind);
    put_vec3(p, 3, &it->position);
    put_vec3(p, 4, &it->velocity);
    put_f(p, 5, it->hp);
    put_f(p, 6, it->max_hp);
    put_i(p, 7, it->team);
    put_u(p, 8, it->flags);
    put_text(p, 9, it->name, strlen(it->name));
    key(p, 10);
    msgpack_pack_array(p, 8);
    for (u32 i = 0; i < 8; i++) msgpack_pack_int16(p, it->inventory[i]);
    put_u(p, 11, it->last_seen_tick);
    put_bool(p, 12, it->alive);
    key(p, 13);
    msgpack_pack_map(p, 3);
    put_u(p, 1, it->ai.state);
    put_f(p, 2, it->ai.timer);
    put_u(p, 3, it->ai.target);
}

static void put_particle(Packer *p, const Particle *it)
{
    msgpack_pack_map(p, 6);
    put_f(p, 1, it->x);
    put_f(p, 2, it->y);
    put_f(p, 3, it->vx);
    put_f(p, 4, it->vy);
    put_u(p, 5, it->rgba);
    put_f(p, 6, it->life);
}

static void put_goal(Packer *p, int number, const Goal *goal)
{
    key(p, number);
    msgpack_pack_array(p, 2);
    msgpack_pack_uint32(p, goal->kind);
    msgpack_pack_map(p, goal->kind == Goal_fetch ? 2 : 3);
    switch (goal->kind) {
    case Goal_kill:
        put_u(p, 1, goal->kill.monster);
        put_u(p, 2, goal->kill.need);
        put_u(p, 3, goal->kill.done);
        break;
    case Goal_fetch:
        put_u(p, 1, goal->fetch.item);
        put_vec3(p, 2, &goal->fetch.drop);
        break;
    default:
        put_u(p, 1, goal->talk.npc);
        put_f(p, 2, goal->talk.patience);
        put_bool(p, 3, goal->talk.met);
    }
}

static void put_loc(Packer *p, int number, const QLoc *loc)
{
    key(p, number);
    msgpack_pack_map(p, 4);
    put_u(p, 1, loc->scene);
    put_f(p, 2, loc->x);
    put_f(p, 3, loc->y);
    put_u(p, 4, loc->radius);
}

static void put_quest(Packer *p, const Quest *it)
{
    msgpack_pack_map(p, it->has_loc ? 8 : 7);
    put_u(p, 1, it->id);
    put_u(p, 2, it->parent);
    put_u(p, 3, it->state);
    put_i(p, 4, it->priority);
    put_text(p, 5, ed_str_text(&it->title), it->title.count);
    key(p, 6);
    msgpack_pack_array(p, it->items.count);
    for (u32 i = 0; i < it->items.count; i++) {
        msgpack_pack_map(p, 2);
        put_u(p, 1, it->items.items[i].item);
        put_i(p, 2, it->items.items[i].count);
    }
    if (it->has_loc) put_loc(p, 7, &it->loc);
    put_goal(p, 8, &it->goal);
}

static void put_grids(Packer *p, const Grids *it)
{
    msgpack_pack_map(p, 5);
    put_u(p, 1, it->seed);
    put_u(p, 2, it->version);
    put_f(p, 3, it->water);
    key(p, 4);
    msgpack_pack_bin(p, it->tiles.count);
    msgpack_pack_bin_body(p, it->tiles.items, it->tiles.count);
    key(p, 5);
    msgpack_pack_array(p, it->height.count);
    for (u32 i = 0; i < it->height.count; i++) msgpack_pack_int32(p, it->height.items[i]);
}

static void put_all(Packer *p, const bn_Corpus *corpus)
{
    const void *from = corpus->source.at;
    if (corpus->kind == BN_GRIDS) {
        put_grids(p, from);
        return;
    }
    msgpack_pack_uint32(p, corpus->count);
    for (u32 i = 0; i < corpus->count; i++) {
        if (corpus->kind == BN_ENTITIES) put_entity(p, &((const Entities *)from)->all.items[i]);
        else if (corpus->kind == BN_PARTICLES)
            put_particle(p, &((const Particles *)from)->all.items[i]);
        else put_quest(p, &((const Quests *)from)->all.items[i]);
    }
}

// --- in ------------------------------------------------------------------------------------------

typedef msgpack_object Object;

static u64 get_u(const Object *o)
{
    return o->type == MSGPACK_OBJECT_POSITIVE_INTEGER ? o->via.u64 : 0;
}

static f32 get_f(const Object *o)
{
    return o->type == MSGPACK_OBJECT_FLOAT32 ? (f32)o->via.f64 : 0;
}

static bool get_bool(const Object *o)
{
    return o->type == MSGPACK_OBJECT_BOOLEAN && o->via.boolean;
}

static i64 get_i(const Object *o)
{
    return o->type == MSGPACK_OBJECT_POSITIVE_INTEGER || o->type == MSGPACK_OBJECT_NEGATIVE_INTEGER
             ? o->via.i64
             : 0;
}

static u32 entries(const Object *o, msgpack_object_type type)
{
    if (o->type != type) return 0;
    return type == MSGPACK_OBJECT_MAP ? o->via.map.size : o->via.array.size;
}

static Vec3 get_vec3(const Object *o)
{
    if (entries(o, MSGPACK_OBJECT_ARRAY) != 3) return (Vec3){ 0, 0, 0 };
    return (Vec3){ get_f(&o->via.array.ptr[0]), get_f(&o->via.array.ptr[1]),
                   get_f(&o->via.array.ptr[2]) };
}

/// For each pair of the map `o`: the number of its key, and its value as `v`.
#define EACH(o) \
    const Object *v = NULL; \
    for (u32 i_ = 0; i_ < entries(o, MSGPACK_OBJECT_MAP) && (v = &(o)->via.map.ptr[i_].val); i_++) \
        switch (get_u(&(o)->via.map.ptr[i_].key))

static void get_ai(const Object *o, Ai *it)
{
    EACH(o)
    {
    case 1: it->state = (u8)get_u(v); break;
    case 2: it->timer = get_f(v); break;
    case 3: it->target = (u32)get_u(v); break;
    }
}

static void get_entity(const Object *o, Entity *it)
{
    EACH(o)
    {
    case 1: it->id = (u32)get_u(v); break;
    case 2: it->kind = (u16)get_u(v); break;
    case 3: it->position = get_vec3(v); break;
    case 4: it->velocity = get_vec3(v); break;
    case 5: it->hp = get_f(v); break;
    case 6: it->max_hp = get_f(v); break;
    case 7: it->team = (i32)get_i(v); break;
    case 8: it->flags = (u8)get_u(v); break;
    case 9:
        if (v->type == MSGPACK_OBJECT_STR && v->via.str.size < sizeof it->name)
            memcpy(it->name, v->via.str.ptr, v->via.str.size);
        break;
    case 10:
        for (u32 i = 0; i < entries(v, MSGPACK_OBJECT_ARRAY) && i < 8; i++)
            it->inventory[i] = (i16)get_i(&v->via.array.ptr[i]);
        break;
    case 11: it->last_seen_tick = get_u(v); break;
    case 12: it->alive = get_bool(v); break;
    case 13: get_ai(v, &it->ai); break;
    }
}

static void get_particle(const Object *o, Particle *it)
{
    EACH(o)
    {
    case 1: it->x = get_f(v); break;
    case 2: it->y = get_f(v); break;
    case 3: it->vx = get_f(v); break;
    case 4: it->vy = get_f(v); break;
    case 5: it->rgba = (u32)get_u(v); break;
    case 6: it->life = get_f(v); break;
    }
}

static void get_kill(const Object *o, GoalKill *it)
{
    EACH(o)
    {
    case 1: it->monster = (u32)get_u(v); break;
    case 2: it->need = (u16)get_u(v); break;
    case 3: it->done = (u16)get_u(v); break;
    }
}

static void get_fetch(const Object *o, GoalFetch *it)
{
    EACH(o)
    {
    case 1: it->item = (u32)get_u(v); break;
    case 2: it->drop = get_vec3(v); break;
    }
}

static void get_talk(const Object *o, GoalTalk *it)
{
    EACH(o)
    {
    case 1: it->npc = get_u(v); break;
    case 2: it->patience = get_f(v); break;
    case 3: it->met = get_bool(v); break;
    }
}

static void get_goal(const Object *o, Goal *it)
{
    if (entries(o, MSGPACK_OBJECT_ARRAY) != 2) return;
    const Object *value = &o->via.array.ptr[1];
    it->kind = (u32)get_u(&o->via.array.ptr[0]);
    switch (it->kind) {
    case Goal_kill: get_kill(value, &it->kill); break;
    case Goal_fetch: get_fetch(value, &it->fetch); break;
    case Goal_talk: get_talk(value, &it->talk); break;
    }
}

static void get_loc(const Object *o, Quest *quest)
{
    QLoc *it = &quest->loc;
    quest->has_loc = true;
    EACH(o)
    {
    case 1: it->scene = (u32)get_u(v); break;
    case 2: it->x = get_f(v); break;
    case 3: it->y = get_f(v); break;
    case 4: it->radius = (u16)get_u(v); break;
    }
}

static void get_item(const Object *o, QItem *it)
{
    EACH(o)
    {
    case 1: it->item = (u32)get_u(v); break;
    case 2: it->count = (i32)get_i(v); break;
    }
}

static void get_items(const Object *o, QItem_array *it)
{
    u32 count = entries(o, MSGPACK_OBJECT_ARRAY);
    if (!count) return;
    *it = (QItem_array){ ed_arena_push(&into, count * sizeof(QItem), 4), count, count };
    for (u32 i = 0; i < count; i++) get_item(&o->via.array.ptr[i], &it->items[i]);
}

static void get_quest(const Object *o, Quest *it)
{
    EACH(o)
    {
    case 1: it->id = (u32)get_u(v); break;
    case 2: it->parent = (u32)get_u(v); break;
    case 3: it->state = (u8)get_u(v); break;
    case 4: it->priority = (i32)get_i(v); break;
    case 5:
        if (v->type == MSGPACK_OBJECT_STR)
            ed_str_put(&into, &it->title, v->via.str.ptr, v->via.str.size);
        break;
    case 6: get_items(v, &it->items); break;
    case 7: get_loc(v, it); break;
    case 8: get_goal(v, &it->goal); break;
    }
}

static void get_grids(const Object *o, Grids *it)
{
    EACH(o)
    {
    case 1: it->seed = (u32)get_u(v); break;
    case 2: it->version = (u32)get_u(v); break;
    case 3: it->water = get_f(v); break;
    case 4:
        if (v->type == MSGPACK_OBJECT_BIN && v->via.bin.size == it->tiles.count)
            memcpy(it->tiles.items, v->via.bin.ptr, v->via.bin.size);
        break;
    case 5:
        for (u32 i = 0; i < entries(v, MSGPACK_OBJECT_ARRAY) && i < it->height.count; i++)
            it->height.items[i] = (i32)get_i(&v->via.array.ptr[i]);
        break;
    }
}

static bool next(size_t *at, Object *o)
{
    msgpack_zone_clear(zone);
    msgpack_unpack_return result = msgpack_unpack(buffer.data, packed_size, at, zone, o);
    return result == MSGPACK_UNPACK_SUCCESS || result == MSGPACK_UNPACK_EXTRA_BYTES;
}

static bool get_all(const bn_Corpus *corpus)
{
    size_t at = 0;
    Object o;
    ed_RootMemory block = { NULL, &into };
    if (!next(&at, &o)) return false;
    u32 count = corpus->kind == BN_GRIDS ? corpus->count : (u32)get_u(&o);
    if (!bn_now_open(&block, corpus->kind, count)) return false;
    root = block.at;
    if (corpus->kind == BN_GRIDS) {
        get_grids(&o, root);
        return true;
    }
    ((ed_Array *)root)->count = count;
    for (u32 i = 0; i < count; i++) {
        if (!next(&at, &o)) return false;
        if (corpus->kind == BN_ENTITIES) get_entity(&o, &((Entities *)root)->all.items[i]);
        else if (corpus->kind == BN_PARTICLES) get_particle(&o, &((Particles *)root)->all.items[i]);
        else get_quest(&o, &((Quests *)root)->all.items[i]);
    }
    return true;
}

// --- the way -------------------------------------------------------------------------------------

static bool run(const bn_Way *way, const bn_Corpus *corpus, bn_Op op)
{
    (void)way;
    if (op == BN_UNPACK) return get_all(corpus);
    Packer packer;
    msgpack_sbuffer_clear(&buffer);
    msgpack_packer_init(&packer, &buffer, msgpack_sbuffer_write);
    put_all(&packer, corpus);
    packed_size = buffer.size;
    return true;
}

static bool begin(const bn_Way *way, const bn_Corpus *corpus)
{
    msgpack_sbuffer_init(&buffer);
    // grids are one object
    zone = msgpack_zone_new(corpus->kind == BN_GRIDS ? (size_t)32 << 20 : 1 << 16);
    bn_memory_open(&into);
    return zone && run(way, corpus, BN_PACK);
}

static void ready(const bn_Way *way, const bn_Corpus *corpus, bn_Op op)
{
    (void)way, (void)corpus, (void)op;
    ed_arena_reset(&into);
}

static bool equal(const bn_Way *way, const bn_Corpus *corpus, bn_Op op)
{
    (void)way;
    return op == BN_PACK || bn_now_differs(corpus->kind, corpus->source.at, root) < 0;
}

static size_t size(const bn_Way *way)
{
    (void)way;
    return packed_size;
}

static void end(const bn_Way *way)
{
    (void)way;
    msgpack_zone_free(zone);
    msgpack_sbuffer_destroy(&buffer);
    ed_arena_close(&into);
}

const bn_Way bn_msgpack_ways[1] = {
    { "msgpack-c", 0, false, BN_ALL_KINDS, BN_BOTH, 1000000, begin, ready, run, NULL, equal, size,
      end },
};
