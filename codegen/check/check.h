/// Finds out what the declarations mean: numbers, types, layout, defaults; and tells what can't be.
/// Each step leaves out what an earlier one has told, so that one mistake is one message.
#ifndef CG_CHECK_H
#define CG_CHECK_H
#include "codegen/syntax/ast.h"

void cg_check(cg_Schema *schema);

// The steps, each in its own file, in this order.
/// names.c: double and taken names, of all that is declared.
void cg_check_names(cg_Schema *schema);
void cg_check_roots(cg_Schema *schema);      ///< roots.c: how many there are
/// consts.c: values of consts, enums and flags.
void cg_check_consts(cg_Schema *schema);
void cg_check_places(cg_Schema *schema);       ///< attributes.c: attributes out of place
void cg_check_layout(cg_Schema *schema);       ///< layout.c: types, bounds, offsets, order
void cg_check_attrs(cg_Schema *schema);        ///< attributes.c: keys, ranges, fresh fields
void cg_check_units(cg_Schema *schema);        ///< units.c: units of measure
void cg_check_presets(cg_Schema *schema);      ///< defaults.c: defaults
void cg_check_endless(cg_Schema *schema);      ///< default_cycles.c: defaults that hold themselves
void cg_check_pools(cg_Schema *schema);        ///< pools.c: refs, and what states hold
void cg_check_tags(cg_Schema *schema);         ///< tags.c: tags and old names
/// generated_names.c: names the emitter makes, once all else is well.
void cg_check_made(cg_Schema *schema);
/// check_files.c: what each header includes, and those that would include each other.
void cg_check_files(cg_Schema *schema);

/// The value of an expression of numbers and consts; false where it has none, told.
bool cg_eval(cg_Schema *schema, const cg_Expr *expr, cg_Number *number);
/// Finds the type and the shape of a field of `decl`; false where it has none, told. types.c
bool cg_resolve_field(cg_Schema *schema, const cg_Decl *decl, cg_Field *field);
void cg_append_sorted(cg_Schema *schema, cg_Decl *decl);
/// What `from` needs of `to`; made where it is new.
cg_Link *cg_link(cg_Schema *schema, const cg_Source *from, const cg_Source *to);
/// Notes that `from` can't do without `to`. `whole`: what is in the type counts, its name is not
/// enough.
void cg_use(cg_Schema *schema, cg_Place from, const cg_Source *to, bool whole);
/// The number as a value of `kind`; false where it does not fit, told with the name of the kind.
bool cg_number_to(cg_Schema *schema, cg_Place place, const char *kind_name, ed_Kind kind,
                  cg_Number *number);
/// Below, at or above 0 as `a` is below, equal to or above `b`; both of one type.
int cg_compare(cg_Number a, cg_Number b);
/// The field's range where the number is outside of it, else NULL.
const cg_Attr *cg_outside(const cg_Field *field, cg_Number number);
void cg_tell_outside(cg_Schema *schema, cg_Place place, const cg_Attr *range, const char *what,
                     cg_Number number);
const char *cg_number_text(cg_Schema *schema, cg_Number number);      ///< for messages
/// A cg_Int in decimal, for messages and code.
const char *cg_int_text(cg_Schema *schema, cg_Int number);

#endif
