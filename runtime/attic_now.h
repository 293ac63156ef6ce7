/// The attic of the present migration engine by the names of the next one's (migrate/columns.h), for
/// what uses either. It goes with that engine.
#ifndef ED_ATTIC_NOW_H
#define ED_ATTIC_NOW_H
#include "runtime/attic.h"
#include "runtime/str.h"
ED_C_BEGIN

typedef ed_Attic ed_Columns;

#define ed_columns_init      ed_attic_init
#define ed_columns_clear     ed_attic_clear
#define ed_columns_copy      ed_attic_copy
#define ed_columns_commit    ed_attic_commit
#define ed_columns_abort     ed_attic_abort
#define ed_columns_own       ed_attic_owns
#define ed_columns_first_tag ed_attic_first_tag
#define ed_columns_alias     ed_attic_alias
#define ed_columns_write     ed_attic_write
#define ed_columns_read      ed_attic_read

static inline u64 ed_columns_count(ed_Columns *columns)
{
    u64 count = 0;
    ed_attic_settle_rows(columns);
    for (u32 i = 0; i < columns->count; i++) count += columns->layers[i].count;
    return count;
}

static inline size_t ed_columns_bytes(const ed_Columns *columns)
{
    size_t bytes = 0;
    for (u32 i = 0; i < columns->count; i++)
        bytes += columns->layers[i].arena.used + columns->layers[i].memory.used;
    return bytes;
}

static inline bool ed_columns_about(const ed_Columns *columns, u32 layer, u32 column, ed_Text *name,
                                    u64 *count)
{
    if (layer >= columns->count || column >= columns->layers[layer].column_count) return false;
    const ed_AtticLayer *in = &columns->layers[layer];
    const ed_AtticColumn *it = &in->columns[column];
    const char *owner = it->root ? it->root->name : "";
    for (u32 i = 0; i < in->tables.count; i++) {
        const ed_Type *type = &in->tables.types[i];
        if (it->from && it->from >= type->fields && it->from < type->fields + type->field_count)
            owner = type->name;
    }
    ed_text_add(name, "%s", owner);
    if (it->from) ed_text_add(name, ".%s", it->from->name);
    *count = it->count;
    return true;
}

ED_C_END
#endif
