/// The inspector's tree: computes the rows from the type tables, and returns the few that are
/// visible. The only stored information is whether a row is unfolded, by the tags and indices of
/// its path. Rows are counted again each frame; the time depends on what is unfolded and visible,
/// not on the size of the state. No SDL.
#ifndef HOST_INSPECT_TREE_H
#define HOST_INSPECT_TREE_H
#include "host/inspect/filter.h"
#include "runtime/value/value.h"

#define HOST_PATH_MAX 512u        // of a path, including its terminator
#define HOST_FOLDS_MAX 8192u      // unfolded rows and the rows above them
#define HOST_NO_INDEX UINT32_MAX

/// a row that the user folded or unfolded, or one above such a row
typedef struct host_Fold {
    u32 key;              // tag of a root or field, index of an element
    u32 inner, next;      // indices in host_Folds, by increasing key; 0: none
    bool set, open;       // `open` is valid if `set`
} host_Fold;

typedef struct host_Folds {
    host_Fold *at;      // the first is above all roots
    u32 count;
} host_Folds;

typedef struct host_Row {
    /// valid now; look it up again by `path` if the state may have moved
    ed_ValueRef place;
    u64 number;      // in the whole tree, from 0
    u32 level;
    u32 index;                     // of an element, or HOST_NO_INDEX
    bool opens, open;              // can be unfolded; is unfolded
    char path[HOST_PATH_MAX];      // "" if it would be too long
} host_Row;

typedef struct host_Tree {
    host_Folds folds[2];      // without and with a filter
    host_Filter filter;
    u64 visits;      // rows visited so far: the cost of a frame
} host_Tree;

/// False if the arena is full.
bool host_tree_make(host_Tree *tree, ed_Arena *arena);
/// "" shows everything; matches are unfolded.
void host_tree_filter(host_Tree *tree, const char *text);

u64 host_tree_count(host_Tree *tree, const ed_State *state);      ///< number of rows
/// Fills in the rows from number `first` on, at most `most`. Returns their count.
u32 host_tree_rows(host_Tree *tree, const ed_State *state, u64 first, host_Row *rows, u32 most);
/// The number of the row with that path. False if it does not exist or is folded away.
bool host_tree_find(host_Tree *tree, const ed_State *state, const char *path, u64 *number);

/// False if too many rows are unfolded or the path is too long: nothing changed.
bool host_tree_fold(host_Tree *tree, const char *path, bool open);
/// Unfolds everything above it.
bool host_tree_reveal(host_Tree *tree, const char *path);
void host_tree_fold_all(host_Tree *tree);
bool host_tree_is_full(host_Tree *tree);      ///< no room for more unfolded rows
#endif
