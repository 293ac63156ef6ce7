/// Defaults of records: of the schema, or as its writer said of a type that was read from a
/// document.
#ifndef ED_SNAPSHOT_DEFAULTS_H
#define ED_SNAPSHOT_DEFAULTS_H
#include "runtime/types/types.h"
ED_C_BEGIN

/// Every default of the record at `it`. False over the arena's limit.
bool ed_type_init(const ed_Type *type, ed_Arena *arena, void *it);
/// What an element is before anything is read into it, over zeroed memory.
void ed_init_element(const ed_Field *field, ed_Arena *arena, void *at);
/// The same for `count` of them, one behind the other.
void ed_init_elements(const ed_Field *field, ed_Arena *arena, void *items, u32 count);
/// The default of one field of a record, over zeroed memory. The record need not be there: only the
/// field's own bytes, and its count or its flag before them, are touched.
void ed_field_init(const ed_Field *field, ed_Arena *arena, void *it);
/// The same in memory of its own: a record of `alone` only, which is the field at another offset.
/// NULL where `arena` is full.
u8 *ed_field_alone(const ed_Field *field, ed_Arena *arena, ed_Field *alone);
/// The union at `at` becomes that alternative of its type, with its defaults.
void ed_union_set(const ed_Type *type, const ed_Field *alternative, ed_Arena *arena, void *at);

/// A record at the start of the empty arena with every default. NULL over the arena's limit.
void *ed_state_init(const ed_Type *type, ed_Arena *arena);

ED_C_END
#endif
