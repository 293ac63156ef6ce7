#include "runtime/unpack.h"
#include <string.h>
#include "runtime/aside.h"
#include "runtime/before.h"
#include "runtime/convert.h"
#include "runtime/init.h"
#include "runtime/job.h"
#include "runtime/match.h"
#include "runtime/packed.h"
#include "runtime/value.h"

#define PATH_BYTES 576u        // of a part that may have moved

static void unpack_shape(const ed_Job *job, void *it);
static void unpack_record(const ed_Job *record, ed_PlanPair *pair, const ed_Type *type, void *it);

// --- what became of it -------------------------------------------------------------------------------------------------

static void tally(const ed_Job *job, ed_Fit fit)
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

/// True where a value of the writer is not its default.
static bool differs(ed_Span value, ed_Span preset)
{
    if (!preset.size) return !ed_packed_is_zero(value);
    return value.size != preset.size || memcmp(value.at, preset.at, value.size) != 0;
}

/// The elements that are not at their default in a row of `rank` more dimensions.
static u64 count_held(ed_Span value, ed_Span preset, u32 rank)
{
    ed_Reader r;
    ed_read_init(&r, value.at, value.size);
    if (rank == 0 || ed_read_form(&r) != ED_FORM_ARRAY) return differs(value, preset);
    ed_Reader usual;
    u64 held = 0;
    ed_read_init(&usual, preset.at, preset.size);
    u32 count = ed_read_array(&r), known = ed_read_form(&usual) == ED_FORM_ARRAY ? ed_read_array(&usual) : 0;
    for (u32 i = 0; i < count && ed_read_ok(&r); i++)
        held += count_held(ed_read_skip(&r), i < known ? ed_read_skip(&usual) : (ed_Span){ NULL, 0 }, rank - 1);
    return held;
}

/// What is compared with a default of the writer's has to be in the form that has, tables in it and all.
static bool has_to_be_opened(const ed_Job *job)
{
    const ed_Field *from = job->plan ? job->plan->from : NULL;
    bool may_hold_tables = from && (from->kind == ED_STRUCT || from->kind == ED_UNION || ed_table_follows(job->u->r));
    return may_hold_tables && !job->u->r->aside && from->preset_size;
}

static void do_opened(const ed_Job *job, void (*what)(const ed_Job *job))
{
    const ed_Unpack *u = job->u;
    const u8 *at = u->r->at;
    ed_Aside aside;
    ed_aside_begin(&aside, u);
    ed_open_field(u, u->r, job->plan->from, job->level, &aside.w);
    ed_aside_read(&aside, u, at);
    ed_Job opened = *job;
    opened.u = &aside.u;
    if (ed_read_ok(u->r)) what(&opened);
    ed_aside_end(&aside, u);
}

/// Passes over what has no room. It goes to the attic; only what is not at its default counts.
void ed_unpack_cut(const ed_Job *job)
{
    if (has_to_be_opened(job)) { do_opened(job, ed_unpack_cut); return; }
    ed_Span value = ed_read_skip(job->u->r);
    u32 rank = job->plan && job->plan->from ? ed_field_rank(job->plan->from) : 0;
    u64 held = ed_read_ok(job->u->r) ? count_held(value, ed_job_preset(job), rank > job->level ? rank - job->level : 0) : 0;
    bool fixed = job->plan && job->plan->from && job->plan->from->shape == ED_FIXED;
    if (held == 0 && fixed) return;      // of a list the count comes back too, so what is zero is kept
    if (job->plan && job->plan->row) job->plan->row->tally.truncated += held;
    ed_job_keep(job, value, 0);
}

// --- one element -------------------------------------------------------------------------------------------------------

static ed_Fit unpack_struct(const ed_Job *job, void *at)
{
    ed_Reader *r = job->u->r;
    bool good = ed_read_form(r) == ED_FORM_MAP && (!job->plan || !job->plan->from || job->plan->from->kind == ED_STRUCT);
    if (!good) { ed_read_skip(r); return ED_FIT_NONE; }
    unpack_record(job, job->plan ? job->plan->inner : NULL, job->to->type, at);
    return ED_FIT_EXACT;
}

