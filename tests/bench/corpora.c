// Every way to move a corpus: checked first, then timed in rounds of shuffled order, each with a
// memcpy.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tests/bench/result.h"

#define WAYS_MAX 8u
#define CASES_MAX (WAYS_MAX * BN_OPS)
#define ALLOWED_S 1.0       // a case that has had three rounds is not run again after so much time
#define SLOW_S 2.5          // one that has had fewer rounds is not run again after so much time
#define SHORT_S 0.5e-3      // what is shorter is repeated within a round
#define REPEAT_MAX 64u
#define STEADY_S 8e-3      // what is shorter is run once before, for the caches
#define BASES 3u           // runs of memcpy in a round: their median is the round's base

typedef struct Case {
    const bn_Way *way;
    u32 row;
    bn_Op op;
    u32 repeat, rounds;
    f64 first_s, spent_s;
    f64 s[BN_SAMPLES_MAX], ratio[BN_SAMPLES_MAX];
    bool timed;      // in the current round
} Case;

typedef struct Group {
    const bn_Options *options;
    bn_Corpus corpus;
    const bn_Way *ways[WAYS_MAX];
    u32 way_count;
    Case cases[CASES_MAX];
    u32 case_count;
    bn_Random random;
    f64 clock_s;
} Group;

// --- one case ------------------------------------------------------------------------------------

static const char *words_of(const bn_Corpus *corpus)
{
    static char words[64];
    snprintf(words, sizeof words, "%u %s", corpus->count, bn_kind_names[corpus->kind]);
    return words;
}

static bool once(Group *g, const Case *c, f64 *s)
{
    if (c->way->ready) c->way->ready(c->way, &g->corpus, c->op);
    f64 start = bn_now_s();
    bool good = c->way->run(c->way, &g->corpus, c->op);
    *s = bn_now_s() - start - g->clock_s;
    if (*s < 1e-9) *s = 1e-9;
    if (!good) fprintf(stderr, "bench: %s of %s failed\n", c->way->name, words_of(&g->corpus));
    return good;
}

static void done(Group *g, const Case *c)
{
    if (c->way->done) c->way->done(c->way, &g->corpus, c->op);
}

static bool prove(Group *g, Case *c)
{
    static const char *const ops[BN_OPS] = { "packed", "unpacked", "migrated" };
    bool good = once(g, c, &c->first_s);
    if (good && !c->way->equal(c->way, &g->corpus, c->op)) {
        fprintf(stderr, "bench: %s: %s, %s, are not what went in\n", c->way->name,
                words_of(&g->corpus), ops[c->op]);
        good = false;
    }
    done(g, c);
    c->repeat = c->first_s < SHORT_S ? (u32)(SHORT_S / c->first_s) + 1 : 1;
    if (c->repeat > REPEAT_MAX) c->repeat = REPEAT_MAX;
    return good;
}

static bool time_case(Group *g, Case *c, f64 *s)
{
    f64 one, sum = 0;
    if (c->first_s < STEADY_S) {
        if (!once(g, c, &one)) return false;
        done(g, c);
    }
    for (u32 i = 0; i < c->repeat; i++) {
        if (!once(g, c, &one)) return false;
        done(g, c);
        sum += one;
    }
    *s = sum / c->repeat;
    c->spent_s += sum;
    return true;
}

// --- a round -------------------------------------------------------------------------------------

static bool is_base(const Case *c)
{
    return c->way == &bn_copy_ways[0] || c->way == &bn_copy_ways[1];
}

static bool over(const Case *c)
{
    return !is_base(c) && c->rounds && c->spent_s > (c->rounds < 3 ? SLOW_S : ALLOWED_S);
}

/// Lists each case once, and memcpy three times, in shuffled order. Cases that have used up their
/// time are left out. Returns the count.
static u32 shuffle(Group *g, u32 *order)
{
    u32 count = 0;
    for (u32 i = 0; i < g->case_count; i++)
        for (u32 n = over(&g->cases[i]) ? 0 : is_base(&g->cases[i]) ? BASES : 1; n; n--)
            order[count++] = i;
    for (u32 i = count; i > 1; i--) {
        u32 other = bn_below(&g->random, i), kept = order[i - 1];
        order[i - 1] = order[other];
        order[other] = kept;
    }
    return count;
}

static f64 base_of(const Group *g, const Case *c)
{
    bn_Op op = c->op == BN_PACK ? BN_PACK : BN_UNPACK;
    const bn_Way *way = &bn_copy_ways[c->way->fresh];
    for (u32 i = 0; i < g->case_count; i++)
        if (g->cases[i].way == way && g->cases[i].op == op)
            return g->cases[i].s[g->cases[i].rounds];
    return 1;
}

