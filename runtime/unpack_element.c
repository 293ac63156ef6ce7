#include <string.h>
#include "runtime/behind.h"
#include "runtime/convert.h"
#include "runtime/job_attic.h"
#include "runtime/packed.h"
#include "runtime/unpack_inner.h"
#include "runtime/value.h"

// --- what became of it ---------------------------------------------------------------------------

void ed_unpack_tally(const ed_Job *job, ed_Fit fit)
{
    if (!job->plan || !job->plan->row) return;
    ed_Tally *t = &job->plan->row->tally;
    switch (fit) {
    case ED_FIT_EXACT:     t->exact++; break;
    case ED_FIT_SATURATED: t->saturated++; break;
    case ED_FIT_ROUNDED:   t->rounded++; break;
    case ED_FIT_CUT:       t->truncated++; break;
    case ED_FIT_NONE:      t->defaulted++; break;
    }
}

bool ed_unpack_differs(ed_Span value, ed_Span preset, const ed_Field *field, u32 rank)
{
    if (!preset.size) return !ed_packed_is_nothing(value, field, rank);
    return value.size != preset.size || memcmp(value.at, preset.at, value.size) != 0;
}

/// How many elements are not at their default in a value of `rank` more dimensions.
static u64 count_held(ed_Span value, ed_Span preset, const ed_Field *field, u32 rank)
{
    ed_Reader r;
    ed_read_init(&r, value.at, value.size);
    if (rank == 0 || ed_read_form(&r) != ED_FORM_ARRAY)
        return ed_unpack_differs(value, preset, field, rank);
    ed_Reader usual;
    u64 held = 0;
    ed_read_init(&usual, preset.at, preset.size);
    u32 count = ed_read_array(&r);
    u32 known = ed_read_form(&usual) == ED_FORM_ARRAY ? ed_read_array(&usual) : 0;
    for (u32 i = 0; i < count && ed_read_ok(&r); i++)
        held += count_held(ed_read_skip(&r),
                           i < known ? ed_read_skip(&usual) : (ed_Span){ NULL, 0 }, field,
                           rank - 1);
    return held;
}

void ed_unpack_wait_behind(const ed_Job *job)
{
    ed_Behind behind;
    u32 rank = job->plan->back->parts, own = ed_field_rank(job->to);      // those an array does
    for (u32 depth = job->level > own ? job->level : own; depth < rank; depth++)
        if (ed_behind_open(&behind, job, depth, 1)) ed_behind_wait(&behind, 1);
}

/// What waits for the parts of a value that is cut itself waits on.
static void wait_inside(const ed_Job *job, ed_Span value)
{
    ed_Behind behind;
    ed_Reader r;
    ed_read_init(&r, value.at, value.size);
    bool array = ed_read_form(&r) == ED_FORM_ARRAY && job->level < ed_field_rank(job->plan->from);
    if (!array) {
        u64 residue = ed_packed_hash(value, job->plan->from) | 1;
        ed_unpack_wait_behind(job);
        ed_job_wait(job, residue, residue, job);
        return;
    }
    u32 count = ed_read_array(&r);
    for (u32 i = 0; i < count && ed_read_ok(&r); i++) {
        ed_Job inner = ed_job_index(job, job->level, i);
        wait_inside(&inner, ed_read_skip(&r));
    }
    if (ed_behind_open(&behind, job, job->level, count)) ed_behind_wait(&behind, count);
}

static void cut_opened(const ed_Job *job, void *it) { (void)it; ed_unpack_cut(job); }

/// It goes to the attic, as a default may be another one then; only what is not at it counts.
void ed_unpack_cut(const ed_Job *job)
{
    if (ed_unpack_has_to_open(job)) {
        ed_unpack_opened(job, job->plan->from, cut_opened, NULL);
        return;
    }
    ed_Span value = ed_read_skip(job->u->r);
    const ed_Field *from = job->plan ? job->plan->from : NULL;
    u32 rank = from ? ed_field_rank(from) : 0;
    rank = rank > job->level ? rank - job->level : 0;
    u64 held = ed_read_ok(job->u->r) ? count_held(value, ed_job_preset(job), from, rank) : 0;
    if (job->plan && job->plan->row) job->plan->row->tally.truncated += held;
    if (job->plan && job->plan->back) wait_inside(job, value);
    ed_job_keep(job, value, 0);
}

