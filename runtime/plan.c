#include "runtime/plan.h"
#include <stdlib.h>
#include <string.h>
#include "runtime/value.h"

#define PRESET_TEXT_MAX 64u      // bytes of a default in the report

void ed_plan_init(ed_Plan *plan, ed_Arena *arena, ed_Report *report, const ed_Type *types,
                  const ed_Span *const *presets)
{
    *plan = (ed_Plan){ .arena = arena, .report = report, .types = types, .presets = presets };
    plan->pairs = (ed_PlanPair *)ed_arena_push(arena, ED_PLAN_PAIRS_MAX * sizeof *plan->pairs, _Alignof(ed_PlanPair));
    plan->full  = !plan->pairs;
}

// --- who feeds whom ----------------------------------------------------------------------------------------------------

static bool knew(const ed_Field *field, u32 tag)
{
    for (u32 i = 0; field && i < field->was_count; i++) if (field->was[i] == tag) return true;
    return false;
}

static u32 index_of(const ed_Type *type, u32 tag)
{
    u32 i = 0;
    while (i < type->field_count && type->fields[i].tag != tag) i++;
    return i;
}

/// The old field that `to` takes by one of its `was` names, or field_count.
static u32 source_by_was(const ed_PlanPair *pair, const ed_Field *to)
{
    const ed_Type *from = pair->from;
    u32 own = index_of(from, to->tag);
    for (u32 i = 0; i < to->was_count; i++) {
        u32 source = index_of(from, to->was[i]);
        bool done = own < from->field_count && knew(&from->fields[own], to->was[i]);
        if (source < from->field_count && !done && !pair->fields[source].to) return source;
    }
    return from->field_count;
}

static void match_fields(ed_PlanPair *pair)
{
    for (u32 i = 0; i < pair->from->field_count; i++) pair->fields[i].from = &pair->from->fields[i];
    for (u32 pass = 0; pass < 2; pass++) {
        for (u32 i = 0; i < pair->to->field_count; i++) {
            const ed_Field *to = &pair->to->fields[i];
            if (to->flags & ED_FIELD_TRANSIENT) continue;
            bool taken = false;
            for (u32 f = 0; f < pair->from->field_count; f++) taken |= pair->fields[f].to == to;
            u32 source = pass == 0 ? source_by_was(pair, to) : index_of(pair->from, to->tag);
            if (!taken && source < pair->from->field_count && !pair->fields[source].to) pair->fields[source].to = to;
        }
    }
}

static int by_size(const void *a, const void *b)
{
    u64 one = *(const u64 *)a, other = *(const u64 *)b;
    return (one > other) - (one < other);
}

static void sort_by_tag(ed_PlanPair *pair)
{
    for (u32 i = 0; i < pair->from->field_count; i++) pair->by_tag[i] = (u64)pair->from->fields[i].tag << 32 | i;
    qsort(pair->by_tag, pair->from->field_count, sizeof *pair->by_tag, by_size);
}

// --- rows of the report ------------------------------------------------------------------------------------------------

static const char *keep_text(ed_Plan *plan, const ed_Text *text)
{
    char *kept = (char *)ed_arena_push(plan->arena, text->size + 1, 1);
    if (kept) memcpy(kept, text->at, text->size + 1);
    return kept;
}

static const char *spelled(ed_Plan *plan, const ed_Field *field)
{
    char buffer[160];
    ed_Text text = ed_text_over(buffer, sizeof buffer);
    ed_field_spell(field, &text);
    return keep_text(plan, &text);
}

/// The default of a field as JSON, or NULL where it is too long for a line.
static const char *preset_of(ed_Plan *plan, const ed_Type *type, const ed_Field *field)
{
    char buffer[PRESET_TEXT_MAX];
    if (!type->init) return NULL;
    ed_Arena before = *plan->arena;
    u8 *it = (u8 *)ed_arena_push(plan->arena, type->size, type->align);
    if (!it) return NULL;
    type->init(plan->arena, it);
    ed_Text text = ed_text_over(buffer, sizeof buffer);
    ed_value_json(&(ed_Place){ .field = field, .at = it + field->offset }, &text);
    plan->arena->used    = before.used;      // what init took is given back
    plan->arena->refused = before.refused;
    return text.cut ? NULL : keep_text(plan, &text);
}

static ed_ReportRow *add_row(ed_Plan *plan, const ed_PlanPair *pair, const ed_Field *field, ed_Outcome outcome)
{
    ed_ReportRow *row = ed_report_add(plan->report, pair->to->name, field->name, outcome);
    if (!row) plan->full = true;
    return row;
}

