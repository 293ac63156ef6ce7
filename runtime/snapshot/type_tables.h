/// Type tables to the "types" section of a snapshot and back. What is written stands beside what
/// reads it.
#ifndef ED_SNAPSHOT_TYPE_TABLES_H
#define ED_SNAPSHOT_TYPE_TABLES_H
#include "runtime/msgpack/read.h"
#include "runtime/msgpack/write.h"
#include "runtime/types/types.h"
ED_C_BEGIN

#define ED_TYPES_MAX 16384u                        // in one document
#define ED_FIELDS_MAX 4096u                        // of one type
#define ED_TYPES_BYTES_MAX ((size_t)64 << 20)      // of all of them, packed or being read

typedef struct ed_Tables {      // a writer's types, as read back
    ed_Type *types;
    u32 count;
} ed_Tables;

/// False with an error if no snapshot can represent the schema, which has too many types or fields.
bool ed_tables_fit(const ed_Schema *schema, ed_Error *error);

/// The types that the schema's states are made of, in its order: rigid memory is not in a snapshot.
/// False where `scratch` is full; what works with the listing uses it too.
bool ed_listing_make(const ed_Schema *schema, ed_Arena *scratch, ed_TypeList *listing);
/// The type's index in the listing; its count where the listing has no such type.
static inline u32 ed_listing_index(const ed_TypeList *listing, const ed_Type *type)
{
    u32 i = 0;
    while (i < listing->count && listing->types[i] != type) i++;
    return i;
}
/// All of them with their defaults. Fails in `w`.
void ed_tables_write(ed_Writer *w, const ed_TypeList *listing);
/// Like ed_tables_write, with a listing made from the schema.
void ed_tables_write_all(ed_Writer *w, const ed_Schema *schema);

/// Copies names into `arena`; the fields' presets borrow the document. Fails in `r`.
/// After success every index, kind and name is valid; sizes and offsets are the writer's claim.
void ed_tables_read(ed_Reader *r, ed_Arena *arena, ed_Tables *tables);

/// Returns the struct of that tag, or NULL.
const ed_Type *ed_tables_root(const ed_Tables *tables, u32 tag);

ED_C_END
#endif
