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
    u64 sign;      // see host_changed_sign
} host_ChangeMarks;

/// False if the arena is full.
bool host_changed_make(host_ChangeMarks *seen, ed_Arena *arena);
/// Call it each frame. `sign` changes with each reload or load: from then on, values are compared
/// with those shown last before the change.
void host_changed_sign(host_ChangeMarks *seen, u64 sign);
/// Records that the row at `path` shows a value with the hash `value`. True if it differs from the
/// value to compare with.
bool host_changed_new(host_ChangeMarks *seen, const char *path, u64 value);
#endif
