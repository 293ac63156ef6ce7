#include "runtime/behind.h"
#include "runtime/value.h"

/// Of an array that had this size some elements may lack: there was no room for them in the attic.
static u32 widest(const ed_PlanBack *back, u32 depth)
{
    u32 most = 0;
    for (; back; back = back->next) {
        const ed_Field *from = back->field.from;
        bool fixed = from->shape == ED_FIXED && depth < ED_DIMS_MAX;
        if (fixed && from->dims[depth] > most) most = from->dims[depth];
    }
    return most;
}

bool ed_behind_open(ed_Behind *behind, const ed_Job *job, u32 depth, u32 count)
{
    const ed_PlanBack *back = job->plan ? job->plan->back : NULL;
    if (!back || !back->parts || !ed_job_is_watched(job, job->pair)) return false;
    *behind = (ed_Behind){ .job = job, .depth = depth, .count = count, .index = count,
                           .holes = widest(back, depth) };
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
    bool list = job->to->shape != ED_ONE && job->to->shape != ED_FIXED;
    ed_Job place;
    ed_Found found;
    while (ed_behind_next(behind, &place, &found)) {
        u32 index = behind->index - 1;
        ed_Job next = list ? ed_job_tail(job, count, index)
                           : ed_job_index(job, behind->depth, index);
        ed_job_wait(&place, 0, next.spot.to);
    }
}
