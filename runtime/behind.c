#include "runtime/behind.h"
#include "runtime/value.h"

/// In an array of fixed size each element has a place of its own, whether or not those before it
/// found room in the attic. What a writer says of its sizes is not believed: it may be any number.
static u32 places_of(const ed_Field *to, u32 depth)
{
    return to->shape == ED_FIXED && depth < ED_DIMS_MAX ? to->dims[depth] : 0;
}

static bool is_list(const ed_Field *field)
{
    return field && field->shape != ED_ONE && field->shape != ED_FIXED;
}

bool ed_behind_open(ed_Behind *behind, const ed_Job *job, u32 depth, u32 count)
{
    const ed_PlanBack *back = job->plan ? job->plan->back : NULL;
    if (!back || !back->parts || !ed_job_is_watched(job, job->pair)) return false;
    if (is_list(job->plan->from)) ed_attic_look_behind(job->u->plan->attic, job->spot.from);
    *behind = (ed_Behind){ .job = job, .depth = depth, .count = count, .index = count,
                           .holes = places_of(job->to, depth) };
    return true;
}

/// Where the element may wait.
static bool find_at(const ed_Behind *behind, u32 count, u32 index, ed_Job *place, ed_Found *found)
{
    *place = ed_job_index(behind->job, behind->depth, index);
    if (ed_job_seek_dropped(place, found)) return true;
    *place = ed_job_tail(behind->job, count, index);
    return ed_job_seek_dropped(place, found);
}

bool ed_behind_next(ed_Behind *behind, ed_Job *place, ed_Found *found)
{
    u32 first = behind->index;
    for (u32 i = first; i == first || i < behind->holes; i++) {
        bool there = find_at(behind, behind->count, i, place, found);
        if (!there && behind->count != first) {      // left when the list had all before it
            there = find_at(behind, first, i, place, found);
            if (there) behind->count = first;
        }
        if (!there) continue;
        behind->index = i + 1;
        return true;
    }
    return false;
}

void ed_behind_wait(ed_Behind *behind, u32 count)
{
    const ed_Job *job = behind->job;
    bool list = is_list(job->to);
    ed_Job place;
    ed_Found found;
    while (ed_behind_next(behind, &place, &found)) {
        u32 index = behind->index - 1;
        ed_Job next = list ? ed_job_tail(job, count, index)
                           : ed_job_index(job, behind->depth, index);
        ed_job_wait(&place, 0, 0, &next);
    }
}
