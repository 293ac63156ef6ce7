/// Checks the declarations, and computes their numbers, types, layout and defaults. Each step skips
/// what an earlier step has reported, so that one mistake gives one message.
#ifndef CG_CHECK_H
#define CG_CHECK_H
#include "codegen/syntax/ast.h"

void cg_check(cg_Schema *schema);

// The steps, in the order in which cg_check runs them.
/// names.c: duplicate and reserved names of all declarations.
void cg_check_names(cg_Schema *schema);
void cg_check_roots(cg_Schema *schema);      ///< roots.c: the number of roots
/// consts.c: values of consts, enums and flags.
void cg_check_consts(cg_Schema *schema);
void cg_check_functions(cg_Schema *schema);      ///< functions.c: sets of functions
/// attributes.c: attributes where they are not allowed.
void cg_check_attributes_allowed(cg_Schema *schema);
void cg_check_layout(cg_Schema *schema);      ///< layout.c: types, bounds, offsets, order
/// attributes.c: keys, ranges, fresh fields.
void cg_check_attribute_values(cg_Schema *schema);
void cg_check_extern(cg_Schema *schema);        ///< extern_types.c: types of C headers
void cg_check_units(cg_Schema *schema);         ///< units.c: units of measurement
void cg_check_defaults(cg_Schema *schema);      ///< defaults.c: defaults
/// default_cycles.c: defaults that contain themselves.
void cg_check_default_cycles(cg_Schema *schema);
void cg_check_pools(cg_Schema *schema);      ///< pools.c: refs and their pools, upgrade functions
void cg_check_tags(cg_Schema *schema);       ///< tags.c: tags and old names
/// generated_names.c: conflicts of generated names, if there are no other errors.
void cg_check_generated_names(cg_Schema *schema);
/// includes.c: the headers that each header includes, without cycles.
void cg_check_includes(cg_Schema *schema);

/// Evaluates an expression of numbers and consts; false after an error.
bool cg_eval(cg_Schema *schema, const cg_Expr *expr, cg_Number *number);
/// Determines the type and the shape of a field of `decl`; false after an error. In types.c.
bool cg_resolve_field(cg_Schema *schema, const cg_Decl *decl, cg_Field *field);
/// Makes the values of a table, one for each row. Its rows were resolved. In tables.c.
void cg_fill_table(cg_Schema *schema, cg_Decl *decl);
/// Returns whether a struct is `part`, or has it as its first member, or that member has. In pools.c.
bool cg_begins_with(const cg_Decl *type, const cg_Decl *part);
/// Warns of the first pointer to records whose containers all move them. In moving_items.c.
void cg_warn_moving_items(const cg_Schema *schema);
/// For messages: what the field is, and why rigid memory cannot contain it. NULL if it can. In
/// pools.c.
const char *cg_why_not_rigid(ed_Kind kind);
/// Appends the declaration to the sorted lists of the schema and of its file, unless it is already
/// in them.
void cg_append_sorted(cg_Schema *schema, cg_Decl *decl);
/// Returns the link from one source to another, and creates it if it does not exist.
cg_Link *cg_link(cg_Schema *schema, const cg_Source *from, const cg_Source *to);
/// Records that the file of `from` depends on `to`. `needs_header`: it needs a complete type or a
/// const, not only the name of a type.
void cg_add_dependency(cg_Schema *schema, cg_Location from, const cg_Source *to, bool needs_header);
/// Converts the number to `kind`; false with an error that names the kind if it does not fit.
bool cg_convert_number(cg_Schema *schema, cg_Location location, const char *kind_name, ed_Kind kind,
                       cg_Number *number);
/// Compares numbers of the same type. The result is less than, equal to or greater than 0, as that
/// of strcmp.
int cg_compare(cg_Number a, cg_Number b);
/// Returns the field's range attribute if the number is outside of that range, otherwise NULL.
const cg_Attr *cg_violated_range(const cg_Field *field, cg_Number number);
/// Reports that the number is outside the range. `what`: the subject, such as "the default".
void cg_report_outside(cg_Schema *schema, cg_Location location, const cg_Attr *range,
                       const char *what, cg_Number number);
/// Reports that the record has no field `name`. Returns true if the message suggests another name.
/// In names.c.
bool cg_report_unknown_field(cg_Schema *schema, cg_Location location, const cg_Decl *decl,
                             const char *name);
const char *cg_number_text(cg_Schema *schema, cg_Number number);      ///< for messages
/// A cg_Int in decimal, for messages and code.
const char *cg_int_text(cg_Schema *schema, cg_Int number);

#endif
