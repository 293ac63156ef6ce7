#include "runtime/init.h"
#include "runtime/unpack_inner.h"

/// Opens [tag, value] and returns the tag; 0 where it is no union.
static u32 enter_union(ed_Reader *r)
{
    const u8 *at = r->at;
    if (ed_read_form(r) != ED_FORM_ARRAY) return 0;
    if (ed_read_array(r) != 2 && ed_read_ok(r))
        ed_read_fail(r, ED_ERR_FORMAT, at, "a union is [tag, value]");
    u64 tag = ed_read_u64(r);
    return ed_read_ok(r) && tag <= UINT32_MAX ? (u32)tag : 0;
}

ed_Fit ed_unpack_union(const ed_Job *job, void *at)
{
    ed_PlanPair *pair = job->plan ? job->plan->inner : NULL;
    u32 tag = enter_union(job->u->r);
    if (!tag) { ed_read_skip(job->u->r); return ED_FIT_NONE; }
    const ed_PlanField *source = pair ? ed_job_source(pair, tag, 0) : NULL;
    const ed_Field *to = pair ? (source ? source->to : NULL) : ed_field_by_tag(job->to->type, tag);
    if (pair) pair->records++;
    if (!to) {
        if (source && source->row) source->row->lost++;
        ed_read_skip(job->u->r);
        return ED_FIT_NONE;
    }
    ed_union_set(job->to->type, to, job->u->arena, at);
    ed_Job inner = ed_job_field(job, pair, source, to);
    ed_unpack_field(&inner, at);
    return ED_FIT_EXACT;
}

/// From or to the value of an alternative, as if it were a field.
static ed_PlanField step_between(const ed_Job *job, const ed_Field *from, const ed_Field *to)
{
    ed_PlanField step = { .from = from, .to = to, .scale = 1 };
    if (ed_field_is_record(from)) step.inner = ed_plan_pair(job->u->plan, from->type, to->type);
    return step;
}

ed_Fit ed_unpack_into_union(const ed_Job *job, void *at)
{
    bool absent = job->plan->from->shape == ED_OPTIONAL && ed_read_form(job->u->r) == ED_FORM_NIL;
    const ed_Field *alternative = absent ? NULL
                                         : ed_job_alternative(job->to->type, job->plan->from);
    if (!alternative) { ed_read_skip(job->u->r); return ED_FIT_NONE; }
    ed_union_set(job->to->type, alternative, job->u->arena, at);
    ed_PlanField step = step_between(job, job->plan->from, alternative);
    ed_Job inner = *job;
    inner.to   = alternative;
    inner.plan = &step;
    return ed_unpack_value(&inner, (u8 *)at + alternative->offset);
}

ed_Fit ed_unpack_from_union(const ed_Job *job, void *at)
{
    u32 tag = enter_union(job->u->r);
    const ed_Field *from = tag ? ed_field_by_tag(job->plan->from->type, tag) : NULL;
    bool good = from && from->shape == ED_ONE && ed_job_same_type(from, job->to);
    if (!good) { ed_read_skip(job->u->r); return ED_FIT_NONE; }
    ed_PlanField step = step_between(job, from, job->to);
    ed_Job inner = *job;
    inner.plan = &step;
    inner.pair = NULL;
    return ed_unpack_value(&inner, at);
}
