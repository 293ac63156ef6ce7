/// A pair of types as a list of steps over many records at once: what unpack.c does value by value,
/// field by field for a block of rows. Only what is carried exactly is done here; a row in which
/// something is not, or in which the writer's memory holds nonsense, is marked, and its field goes
/// the way of unpack.c, which knows what to do and count.
#ifndef ED_BULK_H
#define ED_BULK_H
#include "runtime/parts.h"
#include "runtime/plan.h"
ED_C_BEGIN

#define ED_BULK_ROWS_MAX 256u            // in a block
#define ED_BULK_COPY_ROWS  32u           // copied field by field at a time, while the cache holds
#define ED_BULK_COPY_BYTES 12288u        //   so many bytes of both sides

typedef enum ed_StepKind {
    // from the writer's rows to the reader's
    ED_STEP_COPY,          // bytes that mean the same
    ED_STEP_NUMBER,        // marks what is not exact
    ED_STEP_CHARS,         // marks what does not fit
    ED_STEP_LIST,          // a slot whose elements were converted into a block of their own
    ED_STEP_EACH,          // an inline array of records: the steps of `inner` over its elements
    // in the writer's rows
    ED_STEP_IS_BOOL, ED_STEP_IS_NAMED, ED_STEP_IS_TEXT, ED_STEP_IS_REF, ED_STEP_IS_KIND,
    ED_STEP_IS_WHOLE,      // value by value: what has a count, or choices inside choices
    ED_STEP_DROP           // counts what is not the default
} ed_StepKind;

typedef struct ed_BulkStep {
    ed_StepKind         kind;
    u32                 from, to;        // offsets in the records
    u32                 size, to_size;   // bytes of an element
    u32                 count;           // elements; of ED_STEP_IS_WHOLE 1 where it is the row
    ed_Kind             number, to_number;
    u32                 part;            // of ED_STEP_LIST; of ED_STEP_IS_KIND how many there are
    u32                 guard;           // only in rows where that holds; 0 always
    const ed_PlanField *plan;            // of ED_STEP_IS_WHOLE, ED_STEP_IS_NAMED, ED_STEP_DROP
    const u8           *usual;           // of ED_STEP_DROP: the default
    const struct ed_Bulk *inner;         // of ED_STEP_EACH
} ed_BulkStep;

/// A choice that a row has made: an optional is there, a union holds that alternative.
typedef struct ed_BulkGuard {
    u32 from, size, value;               // the number at that offset, one byte or four, is `value`
} ed_BulkGuard;

typedef struct ed_BulkCount {            // `each` for every row that goes this way
    u32           guard;                 // likewise
    ed_ReportRow *row;
    ed_PlanPair  *pair;
    u64           each;
} ed_BulkCount;

typedef struct ed_BulkField {            // of the writer's record; one of an element that is none
    const ed_PlanField *plan;
    bool slow;                           // all of its rows go the way of unpack.c
    bool keeps;                          // it is dropped, and the attic wants its values
    bool by_row;                         // what is to be counted differs from row to row
    u32  step, step_count, count, count_count;
} ed_BulkField;

typedef enum ed_PartWay {
    ED_PART_RAW,                         // read value by value
    ED_PART_SAME,                        // its elements are the reader's, too
    ED_PART_CHANGED                      // carried into a block of the reader's elements
} ed_PartWay;

typedef struct ed_Bulk {
    const ed_Field *from, *to;           // an element each
    const ed_PlanField *plan;            // that the elements are of
    ed_PlanPair    *pair;                // of records
    ed_Parts        parts;
    ed_PartWay     *ways;                // of each part
    const ed_PlanField **part_plans;     // of each part: that its elements are of
    ed_BulkField   *fields;
    u32             field_count, slow_count;
    ed_BulkStep    *steps, *copies;
    u32             copy_count;
    ed_BulkCount   *counts;
    ed_BulkGuard   *guards;              // the first stands for none
    u8             *image;               // copy_rows elements of the reader's with their defaults
    u32             copy_rows;           // at a time
    struct ed_Shuffle *shuffles;         // copy and fill rows at once; none where no processor can
    u32             shuffle_count;
    bool            same;                // memory is alike, no field is slow: one copy, then checks
    struct ed_Bulk *next;
} ed_Bulk;

/// The steps for elements of `plan->from` into elements of `to`. NULL where they have to go one by
/// one as a whole (an upgrade function, parts that moved), or where memory ends. Made once for each
/// plan. `live`: the bytes are of this process.
ed_Bulk *ed_bulk(ed_Plan *plan, const ed_PlanField *field, bool live);

/// Where the elements of a part are: the writer's, and what they were converted into.
typedef struct ed_BulkMoved {
    const u8 *from;
    u8       *to;
    u32       from_size, to_size;
} ed_BulkMoved;

/// Copies what is copied of a block. `fill`: the rest of the rows gets the defaults.
void ed_bulk_copy (const ed_Bulk *bulk, const u8 *from, u8 *to, u32 count, bool fill);
/// Runs a field's steps over a block. `marks` gets a 1 for each row that has to go the other way;
/// true if there are any. `moved` has one for each part.
bool ed_bulk_field(const ed_Bulk *bulk, const ed_BulkField *field, const u8 *from, u8 *to,
                   u32 count, const ed_BulkMoved *moved, u8 *marks);
/// A 1 for each row in which the guard holds.
void ed_bulk_choose(const ed_BulkGuard *guard, const u8 *rows, size_t stride, u32 count,
                    u8 *chosen);
/// One field of `count` rows into an array of it, and back.
void ed_bulk_gather (const u8 *from, size_t stride, u8 *to, u32 size, u32 count);
void ed_bulk_scatter(const u8 *from, u8 *to, size_t stride, u32 size, u32 count);
/// Counts `rows` of them that went this way.
void ed_bulk_count(const ed_Bulk *bulk, const ed_BulkField *field, u64 rows);
/// And what differs from row to row, of those without a mark; all where `marks` is NULL.
void ed_bulk_count_rows(const ed_Bulk *bulk, const ed_BulkField *field, const u8 *from, u32 count,
                        const u8 *marks);

ED_C_END
#endif
