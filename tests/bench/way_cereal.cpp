// cereal's binary archive on a stream over kept memory, its best case. It writes and reads the
// data types that a C++ game would use.
#include "gen/now.gen.h"
#include <cereal/archives/binary.hpp>
#include <cereal/types/optional.hpp>
#include <cereal/types/string.hpp>
#include <cereal/types/variant.hpp>
#include <cereal/types/vector.hpp>
#include <cstring>
#include <memory>
#include "tests/bench/way.h"

// --- what it holds -------------------------------------------------------------------------------

using AnyGoal = std::variant<GoalKill, GoalFetch, GoalTalk>;

struct OwnQuest {
    u32 id, parent;
    u8 state;
    i32 priority;
    std::string title;
    std::vector<QItem> items;
    std::optional<QLoc> loc;
    AnyGoal goal;
};

struct OwnGrids {
    u32 seed, version;
    f32 water;
    std::vector<u8> tiles;
    std::vector<i32> height;
};

struct World {                   // only the member of the corpus's kind is filled
    std::vector<Entity> entities;
    std::vector<Particle> particles;
    std::vector<OwnQuest> quests;
    OwnGrids grids;
};

struct Memory : std::streambuf {
    Memory(u8 *at, size_t count)
    {
        char *start = reinterpret_cast<char *>(at);
        setp(start, start + count);
        setg(start, start, start + count);
    }
    size_t written() const { return static_cast<size_t>(pptr() - pbase()); }
};

static std::unique_ptr<World> source, result;
static ed_Arena out;
static size_t packed_size;

template <class A> void serialize(A &a, Vec3 &v) { a(v.x, v.y, v.z); }
template <class A> void serialize(A &a, Ai &v) { a(v.state, v.timer, v.target); }
template <class A> void serialize(A &a, Particle &v) { a(v.x, v.y, v.vx, v.vy, v.rgba, v.life); }
template <class A> void serialize(A &a, QItem &v) { a(v.item, v.count); }
template <class A> void serialize(A &a, QLoc &v) { a(v.scene, v.x, v.y, v.radius); }
template <class A> void serialize(A &a, GoalKill &v) { a(v.monster, v.need, v.done); }
template <class A> void serialize(A &a, GoalFetch &v) { a(v.item, v.drop); }
template <class A> void serialize(A &a, GoalTalk &v) { a(v.npc, v.patience, v.met); }

template <class A> void serialize(A &a, OwnGrids &v)
{
    a(v.seed, v.version, v.water, v.tiles, v.height);
}

template <class A> void serialize(A &a, Entity &v)
{
    a(v.id, v.kind, v.position, v.velocity, v.hp, v.max_hp, v.team, v.flags, v.name, v.inventory,
      v.last_seen_tick, v.alive, v.ai);
}

template <class A> void serialize(A &a, OwnQuest &v)
{
    a(v.id, v.parent, v.state, v.priority, v.title, v.items, v.loc, v.goal);
}

// --- from and to the samples ---------------------------------------------------------------------

static AnyGoal own_goal(const bn_Goal &from)
{
    const bn_Vec3 &drop = from.fetch.drop;
    if (from.kind == BN_KILL) return GoalKill{ from.kill.monster, from.kill.need, from.kill.done };
    if (from.kind == BN_FETCH) return GoalFetch{ from.fetch.item, Vec3{ drop.x, drop.y, drop.z } };
    GoalTalk talk{};
    talk.npc      = from.talk.npc;
    talk.patience = from.talk.patience;
    talk.met      = from.talk.met;
    return talk;
}

static OwnQuest own_quest(const bn_Quest &from)
{
    OwnQuest quest{ from.id, from.parent, from.state, static_cast<i32>(from.priority),
                    std::string(from.title, from.title_size), {}, {}, own_goal(from.goal) };
    for (u32 i = 0; i < from.item_count; i++)
        quest.items.push_back(QItem{ from.items[i].item, from.items[i].count });
    if (from.has_loc) {
        QLoc loc{};
        loc.scene  = from.loc.scene;
        loc.x      = from.loc.x;
        loc.y      = from.loc.y;
        loc.radius = from.loc.radius;
        quest.loc  = loc;
    }
    return quest;
}

static bool same_goal(const AnyGoal &one, const AnyGoal &other)
{
    if (one.index() != other.index()) return false;
    if (one.index() == 0)
        return memcmp(&std::get<0>(one), &std::get<0>(other), sizeof(GoalKill)) == 0;
    if (one.index() == 1)
        return memcmp(&std::get<1>(one), &std::get<1>(other), sizeof(GoalFetch)) == 0;
    const GoalTalk &a = std::get<GoalTalk>(one), &b = std::get<GoalTalk>(other);
    return a.npc == b.npc && memcmp(&a.patience, &b.patience, sizeof a.patience) == 0
        && a.met == b.met;
}

