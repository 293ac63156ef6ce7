/// Compiles the steps of a pair of types (steps.h).
#include <string.h>
#include "runtime/migrate/check_copied.h"
#include "runtime/migrate/match.h"
#include "runtime/types/field.h"
#include "runtime/types/types.h"

/// Returns whether the union changed: the new one may lack the alternative that an old value holds.
static bool changes_union(const ed_PlanField *plan)
{
    return plan->from->kind == ED_UNION && plan->to->kind == ED_UNION
        && !ed_same_layout(plan->from->type, plan->to->type, NULL, 0);
}

/// Returns whether numbers are converted from or to a unit that the field inherits. The attic does
/// not know such a unit.
static bool inherits_unit(const ed_PlanField *plan)
{
    bool own = plan->units.from == plan->from->unit && plan->units.to == plan->to->unit;
    return !own && ed_plan_scale(plan, false) != 1;
}

/// Finds the dimensions whose elements follow the values of an enum to other indices.
static bool find_indices(ed_Load *load, ed_FieldStep *step)
{
    const ed_Field *from = step->plan->from, *to = step->to;
    step->same_shape = ed_same_shape(from, to);
    for (u32 d = 0; d < ED_DIMS_MAX && !step->same_shape; d++) {
        const ed_Type *before = from->index_types[d], *now = to->index_types[d];
        u32 *indices =
            before && now ? (u32 *)ed_plan_push(load->plan, to->dims[d] * sizeof *indices) : NULL;
        if (before && now && !indices) return false;
        for (u32 i = 0; indices && i < to->dims[d]; i++)
            indices[i] = ed_index_before(before, now, i);
        step->indices[d] = indices;
    }
    return true;
}

bool ed_step_make(ed_Load *load, ed_FieldStep *step, const ed_PlanField *plan)
{
    step->plan = plan;
    step->to = plan->to;
    step->tally =
        plan->row ? &plan->row->tally : (ed_Tally *)ed_plan_push(load->plan, sizeof(ed_Tally));
    if (!step->to) return true;
    if (!find_indices(load, step)) return false;
    step->pointer_mismatch = (plan->from->kind == ED_PTR) != (plan->to->kind == ED_PTR);
    step->changes = (ed_plan_changes(plan) || changes_union(plan)) && !inherits_unit(plan);
    step->uses_attic = step->changes || (plan->inner && plan->inner->uses_attic);
    if (step->pointer_mismatch || !step->tally) return step->tally != NULL;
    return ed_conversion_make(load, &step->conversion, plan, step->tally);
}

bool ed_step_is_impossible(const ed_FieldStep *step)
{
    return step->pointer_mismatch || ed_conversion_is_impossible(&step->conversion);
}

static u32 steps_in(const char *path)
{
    u32 count = 1;
    for (; *path; path++) count += *path == '.';
    return count;
}

static bool make_move(ed_Load *load, ed_FieldStep *step, const ed_TypePlan *pair,
                      const ed_PlanMove *move)
{
    if (!ed_step_make(load, step, &move->field)) return false;
    const ed_Type *type = pair->from;
    step->base = move->base;
    step->path =
        (const ed_Field **)ed_plan_push(load->plan, steps_in(move->path) * sizeof *step->path);
    for (const char *path = move->path; step->path && *path; path += *path == '.') {
        size_t size = strcspn(path, ".");
        const ed_Field *field = ed_field_by_name(type, path, size);
        step->path[step->path_count++] = field;
        type = field->type;
        path += size;
    }
    return step->path != NULL;
}

static void add_name(ed_AddedField *added, u32 tag)
{
    if (added->name_count < ED_COUNT(added->names)) added->names[added->name_count++] = tag;
}

