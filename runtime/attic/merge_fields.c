#include "runtime/attic/merge_fields.h"
#include <string.h>
#include "runtime/migrate/match.h"
#include "runtime/value/path.h"

// --- which fields may differ ---------------------------------------------------------------------

typedef enum Mark { MARK_DIFFERS, MARK_LACKS } Mark;

static void mark_field(const ed_Merge *m, const ed_PlanField *field, Mark mark)
{
    ed_MergeField *merged = field->to ? ed_merge_field(m, field->to) : NULL;
    if (!merged) return;
    if (mark == MARK_DIFFERS) merged->differs = true;
    else merged->lacks = true;
}

/// Returns whether a path from a record of `type` leads to the field or through it.
static bool passes(const ed_Type *type, const char *path, const ed_Field *wanted)
{
    ed_PathStep step;
    for (ed_Path rest = ed_path(path); type && *rest.rest && ed_path_next(&rest, &step, NULL);) {
        const ed_Field *field = ed_field_by_name(type, step.name, step.name_size);
        if (!field || field == wanted) return field != NULL;
        type = field->type;
    }
    return false;
}

/// Marks the new fields that get their values from field `index` of an old type.
static void mark_source(const ed_Merge *m, const ed_Plan *plan, const ed_Type *from, u32 index,
                        Mark mark)
{
    for (u32 p = 0; p < plan->count; p++) {
        const ed_TypePlan *pair = &plan->pairs[p];
        if (pair->from == from) mark_field(m, &pair->fields[index], mark);
        for (u32 i = 0; i < pair->move_count; i++)
            if (passes(pair->from, pair->moves[i].path, &from->fields[index]))
                mark_field(m, &pair->moves[i].field, mark);
    }
}

/// Marks the new state that the old one feeds.
static void mark_state(ed_Merge *m, const ed_Plan *plan, const ed_Type *from)
{
    for (u32 s = 0; s < plan->state_count; s++)
        for (u32 n = 0; n < m->schema->state_count; n++)
            m->whole[n] |=
                plan->states[s].from == from && plan->states[s].to == m->schema->states[n];
}

/// Returns whether a record becomes something else. What was lost in it shows there.
static bool is_other_kind(const ed_PlanField *field)
{
    return field->to && !field->inner && ed_field_is_record(field->from);
}

static void mark_other_kinds(const ed_Merge *m, const ed_Plan *plan, Mark mark)
{
    for (u32 p = 0; p < plan->count; p++)
        for (u32 i = 0; i < plan->pairs[p].from->field_count; i++)
            if (is_other_kind(&plan->pairs[p].fields[i]))
                mark_field(m, &plan->pairs[p].fields[i], mark);
}

void ed_merge_mark_lacking(ed_Merge *m, const ed_Retained *retained, const ed_Plan *plan)
{
    for (u32 l = 0; l < retained->lost_count; l++) {
        const ed_LostField *lost = &retained->lost[l];
        for (u32 t = 0; t < plan->type_count; t++) {
            const ed_Type *from = &plan->types[t];
            if (strcmp(from->name, lost->type) != 0) continue;
            for (u32 i = 0; lost->field && i < from->field_count; i++)
                if (strcmp(from->fields[i].name, lost->field) == 0)
                    mark_source(m, plan, from, i, MARK_LACKS);
            if (!lost->field) mark_state(m, plan, from);
        }
    }
    mark_other_kinds(m, plan, MARK_LACKS);
}

bool ed_merge_mark_losses(ed_Merge *m, const ed_Plan *plan, const ed_Plan *into_newer)
{
    const ed_Losses losses = ed_attic_find_losses(&m->scratch, into_newer);
    for (u32 i = 0; i < losses.count; i++) {
        const ed_Type *from = &plan->types[losses.all[i].type];
        if (losses.all[i].field == ED_WHOLE_STATE) mark_state(m, plan, from);
        else mark_source(m, plan, from, losses.all[i].field, MARK_DIFFERS);
    }
    for (u32 p = 0; p < into_newer->count; p++) {
        const ed_TypePlan *pair = &into_newer->pairs[p];
        for (u32 i = 0; i < pair->from->field_count; i++)
            if (is_other_kind(&pair->fields[i]))
                mark_source(m, plan, &plan->types[pair->from - into_newer->types], i, MARK_DIFFERS);
    }
    mark_other_kinds(m, plan, MARK_DIFFERS);
    if (losses.full) ed_fail(&m->error, ED_ERR_LIMIT, "%s: memory limit reached", m->scratch.name);
    return !losses.full;
}

/// Returns whether a load gives a value to the new field.
static bool has_source(const ed_Plan *plan, const ed_Type *type, const ed_Field *field)
{
    for (u32 p = 0; p < plan->count; p++) {
        const ed_TypePlan *pair = &plan->pairs[p];
        if (pair->upgrade) return true;
        for (u32 i = 0; i < pair->move_count; i++)
            if (pair->moves[i].field.to == field) return true;
        if (pair->to == type && !pair->between_states
            && ed_match_source(pair, field) < pair->from->field_count)
            return true;
    }
    return false;
}

