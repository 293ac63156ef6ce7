#include "runtime/migrate/match.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include "runtime/types/field.h"
#include "runtime/value/path.h"

#define NOTE_BYTES 240u

/// The index of the field with that tag, or field_count.
static u32 index_by_tag(const ed_Type *type, u32 tag)
{
    u32 i = 0;
    while (i < type->field_count && type->fields[i].tag != tag) i++;
    return i;
}

u32 ed_match_source(const ed_TypePlan *pair, const ed_Field *to)
{
    u32 i = 0;
    while (i < pair->from->field_count && pair->fields[i].to != to) i++;
    return i;
}

/// The index of the field with the name of `like`, or field_count. Compares few names: types can
/// have thousands of fields.
static u32 index_by_name(const ed_Type *type, const ed_Field *like)
{
    u32 i = 0;
    while (i < type->field_count
           && (type->fields[i].tag != like->tag || !ed_same_field_name(&type->fields[i], like)))
        i++;
    return i;
}

static bool has_tag(const u32 *tags, u32 count, u32 tag)
{
    for (u32 i = 0; i < count; i++)
        if (tags[i] == tag) return true;
    return false;
}

bool ed_field_was(const ed_Field *field, u32 tag)
{
    return field && has_tag(field->was, field->was_count, tag);
}

bool ed_match_same_target(const ed_Field *from, const ed_Field *to)
{
    const ed_Type *one = from->type, *other = to->type;
    assert(ed_field_refers(from) && ed_field_refers(to));
    return ed_same_type_name(one, other) || has_tag(other->was, other->was_count, one->tag)
        || has_tag(one->was, one->was_count, other->tag);
}

bool ed_match_same_type(const ed_Field *one, const ed_Field *other)
{
    if (one->kind != other->kind) return false;
    return !one->type || !other->type || ed_same_type_name(one->type, other->type);
}

const ed_Field *ed_match_alternative(const ed_Type *to, const ed_Field *from)
{
    const ed_Field *only = NULL;
    for (u32 i = 0; i < to->field_count; i++) {
        if (to->fields[i].shape != ED_ONE || !ed_match_same_type(&to->fields[i], from)) continue;
        if (only) return NULL;
        only = &to->fields[i];
    }
    return only;
}

/// The old field with the same name as `to`, or NULL.
static const ed_Field *own_field(const ed_TypePlan *pair, const ed_Field *to)
{
    u32 own = index_by_name(pair->from, to);
    return own < pair->from->field_count ? &pair->from->fields[own] : NULL;
}

bool ed_match_left_alone(const ed_TypePlan *pair, const ed_Field *to)
{
    const ed_Field *own = own_field(pair, to);
    return (to->flags & ED_FIELD_TRANSIENT)
        || ((to->flags & ED_FIELD_FRESH) && !(own && (own->flags & ED_FIELD_FRESH)));
}

static bool is_fed(const ed_TypePlan *pair, const ed_Field *to)
{
    return ed_match_source(pair, to) < pair->from->field_count;
}

// --- rules 1 to 3 --------------------------------------------------------------------------------

/// Returns whether a new field can still get the old one: no field has it yet, and at least a part
/// of it did not move.
static bool is_unused(const ed_PlanField *old) { return !old->to && old->moved != ED_MOVED_WHOLE; }

/// Returns whether an old field is the new one of its name, whatever former names others have.
static bool is_renamed(const ed_TypePlan *pair, const ed_Field *old)
{
    bool exists = index_by_name(pair->to, old) < pair->to->field_count;
    return (old->flags & ED_FIELD_OWNS_NAME) || ((old->flags & ED_FIELD_RENAMED) && exists);
}

static u32 source_by_was(const ed_TypePlan *pair, const ed_Field *to)
{
    const ed_Type *from = pair->from;
    for (u32 i = 0; i < to->was_count; i++) {
        u32 source = index_by_tag(from, to->was[i]);
        if (source < from->field_count && !ed_field_was(own_field(pair, to), to->was[i])
            && is_unused(&pair->fields[source]) && !is_renamed(pair, &from->fields[source]))
            return source;
    }
    return from->field_count;
}

static u32 source_by_name(const ed_TypePlan *pair, const ed_Field *to)
{
    return index_by_name(pair->from, to);
}

/// Whether an old field may become the new one again, whose name it once had.
static bool was_renamed_from(const ed_Field *old, const ed_Field *to)
{
    return ed_field_was(old, to->tag) && !(old->flags & ED_FIELD_OWNS_NAME);
}

static u32 source_backwards(const ed_TypePlan *pair, const ed_Field *to)
{
    const ed_Type *from = pair->from;
    if (own_field(pair, to)) return from->field_count;
    for (u32 i = 0; i < from->field_count; i++)
        if (was_renamed_from(&from->fields[i], to) && is_unused(&pair->fields[i])) return i;
    return from->field_count;
}

