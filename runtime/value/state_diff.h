/// Compares two states value by value; their layouts may differ. Fields are matched by name, then
/// by former names on either side; alternatives of a union by name only. Transient fields are
/// ignored. Numbers of any types are compared by value (ed_number_equal), and enums by name.
/// If two arrays are indexed by enums, their elements are matched by the name of the value, then by
/// former names. Records of a list are matched by their [[key(…)]] if both lists have a key of the
/// same name and its values are unique. Otherwise, records of pools are matched by handle, and all
/// others by index.
#ifndef ED_VALUE_STATE_DIFF_H
#define ED_VALUE_STATE_DIFF_H
#include "runtime/value/value.h"

typedef enum ed_DiffKind {
    ED_DIFF_CHANGED,         // the value is in both states and differs
    ED_DIFF_GONE,            // an element, a record or a root that only the first state has
    ED_DIFF_NEW,             // one that only the second state has
    ED_DIFF_ONLY_FIRST,      // a field that only the first layout has
    ED_DIFF_ONLY_SECOND,
    ED_DIFF_ORDER      // the same records in a different order
} ed_DiffKind;

typedef struct ed_Diff {
    ed_Arena *arena;      // temporary memory; the caller resets it
    /// Called for each difference, in order. `path` has the form that ed_value_find accepts, with
    /// the names of the first state where it has them. `pattern` is the path with empty brackets:
    /// "Game.enemies[].hp".
    void (*report)(void *to, ed_DiffKind kind, const char *path, const char *pattern,
                   const ed_ValueRef *one, const ed_ValueRef *other);
    void *to;
    const bool *enough;      // set to true to stop the comparison; or NULL
} ed_Diff;

/// Returns the field of `type` that matches `field` of another layout, or NULL.
const ed_Field *ed_diff_counterpart(const ed_Type *type, const ed_Field *field);

/// Compares two states, or two values. Both functions return false if the arena is full.
bool ed_diff_states(const ed_Diff *diff, const ed_State *one, const ed_State *other);
bool ed_diff_values(const ed_Diff *diff, const char *path, const ed_ValueRef *one,
                    const ed_ValueRef *other);
#endif
