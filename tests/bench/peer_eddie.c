// eddie among the peers of peers.sh: its native types are the generated structs, and its output
// is a live snapshot of one root. Compiled against the peers' peer.h; BN_FOLDER is where now.so and
// next.so are.
#include "peer.h"
#include "runtime/migrate/report.h"
#include "tests/bench/layout.h"
#include "tests/bench/modules.h"

#define ARENA_BYTES ((size_t)1 << 30)

static bn_Modules modules;
static ed_Arena sources[BN_KINDS], out, into, scratch;
static ed_RootMemory source[BN_KINDS], result;

static void need(bool good, const char *what)
{
    if (good) return;
    fprintf(stderr, "eddie: %s\n", what);
    exit(1);
}

static bool open_arena(ed_Arena *arena) { return ed_arena_open(arena, "peer", ARENA_BYTES, NULL); }

// --- from the corpus -----------------------------------------------------------------------------

static bn_Vec3 plain(const Vec3 *v) { return (bn_Vec3){ v->x, v->y, v->z }; }

static void take_entity(const Entity *e, bn_Entity *to)
{
    *to = (bn_Entity){ .id = e->id,
                       .kind = e->kind,
                       .position = plain(&e->position),
                       .velocity = plain(&e->velocity),
                       .hp = e->hp,
                       .max_hp = e->max_hp,
                       .team = e->team,
                       .flags = e->flags,
                       .last_seen_tick = e->last_seen_tick,
                       .alive = e->alive,
                       .ai_state = e->ai.state,
                       .ai_timer = e->ai.timer,
                       .ai_target = e->ai.target };
    memcpy(to->name, e->name, sizeof to->name);
    memcpy(to->inventory, e->inventory, sizeof to->inventory);
}

static void take_goal(u32 kind, const Goal *g, bn_Goal *to)
{
    *to = (bn_Goal){ .kind = kind };
    switch (kind) {
    case GOAL_KILL:
        to->kill.monster = g->kill.monster;
        to->kill.need = g->kill.need;
        to->kill.done = g->kill.done;
        break;
    case GOAL_FETCH:
        to->fetch.item = g->fetch.item;
        to->fetch.drop = plain(&g->fetch.drop);
        break;
    default:
        to->talk.npc = g->talk.npc;
        to->talk.patience = g->talk.patience;
        to->talk.met = g->talk.met;
    }
}

static void take_quest(const Quest *q, bn_Quest *to)
{
    *to = (bn_Quest){ .id = q->id,
                      .parent = q->parent,
                      .state = q->state,
                      .priority = q->priority,
                      .title_size = q->title_len,
                      .item_count = q->n_items,
                      .has_loc = q->loc != NULL };
    memcpy(to->title, q->title, q->title_len);
    for (u32 i = 0; i < q->n_items; i++)
        to->items[i] = (bn_Item){ q->items[i].item, q->items[i].count };
    if (q->loc) to->loc = (bn_Loc){ q->loc->scene, q->loc->x, q->loc->y, q->loc->radius };
    take_goal(q->goal_tag, &q->goal, &to->goal);
}

static void take_records(const State *s, bn_Kind kind, u32 count)
{
    for (u32 i = 0; i < count; i++) {
        bn_Record record;
        if (kind == BN_ENTITIES) take_entity(&s->a[i], &record.entity);
        else if (kind == BN_QUESTS) take_quest(&s->c[i], &record.quest);
        else {
            const Particle *p = &s->b[i];
            record.particle = (bn_Particle){
                .x = p->x, .y = p->y, .vx = p->vx, .vy = p->vy, .rgba = p->rgba, .life = p->life
            };
        }
        need(bn_now_put(&source[kind], kind, &record), "the corpus does not fit");
    }
}

static void init(const State *s)
{
    u32 counts[BN_KINDS] = { (u32)s->na, (u32)s->nb, (u32)s->nc, s->d.n_tiles + s->d.n_height };
    need(bn_modules_load(BN_FOLDER, &modules), "no modules");
    need(open_arena(&out) && open_arena(&into) && open_arena(&scratch), "no memory");
    for (u32 i = 0; i < BN_KINDS; i++) {
        need(open_arena(&sources[i]), "no memory");
        source[i] = (ed_RootMemory){ NULL, &sources[i] };
        need(bn_now_open(&source[i], (bn_Kind)i, counts[i]), "the corpus does not fit");
        if (i != BN_GRIDS) take_records(s, (bn_Kind)i, counts[i]);
    }
    need(bn_tile_count(counts[BN_GRIDS]) == s->d.n_tiles, "the grids have other proportions");
    bn_now_put_grids(&source[BN_GRIDS], &(bn_Grids){ .seed = s->d.seed,
                                                     .version = s->d.version,
                                                     .water = s->d.water,
                                                     .tiles = s->d.tiles,
                                                     .height = s->d.height });
}

