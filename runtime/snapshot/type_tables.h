/// Writes type tables to the "types" section of a snapshot and reads them back. In the source, the
/// functions that write a part are in the same section as those that read it. type_fields.h has the
/// fields, type_code.h their codes, and type_parts.h what several parts consist of.
#ifndef ED_SNAPSHOT_TYPE_TABLES_H
#define ED_SNAPSHOT_TYPE_TABLES_H
#include "runtime/msgpack/read.h"
#include "runtime/msgpack/write.h"
#include "runtime/types/types.h"
ED_C_BEGIN

#define ED_TYPES_MAX 16384u      // in one document
#define ED_FIELDS_MAX 4096u      // of one type
// Memory for writing all types, and for the texts and lists in the defaults of one type.
#define ED_TYPES_BYTES_MAX ((size_t)64 << 20)

typedef struct ed_DocumentTypes {      // a writer's types, as read back
    ed_Type *types;
    u32 count;
} ed_DocumentTypes;

/// Returns false and sets `error` if the schema has too many types or fields for a snapshot.
bool ed_document_types_fit(const ed_Schema *schema, ed_Error *error);

/// Lists the types that the schema's states contain, in the schema's order. Rigid memory is not in
/// a snapshot. Returns false if `scratch` is full. Functions that take the list also allocate from
/// `scratch`.
bool ed_type_list_make(const ed_Schema *schema, ed_Arena *scratch, ed_TypeList *type_list);
/// Returns the type's index in the list, or the list's count if it does not have the type.
static inline u32 ed_type_list_index(const ed_TypeList *type_list, const ed_Type *type)
{
    u32 i = 0;
    while (i < type_list->count && type_list->types[i] != type) i++;
    return i;
}
/// Writes all types of the list with their defaults. If writing fails, the error is in `w`.
void ed_document_types_write(ed_Writer *w, const ed_TypeList *type_list);
/// Like ed_document_types_write, with a list made from the schema.
void ed_document_types_write_all(ed_Writer *w, const ed_Schema *schema);

/// Reads the types and runs the layout check on them. Names are copied into `arena`;
/// ed_Field.packed_default points into the document. If reading fails, the error is in `r`. After
/// success every index, kind and name is valid. Sizes and offsets may be wrong, except in a type
/// that is `laid_out`.
void ed_document_types_read(ed_Reader *r, ed_Arena *arena, ed_DocumentTypes *tables);

/// Returns the struct of that tag, or NULL.
const ed_Type *ed_document_types_root(const ed_DocumentTypes *tables, u32 tag);

ED_C_END
#endif