/// Collects the names under which the attic may have values of a field. A field with an old value
/// (`fed`) only gets `was` names that are new.
static void name_added(const ed_Load *load, const ed_TypePlan *pair, ed_AddedField *added,
                       u32 source)
{
    const ed_Field *to = added->to;
    bool fed = source < pair->from->field_count;
    const ed_Field *from = fed ? pair->fields[source].from : NULL;
    u32 first = ed_attic_first_tag(load->attic, pair->to->tag, to->tag);
    if (!fed) add_name(added, to->tag);
    if (!fed && first != to->tag) add_name(added, first);
    for (u32 i = 0; i < to->was_count; i++)
        if (!fed || !(!ed_same_field_name(from, to) || ed_field_was(from, to->was[i])))
            add_name(added, to->was[i]);
}

/// Returns whether a moved part goes into the field.
static bool is_moved_to(const ed_Plan *plan, const ed_TypePlan *pair, const ed_Field *to)
{
    bool moved = false;
    for (u32 m = 0; m < pair->move_count; m++)
        moved |= pair->moves[m].base + pair->moves[m].field.to->offset >= to->offset
              && pair->moves[m].base + pair->moves[m].field.to->offset
                     < to->offset + ed_field_bytes(to);
    for (u32 m = 0; m < plan->state_move_count; m++)
        moved |= plan->state_moves[m].to == pair->to
              && ed_match_part(pair->to, plan->state_moves[m].to_path, NULL).outer == to;
    return moved;
}

static bool find_added(ed_Load *load, ed_Steps *steps)
{
    const ed_TypePlan *pair = steps->pair;
    steps->added =
        (ed_AddedField *)ed_plan_push(load->plan, pair->to->field_count * sizeof *steps->added);
    if (!steps->added) return false;
    for (u32 i = 0; i < pair->to->field_count; i++) {
        const ed_Field *to = &pair->to->fields[i];
        ed_AddedField *added = &steps->added[steps->added_count];
        if (is_moved_to(load->plan, pair, to) || ed_match_left_alone(pair, to)) continue;
        *added = (ed_AddedField){ .to = to, .row = ed_plan_row(load->plan, pair, to) };
        name_added(load, pair, added, ed_match_source(pair, to));
        steps->added_count += added->name_count != 0;
    }
    return true;
}

static ed_Field row_of_type(const ed_Type *type)
{
    return (ed_Field){
        .name = type->name, .kind = type->kind, .type = type, .size = type->size, .count = 1
    };
}

ed_Steps *ed_steps(ed_Load *load, ed_TypePlan *pair, ed_OldLayout layout)
{
    if (pair->steps[layout]) return pair->steps[layout];
    u32 count = pair->from->field_count;
    ed_Steps *steps = (ed_Steps *)ed_plan_push(load->plan, sizeof *steps);
    if (!steps) goto full;
    *steps = (ed_Steps){ .pair = pair, .layout = layout };
    pair->steps[layout] = steps;      // set first, as records may hold lists of their own type
    steps->row_from = row_of_type(pair->from);
    steps->row_to = row_of_type(pair->to);
    steps->fields = (ed_FieldStep *)ed_plan_push(load->plan, count * sizeof *steps->fields);
    steps->moves =
        (ed_FieldStep *)ed_plan_push(load->plan, pair->move_count * sizeof *steps->moves);
    if (!steps->fields || !steps->moves) goto full;
    if (layout == ED_OLD_OPEN) {
        steps->open = ed_old_type(load->d, pair->from);
        if (!steps->open) return NULL;
    }
    for (u32 i = 0; i < count; i++) {
        steps->fields[i].index = i;
        if (!ed_step_make(load, &steps->fields[i], &pair->fields[i])) goto full;
    }
    for (u32 i = 0; i < pair->move_count; i++)
        if (!make_move(load, &steps->moves[i], pair, &pair->moves[i])) goto full;
    if (load->attic && !pair->between_states && !find_added(load, steps)) goto full;
    if (!ed_copied_find(load, steps)) goto full;
    return steps;
full:
    ed_read_fail(load->d->r, ED_ERR_LIMIT, load->d->r->at, ED_PLAN_FULL);
    return NULL;
}
