/// Which old field feeds which new one: the rules at the head of plan.h, for one pair of types.
#ifndef ED_MIGRATE_MATCH_H
#define ED_MIGRATE_MATCH_H
#include "runtime/migrate/plan.h"
#include "runtime/types/types.h"
ED_C_BEGIN

#define ED_MOVED_WHOLE UINT32_MAX      // ed_PlanField.moved: all of it went elsewhere

typedef struct ed_Match {         // what the report's rows need in addition to the pair
    bool *moved_to;               // for each new field: a moved part is its source
    const char **move_names;      // for each of pair->moves: the path in the new record
    const ed_Field *guess;        // the new field that was assumed to be renamed, or NULL
    u32 gone, fresh;              // fields without a counterpart; where both are, nobody could
                                  // tell who was renamed
} ed_Match;

/// Fills the fields' `to` and `place`, and `moves`. False where the plan's memory is full.
bool ed_match(ed_Plan *plan, ed_TypePlan *pair, ed_Match *match);
/// Notes on the rows: how to keep or undo what was guessed, or which fields it may have been.
void ed_match_note(ed_Plan *plan, ed_TypePlan *pair, const ed_Match *match);

/// A move takes exactly that of the old record.
bool ed_match_taken(const ed_TypePlan *pair, const char *path);
/// It says it was called so; `field` may be NULL.
bool ed_field_was(const ed_Field *field, u32 tag);
/// Returns whether handles of both fields refer to the same type, by its name or a former name.
bool ed_match_same_target(const ed_Field *from, const ed_Field *to);
/// A value and an alternative of a union, as one becomes the other: of one element.
bool ed_match_same_type(const ed_Field *one, const ed_Field *other);
/// The only alternative of the value's type, or NULL.
const ed_Field *ed_match_alternative(const ed_Type *to, const ed_Field *from);
/// True where the field is no business of the rules: never packed, or begins at its default this
/// time.
bool ed_match_left_alone(const ed_TypePlan *pair, const ed_Field *to);
/// The index of the old field that feeds it, or field_count.
u32 ed_match_source(const ed_TypePlan *pair, const ed_Field *to);

ED_C_END
#endif