static const ed_Field *counterpart(const ed_Type *type, const ed_Field *field)
{
    return ed_field_by_any_name(type, field->name, strlen(field->name));
}

/// Rule 3 if an edit was undone: rule 1 with old and new type exchanged.
static u32 source_of_undo(const ed_TypePlan *pair, const ed_Field *to)
{
    const ed_Type *from = pair->from;
    for (u32 i = 0; i < from->field_count; i++)
        if (was_renamed_from(&from->fields[i], to) && is_unused(&pair->fields[i])
            && !ed_field_was(counterpart(pair->to, &from->fields[i]), to->tag))
            return i;
    return from->field_count;
}

static void match_by(ed_TypePlan *pair, const bool *filled_by_move,
                     u32 (*rule)(const ed_TypePlan *, const ed_Field *))
{
    for (u32 i = 0; i < pair->to->field_count; i++) {
        const ed_Field *to = &pair->to->fields[i];
        if (filled_by_move[i] || ed_match_left_alone(pair, to) || is_fed(pair, to)) continue;
        u32 source = rule(pair, to);
        if (source < pair->from->field_count && is_unused(&pair->fields[source]))
            pair->fields[source].to = to;
    }
}

// --- rule 4: an assumed rename -------------------------------------------------------------------

static bool same_type(const ed_Field *one, const ed_Field *other)
{
    char a[200], b[200];
    ed_Text from = ed_text_over(a, sizeof a), to = ed_text_over(b, sizeof b);
    ed_field_spell(one, &from);
    ed_field_spell(other, &to);
    bool same_unit = one->unit == other->unit
                  || (one->unit && other->unit && strcmp(one->unit, other->unit) == 0);
    return one->kind == other->kind && one->shape == other->shape && same_unit && strcmp(a, b) == 0;
}

static bool alike(const char *one, const char *other)
{
    ed_Suggestion near = ed_suggestion(one);
    ed_suggestion_try(&near, other);
    return near.best != NULL;
}

/// The position of a field among those that are not transient: the writer's type tables have no
/// others.
static u32 written_before(const ed_Type *type, u32 index)
{
    u32 count = 0;
    for (u32 i = 0; i < index; i++) count += !(type->fields[i].flags & ED_FIELD_TRANSIENT);
    return count;
}

/// Returns whether the rules apply to the field, but neither they nor a move found an old value.
static bool has_no_source(const ed_TypePlan *pair, const ed_Match *match, const ed_Field *to)
{
    return !ed_match_left_alone(pair, to) && !match->moved_to[to - pair->to->fields]
        && !is_fed(pair, to);
}

static void guess_rename(ed_Plan *plan, ed_TypePlan *pair, ed_Match *match)
{
    if (!plan->live) return;
    u32 removed_at = 0, added_at = 0;
    for (u32 i = 0; i < pair->from->field_count; i++)
        if (!pair->fields[i].to && !pair->fields[i].moved) {
            removed_at = i;
            match->removed++;
        }
    for (u32 i = 0; i < pair->to->field_count; i++) {
        const ed_Field *to = &pair->to->fields[i];
        if (!has_no_source(pair, match, to)) continue;
        if (plan->had_values && plan->had_values(plan->had_values_it, pair->from, to)) continue;
        added_at = i;
        match->added++;
    }
    if (match->removed != 1 || match->added != 1) return;
    const ed_Field *from = &pair->from->fields[removed_at], *to = &pair->to->fields[added_at];
    if (!same_type(from, to)
        || (removed_at != written_before(pair->to, added_at) && !alike(from->name, to->name)))
        return;
    pair->fields[removed_at].to = to;
    match->guess = to;
}

static void note_guess(ed_Plan *plan, const ed_TypePlan *pair, const ed_Match *match)
{
    char buffer[NOTE_BYTES];
    const ed_PlanField *field = &pair->fields[ed_match_source(pair, match->guess)];
    ed_Text text = ed_text_over(buffer, sizeof buffer);
    ed_text_add(&text, "assumed rename: add [[was(%s)]] to confirm, [[fresh]] to reset",
                field->from->name);
    if (field->row) field->row->note = ed_plan_text(plan, &text);
}

