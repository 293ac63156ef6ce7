#include "runtime/attic/restore.h"
#include <string.h>
#include "runtime/attic/merge_fields.h"
#include "runtime/attic/merge_links.h"
#include "runtime/attic/renames.h"
#include "runtime/migrate/field_step.h"
#include "runtime/migrate/link_map.h"
#include "runtime/migrate/links.h"
#include "runtime/migrate/match.h"
#include "runtime/snapshot/layout.h"

// --- documents in a layout -----------------------------------------------------------------------

/// A document that was loaded into some layout, in memory of its own.
typedef struct Loaded {
    ed_DocumentLoad load;
    ed_State state;
    ed_RootMemory roots[ED_ROOTS_MAX];
    ed_Arena values;      // of all states
    ed_Arena scratch;
    ed_Report report;
} Loaded;

/// A document, and how many renames there were before it was loaded.
typedef struct Source {
    ed_Span document;
    u32 renames;
    bool from_file;
} Source;

typedef struct Restore {
    ed_Attic *attic;
    ed_DocumentLoad *load;
    ed_Merge merge;
    struct Note *notes;
} Restore;

static Source source_of(const ed_Retained *retained)
{
    return (Source){ retained->document, retained->renames, retained->from_file };
}

static void close_loaded(Loaded *loaded)
{
    ed_arena_close(&loaded->values);
    ed_arena_close(&loaded->scratch);
}

/// Fails the load if memory is full. Any other error is one of the retained state alone.
static bool check_memory(const Restore *x, const ed_Error *error)
{
    bool memory = error->code == ED_ERR_LIMIT || error->code == ED_ERR_OS;
    if (memory && ed_read_ok(&x->load->r))
        ed_read_fail(&x->load->r, error->code, x->load->r.at,
                     "not enough memory to restore values from the attic: %s", error->text);
    return error->code == ED_OK;
}

/// False if it cannot be loaded. The caller closes it in any case.
static bool load_into(const Restore *x, const Source *source, const ed_Schema *schema,
                      Loaded *loaded)
{
    const ed_State *now = x->load->state;
    ed_Error error = { .code = ED_OK };
    *loaded = (Loaded){ .state = { .game = now->game,
                                   .schema = schema,
                                   .roots = loaded->roots,
                                   .live = true,
                                   .no_pointers = source->from_file || now->no_pointers,
                                   .budget = now->budget } };
    if (schema->state_count > ED_ROOTS_MAX) return false;
    if (!ed_arena_open(&loaded->scratch, "types of a retained state", ed_work_bytes_max(), &error))
        return check_memory(x, &error);
    const size_t most = (schema->state_count + 1) * ed_bytes_max;
    if (!ed_arena_open(&loaded->values, "retained state", most, &error))
        return check_memory(x, &error);
    for (u32 i = 0; i < schema->state_count; i++) loaded->roots[i].arena = &loaded->values;
    ed_DocumentLoad *load = &loaded->load;
    load->bytes = source->document;
    load->state = &loaded->state;
    load->scratch = &loaded->scratch;
    load->report = &loaded->report;
    ed_document_load_open(load);
    load->plan.live = false;      // no rename is assumed
    const ed_NamesToday names = { x->attic, source->renames };
    ed_document_load_run(load, ed_attic_rename_types, &names);
    return ed_arena_check(&loaded->scratch, &error) ? check_memory(x, &load->r.err)
                                                    : check_memory(x, &error);
}

/// Takes the former names from the types, or gives them back. Old values that are loaded into these
/// types are called as the types are now, and no former name may send them elsewhere.
static void swap_former_names(ed_DocumentTypes *types, u32 *counts)
{
    for (u32 t = 0; t < types->count; t++)
        for (u32 i = 0; i < types->types[t].field_count; i++) {
            ed_Field *field = (ed_Field *)(uintptr_t)&types->types[t].fields[i];
            u32 count = *counts;
            *counts++ = field->was_count;
            field->was_count = count;
        }
}

