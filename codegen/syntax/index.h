/// Finds a name in a constant table by its hash. The first lookup builds the index.
#ifndef CG_SYNTAX_INDEX_H
#define CG_SYNTAX_INDEX_H
#include "runtime/base/base.h"

typedef struct cg_Index {
    const void *table;        // structs whose first member is a unique name
    size_t stride;            // bytes of a struct
    u32 count, capacity;      // capacity is a power of two, larger than count
    u16 *slots;               // indices into the table, from 1; 0 is a free slot
    bool filled;
} cg_Index;

#define CG_INDEX(table, slots) \
    { \
        table, sizeof *table, ED_COUNT(table), ED_COUNT(slots), slots, false \
    }

/// The struct with that name, or NULL.
const void *cg_index_find(cg_Index *index, const char *name);

#endif
