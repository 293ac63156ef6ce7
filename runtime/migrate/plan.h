/// Old type + new type, matched by tag once, used for every record. The same table is the report.
///
/// Which old field feeds a new one, the first that applies:
///   1. one of its `was` names that the writer has, unless the writer's own field of the new name
///      knew that `was` already (so a swap of two names is done once, and a name that is taken
///      again does not get the old value)
///   2. the field of its own name that nobody took by rule 1
///   3. a field that says it was called so, if the writer has none of that name: new state goes
///      back into old code. It comes first where the new layout is the one before the old one
///      (plan.back): an edit taken back gives back the names it took
///   4. between two consecutive saves: the one field that is gone, if exactly one is new, of the
///      same type, in the same place or of a similar name; the report says how to keep or undo it
///   5. none: it comes back from the attic, or begins at its default
/// A `[[fresh]]` field begins at its default, unless the writer's was fresh already. On top come
/// parts that moved (`[[was(pos.x)]]`), forwards and backwards. For a union the alternatives are
/// matched the same way.
#ifndef ED_MIGRATE_PLAN_H
#define ED_MIGRATE_PLAN_H
#include <string.h>
#include "runtime/migrate/attic.h"
#include "runtime/migrate/report.h"
#include "runtime/types/types.h"
ED_C_BEGIN

#define ED_PLAN_PAIRS_MAX 4096u
#define ED_NOTE_KEPT "kept in the attic"      // of what was dropped and held a value

typedef struct ed_TypePlan ed_TypePlan;

typedef struct ed_PlanField {      // one field of the writer
    const ed_Field *from;
    const ed_Field *to;      // NULL: dropped
    ed_TypePlan *inner;      // for records on both sides
    ed_ReportRow *row;       // NULL where the report is full, or for a type in the attic
    f64 scale;               // of its numbers, where the unit changed; else 1
    u32 place;               // tag by which places in the attic go
    u32 moved;               // parts of it that went elsewhere; `from` itself: UINT32_MAX
} ed_PlanField;

typedef struct ed_PlanMove {      // a part of the old record into a part of the new one
    ed_PlanField field;
    const char *path;      // in the writer's record
    u32 base;              // bytes from the new record to the one that holds field.to
} ed_PlanMove;

struct ed_TypePlan {
    const ed_Type *from;      // the writer's
    const ed_Type *to;
    ed_PlanField *fields;      // one for each of from->fields, in order
    ed_PlanMove *moves;
    u32 move_count;
    const ed_Field *key;            // the writer's field that feeds to->key
    bool upgrade;                   // the game's function has not seen these records yet
    bool watched;                   // the attic may gain or give something below
    u64 records;                    // that went through
    u32 row_first, row_count;       // its rows in the report
    struct ed_Steps *steps[3];      // compiled at first use, for each layout of the old rows
};

typedef struct ed_Plan {
    ed_Arena *arena;
    ed_Report *report;
    const ed_Type *types;      // the writer's
    u32 type_count;
    ed_Attic *columns;      // the attic, or NULL
    bool live;              // old and new are two consecutive saves
    bool back;              // and the new one is the layout before the old one
    ed_TypePlan *pairs;
    u32 count;
    bool full;      // more pairs or rows than the limits
} ed_Plan;

/// `types` is the writer's table and outlives the plan.
void ed_plan_begin(ed_Plan *plan, ed_Arena *arena, ed_Report *report, const ed_Tables *types,
                   ed_Attic *columns, bool live);
/// The pair for `from` and `to` and all pairs inside it, compiled at first use. NULL when full.
ed_TypePlan *ed_plan_pair(ed_Plan *plan, const ed_Type *from, const ed_Type *to);
/// Adds the counts of records to the report after all were read, and records renames in the attic.
void ed_plan_finish(ed_Plan *plan);

/// Memory that lives as long as the plan. Returns NULL and marks the plan as full if there is no memory left.
static inline void *ed_plan_push(ed_Plan *plan, size_t size)
{
    void *at = ed_arena_push(plan->arena, size, 8);
    if (!at) plan->full = true;
    return at;
}

/// A copy, in the same memory.
static inline const char *ed_plan_text(ed_Plan *plan, const ed_Text *text)
{
    void *copy = ed_plan_push(plan, text->size + 1);
    return copy ? (const char *)memcpy(copy, text->at, text->size + 1) : NULL;
}

/// Of numbers from one field to the other; 1 where no factor between their units is known.
f64 ed_plan_scale(const ed_Field *from, const ed_Field *to);
/// The report row of a field that the reader has; NULL if the report has no row for it.
ed_ReportRow *ed_plan_row(const ed_Plan *plan, const ed_TypePlan *pair, const ed_Field *to);
/// Values of the field may come out as others.
bool ed_plan_changes(const ed_PlanField *field);
/// The reader's value for the writer's one: by name, then either side's `was`. NULL if the
/// reader has no such value.
const ed_Value *ed_plan_value(const ed_Type *from, const ed_Value *value, const ed_Type *to);

ED_C_END
#endif
