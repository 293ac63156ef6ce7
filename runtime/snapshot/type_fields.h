/// Writes and reads the fields of a type, in the type tables of a snapshot (document.h). If reading
/// fails, the error is in `r`.
#ifndef ED_SNAPSHOT_TYPE_FIELDS_H
#define ED_SNAPSHOT_TYPE_FIELDS_H
#include "runtime/snapshot/packed_defaults.h"
#include "runtime/snapshot/type_tables.h"
ED_C_BEGIN

/// Writes the fields of a struct with their defaults, or the alternatives of a union. Alternatives
/// have no defaults of their own, because a union always starts as its first alternative.
void ed_fields_write(ed_Writer *w, const ed_PackedDefaults *defaults, const ed_Type *type);
/// Reads the fields of type `index`. A field that has an enum, or is a union, gets its kind when all
/// types are read.
void ed_fields_read(ed_Reader *r, ed_Arena *arena, ed_DocumentTypes *tables, u32 index);

ED_C_END
#endif