static bool same_loc(const std::optional<QLoc> &one, const std::optional<QLoc> &other)
{
    if (!one || !other) return !one == !other;
    return one->scene == other->scene && memcmp(&one->x, &other->x, sizeof one->x) == 0
        && memcmp(&one->y, &other->y, sizeof one->y) == 0 && one->radius == other->radius;
}

static bool same_quest(const OwnQuest &one, const OwnQuest &other)
{
    return one.id == other.id && one.parent == other.parent && one.state == other.state
        && one.priority == other.priority && one.title == other.title
        && one.items.size() == other.items.size()
        && (one.items.empty() || memcmp(one.items.data(), other.items.data(),
                                        one.items.size() * sizeof(QItem)) == 0)
        && same_loc(one.loc, other.loc) && same_goal(one.goal, other.goal);
}

static void hold(const bn_Corpus *corpus)
{
    const void *root = corpus->source.at;
    if (corpus->kind == BN_GRIDS) {
        const Grids *g = static_cast<const Grids *>(root);
        source->grids = OwnGrids{ g->seed, g->version, g->water,
                                  { g->tiles.items, g->tiles.items + g->tiles.count },
                                  { g->height.items, g->height.items + g->height.count } };
    }
    const Entity_array *entities = &static_cast<const Entities *>(root)->all;
    const Particle_array *particles = &static_cast<const Particles *>(root)->all;
    if (corpus->kind == BN_ENTITIES)
        source->entities.assign(entities->items, entities->items + entities->count);
    if (corpus->kind == BN_PARTICLES)
        source->particles.assign(particles->items, particles->items + particles->count);
    for (u32 i = 0; corpus->kind == BN_QUESTS && i < corpus->count; i++) {
        bn_Record record;
        bn_now_get(root, corpus->kind, i, &record);
        source->quests.push_back(own_quest(record.quest));
    }
}

static bool same_records(const bn_Corpus *corpus)
{
    // the root of both kinds is one array
    ed_Array all = { nullptr, corpus->count, corpus->count };
    all.items = corpus->kind == BN_ENTITIES ? static_cast<void *>(result->entities.data())
                                            : result->particles.data();
    size_t count = corpus->kind == BN_ENTITIES ? result->entities.size() : result->particles.size();
    return count == corpus->count && bn_now_differs(corpus->kind, corpus->source.at, &all) < 0;
}

// --- the way -------------------------------------------------------------------------------------

template <class A> static void move(A &a, World &world, bn_Kind kind)
{
    switch (kind) {
    case BN_ENTITIES:  a(world.entities); break;
    case BN_PARTICLES: a(world.particles); break;
    case BN_QUESTS:    a(world.quests); break;
    default:           a(world.grids);
    }
}

static bool run(const bn_Way *, const bn_Corpus *corpus, bn_Op op)
{
    if (op == BN_UNPACK) {
        Memory memory(out.base, packed_size);
        std::istream stream(&memory);
        cereal::BinaryInputArchive archive(stream);
        move(archive, *result, corpus->kind);
        return true;
    }
    Memory memory(out.base, BN_ARENA_MAX);
    std::ostream stream(&memory);
    cereal::BinaryOutputArchive archive(stream);
    move(archive, *source, corpus->kind);
    packed_size = memory.written();
    return true;
}

static bool begin(const bn_Way *way, const bn_Corpus *corpus)
{
    source = std::make_unique<World>();
    result = std::make_unique<World>();
    hold(corpus);
    bn_memory_open(&out);
    return run(way, corpus, BN_PACK);
}

// Vectors of plain records keep their memory; quests, with memory of their own inside, are thrown
// away.
static void ready(const bn_Way *, const bn_Corpus *corpus, bn_Op)
{
    if (corpus->kind == BN_QUESTS) result = std::make_unique<World>();
}

static bool equal(const bn_Way *, const bn_Corpus *corpus, bn_Op op)
{
    if (op == BN_PACK) return true;
    const OwnGrids &one = source->grids, &other = result->grids;
    switch (corpus->kind) {
    case BN_GRIDS:
        return one.seed == other.seed && one.version == other.version
            && one.tiles == other.tiles && one.height == other.height
            && memcmp(&one.water, &other.water, sizeof one.water) == 0;
    case BN_QUESTS:
        return std::equal(source->quests.begin(), source->quests.end(), result->quests.begin(),
                          result->quests.end(), same_quest);
    default:
        return same_records(corpus);
    }
}

static size_t size(const bn_Way *) { return packed_size; }

static void end(const bn_Way *)
{
    source.reset();
    result.reset();
    ed_arena_close(&out);
}

extern "C" const bn_Way bn_cereal_ways[1];
const bn_Way bn_cereal_ways[1] = {
    { "cereal", 0, false, BN_ALL_KINDS, BN_BOTH, 1000000, begin, ready, run, nullptr, equal,
      size, end },
};
