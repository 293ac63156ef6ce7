/// What the files of unpack do for each other. All read the value that job->u->r stands at into
/// memory that holds its defaults, go behind it, and fail in that reader.
#ifndef ED_UNPACK_INNER_H
#define ED_UNPACK_INNER_H
#include "runtime/aside.h"
#include "runtime/job.h"
ED_C_BEGIN

// --- unpack.c: fields and records ----------------------------------------------------------------

void ed_unpack_field(const ed_Job *job, void *it);      ///< into its place in the record `it`
/// Likewise: no address, no pool that becomes a list.
void ed_unpack_shape(const ed_Job *job, void *it);
/// A record with all that moved, returns or is upgraded.
void ed_unpack_record_of(const ed_Job *record, ed_PlanPair *pair, const ed_Type *type, void *it);
/// Its map only.
void ed_unpack_members  (const ed_Job *record, ed_PlanPair *pair, const ed_Type *type, void *it);
/// A new field whose value waits in the attic.
void ed_unpack_return   (const ed_Job *record, const ed_PlanPair *pair,
                         const ed_PlanField *field, void *it);

// --- unpack_element.c: what is in arrays, or alone -----------------------------------------------

void   ed_unpack_element(const ed_Job *job, void *at);      ///< counts and keeps what did not fit
ed_Fit ed_unpack_value  (const ed_Job *job, void *at);      ///< does neither
void   ed_unpack_cut    (const ed_Job *job);                ///< passes over what has no room
/// A value is the first element of what waits behind it, in as many dimensions as that had: it
/// waits on.
void   ed_unpack_wait_behind(const ed_Job *job);
void   ed_unpack_tally  (const ed_Job *job, ed_Fit fit);
/// From its default; without one see ed_packed_is_nothing.
bool   ed_unpack_differs(ed_Span value, ed_Span preset, const ed_Field *field, u32 rank);

// --- unpack_union.c: [tag, value] ----------------------------------------------------------------

ed_Fit ed_unpack_union     (const ed_Job *job, void *at);
/// A value, if exactly one alternative is of its type.
ed_Fit ed_unpack_into_union(const ed_Job *job, void *at);
/// To a value, if the alternative is of its type.
ed_Fit ed_unpack_from_union(const ed_Job *job, void *at);

// --- unpack_list.c: every shape but pools --------------------------------------------------------

void  ed_unpack_fixed   (const ed_Job *job, u32 dim, u8 *at);      ///< `dim` dimensions are passed
void  ed_unpack_bounded (const ed_Job *job, u8 *items);            ///< the count is before them
void  ed_unpack_dynamic (const ed_Job *job, ed_Array *array, u32 room);   ///< at most `room` items
void  ed_unpack_optional(const ed_Job *job, u8 *at);               ///< the bool is before it
/// Items in the attic that follow the `count` ones.
u32   ed_unpack_waiting (const ed_Job *job, u32 count, u32 room);
/// Brings them back behind these.
void  ed_unpack_tail    (const ed_Job *job, u8 *items, u32 count, u32 waiting);
/// Room for items in the root's arena, zeroed.
void *ed_unpack_push    (const ed_Job *job, u32 count);
void *ed_unpack_push_raw(const ed_Job *job, u32 count);            ///< likewise, not zeroed

// --- unpack_opened.c: what holds tables ----------------------------------------------------------

/// What is compared with a default of the writer's has to be in the form that has, tables in it and
/// all.
bool ed_unpack_has_to_open (const ed_Job *job);
/// What is looked at as a whole, to find what it was before, has to be in one form always.
bool ed_unpack_is_looked_at(const ed_Job *job);
/// Calls `read` with the value of `from` in open form, as if that stood in the document.
typedef void ed_OpenedFn(const ed_Job *opened, void *it);
void ed_unpack_opened(const ed_Job *job, const ed_Field *from, ed_OpenedFn *read, void *it);
/// The record likewise: who looks for paths in a whole one, as an upgrade does, finds them in open
/// form.
void ed_unpack_opened_record(const ed_Job *record, ed_PlanPair *pair,
                             const ed_Type *type, void *it);
/// By rows if that can be, else in open form.
void ed_unpack_table  (const ed_Job *job, void *it);
bool ed_unpack_by_rows(const ed_Job *job, const ed_Table *table);    ///< it can be

// --- unpack_pool.c -------------------------------------------------------------------------------

/// The value is one, not the list of its items.
bool ed_unpack_is_pool    (const ed_Job *job);
void ed_unpack_pool       (const ed_Job *job, ed_Pool *pool);        ///< from a pool or a list
/// Its items, into another shape of the record `it`.
void ed_unpack_pool_as_list(const ed_Job *job, void *it);
/// Of items that are in memory.
void ed_unpack_listed_pool(const ed_Job *job, const ed_Array *items, ed_Pool *pool);

// --- unpack_table.c ------------------------------------------------------------------------------

/// The rows of a table into `into`, one after the other, which need not be zero: job->plan says
/// what they were, job->to what they become. `to_count` is how many the list will have; `pool`, or
/// NULL, is what they are the items of.
void ed_unpack_rows_of(const ed_Job *job, const ed_Table *table, u8 *into, u32 to_count,
                       const ed_Pool *pool);

ED_C_END
#endif
