#include <stdio.h>
#include <string.h>
#include "runtime/attic/snapshot.h"
#include "runtime/run/run.h"
#include "runtime/snapshot/packed_defaults.h"
#include "runtime/types/field.h"
#include "tests/storm/form.h"
#include "tests/storm/garble.h"
#include "tests/storm/links.h"
#include "tests/storm/memory.h"
#include "tests/storm/oracle.h"
#include "tests/storm/pair.h"
#include "tests/storm/promise.h"

/// Runs all pairs of a batch at once: they share modules and documents, but no type.
typedef struct Storm {
    ed_Module old, new, further;
    const st_Pair *pairs;
    u32 count;
    st_Result *results;
    ed_Run run;
    ed_Error error;
} Storm;

typedef st_Value *States[ST_TYPES_MAX];

static Storm s;
static States now[ST_BATCH_MAX];      // the states by the model
static st_Oracle oracles[ST_BATCH_MAX];
static bool equal_keys[ST_BATCH_MAX];      // whether the new layout has records with equal keys

static void nothing(ed_Host *host) { (void)host; }

static ed_Module module_of(const ed_Schema *schema)
{
    return (ed_Module){ .abi = (u32)ED_ABI,
                        .game = "storm",
                        .title = "storm",
                        .view_width = 16,
                        .view_height = 9,
                        .schema = schema,
                        .update = nothing,
                        .render = nothing,
                        .pack = st_form_pack,
                        .unpack = ed_snapshot_read };
}

// --- results -------------------------------------------------------------------------------------

static st_Result *fail_pair(u32 pair, const char *step)
{
    st_Result *result = &s.results[pair];
    if (result->bad) return NULL;      // the first failure of a pair counts
    result->bad = true;
    snprintf(result->step, sizeof result->step, "%s", step);
    return result;
}

/// A failure that may concern any pair; the caller finds out which.
static bool check_all(bool good, const char *step)
{
    for (u32 i = 0; i < s.count && !good; i++) {
        st_Result *result = fail_pair(i, step);
        if (result) snprintf(result->d.found, sizeof result->d.found, "%s", s.error.text);
    }
    return good;
}

// --- states --------------------------------------------------------------------------------------

static const st_Schema *schema_of(u32 pair, bool new)
{
    return new ? &s.pairs[pair].to : &s.pairs[pair].from;
}

static const ed_Type *root_of(u32 pair, bool new, u32 type, u32 *index)
{
    const st_Schema *schema = schema_of(pair, new);
    if (!schema->types[type].root || schema->types[type].gone) return NULL;
    return st_root_table(s.run.module->schema, s.pairs[pair].prefix, &schema->types[type], index);
}

static void use_memory(u32 pair, bool new)
{
    const st_Memory memory = { schema_of(pair, new), s.pairs[pair].prefix, s.run.module->schema,
                               s.run.states };
    st_use_memory(&memory);
}

/// The state in memory.
static st_Value *take(u32 pair, bool new, const ed_Type *table, u32 index)
{
    use_memory(pair, new);
    return st_take(table, s.run.states[index].at);
}

static void check_tables(bool new)
{
    for (u32 p = 0; p < s.count; p++) {
        char words[200];
        ed_Text why = ed_text_over(words, sizeof words);
        const ed_Schema *tables = new ? s.new.schema : s.old.schema;
        if (st_tables_agree(schema_of(p, new), s.pairs[p].prefix, tables, &why)) continue;
        st_Result *result = fail_pair(p, "tables");
        if (result) snprintf(result->d.found, sizeof result->d.found, "%s", words);
    }
}

/// Compares the states in memory with those of the model in `now`.
static void check_states(bool new, const char *step)
{
    for (u32 p = 0; p < s.count; p++) {
        for (u32 t = 0; t < schema_of(p, new)->count; t++) {
            u32 index;
            st_Difference d = { .path = "" };
            const ed_Type *table = root_of(p, new, t, &index);
            if (!table || !now[p][t]) continue;
            if (st_same(schema_of(p, new), t, now[p][t], take(p, new, table, index), &d)) continue;
            st_Result *result = fail_pair(p, step);
            if (result) result->d = d;
        }
    }
}

static bool start(bool new)
{
    if (s.run.module) ed_run_close(&s.run);
    s.error = (ed_Error){ .code = ED_OK };
    return check_all(ed_run_open(&s.run, new ? &s.new : &s.old, 1, &s.error), "open");
}

static void check_defaults(bool new)
{
    if (!start(new)) return;
    for (u32 p = 0; p < s.count; p++)
        for (u32 t = 0; t < schema_of(p, new)->count; t++) {
            u32 index;      // the defaults of a removed type may no longer fit its fields
            now[p][t] = root_of(p, new, t, &index) ? st_default_record(schema_of(p, new), t) : NULL;
        }
    check_states(new, new ? "defaults of the new" : "defaults of the old");
}

