#include <assert.h>
#include <string.h>
#include "runtime/migrate/check_copied.h"
#include "runtime/migrate/field_step.h"
#include "runtime/snapshot/defaults.h"
#include "runtime/types/field.h"
#include "runtime/types/types.h"

/// True for an empty list that became a single value or a fixed array, at its default: nothing is
/// lost, but the result does not show that the list was empty.
static bool hides_empty_list(const ed_FieldStep *step, const ed_OldValue *old)
{
    bool empty = old->state == ED_OLD_VALUE && old->list && old->count == 0;
    bool always = step->to->shape == ED_ONE || step->to->shape == ED_FIXED;
    return empty && always;
}

static void migrate_row(ed_Load *load, const ed_Steps *steps, ed_FieldStep *step,
                        const ed_Elements *one)
{
    ed_OldRecordView record = ed_steps_record(steps, one->from);
    ed_OldValue value = ed_old_field(load->d, &record, step->index);
    step->unseen += hides_empty_list(step, &value);
    ed_shape_migrate(load, step, &value, one);
}

/// Returns whether the field can be migrated for all rows at once: its value is at the same offset
/// in each row.
static bool is_lane(const ed_Steps *steps, const ed_FieldStep *step, const ed_Elements *rows)
{
    const ed_Field *from = step->plan->from, *to = step->to;
    bool open = steps->layout == ED_OLD_OPEN;
    bool one = from->shape == ED_ONE && to->shape == ED_ONE;
    bool fixed = from->shape == ED_FIXED && step->same_shape && !open;
    bool handle = from->kind == ED_REF && to->kind != ED_REF;
    if (!(one || fixed) || step->pointer_mismatch || handle) return false;
    for (u32 i = 0; open && i < rows->count; i++)
        if (rows->from[i * rows->from_stride + step->index] != ED_OLD_VALUE) return false;
    return true;
}

static void run_lane(ed_Load *load, const ed_Steps *steps, const ed_FieldStep *step,
                     const ed_Elements *rows)
{
    bool open = steps->layout == ED_OLD_OPEN;
    u32 offset = open ? steps->open->fields[step->index].offset : step->plan->from->offset;
    ed_Elements run = ed_elements_at(rows, offset, step->to->offset);
    run.layout = open ? ED_OLD_OPEN : ED_OLD_ROW;
    run.copied = run.is_list = false;
    bool inside = step->to->kind >= ED_STR;      // errors are possible, and need the path
    if (inside && !ed_read_enter(load->d->r, step->to->name, 0)) return;
    ed_convert_field(load, &step->conversion, &run);
    if (inside) ed_read_leave(load->d->r);
}

/// Converts a fixed array of numbers of an open record, which is stored outside the record. Returns
/// false if the array is incomplete or in a row table.
static bool run_open_numbers(ed_Load *load, const ed_Steps *steps, const ed_FieldStep *step,
                             const ed_Elements *one)
{
    const ed_Conversion *e = &step->conversion;
    ed_OldArray array;
    memcpy(&array, one->from + steps->open->fields[step->index].offset, sizeof array);
    bool whole =
        one->from[step->index] == ED_OLD_VALUE && !array.table && array.count == e->from->count;
    if (!whole) return false;
    ed_Elements run = ed_elements_at(one, 0, step->to->offset);
    run.from = array.items;
    run.from_stride = steps->open->fields[step->index].size;
    run.to_stride = run.defaults_stride = e->to->size;
    run.count = array.count;
    run.copied = run.is_list = false;
    ed_convert_run(load, e, &run);
    return true;
}

/// Returns whether the field is a fixed array of numbers with the same dimensions on both sides,
/// and the old records are open.
static bool is_open_numbers(const ed_Steps *steps, const ed_FieldStep *step)
{
    const ed_Field *from = step->plan->from;
    bool fixed = from->shape == ED_FIXED && step->same_shape;
    return steps->layout == ED_OLD_OPEN && fixed && !step->pointer_mismatch
        && ed_conversion_is_number(&step->conversion);
}

static void run_field(ed_Load *load, const ed_Steps *steps, ed_FieldStep *step,
                      const ed_Elements *rows)
{
    if (rows->copied && step->copied) {
        ed_check_copied_field(load, step, rows);
        return;
    }
    assert(!rows->chosen);      // fields of chosen elements are all copied
    if (is_lane(steps, step, rows)) {
        run_lane(load, steps, step, rows);
        return;
    }
    bool numbers = is_open_numbers(steps, step);
    for (u32 i = 0; i < rows->count && ed_load_ok(load); i++) {
        ed_Elements one = ed_elements_one(rows, i);
        one.copied = false;
        if (!numbers || !run_open_numbers(load, steps, step, &one))
            migrate_row(load, steps, step, &one);
    }
}

// --- parts that moved ----------------------------------------------------------------------------

static u32 index_of(const ed_Type *type, const ed_Field *field)
{
    return (u32)(field - type->fields);
}

