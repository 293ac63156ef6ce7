/// Parts that move from one state to another: `f32 volume [[was(Game.volume)]]` in a state other
/// than Game. A path is in another state if the field's own old state has no such part, and its
/// first name is that of a state. As with other moves (plan.h), a build from before the move finds
/// the part at its new path.
///
/// Such a part is migrated by a pair of its own, from the one state to the other, that has nothing
/// but moves.
#ifndef ED_MIGRATE_STATE_MOVES_H
#define ED_MIGRATE_STATE_MOVES_H
#include "runtime/migrate/plan.h"
ED_C_BEGIN

/// Returns whether a load needs the list of all old states before it reads the first one: a part
/// may move between states, or an upgrade function may read them.
bool ed_states_are_needed(const ed_Plan *plan, const ed_Schema *schema);
/// Sets plan->state_moves. plan->states has all old states.
void ed_state_moves_find(ed_Plan *plan, const ed_Schema *schema);
/// Returns whether a part of the old state moves to the new state.
bool ed_state_moves_between(const ed_Plan *plan, const ed_Type *from, const ed_Type *to);
/// Sets the fields of the pair of a dropped state, `pair->from`. Returns whether all of them moved
/// to other states.
bool ed_state_drop(ed_Plan *plan, ed_TypePlan *pair);

ED_C_END
#endif
