/// The inspector's tree: computes the rows from the type tables, and returns the few that are
/// visible. The tree only stores which rows the user expanded and collapsed, by the tags and
/// indices of their paths. Rows are counted again each frame; the time depends on which rows are
/// expanded and visible, not on the size of the state. Does not use SDL.
#ifndef HOST_INSPECT_TREE_H
#define HOST_INSPECT_TREE_H
#include "host/inspect/filter.h"
#include "runtime/value/value.h"

#define HOST_PATH_MAX 512u          // bytes of a path, including its terminator
#define HOST_TOGGLES_MAX 8192u      // entries of one host_Toggles
#define HOST_NO_INDEX UINT32_MAX

/// A row that the user expanded or collapsed, or a row that contains such a row.
typedef struct host_Toggle {
    u32 key;      // tag of a root or field, index of an element
    /// First child and next sibling, by increasing key: indices in host_Toggles; 0: none.
    u32 child, next;
    bool set, expanded;      // set: the user changed this row; only then, `expanded` is valid
} host_Toggle;

typedef struct host_Toggles {
    host_Toggle *at;      // at[0] is the parent of all roots
    u32 count;
} host_Toggles;

typedef struct host_Row {
    /// Valid until the state may have moved; then look it up again by `path`.
    ed_ValueRef ref;
    u64 number;      // index in the whole tree
    u32 level;
    u32 index;      // of an element, or HOST_NO_INDEX
    bool can_expand, expanded;
    char path[HOST_PATH_MAX];      // "" if it would be too long
} host_Row;

typedef struct host_Tree {
    host_Toggles toggles[2];      // [0] without, [1] with a filter
    host_Filter filter;
    u64 visits;      // rows visited so far, in all frames; tests measure costs with it
} host_Tree;

/// False if the arena is full.
bool host_tree_make(host_Tree *tree, ed_Arena *arena);
/// Sets the filter; "" shows everything. Structs that contain a match are expanded.
void host_tree_filter(host_Tree *tree, const char *text);

u64 host_tree_count(host_Tree *tree, const ed_State *state);      ///< number of rows
/// Fills in the rows from number `first` on, at most `most`. Returns their count.
u32 host_tree_rows(host_Tree *tree, const ed_State *state, u64 first, host_Row *rows, u32 most);
/// Gets the number of the row with that path. False if the path does not exist or its row is hidden
/// in a collapsed one.
bool host_tree_find(host_Tree *tree, const ed_State *state, const char *path, u64 *number);

/// Expands or collapses the row at `path`. Returns false if the user changed too many rows or the
/// path is too long; then no row changes.
bool host_tree_expand(host_Tree *tree, const ed_State *state, const char *path, bool expanded);
/// Expands all rows that contain the row at `path`.
bool host_tree_reveal(host_Tree *tree, const ed_State *state, const char *path);
void host_tree_collapse_all(host_Tree *tree);
bool host_tree_is_full(host_Tree *tree);      ///< true if no further row can be expanded
#endif