static bool fill(void)
{
    if (!start(false)) return false;
    for (u32 p = 0; p < s.count; p++) {
        use_memory(p, false);
        for (u32 t = 0; t < s.pairs[p].from.count; t++) {
            u32 index;
            const ed_Type *table = root_of(p, false, t, &index);
            now[p][t] = s.pairs[p].states[t];
            if (table
                && !st_put(s.run.states[index].arena, table, s.run.states[index].at, now[p][t]))
                return check_all(false, "fill");
        }
        st_put_links();
    }
    check_states(false, "fill");
    return true;
}

// --- the model -----------------------------------------------------------------------------------

/// Migrates the model's states.
static void migrate_model(bool back, bool live)
{
    for (u32 p = 0; p < s.count; p++) {
        States next = { NULL };
        memset(&oracles[p], 0, sizeof oracles[p]);
        oracles[p].from = schema_of(p, back);
        oracles[p].to = schema_of(p, !back);
        oracles[p].features = s.pairs[p].features;
        oracles[p].live = live;
        st_Oracle writer = { .from = schema_of(p, back), .to = schema_of(p, back) };
        for (u32 t = 0; t < ST_TYPES_MAX; t++) {
            const st_Type *type = &oracles[p].from->types[t];
            if (t >= oracles[p].from->count || !type->root || type->gone) now[p][t] = NULL;
            if (now[p][t]) now[p][t] = st_value_copy(now[p][t]);
        }
        st_settle_refs(&writer, now[p]);      // packed states have no dangling handle
        st_oracle_run(&oracles[p], now[p], next);
        memcpy(now[p], next, sizeof next);
    }
}

static void add_row(st_Tally *sum, const ed_ReportRow *row)
{
    sum->exact += row->tally.exact;
    sum->saturated += row->tally.saturated;
    sum->rounded += row->tally.rounded;
    sum->truncated += row->tally.truncated;
    sum->defaulted += row->tally.defaulted;
    sum->cleared += row->tally.cleared;
}

static st_Tally reported(u32 pair, const char *type, const char *field)
{
    char name[64];
    st_Tally sum = { 0 };
    snprintf(name, sizeof name, "%s%s", s.pairs[pair].prefix, type);
    for (u32 i = 0; i < s.run.report.count; i++) {
        const ed_ReportRow *row = &s.run.report.rows[i];
        bool migrated = row->outcome != ED_ADDED && row->outcome != ED_DROPPED;
        if (migrated && strcmp(row->type, name) == 0 && strcmp(row->field, field) == 0)
            add_row(&sum, row);
    }
    return sum;
}

static void spell_tally(const st_Tally *t, char *text, size_t size)
{
    snprintf(
        text, size,
        "%llu exact, %llu saturated, %llu rounded, %llu truncated, %llu defaulted, %llu cleared",
        (unsigned long long)t->exact, (unsigned long long)t->saturated,
        (unsigned long long)t->rounded, (unsigned long long)t->truncated,
        (unsigned long long)t->defaulted, (unsigned long long)t->cleared);
}

/// Whether a type of the pair has an array whose default is too large to be written in full.
/// Elements cut off such an array are counted even if they are the default.
static bool has_large_array(u32 pair, const ed_Schema *schema)
{
    const char *prefix = s.pairs[pair].prefix;
    for (u32 t = 0; schema && t < schema->type_count; t++) {
        const ed_Type *type = schema->types[t];
        if (strncmp(type->name, prefix, strlen(prefix)) != 0) continue;
        for (u32 i = 0; i < type->field_count; i++)
            if (type->fields[i].shape == ED_FIXED
                && ed_field_bytes(&type->fields[i]) > ED_DEFAULT_FULL_MAX)
                return true;
    }
    return false;
}

/// A pointer without a record is counted at once, or when all records are there.
static void join_lost(st_Tally *tally)
{
    tally->exact -= tally->cleared;
    tally->defaulted += tally->cleared;
    tally->cleared = 0;
}

/// Whether values of the field may come from record pointers.
static bool may_be_pointers(u32 pair, u32 type, const char *field)
{
    const st_Type *to = &oracles[pair].to->types[type];
    u32 index = st_find_field(to, field);
    if (index == to->field_count) return true;      // a part that moved
    if (to->fields[index].kind == ED_RECORD_PTR) return true;
    if (to->fields[index].kind != ED_REF) return false;
    for (u32 t = 0; t < oracles[pair].from->count; t++)
        for (u32 i = 0; i < oracles[pair].from->types[t].field_count; i++)
            if (oracles[pair].from->types[t].fields[i].kind == ED_RECORD_PTR) return true;
    return false;
}

