/// Sets the defaults of records: those of the schema, or the writer's if the type was read from a
/// document.
#ifndef ED_SNAPSHOT_DEFAULTS_H
#define ED_SNAPSHOT_DEFAULTS_H
#include "runtime/types/types.h"
ED_C_BEGIN

/// Sets every default of the record at `it`. Returns false if the arena is full.
bool ed_type_init(const ed_Type *type, ed_Arena *arena, void *it);
/// Sets an element to the default of its type, before a value is read into it. `at` is zeroed
/// memory.
void ed_init_element(const ed_Field *field, ed_Arena *arena, void *at);
/// Does the same for `count` elements, one after the other.
void ed_init_elements(const ed_Field *field, ed_Arena *arena, void *items, u32 count);
/// Sets the default of one field of the record `it`, in zeroed memory. Touches only the field's own
/// bytes and the count or bool before them, so the rest of the record need not exist.
void ed_field_init(const ed_Field *field, ed_Arena *arena, void *it);
/// Makes a record that has only a copy of the field, and sets its default. `alone` gets that field,
/// with its offset in the record. Returns the record, or NULL if `arena` is full.
u8 *ed_field_wrap(const ed_Field *field, ed_Arena *arena, ed_Field *alone);
/// Makes the union at `at` hold the alternative, with its defaults.
void ed_union_set(const ed_Type *type, const ed_Field *alternative, ed_Arena *arena, void *at);
/// Does the same for a union that holds its default. If that is the alternative, it stays, since an
/// initializer may have given it other values.
void ed_union_choose(const ed_Type *type, const ed_Field *alternative, ed_Arena *arena, void *at);

/// Returns whether the packed default of a field is an empty list, an empty pool or an absent
/// optional value.
bool ed_default_is_nothing(const ed_Field *field);
/// Makes the default of a record type that was read from a document and is laid out, so that it is
/// copied instead of set field by field, except for a large type. Called first for the types that
/// it contains, and not for a type with texts or lists in its default: each record needs its own.
void ed_type_default_make(ed_Type *type, ed_Arena *arena);

/// Allocates a state or rigid record at the start of the empty arena, and sets its defaults.
/// Returns NULL if the arena is full.
void *ed_state_init(const ed_Type *type, ed_Arena *arena);

ED_C_END
#endif
