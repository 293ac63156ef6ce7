#include <string.h>
#include "runtime/init.h"
#include "runtime/behind.h"
#include "runtime/unpack_inner.h"
#include "runtime/value.h"

// --- fixed arrays --------------------------------------------------------------------------------

/// Elements or rows of a dimension that an earlier one had no room for, behind the `count` of the
/// writer's.
static void restore_rows(const ed_Job *job, u32 dim, u32 count, u8 *at)
{
    u32 room = job->to->dims[dim];
    size_t stride = ed_field_stride(job->to, dim);
    ed_Behind behind, ahead;
    ed_Job place;
    ed_Found found;
    if (!ed_behind_open(&behind, job, dim, count)) return;
    for (ahead = behind; ed_behind_next(&ahead, &place, &found) && ahead.index <= room;
         behind = ahead) {
        u32 index = ahead.index - 1;
        found.job.spot = ed_job_index(job, dim, index).spot;
        ed_unpack_fixed(&found.job, dim + 1, at + index * stride);
        ed_job_brought_back(&place, &found, ED_FIT_EXACT, NULL);
    }
    ed_behind_wait(&behind, room);
}

void ed_unpack_fixed(const ed_Job *job, u32 dim, u8 *at)
{
    ed_Reader *r = job->u->r;
    if (dim == ed_field_rank(job->to)) { ed_unpack_element(job, at); return; }
    bool list = ed_job_is_list(job);
    u32 count = list ? ed_job_count(job) : 1, room = job->to->dims[dim];
    size_t stride = ed_field_stride(job->to, dim);
    ed_Job alone = list ? *job : ed_job_alone(job, dim, 1);
    if (!list) ed_unpack_fixed(&alone, dim + 1, at);      // a value: the first element
    for (u32 i = 0; list && i < count && ed_read_enter(r, NULL, i); i++) {
        ed_Job inner = i < room ? ed_job_item(job, i, count, room)
                                : ed_job_cut(job, count, room, i);
        if (i < room) ed_unpack_fixed(&inner, dim + 1, at + i * stride);
        else          ed_unpack_cut(&inner);
        ed_read_leave(r);
    }
    restore_rows(job, dim, count, at);
}

// --- lists ---------------------------------------------------------------------------------------

/// A list on its way: how many are in the document, how many have room, how many wait in the attic
/// behind them.
typedef struct List {
    u32  count, kept, waiting;
    bool single;                 // one value, no array
} List;

u32 ed_unpack_waiting(const ed_Job *job, u32 count, u32 room)
{
    u32 waiting = 0;
    ed_Behind behind;
    ed_Job place;
    ed_Found found;
    if (!ed_behind_open(&behind, job, job->level, count)) return 0;
    while (ed_behind_next(&behind, &place, &found) && behind.index <= room)
        waiting = behind.index - count;
    return waiting;
}

/// The way to an item that is back, as it will be looked for from now on. In a pool its handle is
/// not known yet.
static ed_Spot spot_of_item(const ed_Job *job, const ed_Found *found, u32 index, u32 total)
{
    ed_Job list = *job;
    list.u    = &found->u;
    list.plan = found->job.plan;
    return ed_job_item(&list, index, total, total).spot;
}

void ed_unpack_tail(const ed_Job *job, u8 *items, u32 count, u32 waiting)
{
    u32 total = count + waiting, made = count;
    ed_Behind behind;
    ed_Job place;
    ed_Found found;
    if (!ed_behind_open(&behind, job, job->level, count)) return;
    for (; made < total && ed_behind_next(&behind, &place, &found); made = behind.index) {
        u32 index = behind.index - 1;
        for (u32 i = made; i <= index; i++)
            ed_init_element(job->to, job->u->arena, items + (size_t)i * job->to->size);
        if (job->to->shape != ED_POOL)
            found.job.spot = spot_of_item(job, &found, index, total);
        ed_unpack_element(&found.job, items + (size_t)index * job->to->size);
        ed_job_brought_back(&place, &found, ED_FIT_EXACT, NULL);
        if (!ed_read_ok(job->u->r)) return;
    }
    ed_behind_wait(&behind, total);
}

