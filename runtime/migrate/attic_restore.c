#include "runtime/migrate/attic_restore.h"
#include <string.h>
#include "runtime/base/str.h"
#include "runtime/migrate/attic_retain.h"
#include "runtime/migrate/field_step.h"
#include "runtime/snapshot/defaults.h"

#define PATHS 256u      // hash chains of Path

/// What a load needs to read the values of one layer.
typedef struct LayerReader {
    struct LayerReader *next;
    const ed_AtticLayer *layer;
    ed_Reader r;
    ed_Decoder d;
} LayerReader;

/// The step from a column to a new field.
typedef struct Restore {
    struct Restore *next;
    const ed_Field *to;
    ed_PlanField plan;
    ed_FieldStep step;
    bool impossible;      // no value can be converted
} Restore;

typedef struct Source {       // a column of a path
    struct Source *next;      // the next older one
    ed_AtticColumn *column;
    LayerReader *reader;
    Restore *restores;
} Source;

/// The columns of a path. Most paths have no columns.
typedef struct Path {
    struct Path *next;
    u64 path;
    Source *sources;
} Path;

struct ed_Restores {
    LayerReader *readers;
    Path *paths[PATHS];
};

/// A value that can be restored.
typedef struct Found {
    Source *source;
    Restore *restore;
    ed_AtticItem *item;
    ed_OldValue value;
} Found;

static struct ed_Restores *restores_of(ed_Load *load)
{
    if (!load->shared->restores)
        load->shared->restores =
            (struct ed_Restores *)ed_attic_push(load, sizeof *load->shared->restores);
    return load->shared->restores;
}

// --- finding retained values ---------------------------------------------------------------------

static LayerReader *reader_of(ed_Load *load, struct ed_Restores *restores,
                              const ed_AtticLayer *layer)
{
    LayerReader *reader = restores->readers;
    while (reader && reader->layer != layer) reader = reader->next;
    if (reader) return reader;
    reader = (LayerReader *)ed_attic_push(load, sizeof *reader);
    if (!reader) return NULL;
    reader->layer = layer;
    reader->next = restores->readers;
    restores->readers = reader;
    reader->d = (ed_Decoder){ .r = &reader->r,
                              .arena = load->d->arena,
                              .types = layer->tables.types,
                              .type_count = layer->tables.count,
                              .live = load->plan->live && !layer->from_file };
    ed_read_init(&reader->r, NULL, 0);
    return reader;
}

/// Adds a column to a path. Returns where to link the next one, or NULL if memory is full.
static Source **add_source(ed_Load *load, struct ed_Restores *restores, ed_AtticColumn *column,
                           Source **end)
{
    LayerReader *reader = reader_of(load, restores, column->layer);
    Source *source = reader ? (Source *)ed_attic_push(load, sizeof *source) : NULL;
    if (!source) return NULL;
    *source = (Source){ .column = column, .reader = reader };
    *end = source;
    return &source->next;
}

/// The columns of a path, newest first.
static Source *sources_of(ed_Load *load, u64 path)
{
    struct ed_Restores *restores = load->attic->count ? restores_of(load) : NULL;
    if (!restores) return NULL;
    Path **chain = &restores->paths[ed_hash_u64(0, path) % PATHS];
    for (Path *known = *chain; known; known = known->next)
        if (known->path == path) return known->sources;
    Path *known = (Path *)ed_attic_push(load, sizeof *known);
    if (!known) return NULL;
    *known = (Path){ .next = *chain, .path = path };
    *chain = known;
    Source **end = &known->sources;
    for (u32 l = load->attic->count; end && l-- > 0;) {
        ed_AtticLayer *layer = load->attic->layers[l];
        for (u32 c = layer->column_count; end && c-- > 0;)
            if (layer->columns[c].path == path)
                end = add_source(load, restores, &layer->columns[c], end);
    }
    return known->sources;
}

static ed_Load load_of_layer(const ed_Load *load, const Source *source)
{
    ed_Load inner = *load;
    inner.d = &source->reader->d;
    inner.restoring = true;
    return inner;
}

