/// What a document says of its writer's memory: sizes and offsets. Rows are read by it, so it has
/// to hold together: every field inside its record, with the count or bool before it, none over
/// another; elements as large as their types; no record inside itself; slots aligned as here; no
/// pool.
#ifndef ED_SNAPSHOT_LAYOUT_CHECK_H
#define ED_SNAPSHOT_LAYOUT_CHECK_H
#include "runtime/base/str.h"
#include "runtime/snapshot/type_tables.h"
#include "runtime/types/types.h"
ED_C_BEGIN

/// Sets `laid_out` of every type whose claims hold, `slots` and `big`. The others can still be
/// read in open form; all of them where `arena` is full.
void ed_layout_check(ed_Tables *tables, ed_Arena *arena);
/// True where rows of the field's elements can be read: they are as large as they should be, and
/// their type is laid out.
bool ed_layout_check_element(const ed_Field *field);
/// Why they cannot: the first field that breaks a rule, and the rule.
void ed_layout_check_explain(const ed_Field *field, ed_Text *out);

ED_C_END
#endif