/// Opens [tag, value] and returns the tag; 0 where it is no union.
static u32 enter_union(ed_Reader *r)
{
    const u8 *at = r->at;
    if (ed_read_form(r) != ED_FORM_ARRAY) return 0;
    if (ed_read_array(r) != 2 && ed_read_ok(r)) ed_read_fail(r, ED_ERR_FORMAT, at, "a union is [tag, value]");
    u64 tag = ed_read_u64(r);
    return ed_read_ok(r) && tag <= UINT32_MAX ? (u32)tag : 0;
}

static ed_Fit unpack_union(const ed_Job *job, void *at)
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

static ed_Fit unpack_value(const ed_Job *job, void *at);

/// Into a union from the value of one of its alternatives, if exactly one is of that type.
static ed_Fit unpack_into_union(const ed_Job *job, void *at)
{
    bool absent = job->plan->from->shape == ED_OPTIONAL && ed_read_form(job->u->r) == ED_FORM_NIL;
    const ed_Field *alternative = absent ? NULL : ed_job_alternative(job->to->type, job->plan->from);
    if (!alternative) { ed_read_skip(job->u->r); return ED_FIT_NONE; }
    ed_union_set(job->to->type, alternative, job->u->arena, at);
    ed_PlanField step = ed_job_step(job, job->plan->from, alternative);
    ed_Job inner = *job;
    inner.to   = alternative;
    inner.plan = &step;
    return unpack_value(&inner, (u8 *)at + alternative->offset);
}

/// Out of a union, if its alternative is of the type that is wanted.
static ed_Fit unpack_from_union(const ed_Job *job, void *at)
{
    u32 tag = enter_union(job->u->r);
    const ed_Field *from = tag ? ed_field_by_tag(job->plan->from->type, tag) : NULL;
    if (!from || from->shape != ED_ONE || !ed_job_same_type(from, job->to)) { ed_read_skip(job->u->r); return ED_FIT_NONE; }
    ed_PlanField step = ed_job_step(job, from, job->to);
    ed_Job inner = *job;
    inner.plan = &step;
    inner.pair = NULL;
    return unpack_value(&inner, at);
}

static ed_Fit unpack_value(const ed_Job *job, void *at)
{
    const ed_Field *from = job->plan ? job->plan->from : NULL;
    bool from_union = from && from->kind == ED_UNION, to_union = job->to->kind == ED_UNION;
    bool there = ed_read_form(job->u->r) != ED_FORM_NIL;
    if (from_union && !to_union && there) return unpack_from_union(job, at);
    if (from && to_union && !from_union) return unpack_into_union(job, at);
    if (to_union)                        return unpack_union(job, at);
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
    if (count == 0 && ed_read_ok(r)) ed_job_keep(job, (ed_Span){ start, (size_t)(r->at - start) }, ed_job_residue(job, at));
    if (!ed_read_enter(r, NULL, 0)) return;
    for (u32 i = 0; i < count && ed_read_ok(r); i++) {
        ed_Job inner = i == 0 ? ed_job_first(job) : ed_job_cut(job, 1, i);
        if (i == 0) ed_unpack_element(&inner, at);
        else        ed_unpack_cut(&inner);
    }
    ed_read_leave(r);
}

/// What was found is that nothing was there: an absent value or an empty list.
static bool is_nothing(const ed_Found *found)
{
    ed_Reader ahead = found->r;
    const ed_Field *from = found->job.plan->from;
    bool none = ed_read_form(&ahead) == ED_FORM_NIL;
    if (none) return from->kind != ED_REF || from->shape == ED_OPTIONAL;      // a handle to nothing is a value
    return (ed_read_form(&ahead) == ED_FORM_ARRAY && ed_read_array(&ahead) == 0);
}

/// The value as it was before an earlier reload cut or changed it. False where there is none, or where it cannot be carried
/// this time either: then it waits on.
static bool restore_element(const ed_Job *job, void *at, ed_AtticEntry **waits)
{
    ed_Found found;
    const u8 *here = job->u->r->at;
    if (!ed_job_seek(job, &found)) return false;
    ed_Fit fit = is_nothing(&found) ? ED_FIT_NONE : unpack_value(&found.job, at);
    if (fit != ED_FIT_NONE) {
        ed_job_brought_back(job, &found, fit, at);
        if (fit != ED_FIT_EXACT) tally(job, fit);
        return true;
    }
    *waits = found.entry;
    job->u->r->at = here;
    return false;
}

