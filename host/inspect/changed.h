/// What the inspector has shown lately, so that it can mark what is another value since the last
/// reload or load. One slot for each of the rows seen last; a row that was not seen before begins
/// with the value it is first seen with.
#ifndef HOST_INSPECT_CHANGED_H
#define HOST_INSPECT_CHANGED_H
#include "runtime/base/arena.h"

#define HOST_CHANGED_MAX 4096u      // slots, a power of two

typedef struct host_ChangeMarks {
    struct host_ChangeMark {
        /// hashes: of the path, of the value to compare with, of the value now
        u64 path, base, last;
    } * slots;
    u64 sign;
} host_ChangeMarks;

bool host_changed_make(host_ChangeMarks *seen,
                       ed_Arena *arena);      ///< false over the arena's limit
/// `sign` is another one after each reload or load: the values shown last are those to compare with
/// from then on.
void host_changed_sign(host_ChangeMarks *seen, u64 sign);
/// True where the value of that path is another one than then.
bool host_changed_new(host_ChangeMarks *seen, const char *path, u64 value);
#endif
