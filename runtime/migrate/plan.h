/// The plan of a load. Each pair of an old type (the writer's) and a new type (the reader's) is
/// matched once, by name. The result is used for every record and for the rows of the report.
///
/// Names are equal if their tags and their texts are. Of a former name (`was`), only the tag is
/// known, since a document contains no more.
///
/// A new field gets its value from the first of these that applies:
///   1. the old field whose name is one of the new field's `was` names. A `was` name is ignored if
///      an earlier load did this rename: then the old type has a field with the new name and the
///      same `was` name. So after two fields swapped names, only the first load swaps their values.
///      It is also ignored if a load after the state was packed gave the old field its name
///      (ED_FIELD_RENAMED), and the new type has that name
///   2. the old field of the same name, unless rule 1 used it
///   3. an old field that has the new field's name as one of its own `was` names, if no old field
///      has that name: a build from before a rename reads a state that was saved after it
///   4. in a hot reload, if exactly one field was removed and exactly one was added: the removed
///      field, if both have the same type and either the same position or similar names. A new
///      field that has values from earlier (ed_Plan.had_values) does not count. The report says how
///      to confirm or undo this guess
///   5. no old field: it starts at its default
///
/// If the user undid an edit (ed_Plan.is_undo), the renames of that edit are undone before rule 1:
/// rule 1 is applied with the old and the new type exchanged, even if an old field has the new
/// field's name.
///
/// A `[[fresh]]` field starts at its default, unless the old field of that name was fresh too.
/// Moved parts (`[[was(pos.x)]]`) are matched in addition, in both directions. The alternatives of
/// a union are matched like fields.
#ifndef ED_MIGRATE_PLAN_H
#define ED_MIGRATE_PLAN_H
#include <string.h>
#include "runtime/migrate/report.h"
#include "runtime/snapshot/type_tables.h"
#include "runtime/types/types.h"
#include "runtime/value/value.h"
ED_C_BEGIN

#define ED_PLAN_PAIRS_MAX 4096u
#define ED_DEFAULT_TEXT_MAX 64u      // longest default that is shown in the report
#define ED_PLAN_FULL "not enough memory to compare the types, or too many types or fields"
extern const ed_Type ed_plan_nothing;      // a struct without fields: the old type of a new state

typedef struct ed_TypePlan ed_TypePlan;
typedef struct ed_LinkMap ed_LinkMap;      // link_map.h

/// The units of the numbers in an old field and in the new one. NULL: none.
typedef struct ed_UnitPair {
    const char *from, *to;
} ed_UnitPair;

typedef struct ed_PlanField {      // one old field
    const ed_Field *from;
    const ed_Field *to;      // NULL: dropped
    ed_TypePlan *inner;      // the pair of their types, if both hold records
    ed_ReportRow *row;       // NULL if the report is full, or if all of the field moved
    ed_UnitPair units;       // own or inherited (ed_field_unit)
    u32 moved;               // number of parts moved to other fields, or ED_MOVED_WHOLE
} ed_PlanField;

typedef struct ed_PlanMove {      // moves a part of the old record to another path
    ed_PlanField field;
    const char *path;      // in the old record
    u32 base;              // offset in the new record of the struct that holds field.to
} ed_PlanMove;

typedef struct ed_PlanState {      // a state of the document
    const ed_Type *from;           // NULL: the document has no type for it
    const ed_Type *to;             // the new state that it feeds, or NULL
    ed_Span value;                 // its bytes in the document
    ed_ValueRef record;            // decoded; its `at` is NULL in a dry run from types alone
} ed_PlanState;

typedef struct ed_StateMove {      // a part of an old state that moves to another new state
    const ed_Type *from, *to;
    const char *from_path, *to_path;      // in these states
} ed_StateMove;