/// Fields whose names others have now are not written.
static void leave_out_taken(ed_DocumentTypes *types)
{
    for (u32 t = 0; t < types->count; t++)
        for (u32 i = 0; i < types->types[t].field_count; i++) {
            ed_Field *field = (ed_Field *)(uintptr_t)&types->types[t].fields[i];
            if (strcmp(field->name, ED_TAKEN_NAME) == 0) field->flags |= ED_FIELD_TRANSIENT;
        }
}

static u32 *push_counts(ed_Arena *arena, const ed_DocumentTypes *types)
{
    u64 fields = 1;
    for (u32 t = 0; t < types->count; t++) fields += types->types[t].field_count;
    return (u32 *)ed_arena_push(arena, fields * sizeof(u32), 4);
}

static bool check_losses(Restore *x, const ed_Losses *losses)
{
    ed_Error error = { .code = ED_OK };
    if (losses->full) ed_fail(&error, ED_ERR_LIMIT, "%s: memory limit reached", "merge");
    return check_memory(x, &error);
}

/// Loads the old state into the layout of the document `newer`, and that into the new layout. Marks
/// what was lost on the way, unless `plan` is NULL.
static bool load_base(Restore *x, const Source *old, const ed_Plan *plan, const Source *newer,
                      Loaded *base)
{
    ed_Arena arena = { .base = NULL }, packed = { .base = NULL };
    ed_Error error = { .code = ED_OK };
    ed_Document document;
    ed_Schema schema;
    Loaded between;
    ed_Writer w = { .bytes = NULL };
    bool good =
        ed_arena_open(&arena, "types of a retained state", ed_work_bytes_max(), &error)
        && ed_arena_open(&packed, "retained state", ed_snapshot_bytes_max(), &error)
        && ed_document_read(newer->document.at, newer->document.size, &arena, &document, &error)
        && ed_layout(&document, &arena, &schema, &error);
    check_memory(x, &error);
    u32 *counts = good ? push_counts(&arena, &document.types) : NULL;
    if (counts) {
        ed_attic_rename_types(&(ed_NamesToday){ x->attic, newer->renames }, &document.types);
        leave_out_taken(&document.types);
        swap_former_names(&document.types, counts);
        good = load_into(x, old, &schema, &between)
            && (!plan || ed_merge_mark_losses(&x->merge, plan, &between.load.plan));
        swap_former_names(&document.types, counts);
        ed_write_init(&w, &packed);
        if (good) ed_document_begin(&w, &between.state, false);
        if (good) ed_document_end(&w, &between.state, 0);
        close_loaded(&between);
    }
    good = check_memory(x, (ed_arena_check(&arena, &error), &error)) && good;
    ed_arena_close(&arena);
    const Source middle = { { w.bytes, w.size }, UINT32_MAX, old->from_file };
    *base = (Loaded){ .scratch = { .base = NULL } };
    good = good && check_memory(x, &w.err) && load_into(x, &middle, x->load->state->schema, base);
    ed_arena_close(&packed);
    return good;
}

// --- one merge -----------------------------------------------------------------------------------

static ed_ReportRow *row_of(const ed_Report *report, const char *type, const char *field)
{
    for (u32 i = 0; i < report->count; i++) {
        ed_ReportRow *row = &report->rows[i];
        if (row->outcome != ED_DROPPED && row->outcome != ED_UPGRADE && strcmp(row->type, type) == 0
            && strcmp(row->field, field) == 0)
            return row;
    }
    return NULL;
}

/// A restored state counts as one value.
static void merge_state(Restore *x, u32 index, ed_State *now, const ed_RootMemory *base,
                        const ed_RootMemory *old)
{
    const ed_Type *type = now->schema->states[index];
    bool returned =
        ed_merge_state(&x->merge, type, &now->roots[index], base, old, x->merge.whole[index]);
    ed_ReportRow *row = returned && x->merge.whole[index] && now == x->load->state
                          ? row_of(x->load->report, type->name, "")
                          : NULL;
    if (!row) return;
    row->outcome = ED_RESTORED;
    row->tally.restored = 1;
    x->attic->returned = true;
}

