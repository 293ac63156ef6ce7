#include "runtime/unpack.h"
#include <string.h>
#include "runtime/aside.h"
#include "runtime/init.h"
#include "runtime/job_attic.h"
#include "runtime/match.h"
#include "runtime/packed.h"
#include "runtime/snapshot/old_record.h"
#include "runtime/unpack_inner.h"
#include "runtime/value.h"

#define PATH_BYTES 576u        // of a part that may have moved

// --- fields --------------------------------------------------------------------------------------

void ed_unpack_shape(const ed_Job *job, void *it)
{
    u8 *at = (u8 *)it + job->to->offset;
    if (job->level == 0 && ed_table_follows(job->u->r)) { ed_unpack_table(job, it); return; }
    if (ed_unpack_is_looked_at(job)) {
        ed_unpack_opened(job, job->plan->from, ed_unpack_shape, it);
        return;
    }
    switch (job->to->shape) {
    case ED_ONE:      ed_unpack_element(job, at); break;
    case ED_FIXED:    ed_unpack_fixed(job, 0, at); break;
    case ED_BOUNDED:  ed_unpack_bounded(job, at); break;
    case ED_DYNAMIC:  ed_unpack_dynamic(job, (ed_Array *)(void *)at, UINT32_MAX); break;
    case ED_OPTIONAL: ed_unpack_optional(job, at); break;
    case ED_POOL:     ed_unpack_pool(job, (ed_Pool *)(void *)at); break;
    }
}

void ed_unpack_field(const ed_Job *job, void *it)
{
    if (!ed_read_enter(job->u->r, job->to->name, 0)) return;
    const ed_Field *from = job->plan ? job->plan->from : NULL;
    bool pool = from && from->shape == ED_POOL && ed_unpack_is_pool(job);
    // no value, nor made of one
    bool address = from && (from->kind == ED_PTR) != (job->to->kind == ED_PTR);
    if (address) { ed_read_skip(job->u->r); ed_unpack_tally(job, ED_FIT_NONE); }
    else if (pool && job->to->shape != ED_POOL) ed_unpack_pool_as_list(job, it);
    else                                   ed_unpack_shape(job, it);
    ed_read_leave(job->u->r);
}

/// A value that lies elsewhere in the document, read as the field.
static void unpack_there(const ed_Job *job, ed_Span value, void *it)
{
    ed_Reader *r = job->u->r;
    const u8 *here = r->at;
    r->at = value.at;
    ed_unpack_field(job, it);
    if (ed_read_ok(r)) r->at = here;
}

static u64 losses(const ed_ReportRow *row)
{
    return row ? row->tally.saturated + row->tally.rounded + row->tally.truncated
                 + row->tally.defaulted
               : 0;
}

void ed_unpack_return(const ed_Job *record, const ed_PlanPair *pair,
                      const ed_PlanField *field, void *it)
{
    ed_Job job = ed_job_field(record, pair, field, field->to);
    ed_Found found;
    if (!ed_job_seek_dropped(&job, &found)) return;
    if (job.to->shape == ED_ONE) ed_unpack_wait_behind(&job);
    u64 lost = losses(job.plan->row), unfit = job.plan->row ? job.plan->row->tally.defaulted : 0;
    const struct ed_AtticLate *late = record->u->plan->attic->lates;
    ed_unpack_field(&found.job, it);
    // what did not fit waits on behind what was made of it: its parts have been kept by themselves
    bool lossy = losses(job.plan->row) > lost && record->u->plan->attic->lates == late;
    bool single = lossy && job.to->shape == ED_ONE;
    bool none = job.plan->row && job.plan->row->tally.defaulted > unfit && job.to->shape == ED_ONE;
    ed_job_brought_back(&job, &found, single || none ? ED_FIT_NONE : ED_FIT_EXACT,
                        single ? (u8 *)it + job.to->offset : NULL);
    if (single && !none && job.plan->row) job.plan->row->tally.restored++;
}

// --- what the reader has no field for ------------------------------------------------------------

/// True where something is left in a struct some of whose parts moved elsewhere.
static bool rest_held(const ed_PlanPair *pair, const char *path, const ed_Type *type, ed_Span value,
                      ed_Span preset)
{
    char part[PATH_BYTES];
    for (u32 i = 0; i < type->field_count; i++) {
        const ed_Field *field = &type->fields[i];
        ed_Text text = ed_text_over(part, sizeof part);
        ed_text_add(&text, "%s.%s", path, field->name);
        ed_Span member = ed_packed_member(value, field->tag);
        ed_Span usual = ed_packed_member(preset, field->tag);
        if (!member.size || ed_match_taken(pair, part)) continue;
        bool inside = field->kind == ED_STRUCT && field->shape == ED_ONE && !text.cut;
        if (inside ? rest_held(pair, part, field->type, member, usual)
                   : ed_unpack_differs(member, usual, field, ed_field_rank(field)))
            return true;
    }
    return false;
}

