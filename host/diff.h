/// What differs between two states, value by value, whatever the layouts: fields go by name, then
/// by what either of them was called; transient ones are no state. Records of a list go by their
/// [[key(…)]] where both have it and it is nobody else's, in a pool by handle, else by index.
#ifndef HOST_DIFF_H
#define HOST_DIFF_H
#include "runtime/value/value.h"

typedef enum host_DiffKind {
    HOST_DIFF_CHANGED,           // both have it
    HOST_DIFF_GONE,              // an element, a record or a state that only the first has
    HOST_DIFF_NEW,               //   that only the second has
    HOST_DIFF_ONLY_FIRST,        // a field that the record has in the first layout alone
    HOST_DIFF_ONLY_SECOND,
    HOST_DIFF_ORDER              // a list holds the same records in another order
} host_DiffKind;

typedef struct host_Diff {
    ed_Arena *arena;             // for what it keeps while it looks; emptied by who gave it
    /// Called for each, in order. `path` as ed_value_find takes it; `pattern` is that without what
    /// stands in brackets.
    void    (*tell)(void *to, host_DiffKind kind, const char *path, const char *pattern,
                    const ed_Place *one, const ed_Place *other);
    void     *to;
    const bool *enough;          // true: it stops, nobody listens any more; or NULL
} host_Diff;

/// The field of `type` that stands for another layout's `field`; NULL where it has none.
const ed_Field *host_diff_counterpart(const ed_Type *type, const ed_Field *field);

/// False where the arena is full.
bool host_diff_states(const host_Diff *diff, const ed_State *one, const ed_State *other);
bool host_diff_places(const host_Diff *diff, const char *path, const ed_Place *one,
                      const ed_Place *other);
#endif