void ed_unpack_element(const ed_Job *job, void *at)
{
    ed_AtticEntry *waits = NULL;
    if (ed_job_is_list(job)) { unpack_first(job, at); return; }
    if (job->plan && job->plan->back && restore_element(job, at, &waits)) return;
    const u8 *start = job->u->r->at;
    ed_Fit fit = unpack_value(job, at);
    if (!ed_read_ok(job->u->r)) return;
    tally(job, fit);
    if (waits) waits->renewed = fit == ED_FIT_EXACT ? ed_job_residue(job, at) : waits->residue;
    // out of a union the value is all there, but which alternative it was is not
    bool unnamed = job->plan && job->plan->from && job->plan->from->kind == ED_UNION && job->to->kind != ED_UNION;
    if (fit != ED_FIT_EXACT || unnamed) ed_job_keep(job, (ed_Span){ start, (size_t)(job->u->r->at - start) }, ed_job_residue(job, at));
}

// --- arrays ------------------------------------------------------------------------------------------------------------

static void unpack_fixed(const ed_Job *job, u32 dim, u8 *at);

/// An element or row of a fixed array's dimension that an earlier one had no room for.
static void restore_row(const ed_Job *job, u32 index, u32 dim, u8 *at)
{
    ed_Job inner = ed_job_index(job, dim, index);
    ed_Found found;
    if (!ed_job_seek_dropped(&inner, &found)) return;
    unpack_fixed(&found.job, dim + 1, at);
    ed_job_brought_back(&inner, &found, ED_FIT_EXACT, NULL);
}

static void unpack_fixed(const ed_Job *job, u32 dim, u8 *at)
{
    ed_Reader *r = job->u->r;
    if (dim == ed_field_rank(job->to)) { ed_unpack_element(job, at); return; }
    bool list = ed_job_is_list(job);
    u32 count = list ? ed_job_count(job) : 1, room = job->to->dims[dim];
    size_t stride = ed_field_stride(job->to, dim);
    if (!list) unpack_fixed(job, dim + 1, at);      // a value: the first element
    for (u32 i = 0; list && i < count && ed_read_enter(r, NULL, i); i++) {
        ed_Job inner = i < room ? ed_job_item(job, i, count, room) : ed_job_cut(job, room, i);
        if (i < room) unpack_fixed(&inner, dim + 1, at + i * stride);
        else          ed_unpack_cut(&inner);
        ed_read_leave(r);
    }
    for (u32 i = count; job->plan && job->plan->back && i < room; i++) restore_row(job, i, dim, at + i * stride);
}

/// A list on its way: how many are in the document, how many have room, how many wait in the attic behind them.
typedef struct List {
    u32  count, kept, waiting;
    bool single;                 // one value, no array
} List;

u32 ed_unpack_waiting(const ed_Job *job, u32 count, u32 room)
{
    u32 waiting = 0;
    ed_Found found;
    while (job->plan && job->plan->back && count + waiting < room) {
        ed_Job tail = ed_job_tail(job, count, count + waiting);
        if (!ed_job_seek_dropped(&tail, &found)) break;
        waiting++;
    }
    return waiting;
}

void ed_unpack_tail(const ed_Job *job, u8 *items, u32 count, u32 waiting)
{
    for (u32 i = count; i < count + waiting && ed_read_ok(job->u->r); i++) {
        ed_Job tail = ed_job_tail(job, count, i);
        ed_Found found;
        u8 *at = items + (size_t)i * job->to->size;
        if (!ed_job_seek_dropped(&tail, &found)) continue;
        ed_init_element(job->to, job->u->arena, at);
        ed_unpack_element(&found.job, at);
        ed_job_brought_back(&tail, &found, ED_FIT_EXACT, NULL);
    }
}

/// Nothing was there, an empty list or an absent value, before an earlier reload made it the default that still stands.
static bool restore_nothing(const ed_Job *job)
{
    ed_Found found;
    const u8 *here = job->u->r->at;
    if (!job->plan || !job->plan->back || !ed_job_seek(job, &found)) return false;
    bool nothing = is_nothing(&found);
    if (nothing) ed_job_brought_back(job, &found, ED_FIT_EXACT, NULL);
    else         job->u->r->at = here;
    return nothing;
}

/// A handle to nothing that an earlier reload made out of a value of another kind.
static bool stands_for_a_value(const ed_Job *job)
{
    ed_Found found;
    const u8 *here = job->u->r->at;
    bool there = job->plan && job->plan->back && job->plan->from->kind == ED_REF && ed_job_seek(job, &found) && !is_nothing(&found);
    job->u->r->at = here;
    return there;
}

