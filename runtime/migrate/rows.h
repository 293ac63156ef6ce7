/// Items of a list, or elements of an array, one behind the other: migrated a block at a time.
///
/// The rows of a table refer to their texts and lists, which lie in columns of the same table. A
/// column whose field is copied is migrated whole before the rows: their slots are then pointed to
/// the new texts and lists at once, and are copied like numbers (ED_OLD_COLUMNS). Any other column
/// is made memory as its writer had it, and read row by row.
#ifndef ED_MIGRATE_ROWS_H
#define ED_MIGRATE_ROWS_H
#include "runtime/migrate/step.h"
#include "runtime/types/types.h"
ED_C_BEGIN

typedef struct ed_Buffer ed_Buffer;

/// The first `count` items of a list of single elements, or all elements of a fixed array, to `to`.
typedef struct ed_Rows {
    u32 count;
    u8 *to;
    u32 to_count;      // items that the new list will have
    u32 dim;           // of the new array, that they are in
    bool fill;         // `to` is raw memory
} ed_Rows;

void ed_rows_carry(ed_Load *load, ed_FieldStep *step, ed_StepPart *part, const ed_Rows *rows);

ED_C_END
#endif
