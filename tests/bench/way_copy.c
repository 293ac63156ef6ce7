// The lower limit: a memcpy of the same bytes, without a format; quests record by record, as their
// pointers change.
#include <stdio.h>
#include <string.h>
#include "tests/bench/way.h"

enum { REUSED, FRESH, DEEP, MODES };

// Not at the source's offset in a page: between equal offsets some machines copy slower.
#define ASIDE 2112u

typedef struct Kept {
    ed_Arena out, into;
    u8 *packed, *unpacked;
} Kept;

static Kept kept[MODES];
static ed_RootMemory deep;

static void open_arenas(Kept *k)
{
    bn_memory_open(&k->out);
    bn_memory_open(&k->into);
}

static void copy(ed_Arena *arena, u8 **to, const void *from, size_t size)
{
    *to = arena->base + ASIDE;
    memcpy(*to, from, size);
}

static bool run(const bn_Way *way, const bn_Corpus *corpus, bn_Op op)
{
    Kept *k = &kept[way->mode];
    if (op == BN_PACK) copy(&k->out, &k->packed, corpus->source.arena->base, corpus->bytes);
    else
        copy(&k->into, &k->unpacked, way->fresh ? corpus->source.arena->base : k->packed,
             corpus->bytes);
    return true;
}

static void ready(const bn_Way *way, const bn_Corpus *corpus, bn_Op op)
{
    (void)corpus, (void)op;
    open_arenas(&kept[way->mode]);
}

static bool begin(const bn_Way *way, const bn_Corpus *corpus)
{
    ready(way, corpus, BN_PACK);
    return run(way, corpus, BN_PACK);
}

static bool equal(const bn_Way *way, const bn_Corpus *corpus, bn_Op op)
{
    const u8 *at = op == BN_PACK ? kept[way->mode].packed : kept[way->mode].unpacked;
    return memcmp(at, corpus->source.arena->base, corpus->bytes) == 0;
}

static void close_arenas(Kept *k)
{
    ed_arena_close(&k->out);
    ed_arena_close(&k->into);
}

static void done(const bn_Way *way, const bn_Corpus *corpus, bn_Op op)
{
    (void)corpus, (void)op;
    if (way->fresh) close_arenas(&kept[way->mode]);
}

static bool begin_deep(const bn_Way *way, const bn_Corpus *corpus)
{
    (void)corpus;
    open_arenas(&kept[way->mode]);
    return true;
}

static void ready_deep(const bn_Way *way, const bn_Corpus *corpus, bn_Op op)
{
    (void)corpus, (void)op;
    ed_arena_reset(&kept[way->mode].into);
    deep = (ed_RootMemory){ NULL, &kept[way->mode].into };
}

static bool run_deep(const bn_Way *way, const bn_Corpus *corpus, bn_Op op)
{
    (void)way, (void)op;
    return bn_now_copy_quests(&deep, corpus->source.at);
}

static bool equal_deep(const bn_Way *way, const bn_Corpus *corpus, bn_Op op)
{
    (void)way, (void)op;
    return bn_now_differs(corpus->kind, corpus->source.at, deep.at) < 0;
}

static size_t no_size(const bn_Way *way)
{
    (void)way;
    return 0;
}
static void end(const bn_Way *way) { close_arenas(&kept[way->mode]); }

const bn_Way bn_copy_ways[3] = {
    { "memcpy", REUSED, false, BN_ALL_KINDS, BN_BOTH, UINT32_MAX, begin, ready, run, done, equal,
      no_size, end },
    { "memcpy, fresh memory", FRESH, true, BN_ALL_KINDS, BN_BOTH, UINT32_MAX, begin, ready, run,
      done, equal, no_size, end },
    { "copy by record", DEEP, false, 1u << BN_QUESTS, BN_BOTH, UINT32_MAX, begin_deep, ready_deep,
      run_deep, NULL, equal_deep, no_size, end },
};
