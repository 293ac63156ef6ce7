#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "runtime/run.h"
#include "tests/storm/memory.h"
#include "tests/storm/oracle.h"
#include "tests/storm/pair.h"

/// All pairs of two modules at once: they share documents, but no type.
typedef struct Storm {
    ed_Module      old, new;
    const st_Pair *pairs;
    u32            count;
    st_Result     *results;
    ed_Run         run;
    ed_Error       error;
} Storm;

typedef st_Value *States[ST_TYPES_MAX];

static Storm s;
static States now[ST_BATCH_MAX];         // what the model says the states are
static st_Oracle oracles[ST_BATCH_MAX];

static void nothing(ed_Host *host) { (void)host; }

static ed_Module module_of(const ed_Schema *schema)
{
    return (ed_Module){ .abi = (u32)ED_ABI, .game = "storm", .title = "storm", .view_width = 16, .view_height = 9, .schema = schema,
                        .update = nothing, .render = nothing, .pack = ed_snapshot_write, .unpack = ed_snapshot_read };
}

// --- telling -----------------------------------------------------------------------------------------------------------

static st_Result *blame(u32 pair, const char *step)
{
    st_Result *result = &s.results[pair];
    if (result->bad) return NULL;                // the first of a pair counts
    result->bad = true;
    snprintf(result->step, sizeof result->step, "%s", step);
    return result;
}

/// What concerns all pairs; the caller finds out which.
static bool all_well(bool good, const char *step)
{
    for (u32 i = 0; i < s.count && !good; i++) {
        st_Result *result = blame(i, step);
        if (result) snprintf(result->d.found, sizeof result->d.found, "%s", s.error.text);
    }
    return good;
}

// --- states ------------------------------------------------------------------------------------------------------------

static const st_Schema *schema_of(u32 pair, bool new) { return new ? &s.pairs[pair].to : &s.pairs[pair].from; }

static const ed_Type *root_of(u32 pair, bool new, u32 type, u32 *index)
{
    const st_Schema *schema = schema_of(pair, new);
    if (!schema->types[type].root || schema->types[type].gone) return NULL;
    return st_root_table(s.run.module->schema, s.pairs[pair].prefix, &schema->types[type], index);
}

static void check_tables(bool new)
{
    for (u32 p = 0; p < s.count; p++) {
        char words[200];
        ed_Text why = ed_text_over(words, sizeof words);
        const ed_Schema *tables = new ? s.new.schema : s.old.schema;
        if (st_tables_agree(schema_of(p, new), s.pairs[p].prefix, tables, &why)) continue;
        st_Result *result = blame(p, "tables");
        if (result) snprintf(result->d.found, sizeof result->d.found, "%s", words);
    }
}

/// The states in memory beside those that the model has in `now`.
static void check_states(bool new, const char *step, bool loose)
{
    for (u32 p = 0; p < s.count; p++) {
        for (u32 t = 0; t < schema_of(p, new)->count; t++) {
            u32 index;
            st_Difference d = { .path = "" };
            const ed_Type *table = root_of(p, new, t, &index);
            if (!table) continue;
            if (st_same(schema_of(p, new), t, now[p][t], st_take(table, s.run.states[index].at), loose, &d)) continue;
            st_Result *result = blame(p, step);
            if (result) result->d = d;
        }
    }
}

static bool start(bool new)
{
    if (s.run.module) ed_run_close(&s.run);
    s.error = (ed_Error){ .code = ED_OK };
    return all_well(ed_run_open(&s.run, new ? &s.new : &s.old, 1, &s.error), "open");
}

static void check_defaults(bool new)
{
    if (!start(new)) return;
    for (u32 p = 0; p < s.count; p++)
        for (u32 t = 0; t < schema_of(p, new)->count; t++) now[p][t] = st_preset_record(schema_of(p, new), t);
    check_states(new, new ? "defaults of the new" : "defaults of the old", false);
}

static bool fill(void)
{
    if (!start(false)) return false;
    for (u32 p = 0; p < s.count; p++) {
        for (u32 t = 0; t < s.pairs[p].from.count; t++) {
            u32 index;
            const ed_Type *table = root_of(p, false, t, &index);
            now[p][t] = s.pairs[p].states[t];
            if (table && !st_put(s.run.states[index].arena, table, s.run.states[index].at, now[p][t])) return all_well(false, "fill");
        }
    }
    check_states(false, "fill", false);
    return true;
}

// --- what the model says -----------------------------------------------------------------------------------------------

/// From what is now to what should be.
static void foresee(bool back, bool live)
{
    for (u32 p = 0; p < s.count; p++) {
        States next = { NULL };
        memset(&oracles[p], 0, sizeof oracles[p]);
        oracles[p].from     = schema_of(p, back);
        oracles[p].to       = schema_of(p, !back);
        oracles[p].features = s.pairs[p].features;
        oracles[p].live     = live;
        for (u32 t = 0; t < ST_TYPES_MAX; t++) {
            const st_Type *type = &oracles[p].from->types[t];
            if (t >= oracles[p].from->count || !type->root || type->gone) now[p][t] = NULL;
        }
        st_oracle_run(&oracles[p], now[p], next);
        memcpy(now[p], next, sizeof next);
    }
}