void ed_match_note(ed_Plan *plan, ed_TypePlan *pair, const ed_Match *match)
{
    char buffer[NOTE_BYTES];
    if (match->guess) {
        note_guess(plan, pair, match);
        return;
    }
    if (!plan->live || !match->removed || !match->added) return;
    for (u32 i = 0; i < pair->from->field_count; i++) {
        ed_PlanField *field = &pair->fields[i];
        ed_Text text = ed_text_over(buffer, sizeof buffer);
        u32 named = 0;
        if (field->to || field->moved) continue;
        for (u32 t = 0; t < pair->to->field_count; t++) {
            const ed_Field *to = &pair->to->fields[t];
            if (!has_no_source(pair, match, to) || !same_type(field->from, to)) continue;
            ed_text_add(&text, "%s%s", named++ ? " or " : "if it was renamed to ", to->name);
        }
        if (named == 0) continue;
        ed_text_add(&text, ", add [[was(%s)]] to that field", field->from->name);
        if (field->row) field->row->note = ed_plan_text(plan, &text);
    }
}

// --- parts that moved ----------------------------------------------------------------------------

ed_MatchPart ed_match_part(const ed_Type *type, const char *path, const char *unit)
{
    const ed_MatchPart none = { .field = NULL };
    ed_MatchPart part = { .unit = unit };
    ed_PathStep step;
    for (ed_Path rest = ed_path(path); *rest.rest;) {
        if (!ed_path_next(&rest, &step, NULL) || step.kind != ED_PATH_FIELD) return none;
        if (part.field) {
            if (part.field->kind != ED_STRUCT || part.field->shape != ED_ONE) return none;
            part.base += part.field->offset;
            type = part.field->type;
        }
        part.field = ed_field_by_name(type, step.name, step.name_size);
        if (!part.field || (part.field->flags & ED_FIELD_TRANSIENT)) return none;
        if (!part.outer) part.outer = part.field;
        part.unit = ed_field_unit(type, part.field, part.unit);
        part.fresh |= (part.field->flags & ED_FIELD_FRESH) != 0;
    }
    return part;
}

bool ed_match_taken(const ed_Plan *plan, const ed_TypePlan *pair, const char *path)
{
    for (u32 i = 0; i < pair->move_count; i++)
        if (strcmp(pair->moves[i].path, path) == 0) return true;
    for (u32 i = 0; i < plan->state_move_count; i++)
        if (plan->state_moves[i].from == pair->from
            && strcmp(plan->state_moves[i].from_path, path) == 0)
            return true;
    return false;
}

/// Returns whether the whole field at `path` moved, either as one or in parts.
static bool all_taken(const ed_Plan *plan, const ed_TypePlan *pair, const ed_Field *field,
                      const char *path)
{
    char part[ED_PART_PATH_MAX];
    if (ed_match_taken(plan, pair, path)) return true;
    if (field->kind != ED_STRUCT || field->shape != ED_ONE
        || strlen(path) + ED_NAME_MAX >= sizeof part)
        return false;
    for (u32 i = 0; i < field->type->field_count; i++) {
        snprintf(part, sizeof part, "%s.%s", path, field->type->fields[i].name);
        if (!all_taken(plan, pair, &field->type->fields[i], part)) return false;
    }
    return field->type->field_count != 0;
}

/// Returns whether one of the two paths already takes part in a move: old and new schema may
/// declare the same move.
static bool moves_already(const ed_Plan *plan, const ed_TypePlan *pair, const ed_Match *match,
                          const char *from_path, const char *to_path)
{
    for (u32 i = 0; i < pair->move_count; i++)
        if (strcmp(match->move_names[i], to_path) == 0) return true;
    return ed_match_taken(plan, pair, from_path);
}

static void add_move(const ed_Plan *plan, ed_TypePlan *pair, ed_Match *match, bool *filled_by_move,
                     const char *from_path, const char *to_path)
{
    ed_MatchPart from = ed_match_part(pair->from, from_path, pair->units.from),
                 to = ed_match_part(pair->to, to_path, pair->units.to);
    if (!from.field || !to.field || moves_already(plan, pair, match, from_path, to_path)) return;
    if (to.fresh && !ed_match_part(pair->from, to_path, NULL).fresh) return;
    match->moved_to[to.outer - pair->to->fields] = true;
    filled_by_move[to.outer - pair->to->fields] |= to.field == to.outer;
    match->move_names[pair->move_count] = to_path;
    pair->moves[pair->move_count++] = (ed_PlanMove){
        .field = { .from = from.field, .to = to.field, .units = { from.unit, to.unit } },
        .path = from_path,
        .base = to.base
    };
}

bool ed_match_moved_before(const ed_TypePlan *pair, const ed_Field *to, const ed_Move *move)
{
    const ed_Field *field = own_field(pair, to);
    for (u32 i = 0; field && i < field->move_count; i++)
        if (strcmp(field->moves[i].to, move->to) == 0
            && strcmp(field->moves[i].from, move->from) == 0)
            return true;
    return false;
}

const char *ed_match_join(ed_Plan *plan, const char *field, const char *part)
{
    size_t size = strlen(field) + strlen(part) + 2;
    char *path = (char *)ed_plan_push(plan, size);
    if (path) snprintf(path, size, "%s%s%s", field, *part ? "." : "", part);
    return path;
}

