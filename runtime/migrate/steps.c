#include <assert.h>
#include <string.h>
#include "runtime/migrate/check_copied.h"
#include "runtime/migrate/field_step.h"
#include "runtime/migrate/match.h"
#include "runtime/snapshot/defaults.h"
#include "runtime/types/field.h"
#include "runtime/types/types.h"

// --- compiling the steps of a pair ---------------------------------------------------------------

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
    step->path = (u32 *)ed_plan_push(load->plan, steps_in(move->path) * sizeof *step->path);
    for (const char *path = move->path; step->path && *path; path += *path == '.') {
        size_t size = strcspn(path, ".");
        const ed_Field *field = ed_field_by_name(type, path, size);
        step->owner = type;
        step->index = (u32)(field - type->fields);
        step->path[step->path_count++] = step->index;
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

ed_Steps *ed_steps_known(const ed_TypePlan *pair, const ed_Type *from)
{
    ed_Steps *steps = pair->steps;
    while (steps && steps->from != from) steps = steps->next;
    return steps;
}

ed_Steps *ed_steps(ed_Load *load, ed_TypePlan *pair, const ed_Type *from)
{
    ed_Steps *steps = ed_steps_known(pair, from);
    if (steps) return steps;
    u32 count = from->field_count;
    steps = (ed_Steps *)ed_plan_push(load->plan, sizeof *steps);
    if (!steps) goto full;
    *steps = (ed_Steps){ .pair = pair, .from = from, .next = pair->steps };
    pair->steps = steps;      // set first, as records may hold lists of their own type
    steps->row_from = row_of_type(from);
    steps->row_to = row_of_type(pair->to);
    steps->fields = (ed_FieldStep *)ed_plan_push(load->plan, count * sizeof *steps->fields);
    steps->moves =
        (ed_FieldStep *)ed_plan_push(load->plan, pair->move_count * sizeof *steps->moves);
    if (!steps->fields || !steps->moves) goto full;
    for (u32 i = 0; i < count; i++) {
        ed_FieldStep *step = &steps->fields[i];
        if (!ed_step_make(load, step, &pair->fields[i])) goto full;
        step->from = &from->fields[i];
        step->owner = pair->from;
        step->index = i;
    }
    for (u32 i = 0; i < pair->move_count; i++)
        if (!make_move(load, &steps->moves[i], pair, &pair->moves[i])) goto full;
    if (!ed_copied_find(load, steps)) goto full;
    return steps;
full:
    ed_read_fail(load->d->r, ED_ERR_LIMIT, load->d->r->at, ED_PLAN_FULL);
    return NULL;
}

// --- one field of one record ---------------------------------------------------------------------

/// True for an empty list that became a single value or a fixed array, at its default: nothing is
/// lost, but the result does not show that the list was empty.
static bool hides_empty_list(const ed_FieldStep *step, const ed_ValueRef *old)
{
    bool empty = ed_value_is_list(old) && ed_value_count(old) == 0;
    bool always = step->to->shape == ED_ONE || step->to->shape == ED_FIXED;
    return empty && always;
}

static void migrate_row(ed_Load *load, const ed_Steps *steps, ed_FieldStep *step,
                        const ed_Elements *element)
{
    ed_ValueRef record = ed_steps_record(steps, element->from);
    ed_ValueRef value = ed_value_field(&record, step->from);
    step->unseen += hides_empty_list(step, &value);
    ed_shape_migrate(load, step, &value, element);
}

/// Returns whether the field can be migrated for all rows at once: its value is at the same offset
/// in each row.
static bool is_lane(const ed_FieldStep *step)
{
    const ed_Field *from = step->from, *to = step->to;
    bool single = from->shape == ED_ONE && to->shape == ED_ONE;
    bool fixed = from->shape == ED_FIXED && step->same_shape && !(from->flags & ED_FIELD_DECODED);
    bool handle = from->kind == ED_REF && to->kind != ED_REF;
    return (single || fixed) && !step->pointer_mismatch && !handle;
}

static void run_lane(ed_Load *load, const ed_FieldStep *step, const ed_Elements *rows)
{
    ed_Elements lane = ed_elements_at(rows, step->from->offset, step->to->offset);
    lane.field = step->from;
    lane.state = ED_NEW_DEFAULT;
    lane.number = 0;
    bool inside = step->to->kind >= ED_STR;      // errors are possible, and need the path
    if (inside && !ed_read_enter(load->d->r, step->to->name, 0)) return;
    ed_convert_field(load, &step->conversion, &lane);
    if (inside) ed_read_leave(load->d->r);
}

static void run_field(ed_Load *load, const ed_Steps *steps, ed_FieldStep *step,
                      const ed_Elements *rows)
{
    if (rows->state == ED_NEW_COPIED && step->copied) {
        ed_check_copied_field(load, step, rows);
        return;
    }
    assert(!rows->chosen);      // fields of chosen elements are all copied
    ed_Elements old = *rows;
    old.has_new_slots = false;      // only the slots of copied fields are new
    if (is_lane(step)) {
        run_lane(load, step, &old);
        return;
    }
    for (u32 i = 0; i < rows->count && ed_load_ok(load); i++) {
        ed_Elements element = ed_elements_one(&old, i);
        element.state = ED_NEW_DEFAULT;
        migrate_row(load, steps, step, &element);
    }
}

// --- parts that moved ----------------------------------------------------------------------------

static void move_part(ed_Load *load, const ed_Steps *steps, ed_FieldStep *step,
                      const ed_Elements *element)
{
    ed_ValueRef value = ed_steps_record(steps, element->from);
    for (u32 i = 0; i < step->path_count; i++)
        value = ed_value_field(&value, &ed_value_record(&value)->fields[step->path[i]]);
    ed_shape_migrate(load, step, &value, &(ed_Elements){ .to = element->to, .count = 1 });
}

// --- upgrade functions ---------------------------------------------------------------------------

void ed_upgrade(ed_Load *load, const ed_Type *type, ed_ValueRef old, const ed_Elements *element)
{
    char reason[ED_REASON_BYTES] = "";
    ed_OldRecord before = { .d = load->d,
                            .record = old,
                            .plan = load->plan,
                            .arena = load->plan->arena,
                            .reason = reason };
    size_t used = before.arena->used;
    bool item = element->number != 0;
    if (item && !ed_read_enter(load->d->r, NULL, element->number - 1)) return;
    if (!type->upgrade(load->arena, element->to, &before))
        ed_read_fail(load->d->r, ED_ERR_UPGRADE, load->d->r->at, "%s refused: %s",
                     type->upgrade_name, *reason ? reason : "it returned false");
    before.arena->used = used;
    if (item) ed_read_leave(load->d->r);
}

// --- running the steps ---------------------------------------------------------------------------

static void fill_rows(ed_Load *load, const ed_Steps *steps, const ed_Elements *rows)
{
    if (steps->row_to.size <= ED_SPARSE_BYTES) memset(rows->to, 0, rows->count * rows->to_stride);
    ed_init_elements(&steps->row_to, load->arena, rows->to, rows->count);
}

void ed_steps_begin(ed_Load *load, const ed_Steps *steps, ed_Elements *rows)
{
    const ed_RowCopy *copy = steps->has_slots && !rows->has_new_slots ? NULL : steps->copy;
    bool fill = rows->state == ED_NEW_RAW;
    if (rows->state == ED_NEW_COPIED) return;
    rows->state = ED_NEW_DEFAULT;
    if (fill && !(copy && copy->image)) {
        fill_rows(load, steps, rows);
        return;
    }
    if (fill) {
        rows->defaults = copy->image;
        rows->defaults_stride = 0;
    }
    if (!copy || !rows->defaults) return;
    ed_row_copy(copy, rows->from, rows->from_stride, rows->to, rows->to_stride, rows->count, fill);
    rows->state = ED_NEW_COPIED;
}

void ed_steps_run(ed_Load *load, ed_Steps *steps, const ed_Elements *elements)
{
    const ed_TypePlan *pair = steps->pair;
    u32 count = ed_count_chosen(elements);
    ed_Elements rows = *elements;
    ed_elements_assert(elements);
    ed_steps_begin(load, steps, &rows);
    bool copied = rows.state == ED_NEW_COPIED;
    steps->pair->records += count;
    if (copied) steps->copied_records += count;
    if (copied && steps->unchecked) return;
    for (u32 i = 0; i < pair->from->field_count && ed_load_ok(load); i++) {
        ed_FieldStep *step = &steps->fields[i];
        if (copied && step->unchecked) continue;
        if (step->to) run_field(load, steps, step, &rows);
        else ed_drop_field(load, steps, step, &rows);
    }
    for (u32 m = 0; m < pair->move_count; m++)
        for (u32 i = 0; i < rows.count && ed_load_ok(load); i++) {
            ed_Elements element = ed_elements_one(&rows, i);
            if (ed_is_chosen(&rows, i)) move_part(load, steps, &steps->moves[m], &element);
        }
    bool hook = pair->upgrade && pair->to->upgrade;      // types from a document have no function
    for (u32 i = 0; hook && i < rows.count && ed_load_ok(load); i++) {
        ed_Elements element = ed_elements_one(&rows, i);
        if (ed_is_chosen(&rows, i))
            ed_upgrade(load, pair->to, ed_steps_record(steps, element.from), &element);
    }
}

void ed_steps_union(ed_Load *load, ed_Steps *steps, const ed_Conversion *conversion,
                    ed_Elements *element)
{
    ed_TypePlan *pair = steps->pair;
    pair->records++;
    if (!pair->from->field_count) {
        conversion->tally->defaulted++;
        return;
    }
    u32 kind = ed_union_index(steps->from, element->from);
    ed_FieldStep *step = &steps->fields[kind];
    if (!step->to) {
        if (step->plan->row) step->plan->row->lost++;
        conversion->tally->defaulted++;
        return;
    }
    conversion->tally->exact++;
    if (step->from->flags & ED_FIELD_DECODED) {
        ed_Budget *budget = load->shared->budget;
        bool inside = step->to->shape <= ED_FIXED;
        ed_budget_take(budget, &steps->row_to, 1, load->d->r);
        ed_budget_take(budget, step->to, inside ? step->to->count : 0, load->d->r);
        if (!ed_load_ok(load)) return;
    }
    ed_union_choose(conversion->to->type, step->to, load->arena, element->to);
    migrate_row(load, steps, step, element);
}
