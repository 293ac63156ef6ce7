/// Finds out what the declarations mean: numbers, types, layout, defaults; and tells what can't be.
/// Each step leaves out what an earlier one has told, so that one mistake is one message.
#ifndef CG_CHECK_H
#define CG_CHECK_H
#include "codegen/ast.h"

void cg_check(cg_Schema *schema);

// The steps, each in its own file, in this order.
void cg_check_names  (cg_Schema *schema);        ///< check_names.c: double and taken names, of all that is declared
void cg_check_consts (cg_Schema *schema);        ///< check_const.c: values of consts, enums and flags
void cg_check_layout (cg_Schema *schema);        ///< check_layout.c: types, bounds, offsets, order
void cg_check_presets(cg_Schema *schema);        ///< check_preset.c: defaults
void cg_check_tags   (cg_Schema *schema);        ///< check_tags.c: tags, old names, attributes out of place
void cg_check_made   (cg_Schema *schema);        ///< check_made.c: names the emitter makes, once all else is well

/// The value of an expression of numbers and consts; false where it has none, told.
bool cg_eval(cg_Schema *schema, const cg_Expr *expr, cg_Number *number);
/// Notes that `from` can't do without `to`.
void cg_use (cg_Schema *schema, cg_Place from, const cg_Source *to);
/// The number as a value of `kind`; false where it does not fit, told with the name of the kind.
bool cg_number_to(cg_Schema *schema, cg_Place place, const char *kind_name, ed_Kind kind, cg_Number *number);
/// A cg_Int in decimal, for messages and code.
const char *cg_int_text(cg_Schema *schema, cg_Int number);

#endif
