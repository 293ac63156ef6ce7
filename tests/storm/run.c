#include <stdio.h>
#include <string.h>
#include "runtime/migrate/snapshot.h"
#include "runtime/run/run.h"
#include "runtime/snapshot/document.h"
#include "runtime/snapshot/packed_defaults.h"
#include "runtime/types/field.h"
#include "tests/storm/form.h"
#include "tests/storm/garble.h"
#include "tests/storm/memory.h"
#include "tests/storm/oracle.h"
#include "tests/storm/pair.h"

/// Runs all pairs of two modules at once: they share documents, but no type.
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

static st_Result *blame(u32 pair, const char *step)
{
    st_Result *result = &s.results[pair];
    if (result->bad) return NULL;      // the first failure of a pair counts
    result->bad = true;
    snprintf(result->step, sizeof result->step, "%s", step);
    return result;
}

/// A failure that may concern any pair; the caller finds out which.
static bool all_well(bool good, const char *step)
{
    for (u32 i = 0; i < s.count && !good; i++) {
        st_Result *result = blame(i, step);
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

/// Compares the states in memory with those of the model in `now`.
static void check_states(bool new, const char *step, bool loose)
{
    for (u32 p = 0; p < s.count; p++) {
        for (u32 t = 0; t < schema_of(p, new)->count; t++) {
            u32 index;
            st_Difference d = { .path = "" };
            const ed_Type *table = root_of(p, new, t, &index);
            if (!table || !now[p][t]) continue;
            if (st_same(schema_of(p, new), t, now[p][t], st_take(table, s.run.states[index].at),
                        loose, &d))
                continue;
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
        for (u32 t = 0; t < schema_of(p, new)->count; t++)
            now[p][t] = st_preset_record(schema_of(p, new), t);
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
            if (table
                && !st_put(s.run.states[index].arena, table, s.run.states[index].at, now[p][t]))
                return all_well(false, "fill");
        }
    }
    check_states(false, "fill", false);
    return true;
}

// --- the model -----------------------------------------------------------------------------------

/// Migrates the model's states.
static void foresee(bool back, bool live)
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
        bool carried = row->outcome != ED_ADDED && row->outcome != ED_DROPPED;
        if (carried && strcmp(row->type, name) == 0 && strcmp(row->field, field) == 0)
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

static void check_tally(u32 pair, u32 type, u32 field, const char *step)
{
    const st_Type *t = &oracles[pair].to->types[type];
    st_Tally expected = oracles[pair].tally[type][field],
             found = reported(pair, t->name, t->fields[field].name);
    if (s.run.report.same_layout)
        found.exact = expected.exact;      // an adopted state has no counts
    if (memcmp(&expected, &found, sizeof found) == 0) return;
    bool large = has_large_array(pair, s.old.schema) || has_large_array(pair, s.new.schema);
    if (large && found.truncated > expected.truncated) found.truncated = expected.truncated;
    if (memcmp(&expected, &found, sizeof found) == 0) return;
    st_Result *result = blame(pair, step);
    if (!result) return;
    snprintf(result->d.path, sizeof result->d.path, "%s.%s", t->name, t->fields[field].name);
    spell_tally(&expected, result->d.expected, sizeof result->d.expected);
    spell_tally(&found, result->d.found, sizeof result->d.found);
}

/// Factors may round up or down, and moved parts are counted in a separate row.
static bool has_units_or_moves(const st_Schema *schema)
{
    for (u32 t = 0; t < schema->count; t++)
        for (u32 i = 0; i < schema->types[t].field_count; i++)
            if (schema->types[t].fields[i].unit || schema->types[t].fields[i].move_count)
                return true;
    return false;
}

static void check_tallies(const char *step)
{
    for (u32 p = 0; p < s.count; p++) {
        if (!(s.pairs[p].features & ST_TALLIES) || has_units_or_moves(&s.pairs[p].from)
            || has_units_or_moves(&s.pairs[p].to))
            continue;
        for (u32 t = 0; t < oracles[p].to->count; t++)
            for (u32 f = 0; f < oracles[p].to->types[t].field_count; f++)
                if (!oracles[p].to->types[t].gone) check_tally(p, t, f, step);
    }
}

// --- live and back: everything is restored -------------------------------------------------------

static const st_Field *field_called(const st_Type *type, const char *name)
{
    for (u32 i = 0; i < type->field_count; i++)
        if (strcmp(type->fields[i].name, name) == 0) return &type->fields[i];
    return NULL;
}

/// A `was` with a name that both schemas have, or on a field that both have: on the way back it is
/// ambiguous which of two fields is meant, so each goes by its name.
static bool crosses(const st_Type *type, const st_Type *other)
{
    for (u32 i = 0; i < type->item_count; i++)
        for (u32 o = 0; o < other->item_count; o++)
            if (type->items[i].was.count && strcmp(type->items[i].name, other->items[o].name) == 0)
                return true;
    for (u32 i = 0; i < type->field_count; i++) {
        const st_Field *field = &type->fields[i];
        bool there = field_called(other, field->name) != NULL;
        if ((field->was.count || field->move_count) && there) return true;
        for (u32 w = 0; w < field->was.count; w++)
            if (field_called(type, field->was.at[w])) return true;
        for (u32 m = 0; m < field->move_count; m++) {
            char first[ST_NAME_MAX] = "";
            snprintf(first, sizeof first, "%.*s", (int)strcspn(field->moves[m].from, "."),
                     field->moves[m].from);
            if (field_called(type, first)) return true;
        }
    }
    return false;
}

/// Returns whether `name` is the current name or a former name.
static bool is_called(const char *own, const st_Names *was, const char *name)
{
    bool same = strcmp(own, name) == 0;
    for (u32 w = 0; w < was->count; w++) same |= strcmp(was->at[w], name) == 0;
    return same;
}

static bool is_list(const st_Field *field)
{
    return field->shape == ED_DYNAMIC || field->shape == ED_BOUNDED || field->shape == ED_OPTIONAL;
}

/// Between these two something is lost that the attic does not restore: the handles and free slots
/// of a pool, the emptiness of a list that became a fixed array, an address.
static bool forgets(const st_Field *one, const st_Field *other, bool walked)
{
    bool pools = one->shape == ED_POOL || other->shape == ED_POOL;
    if (pools && (one->shape != other->shape || (!walked && one->limit != other->limit)))
        return true;
    if (is_list(one) && other->shape == ED_FIXED) return true;
    if (is_list(one) && one->kind == ED_REF && other->shape == ED_ONE) return true;
    if (is_list(other) && one->shape == ED_FIXED) return true;
    // an array of unions is retained as a whole, with the current values of its items
    bool gathers = one->kind == ED_STRUCT && other->kind == ED_UNION && other->shape != ED_ONE;
    return (walked && gathers) || (one->kind == ED_PTR) != (other->kind == ED_PTR);
}

/// A text that is a former name of an enum value converts back to the current name.
static bool renames(const st_Field *one, const st_Schema *schema, const st_Field *other)
{
    bool text = one->kind == ED_STR || one->kind == ED_CHARS;
    if (!text || other->kind != ED_ENUM || other->type == ST_NONE) return false;
    for (u32 i = 0; i < schema->types[other->type].item_count; i++)
        if (schema->types[other->type].items[i].was.count) return true;
    return false;
}

static bool any_forgets(const st_Type *type, const st_Schema *other, bool walked)
{
    for (u32 i = 0; i < type->field_count; i++)
        for (u32 t = 0; t < other->count; t++)
            for (u32 f = 0; f < other->types[t].field_count; f++) {
                const st_Field *field = &type->fields[i], *to = &other->types[t].fields[f];
                if ((forgets(field, to, walked) || renames(field, other, to))
                    && is_called(to->name, &to->was, field->name))
                    return true;
            }
    return false;
}

/// Whether the type has the pool of that name, or, if `pool` is NULL, any pool of such items.
static bool has_pool(const st_Type *type, u32 item, const st_Field *pool)
{
    for (u32 i = 0; i < type->field_count; i++) {
        const st_Field *field = &type->fields[i];
        bool called = !pool || is_called(field->name, &field->was, pool->name);
        if (field->shape == ED_POOL && field->type == item && called) return true;
    }
    return false;
}

/// A pool is removed and another pool of the same items is added: handles to the removed items are
/// cleared and do not return.
static bool moves_pool(const st_Pair *pair)
{
    for (u32 t = 0; t < pair->from.count; t++)
        for (u32 i = 0; i < pair->from.types[t].field_count; i++) {
            const st_Field *pool = &pair->from.types[t].fields[i];
            bool stays = false, comes = false;
            for (u32 o = 0; o < pair->to.count && pool->shape == ED_POOL; o++) {
                const st_Type *to = &pair->to.types[o];
                if (to->gone || !has_pool(to, pool->type, NULL)) continue;
                bool same = is_called(to->name, &to->was, pair->from.types[t].name)
                         && has_pool(to, pool->type, pool);
                stays |= same;
                comes |= !same;
            }
            if (comes && !stays) return true;
        }
    return false;
}

/// Fresh fields clear the handles to their items, and make a rename ambiguous. A part that moves
/// loses its retained values. If two former names both existed, the way back takes either.
static bool restarts(const st_Schema *schema)
{
    for (u32 t = 0; t < schema->count; t++)
        for (u32 i = 0; i < schema->types[t].field_count; i++) {
            const st_Field *field = &schema->types[t].fields[i];
            bool pool = field->shape == ED_POOL && field->transient;
            if (pool || field->fresh || field->move_count || field->was.count > 1) return true;
        }
    return false;
}

static bool same_slots(const st_Value *one, const st_Value *other)
{
    return one->count == other->count && one->slot_count == other->slot_count
        && (!one->count || memcmp(one->owners, other->owners, one->count * sizeof(u32)) == 0)
        && (!one->slot_count
            || memcmp(one->slots, other->slots, one->slot_count * sizeof(st_Slot)) == 0);
}

/// A pool of another size gives its items new handles, and clears those to items that do not fit;
/// an optional handle becomes absent. Values retained for such an item are found by its handle.
static void forgive_handles(st_Value *expected, const st_Value *found)
{
    if (expected->form != found->form) return;
    if (expected->form == ST_HANDLE) {
        expected->index = found->index;
        expected->generation = found->generation;
    }
    if (expected->form == ST_POOL && !same_slots(expected, found)) {
        if (expected->count == found->count) expected->items = found->items;
        expected->owners = found->owners;
        expected->slots = found->slots;
        expected->slot_count = found->slot_count;
        expected->free_slot = found->free_slot;
    }
    for (u32 i = 0; i < expected->count && i < found->count; i++) {
        bool cleared = expected->items[i]->form == ST_HANDLE && found->items[i]->form == ST_ABSENT;
        if (cleared) expected->items[i] = found->items[i];
        else forgive_handles(expected->items[i], found->items[i]);
    }
}

/// Two records of a list with the same key cannot be distinguished.
static bool has_equal_keys(const st_Schema *schema, u32 type, const st_Value *value)
{
    const st_Type *it = type == ST_NONE ? NULL : &schema->types[type];
    if (!it || !it->field_count) return false;
    u32 key = st_find_field(it, it->key);
    for (u32 i = 0; i < value->count; i++) {
        const st_Value *item = value->items[i];
        const st_Field *field = value->form == ST_RECORD ? &it->fields[i]
                              : value->form == ST_CHOICE ? &it->fields[value->index]
                                                         : NULL;
        if (has_equal_keys(schema, field ? field->type : type, item)) return true;
        bool keyed = !field && item->form == ST_RECORD && key < it->field_count;
        for (u32 other = 0; keyed && other < i; other++)
            if (value->items[other]->items[key]->number == item->items[key]->number) return true;
    }
    return false;
}

/// Sets equal_keys for each pair. The new layout has to be running.
static void note_equal_keys(void)
{
    for (u32 p = 0; p < s.count; p++) {
        const st_Schema *schema = schema_of(p, true);
        equal_keys[p] = false;
        for (u32 t = 0; t < schema->count; t++) {
            u32 index;
            const ed_Type *table = root_of(p, true, t, &index);
            if (table && has_equal_keys(schema, t, st_take(table, s.run.states[index].at)))
                equal_keys[p] = true;
        }
    }
}

/// The limits of the promise that going back restores all: see runtime/migrate/attic.h.
static bool promised(const st_Pair *pair, bool walked)
{
    if (!(pair->features & ST_ATTIC) || restarts(&pair->from) || restarts(&pair->to)) return false;
    if (moves_pool(pair) || (walked && (st_walk_cuts_edited(pair) || st_walk_nests_cuts(pair))))
        return false;
    for (u32 t = 0; t < pair->from.count; t++) {
        if (any_forgets(&pair->from.types[t], &pair->to, walked)) return false;
        for (u32 o = 0; o < pair->to.count; o++)
            if (crosses(&pair->to.types[o], &pair->from.types[t])
                || crosses(&pair->from.types[t], &pair->to.types[o]))
                return false;
    }
    return true;
}

/// Whether any type has a fresh field of that name.
static bool starts_from_default(const st_Schema *schema, const char *name)
{
    for (u32 t = 0; t < schema->count; t++)
        for (u32 i = 0; i < schema->types[t].field_count; i++)
            if (schema->types[t].fields[i].fresh
                && strcmp(schema->types[t].fields[i].name, name) == 0)
                return true;
    return false;
}

static bool becomes_optional(const st_Pair *pair, const st_Field *field)
{
    for (u32 t = 0; t < pair->to.count; t++)
        for (u32 i = 0; i < pair->to.types[t].field_count; i++) {
            const st_Field *to = &pair->to.types[t].fields[i];
            if (to->shape == ED_OPTIONAL && is_called(to->name, &to->was, field->name)) return true;
        }
    return false;
}

/// A list of one dangling handle: as an optional handle it is absent.
static bool is_list_of_null(const st_Field *field, const st_Value *value)
{
    bool one =
        is_list(field) && field->kind == ED_REF && value->form == ST_LIST && value->count == 1;
    return one && value->items[0]->form == ST_HANDLE && !value->items[0]->generation;
}

/// Sets the values that are not restored: transient ones start from their default, and fresh ones
/// are not compared.
static void forgive(const st_Pair *pair, const st_Field *field, st_Value *expected,
                    const st_Value *preset, const st_Value *found)
{
    const st_Type *type = field->type == ST_NONE ? NULL : &pair->from.types[field->type];
    if (expected->form != found->form) return;
    bool zero = expected->form == ST_NUMBER && expected->number == 0 && found->number == 0;
    if (zero) expected->number = found->number;      // a whole number loses the sign of zero
    if (expected->form == ST_RECORD && !(preset && preset->form == ST_RECORD))
        preset = st_preset_record(&pair->from, field->type);
    for (u32 i = 0; i < expected->count && i < found->count; i++) {
        bool record = expected->form == ST_RECORD;
        const st_Field *inner = record                      ? &type->fields[i]
                              : expected->form == ST_CHOICE ? &type->fields[expected->index]
                                                            : field;
        bool like = preset && preset->form == expected->form && i < preset->count
                 && preset->index == expected->index;
        const st_Value *base = like ? preset->items[i] : NULL;
        bool grows = inner->shape == ED_DYNAMIC || inner->shape == ED_BOUNDED
                  || inner->shape == ED_POOL || inner->shape == ED_OPTIONAL;
        // its parts, without the enclosing value
        bool own = grows || !base || expected->form == ST_CHOICE;
        if (!record && own) base = st_preset_element(&pair->from, inner);
        if (record && inner->transient) expected->items[i] = st_value_copy(base);
        else if (record && (inner->fresh || starts_from_default(&pair->to, inner->name)))
            expected->items[i] = st_value_copy(found->items[i]);
        else if (inner->shape == ED_OPTIONAL && expected->items[i]->form == ST_HANDLE
                 && !expected->items[i]->generation)
            expected->items[i] = st_value_list(ST_ABSENT, 0);
        else if (record && is_list_of_null(inner, expected->items[i]) && found->items[i]->count == 0
                 && becomes_optional(pair, inner))
            expected->items[i] = st_value_list(ST_LIST, 0);
        else {
            if (record && inner->shape == ED_OPTIONAL) base = st_preset_element(&pair->from, inner);
            forgive(pair, inner, expected->items[i], base, found->items[i]);
        }
    }
}

/// Leaves a pair out of the next comparison.
static void drop_now(u32 pair)
{
    for (u32 t = 0; t < ST_TYPES_MAX; t++) now[pair][t] = NULL;
}

static void check_back(bool walked)
{
    for (u32 p = 0; p < s.count; p++) {
        if (equal_keys[p] || !promised(&s.pairs[p], walked)) {
            drop_now(p);
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
                forgive(&s.pairs[p], &root, now[p][t], st_preset_record(&s.pairs[p].from, t),
                        st_take(table, s.run.states[index].at));
            if (table && walked) forgive_handles(now[p][t], st_take(table, s.run.states[index].at));
        }
    }
    check_states(false, walked ? "further and home" : "live and back", false);
}

// --- the ways to migrate a state -----------------------------------------------------------------

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

static bool live(void)
{
    s.error = (ed_Error){ .code = ED_OK };
    foresee(false, true);
    if (!all_well(ed_run_replace(&s.run, &s.new, &s.error), "live")) return false;
    if (!s.run.report.same_layout)
        check_states(true, "live", false);      // an adopted state is checked on the way back
    check_tallies("counts, live");
    return true;
}

static void live_back(void)
{
    bool adopted = s.run.report.same_layout;
    note_equal_keys();
    if (!all_well(ed_run_replace(&s.run, &s.old, &s.error), "live and back")) return;
    if (!adopted) check_back(false);
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

/// Loads a document and packs it again: the bytes are the same.
static void again(ed_Span bytes)
{
    ed_Span once;
    if (!start(false)
        || !all_well(ed_run_load(&s.run, bytes.at, bytes.size, &s.error), "again from disk")
        || !pack(&once))
        return;
    all_well(ed_report_lossless(&s.run.report), "again from disk is lossless");
    all_well(once.size == bytes.size && memcmp(once.at, bytes.at, once.size) == 0,
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

/// The states of all pairs in the new layout, without those that are not compared.
static void take_now(void)
{
    for (u32 p = 0; p < s.count; p++)
        for (u32 t = 0; t < ST_TYPES_MAX; t++) {
            u32 index;
            const ed_Type *table = t < s.pairs[p].to.count ? root_of(p, true, t, &index) : NULL;
            now[p][t] = table ? st_take(table, s.run.states[index].at) : NULL;
        }
}

/// Whether a list that starts from its default gains items that its fields do not restore.
static bool any_transient(const st_Schema *schema)
{
    for (u32 t = 0; t < schema->count; t++)
        for (u32 i = 0; i < schema->types[t].field_count; i++)
            if (schema->types[t].fields[i].transient) return true;
    return false;
}

static void forgive_now(bool new)
{
    for (u32 p = 0; p < s.count; p++)
        for (u32 t = 0; t < schema_of(p, new)->count; t++) {
            u32 index;
            const ed_Type *table = root_of(p, new, t, &index);
            if (!(s.pairs[p].features & ST_ATTIC) || restarts(&s.pairs[p].from)
                || restarts(&s.pairs[p].to) || any_transient(&s.pairs[p].to))
                now[p][t] = NULL;
            if (equal_keys[p]) now[p][t] = NULL;
            if (table && now[p][t])
                forgive_handles(now[p][t], st_take(table, s.run.states[index].at));
        }
}

/// Migrates from the old to the new schema, further, and all the way back: each state is restored.
static void walk(void)
{
    if (!start(false) || !fill()) return;
    if (!all_well(ed_run_replace(&s.run, &s.new, &s.error), "walk")) return;
    take_now();
    note_equal_keys();
    if (!all_well(ed_run_replace(&s.run, &s.further, &s.error), "walk further")
        || !all_well(ed_run_replace(&s.run, &s.new, &s.error), "walk back"))
        return;
    forgive_now(true);
    check_states(true, "further and back", false);
    if (!all_well(ed_run_replace(&s.run, &s.old, &s.error), "walk home")) return;
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