/// A load that reads `bytes`, a value of that layer. Its reader starts at the depth of the outer
/// reader, so retained values inside retained values cannot exceed the depth limit.
static ed_Load enter(ed_Load *load, const Source *source, ed_Span bytes)
{
    ed_Load inner = load_of_layer(load, source);
    ed_Reader *r = &source->reader->r, outer = *load->d->r;
    ed_read_init(r, bytes.at, bytes.size);
    r->depth = outer.depth;
    memcpy(r->path, outer.path, outer.depth * sizeof outer.path[0]);
    return inner;
}

/// Returns the Restore that migrates values of a column to the field `to`, made at first use. Its
/// step has its own tally. NULL if memory is full.
static Restore *restore_of(ed_Load *load, Source *source, const ed_Field *to)
{
    for (Restore *restore = source->restores; restore; restore = restore->next)
        if (restore->to == to) return restore;
    const ed_AtticColumn *column = source->column;
    Restore *restore = (Restore *)ed_attic_push(load, sizeof *restore);
    if (!restore) return NULL;
    restore->to = to;
    restore->next = source->restores;
    restore->plan = (ed_PlanField){ .from = column->from,
                                    .to = to,
                                    .path_tag = column->path_tag,
                                    .units = { column->from->unit, to->unit } };
    if (ed_field_is_record(column->from) && column->from->kind == to->kind)
        restore->plan.inner =
            ed_plan_pair(load->plan, column->from->type, to->type, restore->plan.units);
    ed_Load inner = enter(load, source, (ed_Span){ NULL, 0 });
    if (!ed_step_make(&inner, &restore->step, &restore->plan) || load->plan->full) {
        ed_read_fail(load->d->r, ED_ERR_LIMIT, load->d->r->at, ED_PLAN_FULL);
        return NULL;
    }
    restore->impossible = ed_step_is_impossible(&restore->step);
    restore->step.uses_attic = true;
    source->restores = restore;
    return restore;
}

/// Reports why a retained value could not be read. A value with invalid bytes is removed.
static void fail(ed_Load *load, const Source *source, ed_AtticItem *item)
{
    const ed_Error *error = &source->reader->r.err;
    bool room = error->code != ED_ERR_LIMIT && error->code != ED_ERR_OS;
    if (room && item) ed_attic_remove(source->column, item);
    ed_read_fail(load->d->r, error->code, load->d->r->at, "%s: %s",
                 room ? "a value in the attic is invalid and was removed"
                      : "not enough memory for a value of the attic",
                 error->text);
}

static ed_AtticItem *find_item(ed_Load *load, const Source *source, u64 key, u64 became)
{
    ed_AtticItem *item = ed_layer_find(source->column, key, became);
    if (source->column->layer->failed)
        ed_read_fail(load->d->r, ED_ERR_LIMIT, load->d->r->at,
                     "not enough memory to search the attic");
    return item;
}

/// False if no such value is retained, or if the field cannot take it.
static bool find(ed_Load *load, Source *source, const ed_Field *to, u64 key, u64 became,
                 Found *found)
{
    ed_AtticItem *item = find_item(load, source, key, became);
    Restore *restore = item ? restore_of(load, source, to) : NULL;
    if (!restore || restore->impossible) return false;
    ed_Load inner = enter(load, source, ed_item_value(item));
    ed_OldValue value = ed_old_read(inner.d, source->column->alone);
    if (inner.d->arena->refused) {
        ed_read_fail(load->d->r, ED_ERR_LIMIT, load->d->r->at, "%s: memory limit reached",
                     inner.d->arena->name);
        return false;
    }
    if (!ed_read_ok(inner.d->r) && source->column->field == ED_ROOT_FIELD) {
        fail(load, source, item);      // a lost state is reported
        return false;
    }
    if (!ed_read_ok(inner.d->r) || value.state == ED_OLD_MISSING) {
        ed_attic_remove(source->column, item);
        return false;
    }
    *found = (Found){ source, restore, item, value };
    return true;
}

