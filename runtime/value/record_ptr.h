/// The pointers of a state: finds those that dangle, and lets those to records follow them.
#ifndef ED_VALUE_RECORD_PTR_H
#define ED_VALUE_RECORD_PTR_H
#include "runtime/snapshot/containers.h"
#include "runtime/value/value.h"
ED_C_BEGIN

/// Writes the path of the first dangling pointer of a kind, ED_RECORD_PTR or ED_SYMBOL, such as
/// "Game.enemies[3].target", and returns the type of what it should lead to. Returns NULL and
/// writes "" if no pointer dangles.
const ed_Type *ed_find_dangling(const ed_State *state, ed_Kind kind, char *path, size_t size);
/// If the first change was such a pointer, replaces the name of its field by the path. `last` are
/// the changes of the pack before; if that reported one, too, its path is taken, as a search takes
/// long.
void ed_locate_dangling(ed_WriteChanges *changes, const ed_WriteChanges *last,
                        const ed_State *state);

/// Lets pointers to records of `before`, the containers of the state before some of them moved,
/// lead to the same elements again. Does nothing if the schema has no record pointers. Returns
/// false if `arena` is full.
bool ed_record_ptrs_rebind(const ed_State *state, const ed_Containers *before, ed_Arena *arena);
bool ed_has_record_ptrs(const ed_Schema *schema);

ED_C_END
#endif