// --- timed ---------------------------------------------------------------------------------------

static Span pack(int k, const State *s, Buf to)
{
    (void)s, (void)to;
    ed_Writer w;
    ed_State state = {
        .game = "bench", .schema = &modules.now_of[k], .roots = &source[k], .live = true
    };
    ed_arena_reset(&out);
    ed_write_init(&w, &out);
    need(modules.now->pack(&w, &state), w.err.text);
    return (Span){ w.bytes, w.size };
}

static void prep(int k, int migrated)
{
    (void)k, (void)migrated;
    ed_arena_reset(&into);
    ed_arena_reset(&scratch);
}

static int read(const ed_Module *module, const ed_Schema *schema, Span in)
{
    ed_Report report;
    ed_Error error = { .code = ED_OK };
    result = (ed_RootMemory){ NULL, &into };
    ed_State state = { .game = "bench", .schema = schema, .roots = &result, .live = true };
    if (module->unpack(in.p, in.n, &state, &scratch, &report, &error)) return 0;
    fprintf(stderr, "eddie: %s: %s\n", error.path, error.text);
    return 1;
}

static int unpack(int k, Span in, State *to, Arena *arena)
{
    (void)to, (void)arena;
    return read(modules.now, &modules.now_of[k], in);
}

static int unpack_m(int k, Span in, StateM *to, Arena *arena)
{
    (void)to, (void)arena;
    return read(modules.next, &modules.next_of[k], in);
}

// --- to the corpus, to be compared ---------------------------------------------------------------

static Vec3 vec3(const bn_Vec3 *v) { return (Vec3){ v->x, v->y, v->z }; }

static void give_entity(const bn_Entity *e, Entity *to)
{
    *to = (Entity){ .id = e->id,
                    .kind = e->kind,
                    .position = vec3(&e->position),
                    .velocity = vec3(&e->velocity),
                    .hp = e->hp,
                    .max_hp = e->max_hp,
                    .team = (i32)e->team,
                    .flags = e->flags,
                    .last_seen_tick = e->last_seen_tick,
                    .alive = e->alive,
                    .ai = { e->ai_state, e->ai_timer, e->ai_target } };
    memcpy(to->name, e->name, sizeof to->name);
    memcpy(to->inventory, e->inventory, sizeof to->inventory);
}

static void give_entity_m(const bn_Entity *e, EntityM *to)
{
    *to = (EntityM){ .ai = { e->ai_target, e->ai_state, e->ai_timer },
                     .team = e->team,
                     .stamina = e->stamina,
                     .velocity = vec3(&e->velocity),
                     .alive = e->alive,
                     .last_seen_tick = e->last_seen_tick,
                     .faction = e->faction,
                     .hp = e->hp,
                     .position = vec3(&e->position),
                     .kind = e->kind,
                     .level = e->level,
                     .id = e->id };
    memcpy(to->name, e->name, sizeof to->name);
    memcpy(to->inventory, e->inventory, sizeof to->inventory);
}

static Goal give_goal(const bn_Goal *g)
{
    Goal to;
    memset(&to, 0, sizeof to);
    if (g->kind == BN_KILL) to.kill = (GoalKill){ g->kill.monster, g->kill.need, g->kill.done };
    else if (g->kind == BN_FETCH) to.fetch = (GoalFetch){ g->fetch.item, vec3(&g->fetch.drop) };
    else to.talk = (GoalTalk){ g->talk.npc, g->talk.patience, g->talk.met };
    return to;
}

