#include "codegen/syntax/index.h"
#include <string.h>
#include "runtime/base/str.h"

static const void *row_of(const cg_Index *index, u32 position)
{
    return (const u8 *)index->table + (position - 1) * index->stride;
}

static const char *name_of(const void *row) { return *(const char *const *)row; }

/// The slot of the name, or the free slot where the name would be stored.
static u16 *slot_of(const cg_Index *index, const char *name)
{
    u32 at = ed_tag(name, strlen(name)) & (index->capacity - 1);
    while (index->slots[at] && strcmp(name_of(row_of(index, index->slots[at])), name) != 0)
        at = (at + 1) & (index->capacity - 1);
    return &index->slots[at];
}

const void *cg_index_find(cg_Index *index, const char *name)
{
    for (u32 i = 1; !index->filled && i <= index->count; i++)
        *slot_of(index, name_of(row_of(index, i))) = (u16)i;
    index->filled = true;
    u16 position = *slot_of(index, name);
    return position ? row_of(index, position) : NULL;
}
