#include "runtime/job_attic.h"
#include <string.h>
#include "runtime/pack.h"
#include "runtime/packed.h"

// --- what it gains -------------------------------------------------------------------------------

static ed_Attic *attic_of(const ed_Job *job) { return job->u->plan ? job->u->plan->attic : NULL; }

/// The field as the attic names it: by its place in the document's tables. False where it is none
/// of these.
static bool is_of_document(const ed_Plan *plan, const ed_PlanPair *pair, const ed_Field *field)
{
    const ed_Type *from = pair->from;
    bool type = from >= plan->types && from < plan->types + plan->type_count;
    return type && field >= from->fields && field < from->fields + from->field_count;
}

/// From this reload on.
static ed_AtticKey key_of(const ed_Job *job, u64 residue)
{
    return (ed_AtticKey){ job->spot.to, residue, job->spot.list };
}

void ed_job_keep(const ed_Job *job, ed_Span value, u64 residue)
{
    ed_Attic *attic = attic_of(job);
    if (!attic || !job->plan || !ed_job_is_watched(job, job->pair)) return;
    const ed_Plan *plan = job->u->plan;
    const ed_Type *from = job->pair->from;
    const ed_Field *field = job->plan->from;
    ed_AtticKey key = key_of(job, residue);
    if (is_of_document(plan, job->pair, field))
        ed_attic_keep(attic, job->pair->to->tag, (u32)(from - plan->types),
                      (u32)(field - from->fields), job->plan->place, job->level, key, value);
    else
        ed_attic_keep_late(attic, field, (ed_AtticColumn){ .type_tag = job->pair->to->tag,
                           .place_tag = job->plan->place }, job->level, key, value);
}

ed_AtticRows *ed_job_keep_rows(const ed_Job *list, const ed_PlanPair *pair,
                               const ed_PlanField *field, const ed_AtticRows *rows)
{
    const ed_Plan *plan = list->u->plan;
    if (!ed_job_is_watched(list, pair) || !is_of_document(plan, pair, field->from)) return NULL;
    return ed_attic_keep_rows(plan->attic, pair->to->tag, (u32)(pair->from - plan->types),
                              (u32)(field->from - pair->from->fields), field->place, rows);
}

u64 ed_job_residue(const ed_Job *job, const void *at)
{
    if (!ed_job_is_watched(job, job->pair)) return 0;
    ed_Arena *arena = job->u->plan->arena;
    size_t before = arena->used;
    ed_Writer w;
    ed_write_init(&w, arena);
    ed_pack_element(&w, job->to, at);
    u64 hash = ed_packed_hash((ed_Span){ w.bytes, w.size }, job->to) | 1;
    arena->used = before;
    return hash;
}

// --- what it gives -------------------------------------------------------------------------------

/// What the value of that residue was before: its column, from `back` on, and what that one was
/// made into in turn. NULL where nothing older is known.
static const ed_PlanBack *before(const ed_Job *job, const ed_PlanBack *back, u64 residue,
                                 ed_AtticEntry **entry)
{
    for (; back; back = back->next) {
        *entry = ed_attic_find(attic_of(job), back->column, job->spot.from);
        if (*entry && (*entry)->key.residue == residue) return back;
    }
    return NULL;
}

static u64 residue_of(const ed_PlanBack *back, const ed_AtticEntry *entry)
{
    return ed_packed_hash(ed_attic_value(entry), back->field.from) | 1;
}

/// Goes back from value to value: what this one was, what that one was before, and so on, but not
/// to `end`. False where nothing older is known.
static bool seek(const ed_Job *job, u64 residue, const ed_AtticEntry *end, ed_Found *found)
{
    ed_AtticEntry *entry;
    const ed_PlanBack *back = job->plan->back;
    found->back = NULL;
    while ((back = before(job, back, residue, &entry)) != NULL && entry != end) {
        found->entry = entry;
        found->back  = back;
        residue = residue_of(back, entry);
        back    = back->next;
    }
    if (!found->back) return false;
    ed_Span value = ed_attic_value(found->entry);
    found->job = *job;
    found->job.plan  = &found->back->field;
    found->job.level = found->entry->level;
    found->job.scale = job->scale / job->plan->scale * found->back->field.scale;
    ed_read_init(&found->r, value.at, value.size);
    return true;
}