/// Up to the first element.
static List enter_list(const ed_Job *job, u32 room)
{
    bool list = ed_job_is_list(job), nil = ed_read_form(job->u->r) == ED_FORM_NIL && !stands_for_a_value(job);
    if (!list && !nil && restore_nothing(job)) return (List){ .count = 0 };
    List found = { .count = list || nil ? ed_job_count(job) : 1, .single = !list && !nil };
    found.kept = found.count < room ? found.count : room;
    if (found.kept == found.count) found.waiting = ed_unpack_waiting(job, found.count, room);
    return found;
}

/// Fills `items`, zeroed and with room for kept + waiting of them.
static void unpack_list(const ed_Job *job, u8 *items, const List *list)
{
    ed_Reader *r = job->u->r;
    for (u32 i = 0; i < list->count && ed_read_enter(r, NULL, i); i++) {
        u8 *at = items + (size_t)i * job->to->size;
        ed_Job inner = list->single             ? *job
                     : i >= list->kept          ? ed_job_cut(job, list->kept, i)
                     : job->to->shape == ED_OPTIONAL ? ed_job_first(job)
                                                : ed_job_item(job, i, list->count, list->kept + list->waiting);
        if (i < list->kept) { ed_init_element(job->to, job->u->arena, at); ed_unpack_element(&inner, at); }
        else                ed_unpack_cut(&inner);
        ed_read_leave(r);
    }
    ed_unpack_tail(job, items, list->count, list->waiting);
}

static void unpack_bounded(const ed_Job *job, u8 *items)
{
    List list = enter_list(job, job->to->count);
    u32 total = list.kept + list.waiting;
    memset(items, 0, (size_t)job->to->count * job->to->size);
    memcpy(items - sizeof total, &total, sizeof total);
    unpack_list(job, items, &list);
}

static void *made_room(const ed_Job *job, u32 count, void *items)
{
    if (!items && count) ed_read_fail(job->u->r, ED_ERR_LIMIT, job->u->r->at, "%u items of %u bytes do not fit %s", count,
                                      job->to->size, job->u->arena->name);
    return items;
}

void *ed_unpack_push(const ed_Job *job, u32 count)
{
    return made_room(job, count, ed_arena_push(job->u->arena, (size_t)count * job->to->size, ed_field_align(job->to)));
}

void *ed_unpack_push_raw(const ed_Job *job, u32 count)
{
    return made_room(job, count, ed_arena_push_raw(job->u->arena, (size_t)count * job->to->size, ed_field_align(job->to)));
}

static void unpack_dynamic(const ed_Job *job, ed_Array *array, u32 room)
{
    List list = enter_list(job, room);
    u32 total = list.kept + list.waiting;
    *array = (ed_Array){ NULL, 0, 0 };      // exactly as large as needed: the arena is fresh
    if (!total || !ed_read_ok(job->u->r)) return;
    void *items = ed_unpack_push(job, total);
    if (!items) return;
    *array = (ed_Array){ items, total, total };
    unpack_list(job, (u8 *)items, &list);
}

static void unpack_optional(const ed_Job *job, u8 *at)
{
    bool nil = ed_read_form(job->u->r) == ED_FORM_NIL;
    List list = enter_list(job, 1);
    memset(at, 0, job->to->size);
    at[-1] = list.kept + list.waiting != 0;
    unpack_list(job, at, &list);
    if (nil) tally(job, ED_FIT_EXACT);
}

// --- fields and records ------------------------------------------------------------------------------------------------

static bool is_pool(const ed_Job *job)
{
    bool from = !job->plan || !job->plan->from || job->plan->from->shape == ED_POOL;
    return from && job->level == 0 && ed_read_form(job->u->r) == ED_FORM_MAP && !ed_table_follows(job->u->r);
}

static void unpack_into_pool(const ed_Job *job, ed_Pool *pool)
{
    ed_Array items;
    if (is_pool(job)) { ed_unpack_pool(job, pool); return; }
    unpack_dynamic(job, &items, job->to->count ? job->to->count : UINT32_MAX);
    ed_unpack_listed_pool(job, &items, pool);
}

