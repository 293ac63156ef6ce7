#include "runtime/migrate/state_moves.h"
#include <string.h>
#include "runtime/migrate/match.h"

static bool has_path(const ed_Type *type)
{
    for (u32 i = 0; i < type->field_count; i++)
        for (u32 m = 0; m < type->fields[i].move_count; m++)
            if (strchr(type->fields[i].moves[m].from, '.')) return true;
    return false;
}

bool ed_states_are_needed(const ed_Plan *plan, const ed_Schema *schema)
{
    for (u32 i = 0; i < schema->type_count; i++)
        if (schema->types[i]->upgrade_name) return true;
    for (u32 i = 0; i < schema->state_count; i++)
        if (has_path(schema->states[i])) return true;
    for (u32 i = 0; i < plan->type_count; i++)
        if (has_path(&plan->types[i])) return true;
    return false;
}

/// The old state that feeds the new one, or NULL.
static const ed_PlanState *state_for(const ed_Plan *plan, const ed_Type *to)
{
    for (u32 i = 0; i < plan->state_count; i++)
        if (plan->states[i].from && plan->states[i].to == to) return &plan->states[i];
    return NULL;
}

static const ed_Type *new_state(const ed_Schema *schema, const char *name)
{
    u32 index = ed_root_by_name(schema->states, schema->state_count, name);
    return index < schema->state_count ? schema->states[index] : NULL;
}

/// The old state of that name, or else the one that feeds the new state of that name.
static const ed_PlanState *old_state(const ed_Plan *plan, const ed_Schema *schema, const char *name)
{
    const ed_PlanState *state = ed_plan_state(plan, name, strlen(name));
    const ed_Type *to = state ? NULL : new_state(schema, name);
    return to ? state_for(plan, to) : state;
}

/// Splits "Game.options.volume" into "Game" and "options.volume". Returns NULL if the path has one
/// name only.
static const char *split(const char *path, char name[ED_NAME_MAX])
{
    size_t size = strcspn(path, ".");
    if (!path[size] || size >= ED_NAME_MAX) return NULL;
    memcpy(name, path, size);
    name[size] = 0;
    return path + size + 1;
}

/// A part goes to one destination, and a destination takes one part; the first one counts. A fresh
/// one takes none, unless it was fresh before.
static void add_move(ed_Plan *plan, const ed_Type *from, const char *from_path, const ed_Type *to,
                     const char *to_path)
{
    if (!to_path) return;
    const ed_PlanState *own = state_for(plan, to);
    ed_MatchPart target = ed_match_part(to, to_path, NULL);
    bool fresh = target.fresh && !(own && ed_match_part(own->from, to_path, NULL).fresh);
    bool exist = !fresh && target.field && ed_match_part(from, from_path, NULL).field;
    for (u32 i = 0; exist && i < plan->state_move_count; i++) {
        const ed_StateMove *move = &plan->state_moves[i];
        if ((move->from == from && strcmp(move->from_path, from_path) == 0)
            || (move->to == to && strcmp(move->to_path, to_path) == 0))
            return;
    }
    if (exist)
        plan->state_moves[plan->state_move_count++] =
            (ed_StateMove){ from, to, from_path, to_path };
}

/// Returns whether the old record of the field itself has the part for that destination.
static bool is_fed_from_own(const ed_TypePlan *pair, const ed_Field *field, const char *to)
{
    for (u32 m = 0; m < field->move_count; m++)
        if (strcmp(field->moves[m].to, to) == 0
            && ed_match_part(pair->from, field->moves[m].from, NULL).field)
            return true;
    return false;
}

static void find_forwards(ed_Plan *plan, const ed_Schema *schema, const ed_Type *to)
{
    char name[ED_NAME_MAX];
    const ed_PlanState *own = state_for(plan, to);
    const ed_TypePlan pair = { .from = own ? own->from : &ed_plan_nothing, .to = to };
    for (u32 i = 0; i < to->field_count; i++) {
        const ed_Field *field = &to->fields[i];
        for (u32 m = 0; m < field->move_count; m++) {
            const ed_Move *move = &field->moves[m];
            const char *path = split(move->from, name);
            if (!path || ed_match_moved_before(&pair, field, move)
                || is_fed_from_own(&pair, field, move->to))
                continue;
            const ed_PlanState *from = old_state(plan, schema, name);
            if (from && from != own)
                add_move(plan, from->from, path, to, ed_match_join(plan, field->name, move->to));
        }
    }
}

/// The same moves backwards, for a build from before the move that reads a later state.
static void find_backwards(ed_Plan *plan, const ed_Schema *schema, const ed_PlanState *state)
{
    char name[ED_NAME_MAX];
    const ed_Type *from = state->from;
    for (u32 i = 0; from && i < from->field_count; i++)
        for (u32 m = 0; m < from->fields[i].move_count; m++) {
            const ed_Move *move = &from->fields[i].moves[m];
            const char *path = split(move->from, name);
            const ed_Type *to = path ? new_state(schema, name) : NULL;
            if (!to || to == state->to || ed_match_part(from, move->from, NULL).field) continue;
            const ed_PlanState *before = state_for(plan, to);
            const char *now = ed_match_join(plan, from->fields[i].name, move->to);
            if (!now || (before && ed_match_part(before->from, path, NULL).field)
                || (state->to && ed_match_part(state->to, now, NULL).field))
                continue;
            add_move(plan, from, now, to, path);
        }
}

void ed_state_moves_find(ed_Plan *plan, const ed_Schema *schema)
{
    u32 most = 0;
    for (u32 i = 0; i < schema->state_count; i++) most += ed_match_count_moves(schema->states[i]);
    for (u32 i = 0; i < plan->state_count; i++)
        if (plan->states[i].from) most += ed_match_count_moves(plan->states[i].from);
    plan->state_moves = (ed_StateMove *)ed_plan_push(plan, most * sizeof *plan->state_moves);
    if (!plan->state_moves) return;
    for (u32 i = 0; i < schema->state_count; i++) find_forwards(plan, schema, schema->states[i]);
    for (u32 i = 0; i < plan->state_count; i++) find_backwards(plan, schema, &plan->states[i]);
}

bool ed_state_moves_between(const ed_Plan *plan, const ed_Type *from, const ed_Type *to)
{
    for (u32 i = 0; i < plan->state_move_count; i++)
        if (plan->state_moves[i].from == from && plan->state_moves[i].to == to) return true;
    return false;
}

bool ed_state_drop(ed_Plan *plan, ed_TypePlan *pair)
{
    u32 moved = 0, count = pair->from->field_count;
    pair->fields = (ed_PlanField *)ed_plan_push(plan, count * sizeof *pair->fields);
    if (!pair->fields) return false;
    for (u32 i = 0; i < count; i++)
        pair->fields[i] = (ed_PlanField){ .from = &pair->from->fields[i] };
    ed_match_mark_moved(plan, pair);
    for (u32 i = 0; i < count; i++) moved += pair->fields[i].moved == ED_MOVED_WHOLE;
    return count && moved == count;
}