static void merge_into(Restore *x, const Source *source, const Loaded *old, const ed_Plan *plan,
                       const Source *newer, ed_State *now)
{
    Loaded base = { .scratch = { .base = NULL } };
    const bool is_now = x->merge.base_is_now;
    bool good = is_now || load_base(x, source, plan, newer, &base);
    // when a state is merged again, its pointers have the names of `now` already
    const ed_State *between = is_now ? NULL : &base.state;
    if (good && plan) good = ed_merge_links(&x->merge, now, between, &old->state);
    if (good && plan && !is_now) good = ed_merge_links(&x->merge, now, NULL, &base.state);
    if (good && ed_merge_find_walked(&x->merge)) {
        const ed_RootMemory *roots = is_now ? now->roots : base.roots;
        x->merge.pointers = !source->from_file;
        for (u32 i = 0; i < now->schema->state_count; i++)
            merge_state(x, i, now, &roots[i], &old->roots[i]);
    }
    check_memory(x, &x->merge.error);
    close_loaded(&base);
}

/// Merges a retained state again, by way of the values that were merged into it. A reload in
/// between may have restored them.
static void merge_merged(Restore *x, const Source *source, Loaded *old, const Source *newer,
                         ed_State *now)
{
    ed_Arena packed = { .base = NULL };
    ed_Error error = { .code = ED_OK };
    ed_Writer w = { .bytes = NULL };
    if (ed_arena_open(&packed, "retained state", ed_snapshot_bytes_max(), &error)) {
        ed_write_init(&w, &packed);
        ed_document_begin(&w, &old->state, false);
        ed_document_end(&w, &old->state, 0);
        error = w.err;
    }
    const Source merged = { { w.bytes, w.size }, UINT32_MAX, source->from_file };
    x->merge.again = true;
    if (check_memory(x, &error)) merge_into(x, &merged, old, NULL, newer, now);
    x->merge.again = false;
    ed_arena_close(&packed);
}

/// Merges a retained state into the next newer one, which was loaded by `plan`. Returns whether
/// a value was taken.
static bool merge_next(Restore *x, const Source *source, Loaded *old, bool has_merged,
                       const Source *newer, ed_State *now, const ed_Plan *plan)
{
    ed_merge_describe(&x->merge, &old->load.plan, plan);
    x->merge.base_is_now = now == x->load->state && ed_merge_base_is_now(&x->merge, plan);
    merge_into(x, source, old, &old->load.plan, newer, now);
    if (has_merged && !x->merge.base_is_now && ed_read_ok(&x->load->r))
        merge_merged(x, source, old, newer, now);
    return x->merge.any;
}

static void add_losses(ed_Tally *sum, const ed_Tally *losses)
{
    sum->saturated += losses->saturated;
    sum->rounded += losses->rounded;
    sum->truncated += losses->truncated;
    sum->defaulted += losses->defaulted;
}

/// Remembers what the values that were taken had lost when their state was loaded.
static void note_losses(const ed_Merge *m)
{
    for (u32 t = 0; t < m->schema->type_count; t++)
        for (u32 i = 0; i < m->types[t].type->field_count; i++) {
            ed_MergeField *field = &m->types[t].fields[i];
            if (field->taken && field->row) add_losses(&field->losses, &field->row->tally);
        }
}

// --- the report ----------------------------------------------------------------------------------