/// The items of a pool as a list; the reader goes on behind the pool.
static void unpack_pool_as_list(const ed_Job *job, void *it)
{
    ed_Reader *r = job->u->r;
    ed_PoolParts parts = ed_read_pool(r);
    const u8 *end = r->at;
    if (!ed_read_ok(r)) return;
    r->at = parts.items.at;
    unpack_shape(job, it);
    if (ed_read_ok(r)) r->at = end;
}

// --- tables ------------------------------------------------------------------------------------------------------------

static bool same_dims(const ed_Field *one, const ed_Field *other)
{
    return one->shape == other->shape && memcmp(one->dims, other->dims, sizeof one->dims) == 0;
}

bool ed_unpack_by_rows(const ed_Job *job, const ed_Table *table)
{
    const ed_Field *from = job->plan->from, *to = job->to;
    if (job->plan->back || job->level) return false;
    if (to->shape == ED_FIXED) return same_dims(from, to);
    bool list = ed_field_rank(from) == 1 && ed_field_rank(to) == 1;
    return list && (to->shape == ED_DYNAMIC || to->count == 0 || table->count <= to->count);
}

static bool is_table_of(const ed_Job *job, ed_Table *table)
{
    ed_Reader *r = job->u->r;
    const ed_Field *from = job->plan ? job->plan->from : NULL;
    const ed_Plan *plan = job->u->plan;
    if (!ed_read_ok(r)) return false;
    bool known = from && from->type >= plan->types && from->type < plan->types + plan->type_count;
    bool other = known && from->kind <= ED_UNION && table->type != ED_TABLE_NONE && table->type != (u64)(from->type - plan->types);
    bool good = from && ed_field_rank(from) && !other && (from->shape != ED_FIXED || from->count == table->count);
    if (!good) ed_read_fail(r, ED_ERR_FORMAT, table->at, "a table of something else than the types say of %s", from ? from->name : "it");
    return good && ed_table_check(r, ed_aside_arena(job->u), from, table);
}

static void unpack_rows_into(const ed_Job *job, const ed_Table *table, u8 *at)
{
    u32 count = table->count;
    bool list = job->to->shape == ED_DYNAMIC || job->to->shape == ED_POOL;
    u8 *items = list ? (u8 *)ed_unpack_push_raw(job, count) : at;
    if (!items) return;
    if (job->to->shape == ED_BOUNDED) {
        memcpy(at - sizeof count, &count, sizeof count);
        memset(at + (size_t)count * job->to->size, 0, (size_t)(job->to->count - count) * job->to->size);
    }
    ed_unpack_rows_of(job, table, items, count, NULL);
    ed_Array array = { count ? items : NULL, count, count };
    if (job->to->shape == ED_DYNAMIC) memcpy(at, &array, sizeof array);
    if (job->to->shape == ED_POOL)    ed_unpack_listed_pool(job, &array, (ed_Pool *)(void *)at);
}

/// A value that holds tables, as if it stood in the document without any.
static void unpack_opened(const ed_Job *job, void *it)
{
    const ed_Unpack *u = job->u;
    const u8 *at = u->r->at;
    ed_Aside aside;
    ed_Field field = *job->plan->from;
    if (field.shape == ED_POOL && ed_table_follows(u->r)) field.shape = ED_DYNAMIC;      // its items
    ed_aside_begin(&aside, u);
    ed_open_field(u, u->r, &field, 0, &aside.w);
    ed_aside_read(&aside, u, at);
    ed_Job opened = *job;
    opened.u = &aside.u;
    if (ed_read_ok(u->r)) unpack_shape(&opened, it);
    ed_aside_end(&aside, u);
}

static void unpack_table(const ed_Job *job, void *it)
{
    ed_Reader *r = job->u->r;
    const u8 *start = r->at;
    ed_Table table = ed_read_table(r);
    if (!is_table_of(job, &table)) return;
    bool list = job->to->shape == ED_FIXED || job->to->shape == ED_BOUNDED || job->to->shape == ED_DYNAMIC || job->to->shape == ED_POOL;
    if (list && ed_unpack_by_rows(job, &table)) { unpack_rows_into(job, &table, (u8 *)it + job->to->offset); return; }
    r->at = start;
    unpack_opened(job, it);
}

/// What is looked at as a whole, to find what it was before, has to be in one form always.
static bool is_looked_at(const ed_Job *job)
{
    const ed_Field *from = job->plan ? job->plan->from : NULL;
    bool record = from && (from->kind == ED_STRUCT || from->kind == ED_UNION) && !job->u->r->aside;
    return record && (job->plan->back || from->kind != job->to->kind || from->shape != job->to->shape);
}

