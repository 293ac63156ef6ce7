/// Migrates the items of a list, or the elements of a fixed array, one block at a time.
///
/// The texts and lists of a row table are in its variable-length columns, and its rows have slots
/// that refer to them. If a field is copied, its column is migrated as a whole before the rows. The
/// slots then point to the new texts and lists, and are copied like numbers. Any
/// other column is decoded into memory in its writer's layout, and migrated row by row.
#ifndef ED_MIGRATE_ROWS_H
#define ED_MIGRATE_ROWS_H
#include "runtime/migrate/field_step.h"
#include "runtime/types/types.h"
ED_C_BEGIN

typedef struct ed_Buffer ed_Buffer;

/// Where ed_rows_migrate writes, and how many items.
typedef struct ed_Rows {
    u32 count;      // items to migrate, from the first on; all elements if a fixed array keeps
                    // its dimensions
    u8 *to;         // the first new element
    bool fill;      // `to` is raw memory, or zeroed if its elements exceed ED_SPARSE_BYTES
} ed_Rows;

/// Allocates the memory of new elements, for ed_Rows.fill. Memory of large elements is zeroed, so
/// that the system provides only the pages that are written. Returns NULL if the arena is full.
void *ed_push_rows(ed_Arena *arena, const ed_Field *to, u32 count);

/// Migrates the items of a list, which are single elements, not lists.
void ed_rows_migrate(ed_Load *load, ed_FieldStep *step, const ed_ValueRef *list,
                     const ed_Rows *rows);

ED_C_END
#endif