/// Removes an item that cannot be restored anymore, because the field no longer holds what the
/// item became. The item stays if the field cannot take it now but may be able to after another
/// reload. It also stays if the compared value comes from the attic, since that is not the field's
/// current value.
static void remove_stale(ed_Load *load, Source *source, const ed_PlanField *plan, u64 key)
{
    const ed_AtticColumn *column = source->column;
    if (load->restoring) return;
    bool own =
        column->field_tag == plan->to->tag || (plan->from && column->field_tag == plan->from->tag);
    ed_AtticItem *item = own ? find_item(load, source, key, ED_BECAME_ANY) : NULL;
    Restore *restore = item && item->became ? restore_of(load, source, plan->to) : NULL;
    if (restore && !restore->impossible) ed_attic_take(load->attic, source->column, item, NULL);
}

/// Several reloads may have reduced a value one after the other. Searches older columns for the
/// value that became the found one, and so on, and replaces `found` with the oldest.
static void find_oldest(ed_Load *load, const ed_PlanField *plan, u64 key, Found *found)
{
    Found older;
    u64 became = 0;
    for (Source *source = found->source->next; source; source = source->next) {
        if (!became) became = ed_old_hash(&found->source->reader->d, &found->value) | 1;
        if (!find(load, source, plan->to, key, became, &older)) {
            remove_stale(load, source, plan, key);
            continue;
        }
        ed_attic_take(load->attic, found->source->column, found->item, NULL);
        *found = older;
        became = 0;
    }
}

// --- restoring -----------------------------------------------------------------------------------

/// Keeps the item in the attic. A later reload restores it if the field still has the value that it
/// has after this load.
static void retain_again(ed_Load *load, const Source *source, ed_AtticItem *item,
                         const ed_Field *to, const ed_Elements *one)
{
    ed_RetainedAgain *again = (ed_RetainedAgain *)ed_attic_push(load, sizeof *again);
    if (!again) return;
    ed_retain_became(load, &again->became, to, one->to + to->offset);
    ed_attic_take(load->attic, source->column, item, again);
    again->key = one->key.to;
}

/// Adds the step's counts to the report row. Cut items were counted when they were cut, unless the
/// field was `dropped`.
static void count_restored(ed_ReportRow *row, const ed_Tally *before, const ed_Tally *after,
                           bool dropped, bool is_restored)
{
    if (!row) return;
    row->tally.saturated += after->saturated - before->saturated;
    row->tally.rounded += after->rounded - before->rounded;
    row->tally.defaulted += after->defaulted - before->defaulted;
    row->tally.cleared += after->cleared - before->cleared;
    if (dropped) row->tally.truncated += after->truncated - before->truncated;
    row->tally.restored += is_restored;
}

/// Migrates the found value to its record, and takes the item or keeps what was not restored.
static void restore_found(ed_Load *load, Found *found, ed_ReportRow *row, bool dropped,
                          const ed_Elements *one)
{
    Restore *restore = found->restore;
    const ed_Tally before = *restore->step.tally;
    ed_Load inner = load_of_layer(load, found->source);
    // a record in the value may have fields that the new type lacks
    bool whole = ed_steps_restore(&inner, &restore->step, &found->value, *one)
              && !(restore->plan.inner && restore->plan.inner->uses_attic);
    if (!ed_read_ok(inner.d->r)) {
        fail(load, found->source, found->item);
        return;
    }
    bool single = restore->to->shape == ED_ONE && !restore->plan.inner;
    if (whole) ed_attic_take(load->attic, found->source->column, found->item, NULL);
    else retain_again(load, found->source, found->item, restore->to, one);
    count_restored(row, &before, restore->step.tally, dropped, dropped || whole || !single);
}

void ed_retain_still_reduced(ed_Load *load, const ed_Field *to, ed_OldValue *value,
                             const ed_Elements *one)
{
    u64 became = 0;
    for (Source *source = sources_of(load, one->path); source; source = source->next) {
        if (!became) became = ed_old_hash(load->d, value) | 1;
        ed_AtticItem *item = find_item(load, source, one->key.from, became);
        if (item) retain_again(load, source, item, to, one);
    }
}

bool ed_restore_possible(ed_Load *load, u64 path) { return sources_of(load, path) != NULL; }

