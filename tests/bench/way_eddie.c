// eddie as a reload uses it: snapshots of a live state, through the functions of the module.
#include <stdio.h>
#include <string.h>
#include "runtime/migrate/report.h"
#include "tests/bench/way.h"

enum { REUSED, FRESH, OPEN, MODES };

typedef struct Kept {
    ed_Arena doc, out, into, scratch;
    ed_Span bytes, packed;      // the document that is read, and the last one written
    ed_RootMemory block;        // the state that was read last
} Kept;

static Kept kept[MODES];

static bool write(const bn_Way *way, const bn_Corpus *corpus, ed_Arena *arena, ed_Span *bytes)
{
    ed_Writer w;
    ed_RootMemory source = corpus->source;
    ed_State state = { .game = "bench",
                       .schema = &corpus->modules->now_of[corpus->kind],
                       .roots = &source,
                       .live = true,
                       .open_form = way->mode == OPEN };
    ed_write_init(&w, arena);
    bool good = corpus->modules->now->pack(&w, &state);
    *bytes = (ed_Span){ w.bytes, w.size };
    if (!good) fprintf(stderr, "bench: %s\n", w.err.text);
    return good;
}

static bool read(Kept *k, const bn_Corpus *corpus, bool migrate)
{
    ed_Report report;
    ed_Error error = { .code = ED_OK };
    const bn_Modules *modules = corpus->modules;
    const ed_Module *module = migrate ? modules->next : modules->now;
    const ed_Schema *schemas = migrate ? modules->next_of : modules->now_of;
    k->block = (ed_RootMemory){ NULL, &k->into };
    ed_State state = {
        .game = "bench", .schema = &schemas[corpus->kind], .roots = &k->block, .live = true
    };
    bool good = module->unpack(k->bytes.at, k->bytes.size, &state, &k->scratch, &report, &error);
    if (!good) fprintf(stderr, "bench: %s: %s\n", error.path, error.text);
    return good;
}

static void ready(const bn_Way *way, const bn_Corpus *corpus, bn_Op op)
{
    Kept *k = &kept[way->mode];
    (void)corpus, (void)op;
    bn_memory_open(&k->out);
    bn_memory_open(&k->into);
    bn_memory_open(&k->scratch);
    ed_arena_reset(&k->out);
    ed_arena_reset(&k->into);
    ed_arena_reset(&k->scratch);
}

static bool begin(const bn_Way *way, const bn_Corpus *corpus)
{
    Kept *k = &kept[way->mode];
    bn_memory_open(&k->doc);
    return write(way, corpus, &k->doc, &k->bytes);
}

static bool run(const bn_Way *way, const bn_Corpus *corpus, bn_Op op)
{
    Kept *k = &kept[way->mode];
    return op == BN_PACK ? write(way, corpus, &k->out, &k->packed)
                         : read(k, corpus, op == BN_MIGRATE);
}

static bool equal(const bn_Way *way, const bn_Corpus *corpus, bn_Op op)
{
    Kept *k = &kept[way->mode];
    if (op == BN_PACK)
        return k->packed.size == k->bytes.size
            && memcmp(k->packed.at, k->bytes.at, k->bytes.size) == 0;
    i64 at = op == BN_UNPACK ? bn_now_differs(corpus->kind, corpus->source.at, k->block.at)
                             : bn_next_differs(corpus->kind, corpus->source.at, k->block.at);
    if (at >= 0) fprintf(stderr, "bench: record %lld is not as it was\n", (long long)at);
    return at < 0;
}

static void close_work(Kept *k)
{
    ed_arena_close(&k->out);
    ed_arena_close(&k->into);
    ed_arena_close(&k->scratch);
}

static void done(const bn_Way *way, const bn_Corpus *corpus, bn_Op op)
{
    (void)corpus, (void)op;
    if (way->fresh) close_work(&kept[way->mode]);
}

static size_t size(const bn_Way *way) { return kept[way->mode].bytes.size; }

static void end(const bn_Way *way)
{
    close_work(&kept[way->mode]);
    ed_arena_close(&kept[way->mode].doc);
}

#define ALL_OPS (BN_BOTH | 1u << BN_MIGRATE)

const bn_Way bn_eddie_ways[3] = {
    { "eddie", REUSED, false, BN_ALL_KINDS, ALL_OPS, UINT32_MAX, begin, ready, run, done, equal,
      size, end },
    { "eddie, fresh memory", FRESH, true, BN_ALL_KINDS, ALL_OPS, UINT32_MAX, begin, ready, run,
      done, equal, size, end },
    { "eddie, open form", OPEN, false, BN_ALL_KINDS, BN_BOTH, 100000, begin, ready, run, done,
      equal, size, end },
};
