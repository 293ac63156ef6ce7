/// Commits memory in a separate thread before it is written. Without this, page faults take most of
/// the time of the first pack or reload of a large state.
#ifndef ED_LIVE_AHEAD_H
#define ED_LIVE_AHEAD_H
#include <pthread.h>
#include "runtime/base/arena.h"
ED_C_BEGIN

#define ED_AHEAD_PARTS_MAX 24u
#define ED_AHEAD_MIN ((size_t)8 << 20)      // bytes; page faults of less take no noticeable time

typedef struct ed_AheadPart {
    ed_Arena arena;      // a copy, for its base and limit
    size_t start, end;
} ed_AheadPart;

typedef struct ed_Ahead {      // zeroed: no parts and no thread
    ed_AheadPart parts[ED_AHEAD_PARTS_MAX];
    u32 count;
    bool started;            // the thread has to be joined
    bool ending, ended;      // atomic
    pthread_t thread;
} ed_Ahead;

/// Adds the part of the arena from what was already touched up to `end`. Call it before
/// ed_ahead_start, and close the arena after ed_ahead_end.
void ed_ahead_add(ed_Ahead *ahead, const ed_Arena *arena, size_t end);
/// Starts the thread if there are at least ED_AHEAD_MIN bytes to commit and the system has twice as
/// much free memory. The arenas can be used meanwhile.
void ed_ahead_start(ed_Ahead *ahead);
/// False while the thread has parts left.
bool ed_ahead_ended(const ed_Ahead *ahead);
/// Stops the thread, even if parts are left, and forgets all parts.
void ed_ahead_end(ed_Ahead *ahead);

ED_C_END
#endif