const ed_Field *ed_restore_reduced(ed_Load *load, const ed_PlanField *plan, bool inconvertible,
                                   ed_OldValue *value, const ed_Elements *one)
{
    u64 became = inconvertible ? ED_BECAME_ANY : 0;
    bool one_union = value->field->kind == ED_UNION && !value->list;
    Found found;
    for (Source *source = sources_of(load, one->path); source; source = source->next) {
        const ed_Field *from = source->column->from;
        // A union is retained when it becomes a plain value, which does not show its alternative.
        // If the current value is a union again, it has an alternative, so nothing is restored.
        if (one_union && from->kind == ED_UNION && from->shape == ED_ONE) continue;
        if (!became) became = ed_old_hash(load->d, value) | 1;
        if (!find(load, source, plan->to, one->key.from, became, &found)) {
            if (!inconvertible) remove_stale(load, source, plan, one->key.from);
            continue;
        }
        find_oldest(load, plan, one->key.from, &found);
        restore_found(load, &found, plan->row, false, one);
        return found.source->column->from;
    }
    return NULL;
}

/// The newest column of a dropped field. Two fields may have had the same first name, so a column
/// with the field's own name is preferred.
static Source *dropped_source(ed_Load *load, const ed_AddedField *added, u64 outer, u64 *path)
{
    Source *first = NULL;
    for (u32 i = 0; i < added->name_count; i++) {
        u64 named = ed_hash_u64(outer, added->names[i]);
        for (Source *source = sources_of(load, named); source; source = source->next) {
            bool own = source->column->field_tag == added->to->tag;
            if (source->column->reduced || (first && !own)) continue;
            first = source;
            *path = named;
            if (own) return source;
        }
    }
    return first;
}

/// Restores a block of rows at once, if the column has rows for exactly these records and the type
/// is unchanged. Returns false if it cannot.
static bool restore_rows(ed_Load *load, Source *source, Restore *restore,
                         const ed_AddedField *added, const ed_Elements *rows)
{
    const ed_Field *from = restore->plan.from, *to = restore->to;
    bool same = !restore->step.changes && !source->next && rows->count <= ED_BLOCK_ROWS
             && from->shape == to->shape && (to->shape == ED_ONE || to->shape == ED_FIXED);
    if (!same) return false;
    u64 memory[ED_BLOCK_ROWS];
    u32 size = 0;
    ed_RowKeys keys = ed_attic_keys(rows, true, memory);
    const u8 *values = ed_layer_take_rows(source->column, &keys, &size);
    if (!values) return false;
    ed_Elements run = ed_elements_at(rows, 0, to->offset);
    run.uses_attic = false;
    run.copied = run.is_list = false;
    run.layout = ED_OLD_ROW;
    run.from = values;
    run.from_stride = size;
    const ed_Tally before = *restore->step.tally;
    ed_convert_field(load, &restore->step.conversion, &run);
    count_restored(added->row, &before, restore->step.tally, true, true);
    if (added->row) added->row->tally.restored += rows->count - 1;
    ed_attic_mark_returned(source->column);
    return true;
}

void ed_restore_dropped(ed_Load *load, ed_AddedField *added, const ed_Elements *rows)
{
    u64 path;
    Source *source = dropped_source(load, added, rows->path, &path);
    Restore *restore = source ? restore_of(load, source, added->to) : NULL;
    if (!restore) return;
    added->retained = source->column->count;
    if (restore_rows(load, source, restore, added, rows)) return;
    for (u32 i = 0; i < rows->count && ed_load_ok(load); i++) {
        ed_Elements one = ed_elements_one(rows, i);
        Found found;
        one.path = path;
        if (restore->impossible && added->row && find_item(load, source, one.key.from, 0))
            added->row->tally.defaulted++;
        if (!find(load, source, added->to, one.key.from, 0, &found)) continue;
        find_oldest(load, &(ed_PlanField){ .to = added->to }, one.key.from, &found);
        restore_found(load, &found, added->row, true, &one);
        ed_attic_mark_returned(source->column);
    }
}

