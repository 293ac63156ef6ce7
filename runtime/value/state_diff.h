/// Compares two states value by value, whatever their layouts. Fields are matched by name, then by
/// former names of either side; transient fields are ignored. Records of a list are matched by
/// their [[key(…)]] if both have it and it is unique, in a pool by handle, otherwise by index.
#ifndef ED_VALUE_STATE_DIFF_H
#define ED_VALUE_STATE_DIFF_H
#include "runtime/value/value.h"

typedef enum ed_DiffKind {
    ED_DIFF_CHANGED,         // both have it
    ED_DIFF_GONE,            // an element, a record or a state that only the first has
    ED_DIFF_NEW,             //   that only the second has
    ED_DIFF_ONLY_FIRST,      // a field that the record has in the first layout alone
    ED_DIFF_ONLY_SECOND,
    ED_DIFF_ORDER      // the same records in a different order
} ed_DiffKind;

typedef struct ed_Diff {
    ed_Arena *arena;      // for what it keeps while it looks; emptied by who gave it
    /// Called for each, in order. `path` as ed_value_find takes it; `pattern` is that without what
    /// stands in brackets.
    void (*tell)(void *to, ed_DiffKind kind, const char *path, const char *pattern,
                 const ed_ValueRef *one, const ed_ValueRef *other);
    void *to;
    const bool *enough;      // true: it stops, nobody listens any more; or NULL
} ed_Diff;

/// The field of `type` that stands for another layout's `field`; NULL where it has none.
const ed_Field *ed_diff_counterpart(const ed_Type *type, const ed_Field *field);

/// False where the arena is full.
bool ed_diff_states(const ed_Diff *diff, const ed_State *one, const ed_State *other);
bool ed_diff_places(const ed_Diff *diff, const char *path, const ed_ValueRef *one,
                    const ed_ValueRef *other);
#endif
