/// Random schemas, edits of them, and random states.
#ifndef ST_MAKE_H
#define ST_MAKE_H
#include "tests/storm/model.h"
#include "tests/storm/random.h"

/// The schema that is being made.
typedef struct st_Maker {
    st_Random random;
    st_Schema *schema;
    u32 features;            // ST_UNIONS…
    const char *prefix;      // of the names of functions, which are global in C
} st_Maker;

void st_make_schema(st_Maker *m);
/// A field that type `owner` could have, with a name that is not taken.
void st_make_field(st_Maker *m, u32 owner, st_Field *field);
void st_make_shape(st_Maker *m, u32 owner, st_Field *field);      ///< another shape, sizes too
void st_make_kind(st_Maker *m, u32 owner, st_Field *field);       ///< another kind of element
void st_make_default(st_Maker *m, st_Field *field);
void st_make_items(st_Maker *m, st_Type *type, u32 count);      ///< adds values to an enum or flags
void st_make_name(st_Maker *m, const st_Type *owner,
                  char name[ST_NAME_MAX]);      ///< of a field, or an item
/// Returns whether a field or an item has that name, or another name with the same tag.
bool st_has_tag(const st_Type *owner, const char *name);
/// Changes a name to the other one that has the same tag. False if no such name is known.
bool st_make_twin(char name[ST_NAME_MAX]);
u32 st_make_type(st_Maker *m, ed_Kind kind);      ///< an empty one; its index or ST_NONE
/// A type of that kind for a field of `owner`. `by_value`: the field is neither a dynamic array nor
/// a pool. ST_NONE if no type fits.
u32 st_pick_type(st_Maker *m, u32 owner, ed_Kind kind, bool by_value);

/// Makes some edits, repaired so that the compiler accepts the result.
void st_edit(st_Maker *m, u32 count);
void st_repair(st_Schema *schema);
/// The struct of a random container, or ST_NONE.
u32 st_pick_container(st_Maker *m);
bool st_edit_gather(st_Maker *m);
bool st_edit_spread(st_Maker *m);
bool st_edit_unit(st_Maker *m);
bool st_edit_move_to_state(st_Maker *m);
const char *st_pick_unit(st_Maker *m);

/// Makes values for all roots, often at the ends of their ranges; `states` is indexed by type.
void st_make_states(st_Maker *m, st_Value **states);
long double st_make_number(st_Random *r, ed_Kind kind);

#endif