struct ed_TypePlan {
    const ed_Type *from;       // the old type
    const ed_Type *to;         // the new type
    ed_UnitPair units;         // of the fields that contain the records
    ed_TypePlan *twin;         // the first pair with these types, if it has other units; or NULL
    ed_PlanField *fields;      // one for each of from->fields, in order
    ed_PlanMove *moves;
    u32 move_count;
    const ed_Field *key;      // the old field that feeds to->key, or NULL
    bool between_states;      // it has only moves, of parts of a state to another state
    bool upgrade;             // the new type has an upgrade function that the old one does not name
    u64 records;              // number of records migrated
    u32 row_first, row_count;      // rows of this pair in the report; it shares others with `twin`
    struct ed_Steps *steps;        // compiled at first use; linked by ed_Steps.next
};

typedef struct ed_Plan {
    ed_Arena *arena;
    ed_Report *report;
    const ed_Type *types;      // the old types
    u32 type_count;
    /// Returns whether a field that is new in the type `from` had values before it was removed.
    /// NULL: none had.
    bool (*had_values)(const void *it, const ed_Type *from, const ed_Field *added);
    const void *had_values_it;
    bool live;         // see ed_State
    bool is_undo;      // `live`, and the new schema is the one that the old schema had replaced
    ed_PlanState *states;      // all old states, if a load needs them: see state_moves.h
    u32 state_count;
    ed_StateMove *state_moves;
    u32 state_move_count;
    ed_LinkMap *links;      // if types have record pointers; NULL in a dry run from types alone
    ed_TypePlan *pairs;
    u32 count;
    bool full;      // too many pairs or rows, or memory was full
} ed_Plan;

/// `types` are the old types, which must outlive the plan.
void ed_plan_begin(ed_Plan *plan, ed_Arena *arena, ed_Report *report, const ed_DocumentTypes *types,
                   bool live);
/// The pair of `from` and `to` inside of fields with these units. At first use it is matched, with
/// all pairs of types inside. NULL if the plan is full.
ed_TypePlan *ed_plan_pair(ed_Plan *plan, const ed_Type *from, const ed_Type *to, ed_UnitPair units);
/// The pair that moves parts of an old state to another new state. NULL if the plan is full.
ed_TypePlan *ed_plan_between_states(ed_Plan *plan, const ed_Type *from, const ed_Type *to);
/// The old state of that name, or NULL. Only if plan->states is set.
const ed_PlanState *ed_plan_state(const ed_Plan *plan, const char *name, size_t size);
/// Returns whether the function of the new type must be called for records of the old one.
bool ed_plan_needs_upgrade(const ed_Type *from, const ed_Type *to);
/// Adds a row for the upgrade function of a type. In a dry run, whose types come from a document,
/// the function does not exist, so the row says that its results are unknown.
void ed_plan_report_upgrade(ed_Plan *plan, const ed_Type *to, u64 records);
/// Called after all records were read: adds their counts to the report.
void ed_plan_finish(ed_Plan *plan);

/// Memory that lives as long as the plan. Returns NULL and marks the plan as full if there is no
/// memory left.
static inline void *ed_plan_push(ed_Plan *plan, size_t size)
{
    void *at = ed_arena_push(plan->arena, size, 8);
    if (!at) plan->full = true;
    return at;
}

/// Copies a text into the plan's memory. NULL if memory is full.
static inline const char *ed_plan_text(ed_Plan *plan, const ed_Text *text)
{
    void *copy = ed_plan_push(plan, text->size + 1);
    return copy ? (const char *)memcpy(copy, text->at, text->size + 1) : NULL;
}

/// The factor that converts the numbers of the field to its new unit, or `back` from that to the
/// old one. Returns 1 if the field keeps its unit.
f64 ed_plan_scale(const ed_PlanField *field, bool back);
/// The report row of a new field; NULL if the report has no row for it.
ed_ReportRow *ed_plan_row(const ed_Plan *plan, const ed_TypePlan *pair, const ed_Field *to);
/// Returns whether values of the field may change. A renamed field counts as changed.
bool ed_plan_changes(const ed_PlanField *field);

ED_C_END
#endif