static bool held(const ed_PlanPair *pair, const ed_PlanField *source, ed_Span value)
{
    const ed_Field *from = source->from;
    ed_Span preset = { from->preset, from->preset_size };
    return source->moved ? rest_held(pair, from->name, from->type, value, preset)
                         : ed_unpack_differs(value, preset, from, ed_field_rank(from));
}

static void drop(const ed_Job *job, void *it)
{
    if (ed_unpack_has_to_open(job)) { ed_unpack_opened(job, job->plan->from, drop, it); return; }
    ed_Span value = ed_read_skip(job->u->r);
    if (!job->plan || !ed_read_ok(job->u->r)) return;
    if (job->plan->row) job->plan->row->lost += held(job->pair, job->plan, value);
    if (job->plan->moved != ED_MOVED_WHOLE) ed_job_keep(job, value, 0);
}

// --- records -------------------------------------------------------------------------------------

/// Parts of the old record that have another place in the new one.
static void move_parts(const ed_Job *record, ed_PlanPair *pair, ed_Span bytes, u8 *it)
{
    for (u32 i = 0; i < pair->move_count && ed_read_ok(record->u->r); i++) {
        ed_PlanMove *move = &pair->moves[i];
        const ed_Field *found;
        u32 indexed = 0;
        ed_Span value = ed_packed_find(bytes, pair->from, move->path, &found, &indexed);
        if (!value.size) continue;
        ed_Job job = ed_job_field(record, NULL, &move->field, move->field.to);
        unpack_there(&job, value, it + move->base);
    }
}

/// The function sees the old record as memory.
static void upgrade(const ed_Job *record, const ed_PlanPair *pair, ed_Span bytes, void *it)
{
    ed_Reader *r = record->u->r;
    ed_Arena *arena = ed_aside_arena(record->u);
    size_t used = arena->used;
    ed_Decoder d = { .r = r, .arena = arena, .types = record->u->plan->types,
                     .type_count = record->u->plan->type_count, .live = record->u->live };
    const u8 *end = r->at;
    r->at = bytes.at;
    const ed_OldType *type = arena->base ? ed_old_type(&d, pair->from) : NULL;
    const u8 *old = type ? ed_decode_record(&d, type) : NULL;
    if (old) r->at = end;
    ed_Before before = { .d = &d, .record = { pair->from, type, old }, .arena = arena };
    if (old && !pair->to->upgrade(record->u->arena, it, &before))
        ed_read_fail(r, ED_ERR_UPGRADE, bytes.at, "%s refused: %s", pair->to->upgrade_name,
                     *before.reason ? before.reason : "it returned false");
    arena->used = used;
}

void ed_unpack_members(const ed_Job *record, ed_PlanPair *pair, const ed_Type *type, void *it)
{
    ed_Reader *r = record->u->r;
    u32 count = ed_read_map(r), next = 0;
    for (u32 i = 0; i < count && ed_read_ok(r); i++) {
        u64 tag = ed_read_u64(r);
        if (!ed_read_ok(r)) break;
        const ed_PlanField *source = pair && tag <= UINT32_MAX
            ? ed_job_source(pair, (u32)tag, next) : NULL;
        const ed_Field *to = source ? source->to
                                    : tag <= UINT32_MAX ? ed_field_by_tag(type, (u32)tag) : NULL;
        if (pair && to && !source) source = ed_job_source(pair, to->tag, next);      // by its `was`
        if (source) next = (u32)(source - pair->fields) + 1;
        if (!source && (!to || (to->flags & ED_FIELD_TRANSIENT))) { ed_read_skip(r); continue; }
        ed_Job job = ed_job_field(record, pair, source, to);
        if (to && !(to->flags & ED_FIELD_TRANSIENT)) ed_unpack_field(&job, it);
        else                                         drop(&job, NULL);
    }
}

void ed_unpack_record_of(const ed_Job *record, ed_PlanPair *pair, const ed_Type *type, void *it)
{
    const u8 *start = record->u->r->at;
    bool looked_at = pair && (pair->move_count || (pair->upgrade && pair->to->upgrade));
    if (looked_at && !record->u->r->aside) {
        ed_unpack_opened_record(record, pair, type, it);
        return;
    }
    ed_unpack_members(record, pair, type, it);
    if (!pair) return;
    pair->records++;
    ed_Span bytes = { start, (size_t)(record->u->r->at - start) };
    if (ed_read_ok(record->u->r) && pair->move_count)   move_parts(record, pair, bytes, (u8 *)it);
    for (u32 i = 0; i < pair->return_count && ed_read_ok(record->u->r); i++)
        ed_unpack_return(record, pair, &pair->returns[i], it);
    bool hook = pair->upgrade && pair->to->upgrade;      // a type from a document has none
    if (ed_read_ok(record->u->r) && hook)               upgrade(record, pair, bytes, it);
}

void ed_unpack_record(const ed_Unpack *u, ed_PlanPair *pair, const ed_Type *type, void *it,
                      ed_Spot spot)
{
    ed_unpack_record_of(&(ed_Job){ .u = u, .scale = 1, .spot = spot }, pair, type, it);
}