static void close_round(Group *g)
{
    for (u32 i = 0; i < g->case_count; i++) {
        Case *c = &g->cases[i];
        if (c->timed) c->ratio[c->rounds] = c->s[c->rounds] / base_of(g, c);
    }
    for (u32 i = 0; i < g->case_count; i++) {
        g->cases[i].rounds += g->cases[i].timed;
        g->cases[i].timed = false;
    }
}

static bool run_round(Group *g)
{
    u32 order[CASES_MAX * BASES], met[CASES_MAX] = { 0 };
    f64 bases[CASES_MAX][BASES];
    u32 count = shuffle(g, order);
    for (u32 i = 0; i < count; i++) {
        Case *c = &g->cases[order[i]];
        f64 s;
        if (!time_case(g, c, &s)) return false;
        if (is_base(c)) bases[order[i]][met[order[i]]++] = s;
        c->s[c->rounds] = is_base(c) ? bn_median(bases[order[i]], met[order[i]]) : s;
        c->timed = true;
    }
    close_round(g);
    return true;
}

// --- a group -------------------------------------------------------------------------------------

static void add_ways(Group *g, const bn_Way *ways, u32 count)
{
    for (u32 i = 0; i < count; i++) {
        if (!(ways[i].kinds & 1u << g->corpus.kind) || g->corpus.count > ways[i].count_max)
            continue;
        for (u32 op = 0; op < BN_OPS; op++)
            if (ways[i].ops & 1u << op)
                g->cases[g->case_count++] =
                    (Case){ .way = &ways[i], .row = g->way_count, .op = (bn_Op)op };
        g->ways[g->way_count++] = &ways[i];
    }
}

static bool prove_all(Group *g)
{
    for (u32 i = 0; i < g->way_count; i++) {
        if (g->ways[i]->begin(g->ways[i], &g->corpus)) continue;
        fprintf(stderr, "bench: %s could not take %s\n", g->ways[i]->name, words_of(&g->corpus));
        return false;
    }
    for (u32 i = 0; i < g->case_count; i++)
        if (!prove(g, &g->cases[i])) return false;
    return true;
}

static void tell(const Group *g)
{
    bn_Row rows[WAYS_MAX];
    for (u32 i = 0; i < g->way_count; i++)
        rows[i] = (bn_Row){ .kind = g->corpus.kind,
                            .count = g->corpus.count,
                            .bytes = g->corpus.bytes,
                            .packed = g->ways[i]->size(g->ways[i]),
                            .name = g->ways[i]->name };
    for (u32 i = 0; i < g->case_count; i++) {
        const Case *c = &g->cases[i];
        rows[c->row].ops[c->op] =
            (bn_Timing){ c->rounds, bn_median(c->s, c->rounds), bn_median(c->ratio, c->rounds),
                         bn_quantile(c->ratio, c->rounds, 0.1),
                         bn_quantile(c->ratio, c->rounds, 0.9) };
    }
    bn_rows_tell(rows, g->way_count);
}

static bool run_group(Group *g)
{
    add_ways(g, bn_copy_ways, ED_COUNT(bn_copy_ways));
    add_ways(g, bn_eddie_ways, ED_COUNT(bn_eddie_ways));
    add_ways(g, bn_msgpack_ways, ED_COUNT(bn_msgpack_ways));
    add_ways(g, bn_cereal_ways, ED_COUNT(bn_cereal_ways));
    bool good = prove_all(g);
    for (u32 i = 0; good && i < g->options->rounds; i++) good = run_round(g);
    if (good) tell(g);
    for (u32 i = 0; good && i < g->way_count; i++) g->ways[i]->end(g->ways[i]);
    return good;
}

bool bn_corpora(const bn_Options *options, const bn_Modules *modules, bn_Kind kind)
{
    // limits the memory to about 3 GB
    static const u32 largest[BN_KINDS] = { 1000000, 10000000, 1000000, 10000000 };
    static Group g;
    bool good = true;
    for (u32 count = 1000; good && count <= largest[kind] && count <= options->max; count *= 10) {
        ed_Arena arena = { .base = NULL };
        bn_memory_open(&arena);
        g = (Group){
            .options = options,
            .random = { 99 },
            .clock_s = bn_clock_cost_s(),
            .corpus = { .kind = kind, .count = count, .source.arena = &arena, .modules = modules }
        };
        good = bn_now_fill(&g.corpus.source, kind, count);
        g.corpus.bytes = arena.used;
        good = good && run_group(&g);
        ed_arena_close(&arena);
    }
    return good;
}