static void unpack_shape(const ed_Job *job, void *it)
{
    u8 *at = (u8 *)it + job->to->offset;
    if (job->level == 0 && ed_table_follows(job->u->r)) { unpack_table(job, it); return; }
    if (is_looked_at(job)) { unpack_opened(job, it); return; }
    switch (job->to->shape) {
    case ED_ONE:      ed_unpack_element(job, at); break;
    case ED_FIXED:    unpack_fixed(job, 0, at); break;
    case ED_BOUNDED:  unpack_bounded(job, at); break;
    case ED_DYNAMIC:  unpack_dynamic(job, (ed_Array *)(void *)at, UINT32_MAX); break;
    case ED_OPTIONAL: unpack_optional(job, at); break;
    case ED_POOL:     unpack_into_pool(job, (ed_Pool *)(void *)at); break;
    }
}

void ed_unpack_field(const ed_Job *job, void *it)
{
    if (!ed_read_enter(job->u->r, job->to->name, 0)) return;
    const ed_Field *from = job->plan ? job->plan->from : NULL;
    bool pool = from && from->shape == ED_POOL && is_pool(job);
    bool address = from && (from->kind == ED_PTR) != (job->to->kind == ED_PTR);      // no value, nor made of one
    if (address) { ed_read_skip(job->u->r); tally(job, ED_FIT_NONE); }
    else if (pool && job->to->shape != ED_POOL) unpack_pool_as_list(job, it);
    else                                   unpack_shape(job, it);
    ed_read_leave(job->u->r);
}

/// True where something is left in a struct some of whose parts moved elsewhere.
static bool rest_held(const ed_PlanPair *pair, const char *path, const ed_Type *type, ed_Span value, ed_Span preset)
{
    char part[PATH_BYTES];
    for (u32 i = 0; i < type->field_count; i++) {
        const ed_Field *field = &type->fields[i];
        ed_Text text = ed_text_over(part, sizeof part);
        ed_text_add(&text, "%s.%s", path, field->name);
        ed_Span member = ed_packed_member(value, field->tag), usual = ed_packed_member(preset, field->tag);
        if (!member.size || ed_match_taken(pair, part)) continue;
        bool inside = field->kind == ED_STRUCT && field->shape == ED_ONE && !text.cut;
        if (inside ? rest_held(pair, part, field->type, member, usual) : differs(member, usual)) return true;
    }
    return false;
}

static void drop(const ed_Job *job);

static bool held(const ed_PlanPair *pair, const ed_PlanField *source, ed_Span value)
{
    const ed_Field *from = source->from;
    ed_Span preset = { from->preset, from->preset_size };
    return source->moved ? rest_held(pair, from->name, from->type, value, preset) : differs(value, preset);
}

