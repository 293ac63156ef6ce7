/// Values that the inspector showed recently, so that it can mark what changed since the last
/// reload or load. One slot for each recently shown row; a new row starts with its first value.
#ifndef HOST_INSPECT_CHANGED_H
#define HOST_INSPECT_CHANGED_H
#include "runtime/base/arena.h"

#define HOST_CHANGED_MAX 4096u      // slots, a power of two

typedef struct host_ChangeMarks {
    struct host_ChangeMark {
        /// hashes: of the path, of the value to compare with, of the current value
        u64 path, base, last;
    } * slots;
    u64 sign;
} host_ChangeMarks;

bool host_changed_make(host_ChangeMarks *seen,
                       ed_Arena *arena);      ///< false if the arena is full
/// `sign` changes with each reload or load: from then on, values are compared with those shown
/// last.
void host_changed_sign(host_ChangeMarks *seen, u64 sign);
/// True if the value of that path differs from then.
bool host_changed_new(host_ChangeMarks *seen, const char *path, u64 value);
#endif
