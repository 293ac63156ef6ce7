/// The inspector's filter: selects fields by name or path. It only looks at types, so its cost does
/// not depend on how many records a list has. "hp" selects any field with hp in its name;
/// "player.hp" selects those below a field with player in its name. Everything below a selected
/// field is shown, too. Indices are ignored.
#ifndef HOST_INSPECT_FILTER_H
#define HOST_INSPECT_FILTER_H
#include "runtime/types/types.h"

#define HOST_FILTER_MAX 128u        // including the terminator
#define HOST_FILTER_PARTS 8u        // names separated by dots; further ones are ignored
#define HOST_FILTER_MEMO 8192u      // slots, a power of two

typedef struct host_Filter {
    char parts[HOST_FILTER_PARTS][HOST_FILTER_MAX];
    u32 count;      // 0: everything is shown
    /// Caches the results of host_filter_below.
    struct host_FilterSlot {
        const ed_Type *type;      // valid only during the walk that stored it
        u8 mask, state;
        u32 generation;      // a slot is free if this differs from host_Filter.generation
    } * memo;
    u32 memo_used, generation;      // generation: increased to clear the cache
} host_Filter;

bool host_filter_open(host_Filter *filter, ed_Arena *arena);      ///< false if the arena is full
void host_filter_set(host_Filter *filter, const char *text);
/// Clears the cache. Call it before each walk, since types may have changed.
void host_filter_begin(host_Filter *filter);

/// Adds a name to a path and returns which parts of the filter match the new path, one bit each.
/// `mask` is the result for the path without the name; 0 for the empty path.
u8 host_filter_step(const host_Filter *filter, u8 mask, const char *name);
/// True if the whole filter matches the path, or matched it higher up.
bool host_filter_hit(const host_Filter *filter, u8 mask);
/// True if the filter matches a field inside a record of that type. `mask` is what
/// host_filter_step returned for the record itself.
bool host_filter_below(host_Filter *filter, u8 mask, const ed_Type *type);
#endif