bool ed_restore_alternative(ed_Load *load, const ed_Type *to, ed_AddedField *added,
                            ed_OldValue *now, const ed_Elements *one)
{
    u64 became = 0, key = one->key.from;
    ed_Elements own = *one;
    for (u32 i = 0; i < added->name_count; i++) {
        own.path = ed_hash_u64(one->path, added->names[i]);
        for (Source *source = sources_of(load, own.path); source; source = source->next) {
            Found found;
            if (!became) became = ed_old_hash(load->d, now) | 1;
            if (!find(load, source, added->to, key, became, &found)) continue;
            find_oldest(load, &(ed_PlanField){ .to = added->to }, key, &found);
            ed_union_choose(to, added->to, load->arena, own.to);
            restore_found(load, &found, added->row, true, &own);
            return true;
        }
    }
    return false;
}

// --- states --------------------------------------------------------------------------------------

static bool find_root(ed_Load *load, const ed_Type *to, const ed_Field *field, Found *found)
{
    u32 first = ed_attic_first_tag(load->attic, 0, to->tag);
    for (u32 i = 0; i < to->was_count + 2; i++) {
        u32 name = i == 0 ? to->tag : i == 1 ? first : to->was[i - 2];
        for (Source *source = sources_of(load, name); source; source = source->next)
            if (find(load, source, field, name, 0, found)) return true;
    }
    return false;
}

bool ed_restore_root(ed_Load *load, const ed_Type *to, u8 *at)
{
    Found found;
    ed_Field *field = (ed_Field *)ed_attic_push(load, sizeof *field);
    if (!field) return false;
    *field =
        (ed_Field){ .name = to->name, .kind = ED_STRUCT, .type = to, .size = to->size, .count = 1 };
    if (!find_root(load, to, field, &found)) return false;
    u32 path_tag = found.source->column->path_tag;
    ed_Load inner = load_of_layer(load, found.source);
    ed_steps_restore(&inner, &found.restore->step, &found.value,
                     (ed_Elements){ .to = at,
                                    .count = 1,
                                    .path = path_tag,
                                    .uses_attic = true,
                                    .key = { path_tag, path_tag } });
    if (!ed_read_ok(inner.d->r)) {
        fail(load, found.source, found.item);
        return false;
    }
    ed_attic_take(load->attic, found.source->column, found.item, NULL);
    if (path_tag != to->tag) ed_attic_alias(load->attic, 0, to->tag, path_tag);
    return true;
}

// --- end of the load -----------------------------------------------------------------------------

/// Returns whether the records are items of a pool, which are identified by their handles.
static bool is_in_pool(const ed_Plan *plan, const ed_Type *type)
{
    for (u32 p = 0; p < plan->count; p++)
        for (u32 i = 0; i < plan->pairs[p].to->field_count; i++) {
            const ed_Field *field = &plan->pairs[p].to->fields[i];
            if (field->shape == ED_POOL && field->type == type) return true;
        }
    return false;
}

/// Adds a note about retained values that were neither restored nor lost.
static void note_retained(ed_Load *load, const ed_TypePlan *pair, const ed_AddedField *added)
{
    char buffer[200];
    ed_ReportRow *row = added->row;
    if (!row || !added->retained || row->tally.restored || !pair->records) return;
    if (row->tally.defaulted) {
        row->note = "the old values in the attic have a different type and stay there";
        return;
    }
    ed_Text text = ed_text_over(buffer, sizeof buffer);
    ed_text_add(&text, "%llu old value%s in the attic belong%s to no current record",
                (unsigned long long)added->retained, added->retained == 1 ? "" : "s",
                added->retained == 1 ? "s" : "");
    if (!pair->to->key && !is_in_pool(load->plan, pair->to))
        ed_text_add(&text,
                    ", because a list has a different length; add [[key(field)]] to %s to identify "
                    "its records",
                    pair->to->name);
    char *kept = (char *)ed_attic_push(load, text.size + 1);
    if (kept) row->note = memcpy(kept, text.at, text.size + 1);
}

void ed_restore_finish(ed_Load *load)
{
    for (u32 p = 0; p < load->plan->count; p++)
        for (u32 l = 0; l < ED_OLD_LAYOUTS; l++) {
            const ed_TypePlan *pair = &load->plan->pairs[p];
            const ed_Steps *steps = pair->steps[l];
            for (u32 a = 0; steps && a < steps->added_count; a++)
                note_retained(load, pair, &steps->added[a]);
        }
}
