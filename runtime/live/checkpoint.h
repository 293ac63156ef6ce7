/// Checkpoints: the state to return to when the game's code fails. A checkpoint is packed into
/// memory between two frames. Buffers rotate: the last good checkpoint stays complete while the
/// next one is packed, even if that fails. A checkpoint is proved when the game has continued from
/// it until the next one was due.
///
/// The buffers outlive the process if a parent opened the checkpoint before the fork and the struct
/// is in shared memory. Each checkpoint, except one for a swap, has a hash, so damage by stray
/// writes is noticed.
///
/// Checkpoints are taken at least once per minute and at most five times per second. The more a
/// checkpoint costs, the longer the interval, so that all of them together take at most one percent
/// of the time, unless one takes longer than 0.6 s.
#ifndef ED_LIVE_CHECKPOINT_H
#define ED_LIVE_CHECKPOINT_H
#include "runtime/run/run.h"
ED_C_BEGIN

#define ED_CHECKPOINT_BUFFERS 3u                    // last, being packed, pinned
#define ED_CHECKPOINT_WAIT_MIN_NS 200000000ull      // between the starts of two checkpoints
#define ED_CHECKPOINT_WAIT_MAX_NS 60000000000ull
// The interval is this many times the cost of the last checkpoint.
#define ED_CHECKPOINT_COST_FACTOR 100u

typedef struct ed_CheckpointState {
    ed_Span bytes;      // packed for this process; size 0: there is no checkpoint
    u64 frame;          // the frame of its state
    u64 taken_ns;       // when packing began
} ed_CheckpointState;

typedef struct ed_Checkpoint {                   // zeroed: there is no checkpoint
    ed_Arena memory[ED_CHECKPOINT_BUFFERS];      // opened at first use or by ed_checkpoint_open
    // `proved`: the game continued from it until the next one was due, or it is from before a swap.
    ed_CheckpointState last, proved;
    ed_CheckpointState
        pinned;          // not overwritten until it is unpinned; size 0: nothing is pinned
    u32 read_only;       // bit i: memory[i] is read-only now
    u64 due_ns;          // when the next one is due; 0: at once
    ed_Error error;      // why the last attempt failed; `last` is older then
} ed_Checkpoint;

/// Opens the buffers, which otherwise happens at first use. Call it before a fork.
bool ed_checkpoint_open(ed_Checkpoint *checkpoint, ed_Error *error);
void ed_checkpoint_close(ed_Checkpoint *checkpoint);
/// From now on, processes forked here do not inherit the buffers, so they cannot change them.
void ed_checkpoint_keep_private(ed_Checkpoint *checkpoint);

/// Call it after a process that shared the buffers has ended, since that process may have
/// overwritten them. `memory` has the buffers as they were opened. Checkpoints outside of them are
/// discarded; if none remains, the buffers are searched. The hash of a checkpoint shows later
/// whether it is complete.
void ed_checkpoint_recover(ed_Checkpoint *checkpoint, const ed_Arena memory[ED_CHECKPOINT_BUFFERS]);

bool ed_checkpoint_due(const ed_Checkpoint *checkpoint, u64 now_ns);
/// Packs the state of `run`. On failure, returns false and sets checkpoint->error, and the earlier
/// checkpoint stays.
bool ed_checkpoint_take(ed_Checkpoint *checkpoint, ed_Run *run, u64 now_ns);
/// Packs a checkpoint just before a swap. The swap reads the bytes at once, so they get no hash.
/// Instead, the buffer is read-only until it is reused, so that a stray write to it is a fault.
bool ed_checkpoint_take_for_swap(ed_Checkpoint *checkpoint, ed_Run *run, u64 now_ns);
/// Keeps the last checkpoint, however many follow, until it is unpinned.
void ed_checkpoint_pin(ed_Checkpoint *checkpoint);
void ed_checkpoint_unpin(ed_Checkpoint *checkpoint);
/// Discards all checkpoints except the pinned one.
void ed_checkpoint_clear(ed_Checkpoint *checkpoint);
/// Call it after each attempt: the cost determines when the next checkpoint is due.
void ed_checkpoint_schedule(ed_Checkpoint *checkpoint, u64 now_ns, u64 cost_ns);
/// Makes `state` both the last and the proved checkpoint. Call it after the game returned to it.
void ed_checkpoint_set_current(ed_Checkpoint *checkpoint, const ed_CheckpointState *state);
/// The checkpoint to return to: the latest proved one, otherwise the latest. NULL if there is no
/// checkpoint.
const ed_CheckpointState *ed_checkpoint_best(const ed_Checkpoint *checkpoint);

ED_C_END
#endif