static bool find_moves(ed_Plan *plan, ed_TypePlan *pair, ed_Match *match, bool *filled_by_move)
{
    for (u32 i = 0; i < pair->to->field_count; i++) {
        const ed_Field *to = &pair->to->fields[i];
        for (u32 m = 0; m < to->move_count; m++) {
            if (ed_match_moved_before(pair, to, &to->moves[m])) continue;
            const char *path = ed_match_join(plan, to->name, to->moves[m].to);
            if (!path) return false;
            add_move(plan, pair, match, filled_by_move, to->moves[m].from, path);
        }
    }
    for (u32 i = 0; i < pair->from->field_count; i++) {
        const ed_Field *from = &pair->from->fields[i];
        // The same move backwards, for a build from before the move that reads a later state: the
        // part returns to the path that it came from.
        for (u32 m = 0; m < from->move_count; m++) {
            const char *path = ed_match_join(plan, from->name, from->moves[m].to);
            if (!path) return false;
            if (!ed_match_part(pair->from, from->moves[m].from, NULL).field
                && !ed_match_part(pair->to, path, NULL).field)
                add_move(plan, pair, match, filled_by_move, path, from->moves[m].from);
        }
    }
    return true;
}

void ed_match_mark_moved(const ed_Plan *plan, ed_TypePlan *pair)
{
    const ed_Type *from = pair->from;
    for (u32 i = 0; i < pair->move_count; i++)
        pair->fields[ed_match_part(from, pair->moves[i].path, NULL).outer - from->fields].moved++;
    for (u32 i = 0; i < plan->state_move_count; i++) {
        const ed_StateMove *move = &plan->state_moves[i];
        if (move->from == from)
            pair->fields[ed_match_part(from, move->from_path, NULL).outer - from->fields].moved++;
    }
    for (u32 i = 0; i < from->field_count; i++)
        if (pair->fields[i].moved && all_taken(plan, pair, &from->fields[i], from->fields[i].name))
            pair->fields[i].moved = ED_MOVED_WHOLE;
}

/// Marks the fields of a new state that get parts of another state.
static void mark_from_states(const ed_Plan *plan, const ed_TypePlan *pair, ed_Match *match,
                             bool *filled_by_move)
{
    for (u32 i = 0; i < plan->state_move_count; i++) {
        const ed_StateMove *move = &plan->state_moves[i];
        if (move->to != pair->to) continue;
        ed_MatchPart to = ed_match_part(pair->to, move->to_path, NULL);
        match->moved_to[to.outer - pair->to->fields] = true;
        filled_by_move[to.outer - pair->to->fields] |= to.field == to.outer;
    }
}

// --- matching a pair -----------------------------------------------------------------------------

u32 ed_match_count_moves(const ed_Type *type)
{
    u32 count = 0;
    for (u32 i = 0; i < type->field_count; i++) count += type->fields[i].move_count;
    return count;
}

bool ed_match(ed_Plan *plan, ed_TypePlan *pair, ed_Match *match)
{
    u32 moves = ed_match_count_moves(pair->from) + ed_match_count_moves(pair->to),
        count = pair->to->field_count;
    *match = (ed_Match){ .guess = NULL };
    match->moved_to = (bool *)ed_plan_push(plan, count);
    match->move_names = (const char **)ed_plan_push(plan, moves * sizeof *match->move_names);
    pair->moves = (ed_PlanMove *)ed_plan_push(plan, moves * sizeof *pair->moves);
    bool *filled_by_move = (bool *)ed_plan_push(plan, count);
    if (!match->moved_to || !match->move_names || !pair->moves || !filled_by_move) return false;
    for (u32 i = 0; i < pair->from->field_count; i++) {
        const ed_Field *from = &pair->from->fields[i];
        pair->fields[i] = (ed_PlanField){ .from = from };
    }
    if (!find_moves(plan, pair, match, filled_by_move)) return false;
    mark_from_states(plan, pair, match, filled_by_move);
    ed_match_mark_moved(plan, pair);
    if (plan->is_undo) match_by(pair, filled_by_move, source_of_undo);
    match_by(pair, filled_by_move, source_by_was);
    match_by(pair, filled_by_move, source_by_name);
    match_by(pair, filled_by_move, source_backwards);
    guess_rename(plan, pair, match);
    for (u32 i = 0; i < pair->from->field_count; i++) {
        ed_PlanField *field = &pair->fields[i];
        field->units.from = ed_field_unit(pair->from, field->from, pair->units.from);
        if (field->to) field->units.to = ed_field_unit(pair->to, field->to, pair->units.to);
    }
    return true;
}
