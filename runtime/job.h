/// One value on its way out of a document into memory: where it is, how deep in its arrays, and by
/// which place the attic knows it.
#ifndef ED_JOB_H
#define ED_JOB_H
#include "runtime/number.h"
#include "runtime/pool.h"
#include "runtime/unpack.h"
ED_C_BEGIN

typedef struct ed_Job {
    const ed_Unpack    *u;
    const ed_PlanPair  *pair;        // that `plan` is a field of; NULL: no field of the document
    const ed_PlanField *plan;        // NULL where the writer's types are not known
    const ed_Field     *to;          // NULL: dropped
    f64                 scale;       // of its numbers
    u32                 level;       // arrays of the writer's field that were entered,
    u32                 at[ED_DIMS_MAX];   // and the indices in these
    ed_Spot             spot;
} ed_Job;

// From a value to one inside it.
ed_Job ed_job_field (const ed_Job *record, const ed_PlanPair *pair, const ed_PlanField *plan,
                     const ed_Field *to);
/// Of a fixed array, `depth` dimensions down.
ed_Job ed_job_index (const ed_Job *job, u32 depth, u32 index);
/// The first of `count` elements, which becomes a single value: from its place to the array's.
ed_Job ed_job_first (const ed_Job *job, u32 count);
/// A single value that becomes the first element of a dimension, or of a list of `count`.
ed_Job ed_job_alone (const ed_Job *job, u32 dim, u32 count);
ed_Job ed_job_handle(const ed_Job *job, ed_Ref ref);                ///< of a pool
/// What a list of `count` had no room for.
ed_Job ed_job_tail  (const ed_Job *job, u32 count, u32 index);
/// Of an array with so many on either side; where its elements have a key, reads ahead for it.
ed_Job ed_job_item  (const ed_Job *job, u32 index, u32 from_count, u32 to_count);
/// The same by `key`, the hash of that, which is odd; 0: it has none.
ed_Job ed_job_keyed (const ed_Job *job, u32 index, u32 from_count, u32 to_count, u64 key);
/// What has no room behind `kept` of `count` elements, as it will be looked for: by index behind a fixed array
/// or a value, as a tail behind a list.
ed_Job ed_job_cut   (const ed_Job *job, u32 count, u32 kept, u32 index);

/// The writer's default of the value; empty: zero.
ed_Span ed_job_preset(const ed_Job *job);

/// An array of the writer's follows, not yet one element.
bool ed_job_is_list(const ed_Job *job);
/// Of the elements that follow, behind their count then; nil has none.
u32  ed_job_count  (const ed_Job *job);

/// The writer's field of that tag; `next` is where it stands if the record is in the writer's own
/// order.
const ed_PlanField *ed_job_source(const ed_PlanPair *pair, u32 tag, u32 next);

/// Places cost time: they are followed only where the attic may gain or give something.
bool ed_job_is_watched(const ed_Job *job, const ed_PlanPair *pair);

// Unions: from and to the value of an alternative.
/// Of one element.
bool            ed_job_same_type  (const ed_Field *one, const ed_Field *other);
/// The only one of its type, or NULL.
const ed_Field *ed_job_alternative(const ed_Type *to, const ed_Field *from);

ED_C_END
#endif
