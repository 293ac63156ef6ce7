/// The inspector's tree: which rows there are, by the type tables, and the few that are seen.
/// Nothing is kept of a row but whether it is unfolded, by the tags and indices of its path: rows
/// are counted and cut out anew each time, in time that goes with what is unfolded and seen, not
/// with what there is. No SDL.
#ifndef HOST_INSPECT_TREE_H
#define HOST_INSPECT_TREE_H
#include "host/inspect/filter.h"
#include "runtime/value/value.h"

#define HOST_PATH_MAX 512u        // bytes of a path, with its terminator
#define HOST_FOLDS_MAX 8192u      // unfolded rows and those above them
#define HOST_NO_INDEX UINT32_MAX

/// a row that was folded or unfolded by hand, or one above such a row
typedef struct host_Fold {
    u32 key;              // tag of a root or field, index of an element
    u32 inner, next;      // in host_Folds, by rising key; 0: none
    bool set, open;       // `open` counts where `set`
} host_Fold;

typedef struct host_Folds {
    host_Fold *at;      // the first is above all roots
    u32 count;
} host_Folds;

typedef struct host_Row {
    /// of this moment: to be looked up again by `path` whenever state may have moved
    ed_Place place;
    u64 number;      // in the whole tree, from 0
    u32 level;
    u32 index;                     // of an element, or HOST_NO_INDEX
    bool opens, open;              // can be unfolded, is
    char path[HOST_PATH_MAX];      // "" where it would be longer
} host_Row;

typedef struct host_Tree {
    host_Folds folds[2];      // without and with a filter
    host_Filter filter;
    u64 visits;      // rows looked at so far: what a frame costs
} host_Tree;

/// false over the arena's limit
bool host_tree_make(host_Tree *tree, ed_Arena *arena);
/// "" for all; shows what it finds unfolded
void host_tree_filter(host_Tree *tree, const char *text);

u64 host_tree_count(host_Tree *tree, const ed_State *state);      ///< rows in all
/// The rows from number `first` on, at most `most`. Returns how many there are.
u32 host_tree_rows(host_Tree *tree, const ed_State *state, u64 first, host_Row *rows, u32 most);
/// The number of the row of that path. False where it is gone, or folded away.
bool host_tree_find(host_Tree *tree, const ed_State *state, const char *path, u64 *number);

/// False where too many are unfolded, or the path is too long: nothing changed.
bool host_tree_fold(host_Tree *tree, const char *path, bool open);
/// unfolds all that is above it
bool host_tree_reveal(host_Tree *tree, const char *path);
void host_tree_fold_all(host_Tree *tree);
bool host_tree_is_full(host_Tree *tree);      ///< of rows that were unfolded
#endif