/// `field`: the name of a field, or the path of a part that moved.
static void check_tally(u32 pair, u32 type, const char *field, st_Tally expected, const char *step)
{
    const st_Type *t = &oracles[pair].to->types[type];
    st_Tally found = reported(pair, t->name, field);
    if (s.run.report.same_layout)
        found.exact = expected.exact;      // an adopted state has no counts
    if (may_be_pointers(pair, type, field)) {
        join_lost(&expected);
        join_lost(&found);
    }
    if (memcmp(&expected, &found, sizeof found) == 0) return;
    bool large = has_large_array(pair, s.old.schema) || has_large_array(pair, s.new.schema);
    if (large && found.truncated > expected.truncated) found.truncated = expected.truncated;
    if (memcmp(&expected, &found, sizeof found) == 0) return;
    st_Result *result = fail_pair(pair, step);
    if (!result) return;
    snprintf(result->d.path, sizeof result->d.path, "%s.%s", t->name, field);
    spell_tally(&expected, result->d.expected, sizeof result->d.expected);
    spell_tally(&found, result->d.found, sizeof result->d.found);
}

static void check_tallies(const char *step)
{
    for (u32 p = 0; p < s.count; p++) {
        if (!(s.pairs[p].features & ST_TALLIES)) continue;
        const st_Oracle *o = &oracles[p];
        for (u32 t = 0; t < o->to->count; t++)
            for (u32 f = 0; f < o->to->types[t].field_count && !o->to->types[t].gone; f++)
                check_tally(p, t, o->to->types[t].fields[f].name, o->tally[t][f], step);
        for (u32 i = 0; i < o->moved_count; i++)
            check_tally(p, o->moved[i].type, o->moved[i].to, o->moved[i].tally, step);
    }
}

// --- live and back: everything is restored -------------------------------------------------------

/// Sets equal_keys for each pair. The new layout has to be running.
static void note_equal_keys(void)
{
    for (u32 p = 0; p < s.count; p++) {
        const st_Schema *schema = schema_of(p, true);
        equal_keys[p] = false;
        for (u32 t = 0; t < schema->count; t++) {
            u32 index;
            const ed_Type *table = root_of(p, true, t, &index);
            if (table && st_has_equal_keys(schema, t, take(p, true, table, index)))
                equal_keys[p] = true;
        }
    }
}

/// Leaves a pair out of the next comparison.
static void skip_pair(u32 pair)
{
    for (u32 t = 0; t < ST_TYPES_MAX; t++) now[pair][t] = NULL;
}

static void check_back(bool walked)
{
    for (u32 p = 0; p < s.count; p++) {
        if (equal_keys[p] || !st_is_promised(&s.pairs[p], walked)) {
            skip_pair(p);
            continue;
        }
        st_Oracle self = { .from = &s.pairs[p].from, .to = &s.pairs[p].from };
        for (u32 t = 0; t < s.pairs[p].from.count; t++) {
            u32 index;
            const ed_Type *table = root_of(p, false, t, &index);
            now[p][t] = table ? st_value_copy(s.pairs[p].states[t]) : NULL;
        }
        st_settle_refs(&self, now[p]);
        for (u32 t = 0; t < s.pairs[p].from.count; t++) {
            u32 index;
            const st_Field root = { .kind = ED_STRUCT, .type = t };
            const ed_Type *table = root_of(p, false, t, &index);
            if (table)
                st_mask_unrestored(&s.pairs[p], &root, now[p][t],
                                   st_default_record(&s.pairs[p].from, t),
                                   take(p, false, table, index));
            if (table && walked) st_mask_handles(now[p][t], take(p, false, table, index));
        }
    }
    check_states(false, walked ? "further and back to old" : "live and back");
}

// --- the ways to migrate a state -----------------------------------------------------------------

static bool pack(ed_Span *copy)
{
    ed_Span bytes;
    s.error = (ed_Error){ .code = ED_OK };
    if (!check_all(ed_run_pack(&s.run, &bytes, &s.error), "pack")) return false;
    u8 *block = st_new(bytes.size);
    memcpy(block, bytes.at, bytes.size);
    *copy = (ed_Span){ block, bytes.size };
    return true;
}

static bool live(void)
{
    s.error = (ed_Error){ .code = ED_OK };
    migrate_model(false, true);
    if (!check_all(ed_run_replace(&s.run, &s.new, &s.error), "live")) return false;
    if (!s.run.report.same_layout)
        check_states(true, "live");      // only walk checks an adopted state
    check_tallies("counts, live");
    return true;
}

static void live_back(void)
{
    bool adopted = s.run.report.same_layout;
    note_equal_keys();
    if (!check_all(ed_run_replace(&s.run, &s.old, &s.error), "live and back")) return;
    if (!adopted) check_back(false);
}

