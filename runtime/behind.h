/// What waits in the attic behind an array: elements that earlier reloads had no room for.
///
/// In an array of fixed size an element waits by its index. Behind a list it waits by its index and
/// the count that the list was left with, so it comes back only where the game left the list as
/// long as it was: the first that waits has to follow the last that is there. What has no room this
/// time either waits on, in the way of the shape that the array has become.
#ifndef ED_BEHIND_H
#define ED_BEHIND_H
#include "runtime/job_attic.h"
ED_C_BEGIN

typedef struct ed_Behind {
    const ed_Job *job;               // the array
    u32           depth;             // of its dimension
    u32           count;             // the list was left with
    u32           index;             // of the next one
    u32           holes;             // up to here elements may lack: the attic was full
} ed_Behind;

/// Behind `count` elements of the writer's. False where nothing can wait.
bool ed_behind_open(ed_Behind *behind, const ed_Job *job, u32 depth, u32 count);
/// The next one, at `behind->index` - 1 then, ready to be read; `place` is where it was.
bool ed_behind_next(ed_Behind *behind, ed_Job *place, ed_Found *found);
/// All others wait on, behind `count` elements of the reader's.
void ed_behind_wait(ed_Behind *behind, u32 count);

ED_C_END
#endif
