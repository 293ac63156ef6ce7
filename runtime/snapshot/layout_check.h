/// Validates the sizes and offsets that a document claims for its writer's memory, because row
/// tables are read with them:
///   - each field, with the count or bool in front of it, is inside its record
///   - the fields of a struct are in the order of their offsets and do not overlap
///   - elements are as large as their types
///   - no record contains itself or a pool
///   - the slots of texts and lists (ed_Str, ed_Array) are aligned as in this process
#ifndef ED_SNAPSHOT_LAYOUT_CHECK_H
#define ED_SNAPSHOT_LAYOUT_CHECK_H
#include "runtime/base/str.h"
#include "runtime/snapshot/type_tables.h"
#include "runtime/types/types.h"
ED_C_BEGIN

/// Sets `has_slots` of all types, and `laid_out` of those that pass the check.
/// Types that do not pass can still be read in open form. If `arena` is full, no type passes.
void ed_layout_check(ed_DocumentTypes *types, ed_Arena *arena);
/// Returns whether rows of the field's elements can be read: the elements are as large as their
/// type, and the type passed the check.
bool ed_layout_check_element(const ed_Field *field);
/// Explains why rows of the field cannot be read: adds the first field that breaks a rule, and the
/// rule.
void ed_layout_check_explain(const ed_Field *field, ed_Text *out);

ED_C_END
#endif
