#include "runtime/migrate/plan.h"
#include <string.h>
#include "runtime/base/hash.h"
#include "runtime/migrate/match.h"
#include "runtime/snapshot/defaults.h"
#include "runtime/types/field.h"
#include "runtime/types/types.h"
#include "runtime/types/unit.h"
#include "runtime/value/value.h"

#define DEFAULT_BYTES_MAX 65536u      // largest field in memory whose default is shown

const ed_Type ed_plan_nothing = { .name = "", .kind = ED_STRUCT };

void ed_plan_begin(ed_Plan *plan, ed_Arena *arena, ed_Report *report, const ed_DocumentTypes *types,
                   bool live)
{
    *plan = (ed_Plan){ .arena = arena,
                       .report = report,
                       .types = types->types,
                       .type_count = types->count,
                       .live = live };
    plan->pairs = (ed_TypePlan *)ed_arena_push_raw(arena, ED_PLAN_PAIRS_MAX * sizeof *plan->pairs,
                                                   _Alignof(ed_TypePlan));
    plan->full = !plan->pairs;
}

static bool is_quantity(const ed_Field *field)
{
    return field->kind != ED_BOOL && field->kind <= ED_F64;
}

f64 ed_plan_scale(const ed_PlanField *field, bool back)
{
    f64 scale = 1;
    const ed_UnitPair units = field->units;
    if (is_quantity(field->from) && is_quantity(field->to) && units.from && units.to)
        ed_unit_factor(back ? units.to : units.from, back ? units.from : units.to, &scale);
    return scale;
}

// --- rows of the report --------------------------------------------------------------------------

static const char *spelled(ed_Plan *plan, const ed_Field *field, const char *unit)
{
    char buffer[200];
    ed_Text text = ed_text_over(buffer, sizeof buffer);
    ed_field_spell(field, &text);
    if (unit) ed_text_add(&text, " %s", unit);
    return ed_plan_text(plan, &text);
}

/// The default of a field as JSON, or NULL if it is too long for a line.
static const char *default_json_of(ed_Plan *plan, const ed_Type *type, const ed_Field *field)
{
    char buffer[ED_DEFAULT_TEXT_MAX];
    if (type->kind == ED_UNION) return NULL;
    ed_Arena before = *plan->arena;
    ed_Field alone;
    u8 *it = ed_field_bytes(field) <= DEFAULT_BYTES_MAX ? ed_field_wrap(field, plan->arena, &alone)
                                                        : NULL;
    ed_Text text = ed_text_over(buffer, sizeof buffer);
    if (it) ed_value_json(&(ed_ValueRef){ .field = &alone, .at = it + alone.offset }, &text);
    plan->arena->used = before.used;      // frees what the initialization allocated
    plan->arena->refused = before.refused;
    return !it || text.cut ? NULL : ed_plan_text(plan, &text);
}

static bool same_text(const char *one, const char *other)
{
    return one == other || (one && other && strcmp(one, other) == 0);
}

static bool shows_the_same(const ed_ReportRow *one, const ed_ReportRow *other)
{
    return one->outcome == other->outcome && same_text(one->field, other->field)
        && same_text(one->before, other->before) && same_text(one->from, other->from)
        && same_text(one->to, other->to);
}

/// Adds a row, or returns the row of the twin that shows the same. NULL if the report is full.
static ed_ReportRow *add_row(ed_Plan *plan, const ed_TypePlan *pair, const ed_ReportRow *row)
{
    const ed_TypePlan *twin = pair->twin;
    for (u32 i = 0; twin && i < twin->row_count; i++) {
        ed_ReportRow *same = &plan->report->rows[twin->row_first + i];
        if (shows_the_same(same, row)) return same;
    }
    ed_ReportRow *added = ed_report_add(plan->report, pair->to->name, row->field, row->outcome);
    plan->full |= !added;
    if (!added) return NULL;
    *added = *row;
    added->type = pair->to->name;
    return added;
}

ed_ReportRow *ed_plan_row(const ed_Plan *plan, const ed_TypePlan *pair, const ed_Field *to)
{
    for (; pair; pair = pair->twin)
        for (u32 i = 0; i < pair->row_count; i++) {
            ed_ReportRow *row = &plan->report->rows[pair->row_first + i];
            if (row->field == to->name && row->outcome != ED_DROPPED) return row;
        }
    return NULL;
}

static bool same_values(const ed_Field *from, const ed_Field *to)
{
    return !ed_field_is_named(from) || ed_same_layout(from->type, to->type, NULL, 0);
}

static bool same_kind(const ed_Field *from, const ed_Field *to)
{
    if (from->kind != to->kind || (!ed_field_is_record(from) && from->size != to->size))
        return false;
    return ed_same_shape(from, to) && same_values(from, to);
}

static bool other_unit(const ed_PlanField *field)
{
    const ed_UnitPair units = field->units;
    return units.from && units.to && strcmp(units.from, units.to) != 0;
}

