#include <string.h>
#include "runtime/init.h"
#include "runtime/match.h"
#include "runtime/migrate/returns.h"
#include "runtime/migrate/step.h"
#include "runtime/snapshot/old_record.h"

static ed_OldRecord record_at(const ed_Steps *steps, const u8 *row)
{
    return (ed_OldRecord){ steps->pair->from, steps->open, row };
}

/// Values beside each other, in rows that all have them.
static u64 losses(const ed_FieldStep *step)
{
    const ed_Tally *t = step->tally;
    return t->saturated + t->rounded + t->truncated + t->defaulted + step->cuts;
}

/// Nothing of the old value can be carried, whatever it is.
static bool cannot(const ed_FieldStep *step)
{
    return step->address || ed_element_is_none(&step->elements[ED_OLD_ROW]);
}

/// What is carried whole, but could not be told from what it became: an empty list that became the
/// default, an alternative that became a plain value.
static bool forgets(const ed_FieldStep *step, const ed_Old *old)
{
    bool empty = old->state == ED_OLD_VALUE && old->list && old->count == 0;
    bool always = step->to->shape == ED_ONE || step->to->shape == ED_FIXED;
    bool unnamed = old->field->kind == ED_UNION && step->to->kind != ED_UNION;
    return (empty && always) || unnamed;
}

static bool is_plain(const ed_Steps *steps, const ed_FieldStep *step)
{
    return steps->layout == ED_OLD_ROW && step->plan->from->shape == ED_ONE && !step->address
        && step->to->shape == ED_ONE && step->plan->from->kind != ED_REF;
}

static u64 path_of(u64 path, u64 place) { return ed_hash_u64(path, place); }

static void carry_row(ed_Load *load, const ed_Steps *steps, const ed_FieldStep *step, ed_Elements one,
                      f64 scale)
{
    ed_OldRecord record = record_at(steps, one.from);
    ed_Old value = ed_old_field(load->d, &record, step->index);
    one.path = path_of(one.path, step->place);
    if (one.keys && step->changes && ed_shape_grows(step, &value)
        && ed_return_reduced(load, step->plan, cannot(step), &value, &one)) {
        ed_shape_overlay(load, step, &value, one, scale);
        return;
    }
    u64 before = losses(step);
    ed_Old old = value;
    ed_shape_carry(load, step, &value, one, scale);
    bool reduced = losses(step) != before || forgets(step, &old);
    if (one.keys && step->changes && reduced && ed_load_ok(load))
        ed_keep_reduced(load, steps->pair, step->index, step->to, &old, &one);
}

static void run_field(ed_Load *load, const ed_Steps *steps, const ed_FieldStep *step, ed_Elements rows,
                      f64 scale)
{
    if (is_plain(steps, step) && !(rows.keys && step->watched)) {
        const ed_Element *element = &step->elements[ED_OLD_ROW];
        ed_Elements run = rows;
        run.from += step->plan->from->offset;
        run.to   += step->to->offset;
        run.keys  = NULL;
        element->convert(load, element, run, scale);
        return;
    }
    for (u32 i = 0; i < rows.count && ed_load_ok(load); i++)
        carry_row(load, steps, step, ed_elements_one(&rows, i), scale);
}

// --- what the reader has no field for ------------------------------------------------------------

#define PATH_BYTES 576u

/// True where something is left in a struct some of whose parts moved elsewhere.
static bool rest_is_held(ed_Load *load, const ed_PlanPair *pair, const char *path,
                         const ed_OldRecord *record, const ed_OldRecord *usual)
{
    char part[PATH_BYTES];
    for (u32 i = 0; i < record->type->field_count; i++) {
        ed_Text text = ed_text_over(part, sizeof part);
        ed_text_add(&text, "%s.%s", path, record->type->fields[i].name);
        ed_Old value = ed_old_field(load->d, record, i);
        ed_Old like = usual ? ed_old_field(load->d, usual, i)
                            : (ed_Old){ .field = value.field, .state = ED_OLD_MISSING };
        if (value.state != ED_OLD_VALUE || ed_match_taken(pair, part)) continue;
        bool inside = value.field->kind == ED_STRUCT && value.field->shape == ED_ONE && !text.cut;
        if (!inside) {
            if (ed_old_is_held(load, &value, &like)) return true;
            continue;
        }
        ed_OldRecord inner = ed_old_record(load->d, &value), other;
        bool known = like.state == ED_OLD_VALUE;
        if (known) other = ed_old_record(load->d, &like);
        if (rest_is_held(load, pair, part, &inner, known ? &other : NULL)) return true;
    }
    return false;
}

static bool drops_something(ed_Load *load, const ed_Steps *steps, const ed_FieldStep *step, ed_Old *value,
                            ed_Old *usual)
{
    if (!step->plan->moved) return ed_old_is_held(load, value, usual);
    if (value->state != ED_OLD_VALUE || value->field->kind != ED_STRUCT) return false;
    ed_OldRecord record = ed_old_record(load->d, value), other;
    bool known = usual->state == ED_OLD_VALUE;
    if (known) other = ed_old_record(load->d, usual);
    return rest_is_held(load, steps->pair, value->field->name, &record, known ? &other : NULL);
}

