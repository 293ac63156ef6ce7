/// Hashes of the values that the inspector showed recently. With them it marks the values that
/// changed since the last reload or load. Rows share a fixed number of slots: a row that takes over
/// a slot starts with its current value.
#ifndef HOST_INSPECT_CHANGED_H
#define HOST_INSPECT_CHANGED_H
#include "runtime/base/arena.h"

#define HOST_CHANGED_MAX 4096u      // slots, a power of two

typedef struct host_ChangeMarks {
    struct host_ChangeMark {
        /// Hashes of the path, of the value to compare with, and of the value shown last.
        u64 path, base, last;
    } * slots;
    u64 epoch;      // see host_changed_start_epoch
} host_ChangeMarks;

/// False if the arena is full.
bool host_changed_init(host_ChangeMarks *changed, ed_Arena *arena);
/// Call it each frame. `epoch` changes with each reload or load: from then on, values are compared
/// with those that were shown last before it.
void host_changed_start_epoch(host_ChangeMarks *changed, u64 epoch);
/// Records that the row at `path` shows a value with the hash `value`. True if it differs from the
/// value to compare with.
bool host_changed_note(host_ChangeMarks *changed, const char *path, u64 value);
#endif
