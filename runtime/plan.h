/// Old type + new type, matched by tag once, used for every record. The same table is the report.
///
/// Which old field feeds a new one, the first that applies:
///   1. one of its `was` names that the writer has, unless the writer's own field of the new name knew that `was` already
///      (so a swap of two names is done once, and a name that is taken again does not get the old value)
///   2. the field of its own name that nobody took by rule 1
///   3. none: it keeps its default
#ifndef ED_PLAN_H
#define ED_PLAN_H
#include "runtime/read.h"
#include "runtime/report.h"
ED_C_BEGIN

#define ED_PLAN_PAIRS_MAX 4096u

typedef struct ed_PlanPair ed_PlanPair;

typedef struct ed_PlanField {        // one field of the writer
    const ed_Field *from;
    const ed_Field *to;              // NULL: dropped
    ed_PlanPair    *inner;           // for structs on both sides
    ed_ReportRow   *row;             // NULL where a hand-written document has no types
    ed_Span         preset;          // the writer's default, packed; empty: zero
} ed_PlanField;

struct ed_PlanPair {
    const ed_Type *from;             // the writer's
    const ed_Type *to;
    ed_PlanField  *fields;           // one for each of from->fields, in order
    u64           *by_tag;           // tag << 32 | index of each, rising
    u64            records;          // that went through
    u32            row_first, row_count;   // its rows in the report
};

typedef struct ed_Plan {
    ed_Arena      *arena;
    ed_Report     *report;
    const ed_Type *types;            // the writer's, with presets beside
    const ed_Span *const *presets;   // for each type the defaults of its fields; NULL: all zero
    ed_PlanPair   *pairs;
    u32            count;
    bool           full;             // more pairs or rows than the limits
} ed_Plan;

/// `types` is the writer's table, `presets` its packed defaults by type and field; both outlive the plan.
void ed_plan_init(ed_Plan *plan, ed_Arena *arena, ed_Report *report, const ed_Type *types,
                  const ed_Span *const *presets);
/// The pair for `from` and `to` and all pairs inside it, compiled at first use. NULL when full.
ed_PlanPair *ed_plan_pair(ed_Plan *plan, const ed_Type *from, const ed_Type *to);
/// Brings the counts of records into the report, once all are read.
void ed_plan_finish(ed_Plan *plan);

ED_C_END
#endif
