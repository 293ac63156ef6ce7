#include "runtime/job.h"
#include <string.h>
#include "runtime/hash.h"
#include "runtime/packed.h"
#include "runtime/value.h"

// --- where it is ---------------------------------------------------------------------------------

bool ed_job_is_watched(const ed_Job *job, const ed_PlanPair *pair)
{
    return job->u->plan && job->u->plan->attic && pair && pair->watched;
}

static ed_Spot go(ed_Spot spot, u64 from, u64 to)
{
    return (ed_Spot){ ed_hash_u64(spot.from, from), ed_hash_u64(spot.to, to), 0 };
}

static bool is_fixed(const ed_Field *field) { return field->shape == ED_FIXED; }

/// The element of `list` at `index`; elements asked for in rising order are stepped to, not counted
/// out each time.
static ed_Span step_to(ed_PlanField *plan, ed_Span list, u32 index)
{
    ed_Reader r;
    bool on = plan->step_list == list.at && plan->step_index <= index;
    ed_read_init(&r, list.at, list.size);
    u32 count = ed_read_form(&r) == ED_FORM_ARRAY ? ed_read_array(&r) : 0;
    if (index >= count) return (ed_Span){ NULL, 0 };
    if (on) r.at = plan->step_at;
    for (u32 i = on ? plan->step_index : 0; i < index && ed_read_ok(&r); i++) ed_read_skip(&r);
    plan->step_list  = list.at;
    plan->step_index = index;
    plan->step_at    = r.at;
    ed_Span item = ed_read_skip(&r);
    return ed_read_ok(&r) ? item : (ed_Span){ NULL, 0 };
}

ed_Span ed_job_preset(const ed_Job *job)
{
    const ed_Field *from = job->plan ? job->plan->from : NULL;
    if (!from || !from->preset_size || (job->level && !is_fixed(from))) return (ed_Span){ NULL, 0 };
    ed_Span preset = { from->preset, from->preset_size };
    for (u32 l = 0; l + 1 < job->level && preset.size; l++)
        preset = ed_packed_item(preset, job->at[l]);
    if (!job->level || !preset.size) return preset;
    return step_to((ed_PlanField *)(uintptr_t)job->plan, preset, job->at[job->level - 1]);
}

/// `index` is of the element in the writer's array.
static ed_Job enter(const ed_Job *job, u32 index, u64 from, u64 to)
{
    ed_Job inner = *job;
    if (job->level < ED_DIMS_MAX) inner.at[job->level] = index;
    inner.level++;
    if (ed_job_is_watched(job, job->pair)) inner.spot = go(job->spot, from, to);
    return inner;
}

ed_Job ed_job_field(const ed_Job *record, const ed_PlanPair *pair, const ed_PlanField *plan,
                    const ed_Field *to)
{
    u32 place = plan ? plan->place : to->tag;
    ed_Spot spot = ed_job_is_watched(record, pair) ? go(record->spot, place, place) : record->spot;
    return (ed_Job){ .u = record->u, .pair = pair, .plan = plan, .to = to, .spot = spot,
                     .scale = plan ? record->scale * plan->scale : record->scale };
}

/// What tells the record that follows apart, or an empty span.
static ed_Span key_of(const ed_Job *job)
{
    const ed_PlanPair *pair = job->plan ? job->plan->inner : NULL;
    ed_Reader *r = job->u->r;
    if (!pair || !pair->key || !pair->watched) return (ed_Span){ NULL, 0 };
    return ed_packed_member((ed_Span){ r->at, (size_t)(r->end - r->at) }, pair->key->tag);
}

ed_Job ed_job_index(const ed_Job *job, u32 depth, u32 index)
{
    u64 id = ed_hash_u64(depth, index);
    return enter(job, index, id, id);
}

/// In a fixed array an element is known by depth and index; in a list by its key, else by its index
/// and the list's count.
static u64 id_of(bool fixed, u32 depth, u32 index, u32 count, u64 key)
{
    if (fixed) return ed_hash_u64(depth, index);
    return key ? key : ed_hash_u64(count, index);
}

ed_Job ed_job_item(const ed_Job *job, u32 index, u32 from_count, u32 to_count)
{
    if (!ed_job_is_watched(job, job->pair)) return enter(job, index, 0, 0);
    ed_Span span = key_of(job);
    return ed_job_keyed(job, index, from_count, to_count,
                        span.size ? ed_packed_hash(span, job->plan->inner->key) | 1 : 0);
}