static void drop_field(ed_Load *load, const ed_Steps *steps, const ed_FieldStep *step, ed_Elements rows)
{
    bool keeps = rows.keys && step->plan->moved != ED_MOVED_WHOLE;
    if (!step->plan->row && !keeps) return;
    const ed_Old *usual = ed_step_default(load, step);
    for (u32 i = 0; i < rows.count && ed_load_ok(load); i++) {
        ed_OldRecord record = record_at(steps, rows.from + i * rows.from_stride);
        ed_Old value = ed_old_field(load->d, &record, step->index), like = *usual;
        if (step->plan->row)
            step->plan->row->lost += drops_something(load, steps, step, &value, &like);
        if (!keeps) continue;
        ed_Elements one = ed_elements_one(&rows, i);
        one.path = path_of(rows.path, step->place);
        ed_keep_dropped(load, steps->pair, step->index, &value, &one);
    }
}

// --- parts that moved ----------------------------------------------------------------------------

static u32 index_of(const ed_Type *type, const ed_Field *field)
{
    return (u32)(field - type->fields);
}

static void move_part(ed_Load *load, const ed_Steps *steps, const ed_FieldStep *step, ed_Elements one,
                      f64 scale)
{
    ed_OldRecord record = record_at(steps, one.from);
    ed_Old value = { .state = ED_OLD_MISSING };
    for (u32 i = 0; i < step->way_count; i++) {
        if (i) record = ed_old_record(load->d, &value);
        value = ed_old_field(load->d, &record, index_of(record.type, step->way[i]));
        if (value.state == ED_OLD_MISSING) return;
    }
    if (value.state == ED_OLD_VALUE || value.state == ED_OLD_NIL)
        ed_shape_carry(load, step, &value, (ed_Elements){ .to = one.to, .count = 1 }, scale);
}

// --- upgrade functions ---------------------------------------------------------------------------

static void upgrade(ed_Load *load, const ed_Steps *steps, ed_Elements one)
{
    const ed_Type *type = steps->pair->to;
    ed_Before before = { .d = load->d, .record = record_at(steps, one.from),
                         .arena = load->plan->arena };
    size_t used = before.arena->used;
    if (one.is_list && !ed_read_enter(load->d->r, NULL, one.first)) return;
    if (!type->upgrade(load->arena, one.to, &before))
        ed_read_fail(load->d->r, ED_ERR_UPGRADE, load->d->r->at, "%s refused: %s",
                     type->upgrade_name, *before.reason ? before.reason : "it returned false");
    before.arena->used = used;
    if (one.is_list) ed_read_leave(load->d->r);
}

// --- running it ----------------------------------------------------------------------------------

void ed_steps_run(ed_Load *load, ed_Steps *steps, ed_Elements rows, f64 scale)
{
    const ed_PlanPair *pair = steps->pair;
    if (!pair->watched) rows.keys = NULL;
    steps->pair->records += rows.count;
    for (u32 i = 0; i < pair->from->field_count && ed_load_ok(load); i++) {
        const ed_FieldStep *step = &steps->fields[i];
        if (step->to) run_field(load, steps, step, rows, scale);
        else          drop_field(load, steps, step, rows);
    }
    for (u32 m = 0; m < pair->move_count; m++)
        for (u32 i = 0; i < rows.count && ed_load_ok(load); i++)
            move_part(load, steps, &steps->moves[m], ed_elements_one(&rows, i), scale);
    for (u32 a = 0; rows.keys && a < steps->added_count && ed_load_ok(load); a++) {
        const ed_AddedField *added = &steps->added[a];
        ed_return_dropped(load, added->to, added->row, added->names, added->name_count, &rows);
    }
    bool hook = pair->upgrade && pair->to->upgrade;      // a type from a document has none
    for (u32 i = 0; hook && i < rows.count && ed_load_ok(load); i++)
        upgrade(load, steps, ed_elements_one(&rows, i));
}

void ed_steps_union(ed_Load *load, ed_Steps *steps, const ed_Element *e, ed_Elements one,
                    f64 scale)
{
    ed_PlanPair *pair = steps->pair;
    ed_OldRecord record = record_at(steps, one.from);
    if (!pair->watched) one.keys = NULL;
    pair->records++;
    if (!pair->from->field_count) { e->tally->defaulted++; return; }
    const ed_FieldStep *step = &steps->fields[ed_old_kind(&record)];
    if (!step->to) {
        if (step->plan->row) step->plan->row->lost++;
        e->tally->defaulted++;
        return;
    }
    e->tally->exact++;
    ed_union_set(e->to->type, step->to, load->arena, one.to);
    carry_row(load, steps, step, one, scale);
}

bool ed_steps_return(ed_Load *load, const ed_PlanField *plan, ed_Old *value, ed_Elements one)
{
    ed_FieldStep step = { .plan = plan };
    if (!ed_step_make(load, &step, plan, ED_OLD_OPEN)) return false;
    step.watched = true;
    ed_Old old = *value;
    ed_shape_carry(load, &step, value, one, 1);
    return losses(&step) == 0 && !forgets(&step, &old);
}