/// All that lies before the value of `residue`, which goes by `now` and is where `next` is to go.
static void wait_from(const ed_Job *job, const ed_PlanBack *back, u64 residue, u64 now,
                      const ed_Job *next)
{
    ed_AtticEntry *entry;
    while ((back = before(job, back, residue, &entry)) != NULL) {
        ed_attic_wait(entry, key_of(next, now));
        now = residue = residue_of(back, entry);
        back = back->next;
    }
}

void ed_job_wait(const ed_Job *job, u64 residue, u64 now, const ed_Job *next)
{
    wait_from(job, job->plan->back, residue, now, next);
}

void ed_job_wait_before(const ed_Job *job, const ed_Found *found, ed_Fit fit, const void *at)
{
    u64 residue = residue_of(found->back, found->entry);
    wait_from(job, found->back->next, residue,
              fit == ED_FIT_EXACT ? ed_job_residue(job, at) : residue, job);
}

/// The reader of what was found; to be called where `found` lies for good.
static void aim(const ed_Job *job, ed_Found *found)
{
    found->u = *job->u;
    found->u.r = &found->r;
    // values in values that came back are no way around the limit
    found->r.depth = job->u->r->depth;
    memcpy(found->r.path, job->u->r->path, found->r.depth * sizeof found->r.path[0]);
    found->u.live = job->u->live && !ed_attic_layer(attic_of(job), found->back->column)->from_file;
    found->job.u = &found->u;
}

bool ed_job_seek(const ed_Job *job, const ed_AtticEntry *end, ed_Found *found)
{
    const u8 *start = job->u->r->at;
    ed_Reader ahead = *job->u->r;
    ed_read_skip(&ahead);
    u64 residue = ed_packed_hash((ed_Span){ start, (size_t)(ahead.at - start) },
                                 job->plan->from) | 1;
    if (!ed_read_ok(&ahead) || !seek(job, residue, end, found)) return false;
    job->u->r->at = ahead.at;
    aim(job, found);
    return true;
}

bool ed_job_seek_dropped(const ed_Job *job, ed_Found *found)
{
    if (!seek(job, 0, NULL, found)) return false;
    aim(job, found);
    return true;
}

bool ed_job_found_nothing(const ed_Found *found)
{
    ed_Reader ahead = found->r;
    const ed_Field *from = found->job.plan->from;
    bool handle = from->kind == ED_REF && from->shape != ED_OPTIONAL;
    if (ed_read_form(&ahead) == ED_FORM_NIL) return !handle;      // a handle to nothing is a value
    return ed_read_form(&ahead) == ED_FORM_ARRAY && ed_read_array(&ahead) == 0;
}

void ed_job_brought_back(const ed_Job *job, ed_Found *found, ed_Fit fit, const void *at)
{
    u64 residue = fit != ED_FIT_EXACT && at ? ed_job_residue(job, at) : 0;
    found->entry->taken = true;
    found->entry->waits = false;
    for (ed_PlanBack *back = job->plan->back; back; back = back->next) back->column->visited = true;
    // what is inside of a field that is back comes with it
    bool counts = job->plan->row && (!job->plan->from || job->plan->row->outcome != ED_ADDED);
    if (counts && fit == ED_FIT_EXACT) job->plan->row->tally.restored++;
    if (residue) ed_attic_wait(found->entry, key_of(job, residue));
    if (!found->r.err.code) return;
    bool room = found->r.err.code != ED_ERR_LIMIT && found->r.err.code != ED_ERR_OS;
    // even if this reload fails: the next one will not meet it again
    if (room) found->entry->gone = true;
    ed_read_fail(job->u->r, found->r.err.code, job->u->r->at, "%s: %s",
                 room ? "a value in the attic is none, and is taken out"
                      : "there is no room for a value in the attic", found->r.err.text);
}