bool ed_merge_base_is_now(ed_Merge *m, const ed_Plan *newer)
{
    for (u32 t = 0; t < m->schema->type_count; t++)
        for (u32 i = 0; i < m->types[t].type->field_count; i++) {
            const ed_MergeField *field = &m->types[t].fields[i];
            if ((field->differs || field->lacks)
                && has_source(newer, m->types[t].type, field->field))
                return false;
        }
    for (u32 t = 0; t < m->schema->type_count; t++)
        for (u32 i = 0; i < m->types[t].type->field_count; i++)
            m->types[t].fields[i].differs |= m->types[t].fields[i].lacks;
    return true;
}

// --- what the loads tell of each field -----------------------------------------------------------

/// Returns whether a document has keys for records of the new type.
static bool has_keys(const ed_Plan *plan, const ed_Type *type)
{
    for (u32 p = 0; p < plan->count; p++)
        if (plan->pairs[p].to == type && plan->pairs[p].key && plan->pairs[p].from->key)
            return true;
    return false;
}

/// Returns whether a document has records for the new field.
static bool has_records(const ed_Plan *plan, const ed_Field *field)
{
    for (u32 p = 0; p < plan->count; p++) {
        const ed_TypePlan *pair = &plan->pairs[p];
        for (u32 i = 0; i < pair->from->field_count; i++)
            if (pair->fields[i].to == field && pair->fields[i].inner) return true;
        for (u32 i = 0; i < pair->move_count; i++)
            if (pair->moves[i].field.to == field && pair->moves[i].field.inner) return true;
    }
    return false;
}

/// Returns whether the new field may have elements for which the old one has no value.
static bool has_new_elements(const ed_Field *from, const ed_Field *to)
{
    if (to->shape != ED_ONE && to->shape != ED_FIXED) return false;
    if (from->shape != ED_ONE && from->shape != ED_FIXED) return true;
    for (u32 d = 0; d < ED_DIMS_MAX; d++) {
        const ed_Type *old_index = from->index_types[d], *index = to->index_types[d];
        if (to->dims[d] > (from->dims[d] ? from->dims[d] : 1)) return true;
        if (old_index && index && !ed_same_layout(old_index, index, NULL, 0)) return true;
    }
    return false;
}

static void describe_field(const ed_Merge *m, const ed_PlanField *field, const ed_Plan *newer)
{
    ed_MergeField *merged = field->to ? ed_merge_field(m, field->to) : NULL;
    if (!merged) return;
    const ed_Field *from = field->from, *to = field->to;
    merged->has_source = true;
    merged->has_new_elements |= has_new_elements(from, to);
    if (field->row && !(merged->row && merged->row->tally.defaulted)) merged->row = field->row;
    if (to->shape == ED_POOL && from->shape == ED_POOL) merged->by = ED_BY_HANDLE;
    else if (merged->inner && field->inner && field->inner->key && has_keys(newer, to->type))
        merged->by = ED_BY_KEY;
}

/// Notes the fields in which the merge before took or kept an old value, and the fields of records
/// that contain one. Types may contain each other, so the loop repeats until nothing changes.
static void note_merged(const ed_Merge *m)
{
    for (bool again = true; again;) {
        again = false;
        for (u32 t = 0; t < m->schema->type_count; t++)
            for (u32 i = 0; i < m->types[t].type->field_count; i++) {
                ed_MergeField *field = &m->types[t].fields[i];
                bool merged = field->touched || (field->inner && field->inner->was_merged);
                if (!merged || field->was_merged) continue;
                again = field->was_merged = m->types[t].was_merged = true;
            }
    }
}

void ed_merge_describe(ed_Merge *m, const ed_Plan *plan, const ed_Plan *newer)
{
    m->any = false;
    note_merged(m);
    for (u32 t = 0; t < m->schema->type_count; t++)
        for (u32 i = 0; i < m->types[t].type->field_count; i++) {
            ed_MergeField *field = &m->types[t].fields[i];
            field->row = NULL;
            field->by = ED_BY_INDEX;
            field->has_new_elements = false;
            field->had_records = has_records(newer, field->field);
            field->touched = false;
            field->taken = field->kept = 0;
        }
    for (u32 p = 0; p < plan->count; p++) {
        const ed_TypePlan *pair = &plan->pairs[p];
        for (u32 i = 0; i < pair->from->field_count; i++)
            describe_field(m, &pair->fields[i], newer);
        for (u32 i = 0; i < pair->move_count; i++) describe_field(m, &pair->moves[i].field, newer);
        ed_MergeType *type = pair->upgrade ? ed_merge_type(m, pair->to) : NULL;
        for (u32 i = 0; type && i < pair->to->field_count; i++) type->fields[i].has_source = true;
    }
}
