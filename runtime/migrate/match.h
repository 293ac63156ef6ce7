/// Which old field feeds which new one: the rules at the head of plan.h, for one pair of types.
#ifndef ED_MIGRATE_MATCH_H
#define ED_MIGRATE_MATCH_H
#include "runtime/migrate/plan.h"
#include "runtime/types/types.h"
ED_C_BEGIN

#define ED_PART_PATH_MAX 576u          // length of the path of a part that may have moved
#define ED_MOVED_WHOLE UINT32_MAX      // ed_PlanField.moved: all of it went elsewhere

typedef struct ed_Match {         // what matching and the rows of the report need
    bool *moved_to;               // for each new field: a moved part goes into it
    const char **move_names;      // for each of pair->moves: the path in the new record
    const ed_Field *guess;        // the new field that was assumed to be renamed, or NULL
    u32 removed, added;           // numbers of old and of new fields without a counterpart
} ed_Match;

/// Fills `fields` and `moves` of the pair, except the rows and inner pairs. False if the plan's
/// memory is full.
bool ed_match(ed_Plan *plan, ed_TypePlan *pair, ed_Match *match);
/// Adds notes to the report rows: how to confirm or undo an assumed rename, or which fields a
/// removed field may have become.
void ed_match_note(ed_Plan *plan, ed_TypePlan *pair, const ed_Match *match);

/// The field that a path through single structs leads to, and what it inherits from the fields on
/// the path.
typedef struct ed_MatchPart {
    const ed_Field *outer;      // the first field of the path, in the record itself
    const ed_Field *field;      // the last field of the path; NULL: no such path, or it is
                                //   transient
    u32 base;                   // offset in the record of the struct that holds `field`
    const char *unit;           // NULL: none
    bool fresh;
} ed_MatchPart;

/// `unit`: of the fields that contain the record.
ed_MatchPart ed_match_part(const ed_Type *type, const char *path, const char *unit);
/// Joins "pos" and "x" to "pos.x", in the memory of the plan. NULL if it is full.
const char *ed_match_join(ed_Plan *plan, const char *field, const char *part);
u32 ed_match_count_moves(const ed_Type *type);
/// Returns whether the old field of that name lists the move, too: an earlier load made it.
bool ed_match_moved_before(const ed_TypePlan *pair, const ed_Field *to, const ed_Move *move);
/// Returns whether a move takes exactly the part at `path` of the old record.
bool ed_match_taken(const ed_Plan *plan, const ed_TypePlan *pair, const char *path);
/// Sets `moved` of the old fields whose parts move.
void ed_match_mark_moved(const ed_Plan *plan, ed_TypePlan *pair);
/// Returns whether the field has a `was` with that tag. `field` may be NULL.
bool ed_field_was(const ed_Field *field, u32 tag);
/// Returns whether handles of both fields refer to the same type, by its name or a former name.
bool ed_match_same_target(const ed_Field *from, const ed_Field *to);
/// Returns whether the elements of two fields have the same type, so that a plain value can become
/// an alternative of a union, or vice versa.
bool ed_match_same_type(const ed_Field *one, const ed_Field *other);
/// The alternative of the union `to` that has the type of `from`. NULL unless exactly one has it.
const ed_Field *ed_match_alternative(const ed_Type *to, const ed_Field *from);
/// Returns whether the rules ignore the field: it is transient, or it is fresh and starts at its
/// default this time.
bool ed_match_left_alone(const ed_TypePlan *pair, const ed_Field *to);
/// The index of the old field that feeds `to`, or pair->from->field_count.
u32 ed_match_source(const ed_TypePlan *pair, const ed_Field *to);

ED_C_END
#endif