ed_Job ed_job_keyed(const ed_Job *job, u32 index, u32 from_count, u32 to_count, u64 key)
{
    const ed_Field *from = job->plan && job->plan->from ? job->plan->from : job->to;
    if (!ed_job_is_watched(job, job->pair)) return enter(job, index, 0, 0);
    // what is kept now will be looked for on the way back, when the shapes have changed sides
    return enter(job, index, id_of(is_fixed(job->to), job->level, index, from_count, key),
                 id_of(is_fixed(from), job->level, index, to_count, key));
}

/// Where an element of the writer's has been until now.
static u64 place_now(const ed_Job *job, u32 count, u32 kept, u32 index)
{
    bool fixed = job->plan && job->plan->from && is_fixed(job->plan->from);
    ed_Job inner = fixed ? ed_job_index(job, job->level, index)
                         : ed_job_item(job, index, count, kept);
    return inner.spot.from;
}

ed_Job ed_job_first(const ed_Job *job, u32 count)
{
    ed_Job inner = enter(job, 0, 0, 0);
    inner.spot = (ed_Spot){ .from = place_now(job, count, 1, 0), .to = job->spot.to };
    return inner;
}

ed_Job ed_job_alone(const ed_Job *job, u32 dim, u32 count)
{
    ed_Job inner = *job;
    inner.spot.to = (is_fixed(job->to) ? ed_job_index(job, dim, 0)
                                       : ed_job_item(job, 0, 1, count)).spot.to;
    return inner;
}

ed_Job ed_job_handle(const ed_Job *job, ed_Ref ref)
{
    u64 id = ed_hash_u64(ref.generation, ref.index);
    return enter(job, 0, id, id);
}

ed_Job ed_job_tail(const ed_Job *job, u32 count, u32 index)
{
    u64 id = ed_hash_u64(ed_hash_u64(7, count), index);
    ed_Job tail = enter(job, index, id, id);
    tail.spot.list = job->spot.to;
    return tail;
}

// --- what follows --------------------------------------------------------------------------------

ed_Job ed_job_cut(const ed_Job *job, u32 count, u32 kept, u32 index)
{
    bool list = job->to->shape != ED_ONE && !is_fixed(job->to);
    ed_Job cut = list ? ed_job_tail(job, kept, index) : ed_job_index(job, job->level, index);
    cut.spot.from = place_now(job, count, kept, index);
    return cut;
}

bool ed_job_is_list(const ed_Job *job)
{
    if (ed_read_form(job->u->r) != ED_FORM_ARRAY) return false;
    if (job->plan && job->plan->from) return job->level < ed_field_rank(job->plan->from);
    bool one = job->to->kind == ED_UNION || job->to->kind == ED_REF;      // an array too
    return !one || job->level < ed_field_rank(job->to);
}

u32 ed_job_count(const ed_Job *job)
{
    ed_Reader *r = job->u->r;
    if (ed_read_form(r) == ED_FORM_ARRAY) return ed_read_array(r);
    ed_read_nil(r);
    return 0;
}

const ed_PlanField *ed_job_source(const ed_PlanPair *pair, u32 tag, u32 next)
{
    u32 low = 0, high = pair->from->field_count;
    if (next < high && pair->fields[next].from->tag == tag) return &pair->fields[next];
    while (low < high) {
        u32 middle = low + (high - low) / 2;
        u32 found = (u32)(pair->by_tag[middle] >> 32);
        if (found == tag) return &pair->fields[(u32)pair->by_tag[middle]];
        if (found < tag) low = middle + 1;
        else             high = middle;
    }
    return NULL;
}

// --- unions --------------------------------------------------------------------------------------

bool ed_job_same_type(const ed_Field *one, const ed_Field *other)
{
    if (one->kind != other->kind) return false;
    return !one->type || !other->type || one->type->tag == other->type->tag;
}

const ed_Field *ed_job_alternative(const ed_Type *to, const ed_Field *from)
{
    const ed_Field *only = NULL;
    for (u32 i = 0; i < to->field_count; i++) {
        if (to->fields[i].shape != ED_ONE || !ed_job_same_type(&to->fields[i], from)) continue;
        if (only) return NULL;
        only = &to->fields[i];
    }
    return only;
}