static bool from_disk(bool back, ed_Span bytes, const char *step, const char *counts)
{
    if (!start(!back)) return false;
    migrate_model(back, false);
    if (!check_all(ed_run_load(&s.run, bytes.at, bytes.size, &s.error), step)) return false;
    check_states(!back, step);
    check_tallies(counts);
    return true;
}

/// Loads a document and packs it again: the bytes are the same.
static void again(ed_Span bytes)
{
    ed_Span once;
    if (!start(false)
        || !check_all(ed_run_load(&s.run, bytes.at, bytes.size, &s.error), "again from disk")
        || !pack(&once))
        return;
    check_all(ed_report_lossless(&s.run.report), "again from disk is lossless");
    check_all(once.size == bytes.size && memcmp(once.at, bytes.at, once.size) == 0,
              "the same bytes again");
}

/// Packs in every form, from memory with garbage wherever it is not state.
static void again_in_every_form(void)
{
    static st_Pair others[ST_BATCH_MAX];
    memcpy(others, s.pairs, s.count * sizeof *others);
    for (u32 form = 0; form < ST_FORM_COUNT; form++) {
        ed_Span bytes;
        for (u32 p = 0; p < s.count; p++) others[p].form = (st_DocForm)form;
        st_form_begin(others, s.count);
        if (!fill()) break;
        st_Random r = st_random(others[0].seed, others[0].number);
        for (u32 i = 0; i < s.old.schema->state_count; i++)
            st_garble(&r, s.old.schema->states[i], s.run.states[i].at);
        if (pack(&bytes)) again(bytes);
    }
    st_form_begin(s.pairs, s.count);
}

/// Reads the states of all pairs, in the new layout, into `now`.
static void read_states(void)
{
    for (u32 p = 0; p < s.count; p++)
        for (u32 t = 0; t < ST_TYPES_MAX; t++) {
            u32 index;
            const ed_Type *table = t < s.pairs[p].to.count ? root_of(p, true, t, &index) : NULL;
            now[p][t] = table ? take(p, true, table, index) : NULL;
        }
}

/// Whether any field is transient. A transient list starts from its default, so it may gain items
/// whose fields are not restored.
static bool any_transient(const st_Schema *schema)
{
    for (u32 t = 0; t < schema->count; t++)
        for (u32 i = 0; i < schema->types[t].field_count; i++)
            if (schema->types[t].fields[i].transient) return true;
    return false;
}

static void leave_out_unrestored(void)
{
    for (u32 p = 0; p < s.count; p++)
        for (u32 t = 0; t < s.pairs[p].to.count; t++) {
            u32 index;
            const ed_Type *table = root_of(p, true, t, &index);
            if (!(s.pairs[p].features & ST_ATTIC) || st_loses_values(&s.pairs[p].from)
                || st_loses_values(&s.pairs[p].to) || any_transient(&s.pairs[p].to))
                now[p][t] = NULL;
            if (equal_keys[p]) now[p][t] = NULL;
            if (table && now[p][t]) st_mask_handles(now[p][t], take(p, true, table, index));
        }
}

/// Migrates from the old to the new schema, further, and all the way back: each state is restored.
static void walk(void)
{
    if (!start(false) || !fill()) return;
    if (!check_all(ed_run_replace(&s.run, &s.new, &s.error), "walk")) return;
    read_states();
    note_equal_keys();
    if (!check_all(ed_run_replace(&s.run, &s.further, &s.error), "walk further")
        || !check_all(ed_run_replace(&s.run, &s.new, &s.error), "walk back"))
        return;
    leave_out_unrestored();
    check_states(true, "further and back");
    if (!check_all(ed_run_replace(&s.run, &s.old, &s.error), "walk back to old")) return;
    check_back(true);
}

void st_run_pairs(const ed_Schema *old, const ed_Schema *new, const ed_Schema *further,
                  const st_Pair *pairs, u32 count, st_Result *results)
{
    ed_Span bytes, back;
    s = (Storm){ .old = module_of(old),
                 .new = module_of(new),
                 .further = module_of(further),
                 .pairs = pairs,
                 .count = count,
                 .results = results };
    st_form_begin(pairs, count);
    check_tables(false);
    check_tables(true);
    check_defaults(false);
    check_defaults(true);
    if (!fill() || !pack(&bytes)) return;
    if (live()) live_back();
    for (u32 p = 0; p < count; p++) memcpy(now[p], pairs[p].states, sizeof now[p]);
    if (from_disk(false, bytes, "from disk", "counts, from disk") && pack(&back))
        from_disk(true, back, "from disk and back", "counts, from disk and back");
    again(bytes);
    again_in_every_form();
    walk();
    ed_run_close(&s.run);
}