/// Adds the row of a field that has an old value, at the path `name` in the new record. `before` is
/// its path in the old record, or NULL if it is the same. The row has the units only if one of them
/// was not inherited: what both sides inherit is in the row of an outer field.
static void add_fed(ed_Plan *plan, const ed_TypePlan *pair, ed_PlanField *field, const char *name,
                    const char *before)
{
    const ed_Field *from = field->from, *to = field->to;
    bool inherited = field->units.from == pair->units.from && field->units.to == pair->units.to;
    const ed_UnitPair units = inherited ? (ed_UnitPair){ NULL, NULL } : field->units;
    bool converted = !same_kind(from, to) || (!inherited && other_unit(field));
    ed_ReportRow row = { .field = name,
                         .before = before,
                         .from = spelled(plan, from, units.from),
                         .to = spelled(plan, to, units.to),
                         .outcome = before    ? ED_RENAMED
                                  : converted ? ED_CONVERTED
                                              : ED_KEPT };
    field->row = add_row(plan, pair, &row);
    if (field->row && units.from && units.to && !ed_unit_factor(units.from, units.to, &(f64){ 0 }))
        field->row->note = "no conversion between these units is known: the numbers are unchanged";
}

static void add_added(ed_Plan *plan, const ed_TypePlan *pair, const ed_Field *to)
{
    add_row(plan, pair,
            &(ed_ReportRow){ .field = to->name,
                             .outcome = ED_ADDED,
                             .to = spelled(plan, to, to->unit),
                             .default_json = default_json_of(plan, pair->to, to) });
}

static void add_dropped(ed_Plan *plan, const ed_TypePlan *pair, ed_PlanField *field)
{
    const ed_Field *from = field->from;
    field->row = add_row(plan, pair,
                         &(ed_ReportRow){ .field = from->name,
                                          .outcome = ED_DROPPED,
                                          .from = spelled(plan, from, from->unit) });
}

static void add_rows(ed_Plan *plan, ed_TypePlan *pair, const ed_Match *match)
{
    for (u32 i = 0; i < pair->to->field_count; i++) {
        const ed_Field *to = &pair->to->fields[i];
        u32 source = ed_match_source(pair, to);
        ed_PlanField *field = source < pair->from->field_count ? &pair->fields[source] : NULL;
        if (field)
            add_fed(plan, pair, field, to->name,
                    ed_same_field_name(field->from, to) ? NULL : field->from->name);
        else if (!match->moved_to[i] && !(to->flags & ED_FIELD_TRANSIENT))
            add_added(plan, pair, to);
    }
    for (u32 i = 0; i < pair->move_count; i++)
        add_fed(plan, pair, &pair->moves[i].field, match->move_names[i], pair->moves[i].path);
    for (u32 i = 0; i < pair->from->field_count; i++) {
        ed_PlanField *field = &pair->fields[i];
        if (!field->to && field->moved != ED_MOVED_WHOLE) add_dropped(plan, pair, field);
    }
    ed_match_note(plan, pair, match);
    pair->row_count = plan->report->count - pair->row_first;
}

// --- pairs ---------------------------------------------------------------------------------------

bool ed_plan_needs_upgrade(const ed_Type *from, const ed_Type *to)
{
    return to->upgrade_name
        && !(from->upgrade_name && strcmp(from->upgrade_name, to->upgrade_name) == 0);
}

static ed_TypePlan *add_pair(ed_Plan *plan, const ed_Type *from, const ed_Type *to,
                             ed_UnitPair units)
{
    ed_TypePlan *twin = NULL;
    for (u32 i = 0; i < plan->count; i++) {
        ed_TypePlan *known = &plan->pairs[i];
        if (known->from != from || known->to != to) continue;
        if (same_text(known->units.from, units.from) && same_text(known->units.to, units.to))
            return known;
        if (!twin) twin = known;
    }
    if (plan->full || plan->count == ED_PLAN_PAIRS_MAX) {
        plan->full = true;
        return NULL;
    }
    ed_TypePlan *pair = &plan->pairs[plan->count];
    *pair = (ed_TypePlan){ .from = from,
                           .to = to,
                           .units = units,
                           .twin = twin,
                           .upgrade = ed_plan_needs_upgrade(from, to),
                           .row_first = plan->report->count };
    pair->fields = (ed_PlanField *)ed_plan_push(plan, from->field_count * sizeof *pair->fields);
    ed_Match match;
    if (plan->full || !ed_match(plan, pair, &match)) {
        plan->full = true;
        return NULL;
    }
    plan->count++;
    add_rows(plan, pair, &match);
    if (to->key) {
        u32 source = ed_match_source(pair, to->key);
        if (source < from->field_count) pair->key = from->fields + source;
    }
    return pair;
}

