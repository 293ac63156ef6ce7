/// Commits memory on a separate thread before it is written. Without this, page faults take most of
/// the time of the first pack or reload of a large state.
#ifndef ED_LIVE_COMMIT_MEMORY_H
#define ED_LIVE_COMMIT_MEMORY_H
#include "runtime/base/arena.h"
#include "runtime/os/process/thread.h"
ED_C_BEGIN

#define ED_COMMIT_PARTS_MAX 24u
// Bytes. With less memory, page faults take no noticeable time.
#define ED_COMMIT_MIN ((size_t)8 << 20)

typedef struct ed_MemoryCommitPart {
    ed_Arena arena;      // a copy, for its base and limit
    size_t start, end;
} ed_MemoryCommitPart;

typedef struct ed_MemoryCommit {      // zeroed: no parts and no thread
    ed_MemoryCommitPart parts[ED_COMMIT_PARTS_MAX];
    u32 count;
    bool started;            // the thread has to be joined
    bool ending, ended;      // atomic
    ed_Thread thread;
} ed_MemoryCommit;

/// Adds the part of the arena between the memory already touched and `end`. Call it before
/// ed_commit_memory_start, and close the arena after ed_commit_memory_end.
void ed_commit_memory_add(ed_MemoryCommit *commit, const ed_Arena *arena, size_t end);
/// Starts the thread if there are at least ED_COMMIT_MIN bytes to commit and the system has at
/// least twice as many bytes of free memory as there are to commit. The arenas can be used while
/// the thread runs.
void ed_commit_memory_start(ed_MemoryCommit *commit);
/// False while the thread has parts left.
bool ed_commit_memory_ended(const ed_MemoryCommit *commit);
/// Stops the thread, even if parts are left, and forgets all parts.
void ed_commit_memory_end(ed_MemoryCommit *commit);

ED_C_END
#endif
