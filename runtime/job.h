/// One value on its way out of a document into memory: where it is, how deep in its arrays, and what the attic knows of it.
#ifndef ED_JOB_H
#define ED_JOB_H
#include "runtime/number.h"
#include "runtime/pool.h"
#include "runtime/table.h"
#include "runtime/unpack.h"
ED_C_BEGIN

typedef struct ed_Job {
    const ed_Unpack    *u;
    const ed_PlanPair  *pair;        // that `plan` is a field of; NULL: no field of the document
    const ed_PlanField *plan;        // NULL where the writer's types are not known
    const ed_Field     *to;          // NULL: dropped
    f64                 scale;       // of its numbers
    u32                 level;       // arrays of the writer's field that were entered
    ed_Spot             spot;
    u32                 at[ED_DIMS_MAX];   // the indices of these
} ed_Job;

ed_Job ed_job_field (const ed_Job *record, const ed_PlanPair *pair, const ed_PlanField *plan, const ed_Field *to);
ed_Job ed_job_index (const ed_Job *job, u32 depth, u32 index);      ///< of a fixed array, `depth` of whose dimensions are passed
ed_Job ed_job_first (const ed_Job *job);                            ///< the one element that becomes a single value, in its place
ed_Job ed_job_item  (const ed_Job *job, u32 index, u32 from_count, u32 to_count);   ///< of an array; reads ahead for a key
ed_Job ed_job_keyed (const ed_Job *job, u32 index, u32 from_count, u32 to_count, u64 key);   ///< the hash of its key, odd; 0: none
ed_Job ed_job_handle(const ed_Job *job, ed_Ref ref);                ///< of a pool
ed_Job ed_job_tail  (const ed_Job *job, u32 count, u32 index);      ///< what a list of `count` had no room for
/// What has no room behind `kept` elements: by index out of a fixed array, as a tail out of a list, as it will be looked for.
ed_Job ed_job_cut   (const ed_Job *job, u32 kept, u32 index);

/// The writer's default of the value; empty: zero.
ed_Span ed_job_preset(const ed_Job *job);

bool ed_job_is_list(const ed_Job *job);       ///< an array of the writer's follows, not yet one element
u32  ed_job_count  (const ed_Job *job);       ///< of the elements that follow; nil has none

/// The writer's field of that tag; `next` is where it stands if the record is in the writer's own order.
const ed_PlanField *ed_job_source(const ed_PlanPair *pair, u32 tag, u32 next);

// Unions: from and to the value of an alternative.
bool            ed_job_same_type  (const ed_Field *one, const ed_Field *other);     ///< of one element
const ed_Field *ed_job_alternative(const ed_Type *to, const ed_Field *from);        ///< the only one of its type, or NULL
ed_PlanField    ed_job_step       (const ed_Job *job, const ed_Field *from, const ed_Field *to);

// --- the files of unpack to each other ---------------------------------------------------------------------------------

typedef struct ed_PoolParts { ed_Span handles, free, items; } ed_PoolParts;     // of a pool in a document

void  ed_unpack_field  (const ed_Job *job, void *it);                 ///< into its place in the record `it`
void  ed_unpack_members(const ed_Job *record, ed_PlanPair *pair, const ed_Type *type, void *it);   ///< of a map of them
void  ed_unpack_return (const ed_Job *record, const ed_PlanPair *pair, const ed_PlanField *field, void *it);   ///< a new field whose value waits in the attic
/// The rows of a table into `into`, one after the other: job->plan says what they were, job->to what they become. `to_count`
/// is how many the list will have; `pool`, or NULL, is what they are the items of.
void  ed_unpack_rows_of(const ed_Job *job, const ed_Table *table, u8 *into, u32 to_count, const ed_Pool *pool);
bool  ed_unpack_by_rows(const ed_Job *job, const ed_Table *table);   ///< false: it has to go the way of arrays
void  ed_unpack_element(const ed_Job *job, void *at);
void  ed_unpack_cut    (const ed_Job *job);                           ///< passes over what has no room
u32   ed_unpack_waiting(const ed_Job *job, u32 count, u32 room);       ///< items in the attic that follow the `count` ones
void  ed_unpack_tail   (const ed_Job *job, u8 *items, u32 count, u32 waiting);   ///< brings them back behind these
void *ed_unpack_push   (const ed_Job *job, u32 count);                ///< room for items; fails in the reader
void *ed_unpack_push_raw(const ed_Job *job, u32 count);               ///< not zeroed
ed_PoolParts ed_read_pool(ed_Reader *r);
void  ed_unpack_pool   (const ed_Job *job, ed_Pool *pool);            ///< from a pool
void  ed_unpack_listed_pool(const ed_Job *job, const ed_Array *items, ed_Pool *pool);   ///< from a list

// --- the attic ---------------------------------------------------------------------------------------------------------

typedef struct ed_Found {            // a value of an earlier reload, ready to be read
    ed_Job         job;
    ed_Unpack      u;
    ed_Reader      r;
    ed_AtticEntry *entry;
    const ed_AtticColumn *column;
} ed_Found;

/// Keeps a value of the document that is dropped (residue 0), or carried inexactly.
void ed_job_keep   (const ed_Job *job, ed_Span value, u64 residue);
/// Keeps a dropped field of all rows of a list; ed_attic_keep_rows says how.
ed_AtticRows *ed_job_keep_rows(const ed_Job *list, const ed_PlanPair *pair, const ed_PlanField *field, const ed_AtticRows *rows);
u64  ed_job_residue(const ed_Job *job, const void *at);                      ///< of what is at `at` now

/// What the value at hand was before it was cut or changed, if it is still what it was made then. Takes it from the reader.
bool ed_job_seek   (const ed_Job *job, ed_Found *found);
/// What was dropped here.
bool ed_job_seek_dropped(const ed_Job *job, ed_Found *found);
/// It was read: counts it; where it did not fit exactly this time either it waits on. `at` is NULL for what was dropped.
void ed_job_brought_back(const ed_Job *job, ed_Found *found, ed_Fit fit, const void *at);

ED_C_END
#endif
