/// Constant tables whose rows are identified by a key, such as `table Item items[..64]` with
/// `struct Item [[key(id)]]`. The schema does not know the rows; their names are read from the
/// table after the module is loaded, and become the values of the table's type (symbol.h).
#ifndef ED_TYPES_KEYED_TABLE_H
#define ED_TYPES_KEYED_TABLE_H
#include "runtime/types/types.h"
ED_C_BEGIN

typedef struct ed_RowName {
    char text[ED_NAME_MAX];
} ed_RowName;

struct ed_KeyedTable {       // generated, in the module
    ed_Type *type;           // of the pointers to its rows; has only null before it is read
    const ed_Type *row;      // has a key
    const u32 *count;        // rows of the table
    ed_Value *values;        // `room` + 1; the first one is null
    ed_RowName *names;       // `room`
    u32 room;                // the bound in the schema
};

/// Names the rows after their keys. Returns false if there are too many rows, or if a key is no
/// name or occurs twice.
bool ed_keyed_table_read(const ed_KeyedTable *table, ed_Error *error);

ED_C_END
#endif