static bool same_values(const ed_Field *from, const ed_Field *to)
{
    bool named = from->kind == ED_ENUM || from->kind == ED_FLAGS;
    return !named || ed_same_layout(from->type, to->type, NULL, 0);
}

static void add_matched(ed_Plan *plan, ed_PlanPair *pair, u32 index)
{
    const ed_Field *from = pair->fields[index].from, *to = pair->fields[index].to;
    ed_ReportRow *row = add_row(plan, pair, to, ED_KEPT);
    pair->fields[index].row = row;
    if (!row) return;
    row->from = spelled(plan, from);
    row->to   = spelled(plan, to);
    bool same_kind = from->kind == to->kind && from->shape == to->shape && (from->kind == ED_STRUCT || from->size == to->size)
                  && from->count == to->count && memcmp(from->dims, to->dims, sizeof from->dims) == 0;
    if (!same_kind || !same_values(from, to)) row->outcome = ED_CONVERTED;
    if (from->tag != to->tag) {
        row->outcome = ED_RENAMED;
        row->before  = from->name;
    }
}

static void add_rows(ed_Plan *plan, ed_PlanPair *pair)
{
    pair->row_first = plan->report->count;
    for (u32 i = 0; i < pair->to->field_count; i++) {
        const ed_Field *to = &pair->to->fields[i];
        u32 source = 0;
        while (source < pair->from->field_count && pair->fields[source].to != to) source++;
        if (source < pair->from->field_count) {
            add_matched(plan, pair, source);
        } else if (!(to->flags & ED_FIELD_TRANSIENT)) {
            ed_ReportRow *row = add_row(plan, pair, to, ED_ADDED);
            if (row) { row->to = spelled(plan, to); row->preset = preset_of(plan, pair->to, to); }
        }
    }
    for (u32 i = 0; i < pair->from->field_count; i++) {
        if (pair->fields[i].to) continue;
        ed_ReportRow *row = add_row(plan, pair, pair->fields[i].from, ED_DROPPED);
        pair->fields[i].row = row;
        if (row) row->from = spelled(plan, pair->fields[i].from);
    }
    pair->row_count = plan->report->count - pair->row_first;
}

// --- pairs -------------------------------------------------------------------------------------------------------------

static ed_PlanPair *add_pair(ed_Plan *plan, const ed_Type *from, const ed_Type *to)
{
    for (u32 i = 0; i < plan->count; i++)
        if (plan->pairs[i].from == from && plan->pairs[i].to == to) return &plan->pairs[i];
    if (plan->full || plan->count == ED_PLAN_PAIRS_MAX) { plan->full = true; return NULL; }
    ed_PlanPair *pair = &plan->pairs[plan->count];
    *pair = (ed_PlanPair){ .from = from, .to = to };
    pair->fields = (ed_PlanField *)ed_arena_push(plan->arena, from->field_count * sizeof *pair->fields, _Alignof(ed_PlanField));
    pair->by_tag = (u64 *)ed_arena_push(plan->arena, from->field_count * sizeof *pair->by_tag, _Alignof(u64));
    if (!pair->fields || !pair->by_tag) { plan->full = true; return NULL; }
    plan->count++;
    match_fields(pair);
    sort_by_tag(pair);
    const ed_Span *presets = plan->presets ? plan->presets[from - plan->types] : NULL;
    for (u32 i = 0; presets && i < from->field_count; i++) pair->fields[i].preset = presets[i];
    add_rows(plan, pair);
    return pair;
}

ed_PlanPair *ed_plan_pair(ed_Plan *plan, const ed_Type *from, const ed_Type *to)
{
    u32 first = plan->count;
    ed_PlanPair *wanted = add_pair(plan, from, to);
    for (u32 p = first; p < plan->count; p++) {      // pairs that the pairs need, until none is new
        ed_PlanPair *pair = &plan->pairs[p];
        for (u32 i = 0; i < pair->from->field_count; i++) {
            ed_PlanField *field = &pair->fields[i];
            if (field->to && field->from->kind == ED_STRUCT && field->to->kind == ED_STRUCT)
                field->inner = add_pair(plan, field->from->type, field->to->type);
        }
    }
    return plan->full ? NULL : wanted;
}

void ed_plan_finish(ed_Plan *plan)
{
    for (u32 p = 0; p < plan->count; p++)
        for (u32 r = 0; r < plan->pairs[p].row_count; r++)
            plan->report->rows[plan->pairs[p].row_first + r].records = plan->pairs[p].records;
}
