/// Defaults of records: of the schema, or as its writer said of a type that was read from a
/// document.
#ifndef ED_INIT_H
#define ED_INIT_H
#include "runtime/types.h"
ED_C_BEGIN

/// Every default of the record at `it`. False over the arena's limit.
bool ed_type_init(const ed_Type *type, ed_Arena *arena, void *it);
/// What an element is before anything is read into it, over zeroed memory.
void ed_init_element(const ed_Field *field, ed_Arena *arena, void *at);
/// The union at `at` becomes that alternative of its type, with its defaults.
void ed_union_set(const ed_Type *type, const ed_Field *alternative, ed_Arena *arena, void *at);

ED_C_END
#endif
