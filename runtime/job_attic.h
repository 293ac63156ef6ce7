/// What the attic gains and gives while values are read: by the place a job says.
#ifndef ED_JOB_ATTIC_H
#define ED_JOB_ATTIC_H
#include "runtime/job.h"
ED_C_BEGIN

/// Keeps a value of the document, or of the attic, that is dropped (residue 0) or carried
/// inexactly.
void ed_job_keep(const ed_Job *job, ed_Span value, u64 residue);
/// Keeps a dropped field of all rows of a list; ed_attic_keep_rows says how. NULL where nobody
/// wants it or has room.
ed_AtticRows *ed_job_keep_rows(const ed_Job *list, const ed_PlanPair *pair,
                               const ed_PlanField *field, const ed_AtticRows *rows);
/// The hash of what is at `at` now, odd; 0 where nobody will ask.
u64  ed_job_residue(const ed_Job *job, const void *at);

typedef struct ed_Found {   // a value of an earlier reload, ready to be read; it points into itself
    ed_Job         job;
    ed_Unpack      u;
    ed_Reader      r;
    ed_AtticEntry *entry;
    const ed_PlanBack *back;      // where it is
} ed_Found;

/// What the value at hand was first, before it was cut or changed, once or step by step, if it is
/// still what it was made then. Takes it from the reader. `end`: one that is not wanted, nor what
/// was before it, or NULL.
bool ed_job_seek        (const ed_Job *job, const ed_AtticEntry *end, ed_Found *found);
/// What was dropped here.
bool ed_job_seek_dropped(const ed_Job *job, ed_Found *found);
/// Nothing was there: an absent value or an empty list.
bool ed_job_found_nothing(const ed_Found *found);
/// What the value at hand, of that residue, was before waits on, where `next` goes to, behind what
/// is of the residue `now`; 0: what was dropped.
void ed_job_wait        (const ed_Job *job, u64 residue, u64 now, const ed_Job *next);
/// What the value that was found was itself before waits on, behind that where it waits, too, else
/// behind what it was made at `at`.
void ed_job_wait_before (const ed_Job *job, const ed_Found *found, ed_Fit fit, const void *at);
/// It was read: counts it; where it did not fit exactly this time either it waits on. `at` is NULL
/// for what was dropped.
void ed_job_brought_back(const ed_Job *job, ed_Found *found, ed_Fit fit, const void *at);

ED_C_END
#endif
