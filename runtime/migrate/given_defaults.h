/// The defaults that the initializer of a field gives to new parts of the structs inside. A new
/// part gets what a new record has at its place: `state Game { Gear held = {.speed = 50}; }` gives
/// 50 to the new Gear.speed of Game.held, where other records get the default of the type. An item
/// of a list or a pool is at no such place.
#ifndef ED_MIGRATE_GIVEN_DEFAULTS_H
#define ED_MIGRATE_GIVEN_DEFAULTS_H
#include "runtime/migrate/plan.h"
ED_C_BEGIN

/// Adds a note to the row of each added field that such initializers give another default: which,
/// and where. Called before ed_plan_finish.
void ed_given_defaults_note(ed_Plan *plan);

ED_C_END
#endif