static void drop(const ed_Job *job)
{
    if (has_to_be_opened(job)) { do_opened(job, drop); return; }
    ed_Span value = ed_read_skip(job->u->r);
    if (!job->plan || !job->plan->row || !ed_read_ok(job->u->r)) return;
    bool lost = held(job->pair, job->plan, value);
    job->plan->row->lost += lost;
    if (job->plan->moved != ED_MOVED_WHOLE) ed_job_keep(job, value, 0);
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

static u64 losses(const ed_ReportRow *row)
{
    return row ? row->tally.saturated + row->tally.rounded + row->tally.truncated + row->tally.defaulted : 0;
}

/// A new field whose value waited in the attic.
void ed_unpack_return(const ed_Job *record, const ed_PlanPair *pair, const ed_PlanField *field, void *it)
{
    ed_Job job = ed_job_field(record, pair, field, field->to);
    ed_Found found;
    if (!ed_job_seek_dropped(&job, &found)) return;
    u64 lost = losses(job.plan->row);
    ed_unpack_field(&found.job, it);
    bool lossy = losses(job.plan->row) > lost;      // what did not fit waits on behind what was made of it
    bool single = lossy && job.to->shape == ED_ONE;
    ed_job_brought_back(&job, &found, single ? ED_FIT_NONE : ED_FIT_EXACT, single ? (u8 *)it + job.to->offset : NULL);
    if (single && job.plan->row) job.plan->row->tally.restored++;
}

static void upgrade(const ed_Job *record, const ed_PlanPair *pair, ed_Span bytes, void *it)
{
    ed_Reader *r = record->u->r;
    ed_Before before = { .type = pair->from, .record = bytes, .arena = record->u->plan->arena };
    size_t used = before.arena->used;
    if (!pair->to->upgrade(record->u->arena, it, &before))
        ed_read_fail(r, ED_ERR_UPGRADE, bytes.at, "%s refused: %s", pair->to->upgrade_name,
                     *before.reason ? before.reason : "it returned false");
    before.arena->used = used;
}

void ed_unpack_members(const ed_Job *record, ed_PlanPair *pair, const ed_Type *type, void *it)
{
    ed_Reader *r = record->u->r;
    u32 count = ed_read_map(r), next = 0;
    for (u32 i = 0; i < count && ed_read_ok(r); i++) {
        u64 tag = ed_read_u64(r);
        if (!ed_read_ok(r)) break;
        const ed_PlanField *source = pair && tag <= UINT32_MAX ? ed_job_source(pair, (u32)tag, next) : NULL;
        const ed_Field *to = source ? source->to : tag <= UINT32_MAX ? ed_field_by_tag(type, (u32)tag) : NULL;
        if (source) next = (u32)(source - pair->fields) + 1;
        if (!source && (!to || (to->flags & ED_FIELD_TRANSIENT))) { ed_read_skip(r); continue; }
        ed_Job job = ed_job_field(record, pair, source, to);
        if (to && !(to->flags & ED_FIELD_TRANSIENT)) ed_unpack_field(&job, it);
        else                                         drop(&job);
    }
}

/// Who looks for paths in a whole record, as a hook does, finds it in open form.
static void unpack_opened_record(const ed_Job *record, ed_PlanPair *pair, const ed_Type *type, void *it)
{
    const ed_Unpack *u = record->u;
    const u8 *at = u->r->at;
    ed_Aside aside;
    ed_aside_begin(&aside, u);
    ed_open_record(u, u->r, pair->from, &aside.w);
    ed_aside_read(&aside, u, at);
    ed_Job opened = *record;
    opened.u = &aside.u;
    if (ed_read_ok(u->r)) unpack_record(&opened, pair, type, it);
    ed_aside_end(&aside, u);
}

static void unpack_record(const ed_Job *record, ed_PlanPair *pair, const ed_Type *type, void *it)
{
    const u8 *start = record->u->r->at;
    bool looked_at = pair && (pair->move_count || (pair->upgrade && pair->to->upgrade));
    if (looked_at && !record->u->r->aside) { unpack_opened_record(record, pair, type, it); return; }
    ed_unpack_members(record, pair, type, it);
    if (!pair) return;
    pair->records++;
    ed_Span bytes = { start, (size_t)(record->u->r->at - start) };
    if (ed_read_ok(record->u->r) && pair->move_count)   move_parts(record, pair, bytes, (u8 *)it);
    for (u32 i = 0; i < pair->return_count && ed_read_ok(record->u->r); i++) ed_unpack_return(record, pair, &pair->returns[i], it);
    bool hook = pair->upgrade && pair->to->upgrade;      // a type from a document has none
    if (ed_read_ok(record->u->r) && hook)               upgrade(record, pair, bytes, it);
}

void ed_unpack_record(const ed_Unpack *u, ed_PlanPair *pair, const ed_Type *type, void *it, ed_Spot spot)
{
    unpack_record(&(ed_Job){ .u = u, .scale = 1, .spot = spot }, pair, type, it);
}

bool ed_unpack_rows(ed_Reader *r, ed_Arena *arena, const ed_Type *type, void *rows, u32 count)
{
    ed_Unpack u = { .r = r, .arena = arena };
    ed_Field element = { .name = type->name, .kind = type->kind, .type = type, .size = type->size, .count = 1 };
    u32 there = ed_read_array(r);
    for (u32 i = 0; i < count; i++) ed_type_init(type, arena, (u8 *)rows + (size_t)i * type->size);
    for (u32 i = 0; i < there && ed_read_enter(r, NULL, i); i++) {
        if (i < count) ed_unpack_element(&(ed_Job){ .u = &u, .to = &element, .scale = 1 }, (u8 *)rows + (size_t)i * type->size);
        else           ed_read_skip(r);
        ed_read_leave(r);
    }
    return ed_read_ok(r);
}