/// Counts what was restored, and what it lost in the new layout, in the report of the load. In a
/// field that the document did not have, every value of the retained state counts.
static void count_restored(Restore *x, const ed_Type *type, const ed_MergeField *field)
{
    const ed_ReportRow *old = field->row;
    ed_ReportRow *row = old ? row_of(x->load->report, old->type, old->field)
                            : row_of(x->load->report, type->name, field->field->name);
    if (!row) return;
    bool added = row->outcome == ED_ADDED || row->outcome == ED_RESTORED;
    u64 restored = field->taken + (added ? field->kept : 0);
    if (!restored) return;
    ed_Tally lost = field->losses;
    if (old) add_losses(&lost, &old->tally);
    u64 losses = ed_tally_losses(&lost);
    x->attic->returned |= field->taken != 0;
    if (row->outcome == ED_CONVERTED) {
        row->tally.exact -= row->tally.exact < restored ? row->tally.exact : restored;
        restored -= restored < losses ? restored : losses;
    }
    if (restored > row->tally.restored) row->tally.restored = restored;
    // items that are still cut were counted when they were cut
    if (row->outcome != ED_ADDED) lost.truncated = 0;
    add_losses(&row->tally, &lost);
    if (row->outcome == ED_ADDED || row->outcome == ED_KEPT) row->outcome = ED_RESTORED;
}

/// A field that returned.
typedef struct Note {
    struct Note *next;
    const ed_Type *type;
    const ed_Field *field;
    ed_Retained *retained;
    ed_LostField lost;
    bool impossible;      // none of its values can be converted
} Note;

static bool is_in_pool(const ed_Plan *plan, const ed_Type *type)
{
    for (u32 p = 0; p < plan->count; p++)
        for (u32 i = 0; i < plan->pairs[p].to->field_count; i++) {
            const ed_Field *field = &plan->pairs[p].to->fields[i];
            if (field->shape == ED_POOL && field->type == type) return true;
        }
    return false;
}

/// Says why a field did not get its values back, and keeps them.
static void explain(Restore *x, const Note *note)
{
    char buffer[200];
    u64 values = note->lost.values;
    ed_DocumentLoad *load = x->load;
    ed_ReportRow *row = row_of(load->report, note->type->name, note->field->name);
    if (!row || row->outcome != ED_ADDED || !row->records) return;
    if (!ed_attic_add_lost(x->attic, note->retained, &note->lost)) {
        ed_arena_check(&x->attic->memory, &x->merge.error);
        return;
    }
    if (row->note) return;
    if (note->impossible) {
        row->note = "the old values in the attic have a different type and stay there";
        return;
    }
    ed_Text text = ed_text_over(buffer, sizeof buffer);
    ed_text_add(&text, "%llu old value%s in the attic belong%s to no current record",
                (unsigned long long)values, values == 1 ? "" : "s", values == 1 ? "s" : "");
    if (!note->type->key && !is_in_pool(&load->plan, note->type))
        ed_text_add(&text,
                    ", because a list has a different length; add [[key(field)]] to %s to identify "
                    "its records",
                    note->type->name);
    row->note = ed_plan_text(&load->plan, &text);
}

static void note_field(Restore *x, ed_Retained *retained, const ed_LostField *lost,
                       const ed_TypePlan *pair, u32 index)
{
    const ed_PlanField *field = &pair->fields[index];
    Note *note = field->to ? (Note *)ed_arena_push(&x->merge.scratch, sizeof *note, 8) : NULL;
    if (!note) return;
    *note = (Note){ x->notes, pair->to, field->to, retained, *lost, false };
    for (const ed_Steps *steps = pair->steps; steps; steps = steps->next)
        note->impossible |= ed_step_is_impossible(&steps->fields[index]);
    x->notes = note;
}

/// Notes the fields of a retained state that returned.
static void note_fields(Restore *x, ed_Retained *retained, const ed_Plan *plan)
{
    for (u32 l = 0; l < retained->lost_count; l++)
        for (u32 p = 0; p < plan->count; p++) {
            const ed_LostField *lost = &retained->lost[l];
            const ed_TypePlan *pair = &plan->pairs[p];
            for (u32 i = 0; lost->field && i < pair->from->field_count; i++)
                if (strcmp(pair->from->name, lost->type) == 0
                    && strcmp(pair->from->fields[i].name, lost->field) == 0)
                    note_field(x, retained, lost, pair, i);
        }
}