static void give_heap(const bn_Quest *q, Arena *arena, char **title, QItem **items, QLoc **loc)
{
    *title = ARENA_NEW(arena, char, q->title_size + 1);
    memcpy(*title, q->title, q->title_size);
    (*title)[q->title_size] = 0;
    *items = q->item_count ? ARENA_NEW(arena, QItem, q->item_count) : NULL;
    for (u32 i = 0; i < q->item_count; i++)
        (*items)[i] = (QItem){ q->items[i].item, q->items[i].count };
    *loc = q->has_loc ? ARENA_NEW(arena, QLoc, 1) : NULL;
    if (*loc) **loc = (QLoc){ q->loc.scene, q->loc.x, q->loc.y, q->loc.radius };
}

static void give_quest(const bn_Quest *q, Arena *arena, Quest *to)
{
    *to = (Quest){ .id = q->id,
                   .parent = q->parent,
                   .state = q->state,
                   .priority = (i32)q->priority,
                   .title_len = q->title_size,
                   .n_items = q->item_count,
                   .goal_tag = q->goal.kind,
                   .goal = give_goal(&q->goal) };
    give_heap(q, arena, &to->title, &to->items, &to->loc);
}

static void give_quest_m(const bn_Quest *q, Arena *arena, QuestM *to)
{
    *to = (QuestM){ .goal = give_goal(&q->goal),
                    .goal_tag = q->goal.kind,
                    .deadline = q->deadline,
                    .priority = q->priority,
                    .n_items = q->item_count,
                    .title_len = q->title_size,
                    .weight = q->weight,
                    .tracked = q->tracked,
                    .id = q->id };
    give_heap(q, arena, &to->title, &to->items, &to->loc);
}

static void give(int k, State *to, Arena *arena)
{
    bn_Record r;
    u32 count = bn_now_count(result.at, (bn_Kind)k);
    if (k == CA) {
        to->na = count;
        to->a = ARENA_NEW(arena, Entity, count);
    }
    if (k == CB) {
        to->nb = count;
        to->b = ARENA_NEW(arena, Particle, count);
    }
    if (k == CC) {
        to->nc = count;
        to->c = ARENA_NEW(arena, Quest, count);
    }
    for (u32 i = 0; i < count && k != CD; i++) {
        bn_now_get(result.at, (bn_Kind)k, i, &r);
        const bn_Particle *p = &r.particle;
        if (k == CA) give_entity(&r.entity, &to->a[i]);
        else if (k == CB) to->b[i] = (Particle){ p->x, p->y, p->vx, p->vy, p->rgba, (f32)p->life };
        else give_quest(&r.quest, arena, &to->c[i]);
    }
    if (k != CD) return;
    bn_Grids g;
    bn_now_grids(result.at, &g);
    to->d = (Tiles){ g.seed,         g.version,     g.water,        g.tile_count,
                     g.height_count, (u8 *)g.tiles, (i32 *)g.height };
}

static void give_m(int k, StateM *to, Arena *arena)
{
    bn_Record r;
    u32 count = bn_next_count(result.at, (bn_Kind)k);
    if (k == CA) {
        to->na = count;
        to->a = ARENA_NEW(arena, EntityM, count);
    }
    if (k == CB) {
        to->nb = count;
        to->b = ARENA_NEW(arena, ParticleM, count);
    }
    if (k == CC) {
        to->nc = count;
        to->c = ARENA_NEW(arena, QuestM, count);
    }
    for (u32 i = 0; i < count && k != CD; i++) {
        bn_next_get(result.at, (bn_Kind)k, i, &r);
        const bn_Particle *p = &r.particle;
        if (k == CA) give_entity_m(&r.entity, &to->a[i]);
        else if (k == CB)
            to->b[i] = (ParticleM){ p->life, p->rgba, p->size, p->y, p->x, p->sprite, p->spin };
        else give_quest_m(&r.quest, arena, &to->c[i]);
    }
    if (k != CD) return;
    bn_Grids g;
    bn_next_grids(result.at, &g);
    to->d = (TilesM){ (i64 *)g.wide_height, g.height_count, g.tile_count, g.wind,
                      (u8 *)g.tiles,        g.water,        g.biome,      g.weather };
}

static void finish(int k, int migrated, State *to, StateM *to_m, Arena *arena)
{
    if (migrated) give_m(k, to_m, arena);
    else give(k, to, arena);
}

static const Peer peer = {
    "eddie", "live snapshots, module at -O0", ALL, ALL, init, pack, prep, unpack, unpack_m, finish
};

int serbench_peers(const Peer **to, int max)
{
    (void)max;
    to[0] = &peer;
    return 1;
}