/// The moves of a pair between two states. Its fields go nowhere else.
static void match_state_moves(ed_Plan *plan, ed_TypePlan *pair)
{
    for (u32 i = 0; i < pair->from->field_count; i++)
        pair->fields[i] = (ed_PlanField){ .from = &pair->from->fields[i], .moved = ED_MOVED_WHOLE };
    for (u32 i = 0; i < plan->state_move_count; i++) {
        const ed_StateMove *move = &plan->state_moves[i];
        if (move->from != pair->from || move->to != pair->to) continue;
        ed_MatchPart from = ed_match_part(pair->from, move->from_path, NULL),
                     to = ed_match_part(pair->to, move->to_path, NULL);
        ed_PlanField *field = &pair->moves[pair->move_count].field;
        pair->moves[pair->move_count++] = (ed_PlanMove){
            .field = { .from = from.field, .to = to.field, .units = { from.unit, to.unit } },
            .path = move->from_path,
            .base = to.base
        };
        add_fed(plan, pair, field, move->to_path, move->from_path);
        if (field->row) field->row->other_state = pair->from->name;
    }
    pair->row_count = plan->report->count - pair->row_first;
}

static ed_TypePlan *add_state_pair(ed_Plan *plan, const ed_Type *from, const ed_Type *to)
{
    for (u32 i = 0; i < plan->count; i++)
        if (plan->pairs[i].from == from && plan->pairs[i].to == to) return &plan->pairs[i];
    plan->full |= plan->count == ED_PLAN_PAIRS_MAX;
    if (plan->full) return NULL;
    ed_TypePlan *pair = &plan->pairs[plan->count];
    *pair = (ed_TypePlan){
        .from = from, .to = to, .between_states = true, .row_first = plan->report->count
    };
    pair->fields = (ed_PlanField *)ed_plan_push(plan, from->field_count * sizeof *pair->fields);
    pair->moves = (ed_PlanMove *)ed_plan_push(plan, plan->state_move_count * sizeof *pair->moves);
    if (plan->full) return NULL;
    plan->count++;
    match_state_moves(plan, pair);
    return pair;
}

static void add_inner(ed_Plan *plan, ed_PlanField *field)
{
    if (field->to && ed_field_is_record(field->from) && field->from->kind == field->to->kind)
        field->inner = add_pair(plan, field->from->type, field->to->type, field->units);
}

bool ed_plan_changes(const ed_PlanField *field)
{
    bool links = ed_field_refers(field->from) && ed_field_refers(field->to);
    if (links && !ed_match_same_target(field->from, field->to)) return true;
    if (field->row) return field->row->outcome != ED_KEPT;
    return !same_kind(field->from, field->to) || other_unit(field);
}

/// Adds the pairs of the types inside those from `first` on.
static void add_inner_pairs(ed_Plan *plan, u32 first)
{
    for (u32 p = first; p < plan->count; p++) {      // the loop also visits pairs that it adds
        ed_TypePlan *pair = &plan->pairs[p];
        for (u32 i = 0; i < pair->from->field_count; i++) add_inner(plan, &pair->fields[i]);
        for (u32 i = 0; i < pair->move_count; i++) add_inner(plan, &pair->moves[i].field);
    }
}

ed_TypePlan *ed_plan_pair(ed_Plan *plan, const ed_Type *from, const ed_Type *to, ed_UnitPair units)
{
    u32 first = plan->count;
    ed_TypePlan *wanted = add_pair(plan, from, to, units);
    add_inner_pairs(plan, first);
    return plan->full ? NULL : wanted;
}

ed_TypePlan *ed_plan_between_states(ed_Plan *plan, const ed_Type *from, const ed_Type *to)
{
    u32 first = plan->count;
    ed_TypePlan *wanted = add_state_pair(plan, from, to);
    add_inner_pairs(plan, first);
    return plan->full ? NULL : wanted;
}

const ed_PlanState *ed_plan_state(const ed_Plan *plan, const char *name, size_t size)
{
    for (u32 i = 0; i < plan->state_count; i++) {
        const ed_Type *from = plan->states[i].from;
        if (from && strlen(from->name) == size && memcmp(from->name, name, size) == 0)
            return &plan->states[i];
    }
    return NULL;
}

static void finish_row(ed_ReportRow *row, u64 records)
{
    row->records = records;
    if (row->outcome == ED_KEPT && ed_tally_losses(&row->tally)) row->outcome = ED_CONVERTED;
}

void ed_plan_report_upgrade(ed_Plan *plan, const ed_Type *to, u64 records)
{
    char buffer[200];
    ed_ReportRow *row = ed_report_add(plan->report, to->name, "", ED_UPGRADE);
    plan->full |= !row;
    if (!row) return;
    ed_Text text = ed_text_over(buffer, sizeof buffer);
    if (to->upgrade) ed_text_add(&text, "%s ran", to->upgrade_name);
    else ed_text_add(&text, "%s would run; its effect cannot be predicted", to->upgrade_name);
    row->note = ed_plan_text(plan, &text);
    row->records = records;
}

void ed_plan_finish(ed_Plan *plan)
{
    for (u32 p = 0; p < plan->count; p++)      // a row that both have counts the records of both
        if (plan->pairs[p].twin) plan->pairs[p].twin->records += plan->pairs[p].records;
    for (u32 p = 0; p < plan->count; p++) {
        const ed_TypePlan *pair = &plan->pairs[p];
        for (u32 r = 0; r < pair->row_count; r++)
            finish_row(&plan->report->rows[pair->row_first + r], pair->records);
        if (pair->upgrade && !pair->twin) ed_plan_report_upgrade(plan, pair->to, pair->records);
    }
}
