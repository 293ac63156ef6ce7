/// Compiles the steps of a pair of types (steps.h).
#include <string.h>
#include "runtime/migrate/check_copied.h"
#include "runtime/migrate/match.h"
#include "runtime/types/field.h"
#include "runtime/types/types.h"

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
    if (step->pointer_mismatch || !step->tally) return step->tally != NULL;
    return ed_conversion_make(load, &step->conversion, plan, step->tally);
}

bool ed_step_is_impossible(const ed_FieldStep *step)
{
    return step->pointer_mismatch || ed_conversion_is_impossible(&step->conversion);
}

u64 ed_step_losses(const ed_FieldStep *step)
{
    const u64 *alternatives = step->conversion.alternatives_lost;
    return ed_tally_losses(step->tally) + step->unseen + (alternatives ? *alternatives : 0);
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
    if (!ed_copied_find(load, steps)) goto full;
    return steps;
full:
    ed_read_fail(load->d->r, ED_ERR_LIMIT, load->d->r->at, ED_PLAN_FULL);
    return NULL;
}