static void report(Restore *x)
{
    const ed_Merge *m = &x->merge;
    for (u32 t = 0; t < m->schema->type_count; t++)
        for (u32 i = 0; i < m->types[t].type->field_count; i++)
            count_restored(x, m->types[t].type, &m->types[t].fields[i]);
    for (const Note *note = x->notes; note; note = note->next) explain(x, note);
}

// --- which states --------------------------------------------------------------------------------

/// Whether the new layout has the field, and a part of the current document that it is in had not.
static bool is_added(const ed_Plan *plan, const ed_Type *type, const ed_Field *field)
{
    bool found = false;
    for (u32 p = 0; p < plan->count; p++) {
        const ed_TypePlan *pair = &plan->pairs[p];
        if (pair->to != type || pair->between_states) continue;
        if (ed_match_source(pair, field) == pair->from->field_count) return true;
        found = true;
    }
    return !found;
}

static bool changes(const ed_PlanField *field)
{
    const ed_UnitPair units = field->units;
    bool unit = units.from && units.to && strcmp(units.from, units.to) != 0;
    bool record = ed_field_is_record(field->from) && ed_field_is_record(field->to);
    return unit || ed_plan_changes(field)
        || (record && !ed_same_layout(field->from->type, field->to->type, NULL, 0));
}

/// Whether the load converts a field of that name, or a part of it moves.
static bool is_converted(const ed_Plan *plan, const char *name)
{
    for (u32 p = 0; p < plan->count; p++)
        for (u32 i = 0; i < plan->pairs[p].from->field_count; i++) {
            const ed_PlanField *field = &plan->pairs[p].fields[i];
            if (field->to && strcmp(field->to->name, name) == 0 && changes(field)) return true;
        }
    return false;
}

static bool is_wanted_field(const ed_LostField *lost, const ed_DocumentLoad *load)
{
    const ed_Schema *schema = load->state->schema;
    u32 tag = ed_tag(lost->field, strlen(lost->field));
    for (u32 t = 0; t < schema->type_count; t++)
        for (u32 f = 0; f < schema->types[t]->field_count; f++) {
            const ed_Field *field = &schema->types[t]->fields[f];
            if (ed_field_was(field, tag) || field->move_count) return true;
            if (field->tag == tag && is_added(&load->plan, schema->types[t], field)) return true;
        }
    return is_converted(&load->plan, lost->field);
}

/// Whether the load turns a record into a value of another kind. What a retained state lost may be
/// in that record.
static bool converts_records(const ed_Plan *plan)
{
    for (u32 p = 0; p < plan->count; p++)
        for (u32 i = 0; i < plan->pairs[p].from->field_count; i++) {
            const ed_PlanField *field = &plan->pairs[p].fields[i];
            if (field->to && ed_field_is_record(field->from) && !field->inner) return true;
        }
    return false;
}

/// Whether the new layout may take a value of the retained state: what it lost has a field again,
/// or one with another type. Looks only at names, so that states that nobody asks for cost nothing.
static bool is_wanted(const ed_Retained *retained, const ed_DocumentLoad *load)
{
    const ed_Schema *schema = load->state->schema;
    if (converts_records(&load->plan)) return true;
    for (u32 i = 0; i < retained->lost_count; i++) {
        const ed_LostField *lost = &retained->lost[i];
        bool wanted = !lost->field
                        ? ed_root_by_name(schema->states, schema->state_count, lost->type)
                              < schema->state_count
                        : is_wanted_field(lost, load);
        if (wanted) return true;
    }
    return false;
}

/// Returns whether all of a retained state has a place in the new layout that is the same.
static bool has_same_layout(const ed_Plan *plan)
{
    for (u32 s = 0; s < plan->state_count; s++) {
        const ed_PlanState *state = &plan->states[s];
        if (!state->from || !state->to || !ed_same_layout(state->from, state->to, NULL, 0))
            return false;
    }
    return true;
}