/// Nothing was there, an empty list or an absent value, before an earlier reload made it the
/// default that still stands.
static bool restore_nothing(const ed_Job *job)
{
    ed_Found found;
    const u8 *here = job->u->r->at;
    if (!job->plan || !job->plan->back || !ed_job_seek(job, NULL, &found)) return false;
    bool nothing = ed_job_found_nothing(&found);
    if (nothing) ed_job_brought_back(job, &found, ED_FIT_EXACT, NULL);
    else         job->u->r->at = here;
    return nothing;
}

/// A handle to nothing that an earlier reload made out of a value of another kind.
static bool stands_for_a_value(const ed_Job *job)
{
    ed_Found found;
    const u8 *here = job->u->r->at;
    bool handle = job->plan && job->plan->back && job->plan->from->kind == ED_REF;
    bool there = handle && ed_job_seek(job, NULL, &found) && !ed_job_found_nothing(&found);
    job->u->r->at = here;
    return there;
}

/// Up to the first element.
static List enter_list(const ed_Job *job, u32 room)
{
    bool list = ed_job_is_list(job);
    bool nil = ed_read_form(job->u->r) == ED_FORM_NIL && !stands_for_a_value(job);
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
    u32 total = list->kept + list->waiting;
    for (u32 i = 0; i < list->count && ed_read_enter(r, NULL, i); i++) {
        u8 *at = items + (size_t)i * job->to->size;
        bool optional = job->to->shape == ED_OPTIONAL;
        ed_Job inner = list->single ? optional ? *job : ed_job_alone(job, 0, total)
                     : i >= list->kept          ? ed_job_cut(job, list->count, list->kept, i)
                     : optional                 ? ed_job_first(job, list->count)
                     : ed_job_item(job, i, list->count, total);
        if (i < list->kept) {
            ed_init_element(job->to, job->u->arena, at);
            ed_unpack_element(&inner, at);
        } else {
            ed_unpack_cut(&inner);
        }
        ed_read_leave(r);
    }
    ed_unpack_tail(job, items, list->count, list->waiting);
}

void ed_unpack_bounded(const ed_Job *job, u8 *items)
{
    List list = enter_list(job, job->to->count);
    u32 total = list.kept + list.waiting;
    memset(items, 0, (size_t)job->to->count * job->to->size);
    memcpy(items - sizeof total, &total, sizeof total);
    unpack_list(job, items, &list);
}

static void *made_room(const ed_Job *job, u32 count, void *items)
{
    if (!items && count)
        ed_read_fail(job->u->r, ED_ERR_LIMIT, job->u->r->at, "%u items of %u bytes do not fit %s",
                     count, job->to->size, job->u->arena->name);
    return items;
}

void *ed_unpack_push(const ed_Job *job, u32 count)
{
    return made_room(job, count, ed_arena_push(job->u->arena, (size_t)count * job->to->size,
                                               ed_field_align(job->to)));
}

void *ed_unpack_push_raw(const ed_Job *job, u32 count)
{
    return made_room(job, count, ed_arena_push_raw(job->u->arena, (size_t)count * job->to->size,
                                                   ed_field_align(job->to)));
}

void ed_unpack_dynamic(const ed_Job *job, ed_Array *array, u32 room)
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

void ed_unpack_optional(const ed_Job *job, u8 *at)
{
    bool nil = ed_read_form(job->u->r) == ED_FORM_NIL;
    List list = enter_list(job, 1);
    memset(at, 0, job->to->size);
    at[-1] = list.kept + list.waiting != 0;
    unpack_list(job, at, &list);
    if (nil) ed_unpack_tally(job, ED_FIT_EXACT);
}
