/// Checkpoints: the state to return to when the game's code fails. A checkpoint is packed into
/// memory between two frames. Buffers rotate: the last good checkpoint stays complete while the
/// next one is packed, even if that fails. A checkpoint is proved when the game has continued from
/// it until the next one was due.
///
/// The buffers are shared memory: the process of a trial reads a checkpoint there, and the buffers
/// outlive the game's process if a parent opened them. The child attaches the buffers by their
/// handles (ed_checkpoint_attach). `marks`, in memory that both share, tells the parent which
/// checkpoints there are. When the child has ended, the parent calls ed_checkpoint_recover. Each
/// checkpoint, except one for a swap or for a trial, has a hash, so damage by stray writes is
/// noticed.
///
/// Checkpoints are taken at least once per minute and at most five times per second. The more a
/// checkpoint costs, the longer the interval, so that all of them together take at most one percent
/// of the time, unless one takes longer than 0.6 s.
#ifndef ED_LIVE_CHECKPOINT_H
#define ED_LIVE_CHECKPOINT_H
#include "runtime/os/memory/shared_memory.h"
#include "runtime/run/run.h"
ED_C_BEGIN

// The last one, the proved one or the one being packed, the pinned one, and the held one.
#define ED_CHECKPOINT_BUFFERS 4u
#define ED_CHECKPOINT_WAIT_MIN_NS 200000000ull      // between the starts of two checkpoints
#define ED_CHECKPOINT_WAIT_MAX_NS 60000000000ull
// The interval is this many times the cost of the last checkpoint.
#define ED_CHECKPOINT_COST_FACTOR 100u

typedef struct ed_CheckpointState {      // plain values: the same in every process
    u32 buffer;                          // the index of its buffer, at whose start it lies
    u64 size;                            // bytes, packed for this process; 0: no checkpoint
    u64 frame;                           // the frame of its state
    u64 taken_ns;                        // when packing began
} ed_CheckpointState;

typedef struct ed_CheckpointMarks {      // plain values: see `last` and `proved` below
    ed_CheckpointState last, proved;
} ed_CheckpointMarks;

typedef struct ed_Checkpoint {                           // zeroed: there is no checkpoint
    ed_SharedMemory buffers[ED_CHECKPOINT_BUFFERS];      // opened at first use, by
                                                         // ed_checkpoint_open, or attached
    ed_Arena memory[ED_CHECKPOINT_BUFFERS];              // the same, for packing
    // `proved`: the game continued from it until the next one was due, or it is from before a swap.
    ed_CheckpointState last, proved;
    // Not overwritten until another one is pinned, or it is released; size 0: nothing is pinned or
    // held.
    ed_CheckpointState pinned, held;
    ed_CheckpointMarks *marks;      // gets a copy of `last` and `proved` with each change; or NULL
    u32 read_only;                  // bit i: memory[i] is read-only now
    u64 due_ns;                     // when the next one is due; 0: at once
    ed_Error error;                 // why the last attempt failed; `last` is older then
} ed_Checkpoint;

/// Opens the buffers, which otherwise happens at first use.
bool ed_checkpoint_open(ed_Checkpoint *checkpoint, ed_Error *error);
/// Attaches the buffers that a parent process opened, whose handles are in `handles`, and continues
/// with its checkpoints: those in `marks` that lie in the buffers. `checkpoint` is zeroed.
bool ed_checkpoint_attach(ed_Checkpoint *checkpoint, const i64 handles[ED_CHECKPOINT_BUFFERS],
                          ed_CheckpointMarks *marks, ed_Error *error);
void ed_checkpoint_close(ed_Checkpoint *checkpoint);

/// Call it in the parent after the process that attached the buffers has ended, since that process
/// may have overwritten them and `marks`. Marks of checkpoints that cannot be in the buffers are
/// discarded; if none remains, the buffers are searched. The hash of a checkpoint shows later
/// whether it is complete. The marks that remain are written back for the next process.
void ed_checkpoint_recover(ed_Checkpoint *checkpoint);

/// The bytes of a checkpoint; size 0 if it does not exist.
ed_Span ed_checkpoint_bytes(const ed_Checkpoint *checkpoint, const ed_CheckpointState *state);
bool ed_checkpoint_due(const ed_Checkpoint *checkpoint, u64 now_ns);
/// Packs the state of `run`. On failure, returns false and sets checkpoint->error, and the earlier
/// checkpoint stays.
bool ed_checkpoint_take(ed_Checkpoint *checkpoint, ed_Run *run, u64 now_ns);
/// Packs a checkpoint just before a swap. The swap reads the bytes at once, so they get no hash.
/// Instead, the buffer is read-only until it is reused, so that a stray write to it is a fault.
bool ed_checkpoint_take_for_swap(ed_Checkpoint *checkpoint, ed_Run *run, u64 now_ns);
/// Keeps a checkpoint, however many follow, until another one is pinned; size 0: keeps none.
void ed_checkpoint_pin(ed_Checkpoint *checkpoint, const ed_CheckpointState *state);
/// Keeps the last checkpoint while another process reads it, until it is released.
void ed_checkpoint_hold(ed_Checkpoint *checkpoint);
/// Packs the current state for another process and holds it. The other checkpoints stay as they
/// are. On failure, returns false and sets checkpoint->error, and nothing is held.
bool ed_checkpoint_hold_state(ed_Checkpoint *checkpoint, ed_Run *run, u64 now_ns);
void ed_checkpoint_release(ed_Checkpoint *checkpoint);
/// Discards all checkpoints except the pinned one and the held one.
void ed_checkpoint_clear(ed_Checkpoint *checkpoint);
/// Call it after each attempt: the cost determines when the next checkpoint is due.
void ed_checkpoint_schedule(ed_Checkpoint *checkpoint, u64 now_ns, u64 cost_ns);
/// Makes `state` the proved checkpoint.
void ed_checkpoint_set_proved(ed_Checkpoint *checkpoint, const ed_CheckpointState *state);
/// Makes `state` both the last and the proved checkpoint. Call it after the game returned to it.
void ed_checkpoint_set_current(ed_Checkpoint *checkpoint, const ed_CheckpointState *state);
/// The checkpoint to return to: the latest proved one, otherwise the latest. NULL if there is no
/// checkpoint.
const ed_CheckpointState *ed_checkpoint_best(const ed_Checkpoint *checkpoint);

ED_C_END
#endif