/// Loads a retained state into the new layout, and lists what that lacks of it. Gives up a state
/// that cannot be read.
static bool load_retained(Restore *x, u32 index, Loaded *old)
{
    ed_Retained *retained = &x->attic->states[index];
    const Source source = source_of(retained);
    if (load_into(x, &source, x->load->state->schema, old)) {
        note_fields(x, retained, &old->load.plan);
        ed_merge_mark_lacking(&x->merge, retained, &old->load.plan);
        const ed_Losses losses = ed_attic_find_losses(&x->merge.scratch, &old->load.plan);
        ed_Error error = { .code = ED_OK };
        if (check_losses(x, &losses)
            && !ed_attic_set_lost(x->attic, retained, &old->load.plan, &losses))
            check_memory(x, (ed_arena_check(&x->attic->memory, &error), &error));
        return ed_read_ok(&x->load->r);
    }
    if (ed_read_ok(&x->load->r) && old->load.r.err.code != ED_ERR_UPGRADE) {
        for (u32 i = 0; i < retained->lost_count; i++)
            x->attic->unreadable += retained->lost[i].values;
        retained->lost_count = 0;
    }
    return false;
}

/// Merges the retained states from `first` on into the state that was loaded. `settled`: for each,
/// whether the next document can take its place.
static void merge_states(Restore *x, u32 first, bool *settled)
{
    Loaded loaded[2], *older = NULL;
    Source source = { { NULL, 0 }, 0, false };
    bool has_merged = false;
    for (u32 i = first; i < x->attic->count && ed_read_ok(&x->load->r); i++) {
        Loaded *newer = older == &loaded[0] ? &loaded[1] : &loaded[0];
        const Source next = source_of(&x->attic->states[i]);
        if (!load_retained(x, i, newer)) {
            close_loaded(newer);
            continue;
        }
        settled[i] = has_same_layout(&newer->load.plan);
        if (older) {
            has_merged =
                merge_next(x, &source, older, has_merged, &next, &newer->state, &newer->load.plan);
            note_losses(&x->merge);
            close_loaded(older);
        }
        older = newer;
        source = next;
    }
    const Source document = { x->load->bytes, x->attic->load_renames, !x->load->loading.d.live };
    if (!older) return;
    if (ed_read_ok(&x->load->r)) {
        merge_next(x, &source, older, has_merged, &document, x->load->state, &x->load->plan);
        report(x);
    }
    close_loaded(older);
}

static void remove_settled(ed_Attic *attic, const bool *settled)
{
    for (u32 i = attic->count; i-- > 1;) {
        if (attic->states[i].lost_count || !settled[i]) continue;
        ed_attic_remove(attic, i);
        attic->returned = true;
    }
    while (attic->count && !attic->states[0].lost_count) ed_attic_remove(attic, 0);
}

bool ed_attic_restore(ed_Attic *attic, ed_DocumentLoad *load)
{
    Restore x = { .attic = attic, .load = load };
    bool settled[ED_ATTIC_STATES_MAX] = { false };
    u32 first = 0;
    while (first < attic->count && !is_wanted(&attic->states[first], load)) first++;
    if (first == attic->count) return true;
    if (ed_merge_open(&x.merge, load->state->schema)) merge_states(&x, first, settled);
    ed_arena_check(&x.merge.scratch, &x.merge.error);
    check_memory(&x, &x.merge.error);
    ed_merge_close(&x.merge);
    remove_settled(attic, settled);
    if (load->plan.links) load->plan.links->may_lose = true;
    if (ed_read_ok(&load->r) && !ed_links_settle(load->state, &load->plan))
        ed_read_fail(&load->r, ED_ERR_LIMIT, load->r.at, "%s: memory limit reached",
                     load->scratch->name);
    return ed_read_ok(&load->r);
}