static void move_part(ed_Load *load, const ed_Steps *steps, ed_FieldStep *step,
                      const ed_Elements *one)
{
    ed_OldRecordView record = ed_steps_record(steps, one->from);
    ed_OldValue value = { .state = ED_OLD_MISSING };
    for (u32 i = 0; i < step->path_count; i++) {
        if (i) record = ed_old_record_view(load->d, &value);
        value = ed_old_field(load->d, &record, index_of(record.type, step->path[i]));
        if (value.state == ED_OLD_MISSING) return;
    }
    if (value.state == ED_OLD_VALUE || value.state == ED_OLD_NIL)
        ed_shape_migrate(load, step, &value, &(ed_Elements){ .to = one->to, .count = 1 });
}

// --- upgrade functions ---------------------------------------------------------------------------

void ed_upgrade(ed_Load *load, const ed_Type *type, ed_OldRecordView old, const ed_Elements *one)
{
    char reason[ED_REASON_BYTES] = "";
    ed_OldRecord before = { .d = load->d,
                            .record = old,
                            .plan = load->plan,
                            .arena = load->plan->arena,
                            .reason = reason };
    size_t used = before.arena->used;
    if (one->is_list && !ed_read_enter(load->d->r, NULL, one->first)) return;
    if (!type->upgrade(load->arena, one->to, &before))
        ed_read_fail(load->d->r, ED_ERR_UPGRADE, load->d->r->at, "%s refused: %s",
                     type->upgrade_name, *reason ? reason : "it returned false");
    before.arena->used = used;
    if (one->is_list) ed_read_leave(load->d->r);
}

// --- running the steps ---------------------------------------------------------------------------

static void fill_rows(ed_Load *load, const ed_Steps *steps, const ed_Elements *rows)
{
    if (steps->row_to.size <= ED_SPARSE_BYTES) memset(rows->to, 0, rows->count * rows->to_stride);
    ed_init_elements(&steps->row_to, load->arena, rows->to, rows->count);
}

void ed_steps_begin(ed_Load *load, const ed_Steps *steps, ed_Elements *rows)
{
    const ed_RowCopy *copy = steps->copy;
    if (rows->copied) return;
    bool open = steps->layout == ED_OLD_OPEN, copies = copy && !open;
    bool image = rows->fill && copy && copy->image;
    if (rows->fill ? image && (open || copies) : copies && rows->defaults)
        ed_row_copy(copy, rows->from, rows->from_stride, rows->to, rows->to_stride, rows->count,
                    rows->fill);
    else if (rows->fill) fill_rows(load, steps, rows);
    if (image) {
        rows->defaults = copy->image;
        rows->defaults_stride = 0;
    }
    rows->fill = false;
    rows->copied = copies && rows->defaults;
}

void ed_steps_run(ed_Load *load, ed_Steps *steps, const ed_Elements *run)
{
    const ed_TypePlan *pair = steps->pair;
    u32 count = ed_count_chosen(run);
    ed_Elements rows = *run;
    ed_elements_assert(run);
    rows.layout = steps->layout;
    ed_steps_begin(load, steps, &rows);
    steps->pair->records += count;
    if (rows.copied) steps->copied_records += count;
    if (rows.copied && steps->unchecked) return;
    for (u32 i = 0; i < pair->from->field_count && ed_load_ok(load); i++) {
        ed_FieldStep *step = &steps->fields[i];
        if (rows.copied && step->unchecked) continue;
        if (step->to) run_field(load, steps, step, &rows);
        else ed_drop_field(load, steps, step, &rows);
    }
    for (u32 m = 0; m < pair->move_count; m++)
        for (u32 i = 0; i < rows.count && ed_load_ok(load); i++) {
            ed_Elements one = ed_elements_one(&rows, i);
            if (ed_is_chosen(&rows, i)) move_part(load, steps, &steps->moves[m], &one);
        }
    bool hook = pair->upgrade && pair->to->upgrade;      // types from a document have no function
    for (u32 i = 0; hook && i < rows.count && ed_load_ok(load); i++) {
        ed_Elements one = ed_elements_one(&rows, i);
        if (ed_is_chosen(&rows, i))
            ed_upgrade(load, pair->to, ed_steps_record(steps, one.from), &one);
    }
}

void ed_steps_union(ed_Load *load, ed_Steps *steps, const ed_Conversion *e, ed_Elements *one)
{
    ed_TypePlan *pair = steps->pair;
    ed_OldRecordView record = ed_steps_record(steps, one->from);
    pair->records++;
    if (!pair->from->field_count) {
        e->tally->defaulted++;
        return;
    }
    u32 kind = ed_old_kind(&record);
    ed_FieldStep *step = &steps->fields[kind];
    if (!step->to) {
        if (step->plan->row) step->plan->row->lost++;
        e->tally->defaulted++;
        return;
    }
    e->tally->exact++;
    if (steps->layout == ED_OLD_OPEN) {
        ed_Budget *budget = load->shared->budget;
        bool inside = step->to->shape <= ED_FIXED;
        ed_budget_take(budget, &steps->row_to, 1, load->d->r);
        ed_budget_take(budget, step->to, inside ? step->to->count : 0, load->d->r);
        if (!ed_load_ok(load)) return;
    }
    ed_union_choose(e->to->type, step->to, load->arena, one->to);
    migrate_row(load, steps, step, one);
}
