/// Encodes state as MessagePack, driven by the type tables. decode.h reads it back. If
/// ed_Writer.type_list is set, arrays of records and other arrays of at least 64 bytes are written
/// as row tables (row_table.h); document.h names the exceptions. Everything else is in open form:
///   record   = { tag: value } without transient fields         T x[4][8] = four arrays of eight
///   bounded, dynamic = an array      optional = nil or value    char[N], str = str
///   enum, flags = number             union    = [tag, value]
///   symbol   = the number of its value           pointer to a record = nil or its name
///   ref      = nil or [index, generation]                       ptr = nil; its address if w->live
///   pool     = { "handles": [[index, generation]…], "free": [[index, generation]…],
///                "items": [record…] }
///              one handle for each item; the free slots in the order in which they will be used
#ifndef ED_SNAPSHOT_ENCODE_H
#define ED_SNAPSHOT_ENCODE_H
#include "runtime/msgpack/read.h"
#include "runtime/msgpack/write.h"
#include "runtime/types/types.h"
ED_C_BEGIN

u32 ed_packed_count(const ed_Type *type);      ///< number of fields that are not transient
void ed_pack_record(ed_Writer *w, const ed_Type *type, const void *it);      ///< a struct or union
void ed_pack_field(ed_Writer *w, const ed_Field *field,
                   const void *it);      ///< of the record `it`
void ed_pack_element(ed_Writer *w, const ed_Field *field,
                     const void *at);      ///< one element of the field
/// Writes an array of records in open form, never a table: for ed_unpack_rows.
void ed_pack_rows(ed_Writer *w, const ed_Type *type, const void *rows, u32 count);
/// Sets the defaults of `count` rows, then reads an array of records into them and skips the
/// records beyond `count`. Returns false if the reader failed.
bool ed_unpack_rows(ed_Reader *r, ed_Arena *arena, const ed_Type *type, void *rows, u32 count);

ED_C_END
#endif