// --- one element ---------------------------------------------------------------------------------

static ed_Fit unpack_struct(const ed_Job *job, void *at)
{
    ed_Reader *r = job->u->r;
    bool good = ed_read_form(r) == ED_FORM_MAP
             && (!job->plan || !job->plan->from || job->plan->from->kind == ED_STRUCT);
    if (!good) { ed_read_skip(r); return ED_FIT_NONE; }
    ed_unpack_record_of(job, job->plan ? job->plan->inner : NULL, job->to->type, at);
    return ED_FIT_EXACT;
}

ed_Fit ed_unpack_value(const ed_Job *job, void *at)
{
    const ed_Field *from = job->plan ? job->plan->from : NULL;
    bool from_union = from && from->kind == ED_UNION, to_union = job->to->kind == ED_UNION;
    bool there = ed_read_form(job->u->r) != ED_FORM_NIL;
    if (from_union && !to_union && there) return ed_unpack_from_union(job, at);
    if (from && to_union && !from_union) return ed_unpack_into_union(job, at);
    if (to_union)                        return ed_unpack_union(job, at);
    if (job->to->kind == ED_STRUCT)      return unpack_struct(job, at);
    ed_Conversion c = { job->u->r, job->u->arena, from, job->to, job->scale, job->u->live };
    return ed_convert(&c, at);
}

/// More dimensions than here: the first element of each.
static void unpack_first(const ed_Job *job, void *at)
{
    ed_Reader *r = job->u->r;
    const u8 *start = r->at;
    u32 count = ed_job_count(job);
    ed_Span empty = { start, (size_t)(r->at - start) };
    if (count == 0 && ed_read_ok(r)) ed_job_keep(job, empty, ed_job_residue(job, at));
    if (!ed_read_enter(r, NULL, 0)) return;
    for (u32 i = 0; i < count && ed_read_ok(r); i++) {
        ed_Job inner = i == 0 ? ed_job_first(job, count) : ed_job_cut(job, count, 1, i);
        if (i == 0) ed_unpack_element(&inner, at);
        else        ed_unpack_cut(&inner);
    }
    ed_read_leave(r);
    ed_Behind behind;
    if (ed_behind_open(&behind, job, job->level, count)) ed_behind_wait(&behind, 1);
}

/// The value as it was before earlier reloads cut or changed it: the first of all that can be
/// carried; what was there before that waits on. False where there is none; `waits` says whether
/// that is for none that can be carried this time either.
static bool restore_element(const ed_Job *job, void *at, bool *waits)
{
    ed_Found found;
    const u8 *here = job->u->r->at;
    for (const ed_AtticEntry *end = NULL; ed_job_seek(job, end, &found); end = found.entry) {
        ed_Fit fit = ed_job_found_nothing(&found) ? ED_FIT_NONE : ed_unpack_value(&found.job, at);
        if (fit != ED_FIT_NONE) {
            if (end) ed_job_wait_before(job, &found, fit, at);
            ed_job_brought_back(job, &found, fit, at);
            if (fit != ED_FIT_EXACT) ed_unpack_tally(job, fit);
            return true;
        }
        *waits = true;
        job->u->r->at = here;
    }
    return false;
}

void ed_unpack_element(const ed_Job *job, void *at)
{
    bool waits = false;
    if (ed_job_is_list(job)) { unpack_first(job, at); return; }
    if (job->plan && job->plan->back) ed_unpack_wait_behind(job);
    if (job->plan && job->plan->back && restore_element(job, at, &waits)) return;
    const u8 *start = job->u->r->at;
    ed_Fit fit = ed_unpack_value(job, at);
    if (!ed_read_ok(job->u->r)) return;
    ed_unpack_tally(job, fit);
    ed_Span value = { start, (size_t)(job->u->r->at - start) };
    if (waits) {
        u64 residue = ed_packed_hash(value, job->plan->from) | 1;
        ed_job_wait(job, residue, fit == ED_FIT_EXACT ? ed_job_residue(job, at) : residue, job);
    }
    // out of a union the value is all there, but which alternative it was is not
    bool unnamed = job->plan && job->plan->from && job->plan->from->kind == ED_UNION
                && job->to->kind != ED_UNION;
    if (fit != ED_FIT_EXACT || unnamed) ed_job_keep(job, value, ed_job_residue(job, at));
}