static void add_row(st_Tally *sum, const ed_ReportRow *row)
{
    sum->exact     += row->tally.exact;
    sum->saturated += row->tally.saturated;
    sum->rounded   += row->tally.rounded;
    sum->truncated += row->tally.truncated;
    sum->defaulted += row->tally.defaulted;
}

static st_Tally reported(u32 pair, const char *type, const char *field)
{
    char name[64];
    st_Tally sum = { 0 };
    snprintf(name, sizeof name, "%s%s", s.pairs[pair].prefix, type);
    for (u32 i = 0; i < s.run.report.count; i++) {
        const ed_ReportRow *row = &s.run.report.rows[i];
        bool carried = row->outcome != ED_ADDED && row->outcome != ED_DROPPED;
        if (carried && strcmp(row->type, name) == 0 && strcmp(row->field, field) == 0) add_row(&sum, row);
    }
    return sum;
}

static void spell_tally(const st_Tally *t, char *text, size_t size)
{
    snprintf(text, size, "%llu exact, %llu saturated, %llu rounded, %llu truncated, %llu defaulted", (unsigned long long)t->exact,
             (unsigned long long)t->saturated, (unsigned long long)t->rounded, (unsigned long long)t->truncated, (unsigned long long)t->defaulted);
}

static void check_tally(u32 pair, u32 type, u32 field, const char *step)
{
    const st_Type *t = &oracles[pair].to->types[type];
    st_Tally expected = oracles[pair].tally[type][field], found = reported(pair, t->name, t->fields[field].name);
    expected.cleared = 0;
    if (s.run.report.same_layout) found.exact = expected.exact;          // nothing is counted where nothing moved
    if (memcmp(&expected, &found, sizeof found) == 0) return;
    st_Result *result = blame(pair, step);
    if (!result) return;
    snprintf(result->d.path, sizeof result->d.path, "%s.%s", t->name, t->fields[field].name);
    spell_tally(&expected, result->d.expected, sizeof result->d.expected);
    spell_tally(&found, result->d.found, sizeof result->d.found);
}

static void check_tallies(const char *step)
{
    for (u32 p = 0; p < s.count; p++) {
        if (!(s.pairs[p].features & ST_TALLIES)) continue;
        for (u32 t = 0; t < oracles[p].to->count; t++)
            for (u32 f = 0; f < oracles[p].to->types[t].field_count; f++)
                if (!oracles[p].to->types[t].gone) check_tally(p, t, f, step);
    }
}

// --- the ways a state can go -------------------------------------------------------------------------------------------

static bool pack(ed_Span *copy)
{
    ed_Span bytes;
    s.error = (ed_Error){ .code = ED_OK };
    if (!all_well(ed_run_pack(&s.run, &bytes, &s.error), "pack")) return false;
    u8 *block = st_new(bytes.size);
    memcpy(block, bytes.at, bytes.size);
    *copy = (ed_Span){ block, bytes.size };
    return true;
}

static bool live(bool back, const char *step, const char *counts)
{
    s.error = (ed_Error){ .code = ED_OK };
    foresee(back, true);
    if (!all_well(ed_run_replace(&s.run, back ? &s.old : &s.new, &s.error), step)) return false;
    check_states(!back, step, false);
    check_tallies(counts);
    return true;
}

static bool from_disk(bool back, ed_Span bytes, const char *step, const char *counts)
{
    if (!start(!back)) return false;
    foresee(back, false);
    if (!all_well(ed_run_load(&s.run, bytes.at, bytes.size, &s.error), step)) return false;
    check_states(!back, step, false);
    check_tallies(counts);
    return true;
}

static void again(ed_Span bytes)
{
    ed_Span other;
    if (!start(false) || !all_well(ed_run_load(&s.run, bytes.at, bytes.size, &s.error), "again from disk") || !pack(&other)) return;
    all_well(ed_report_lossless(&s.run.report), "again from disk is lossless");
    all_well(bytes.size == other.size && memcmp(bytes.at, other.at, other.size) == 0, "the same bytes again");
}

void st_run_pairs(const ed_Schema *old, const ed_Schema *new, const st_Pair *pairs, u32 count, st_Result *results)
{
    ed_Span bytes, back;
    s = (Storm){ .old = module_of(old), .new = module_of(new), .pairs = pairs, .count = count, .results = results };
    check_tables(false);
    check_tables(true);
    check_defaults(false);
    check_defaults(true);
    if (!fill() || !pack(&bytes)) return;
    if (live(false, "live", "counts, live")) live(true, "live and back", "counts, live and back");
    for (u32 p = 0; p < count; p++) memcpy(now[p], pairs[p].states, sizeof now[p]);
    if (from_disk(false, bytes, "from disk", "counts, from disk") && pack(&back))
        from_disk(true, back, "from disk and back", "counts, from disk and back");
    again(bytes);
    ed_run_close(&s.run);
}
