/// The state to go back to when the game's code fails: packed in memory, between two frames, often
/// enough to lose little and seldom enough to cost little. Buffers in turn: the last good one
/// stays whole while the next one is packed, and where that fails. One is proved when the game has
/// gone on from it until the next was due.
///
/// The buffers and, where its owner puts it into shared memory, the checkpoint itself outlive the
/// process: a parent that opened it before the fork has them. Each is sealed with a hash, so code
/// gone astray cannot alter one unnoticed.
///
/// How often: never more than five times a second; the dearer the last one was, the longer the
/// wait, so that all of them together take no more than a hundredth of the time; but once a minute
/// whatever it costs.
#ifndef ED_LIVE_CHECKPOINT_H
#define ED_LIVE_CHECKPOINT_H
#include "runtime/run/run.h"
ED_C_BEGIN

#define ED_CHECKPOINT_BUFFERS 3u                    // last, the one being packed, pinned
#define ED_CHECKPOINT_WAIT_MIN_NS 200000000ull      // from the start of one to that of the next
#define ED_CHECKPOINT_WAIT_MAX_NS 60000000000ull
#define ED_CHECKPOINT_COST_SHARE 100u      // waits so many times what the last one cost

typedef struct ed_Kept {
    ed_Span bytes;      // a live snapshot; size 0: nothing is kept
    u64 frame;          // of its state
    u64 taken_ns;       // when it was begun
} ed_Kept;

typedef struct ed_Checkpoint {      // zeroed: there is none yet
    ed_Arena
        memory[ED_CHECKPOINT_BUFFERS];      // opened at first use, if not by ed_checkpoint_open
    ed_Kept last, proved;      // each in one of them; `proved` is the one before `last`
    ed_Kept pinned;            // not written over until it is unpinned; size 0: none
    u32 closed;                // bit of each buffer that is read-only by now
    u64 due_ns;                // when the next one may be taken; 0: at once
    ed_Error error;            // why the last attempt failed; then `last` is older
} ed_Checkpoint;

/// Before a fork, else it need not be called.
bool ed_checkpoint_open(ed_Checkpoint *checkpoint, ed_Error *error);
void ed_checkpoint_close(ed_Checkpoint *checkpoint);
/// From now on processes that are forked here do not have the buffers:
/// nothing they do can alter them.
void ed_checkpoint_keep_private(ed_Checkpoint *checkpoint);

/// After a process that shared it has ended: it may have written anything there. `memory` is what
/// the buffers were when they were opened: what does not lie in them is no checkpoint, and where
/// none is left they are looked through. Whether one is whole its hash tells.
void ed_checkpoint_recover(ed_Checkpoint *checkpoint, const ed_Arena memory[ED_CHECKPOINT_BUFFERS]);

bool ed_checkpoint_due(const ed_Checkpoint *checkpoint, u64 now_ns);
/// Packs `run`. False, with `error`, where that fails: what there was stays.
bool ed_checkpoint_take(ed_Checkpoint *checkpoint, ed_Run *run, u64 now_ns);
/// The same just before a swap. The swap may read the bytes at once, so they have no hash: the
/// buffer is read-only until its turn comes again, and a stray write to it is a fault.
bool ed_checkpoint_take_for_swap(ed_Checkpoint *checkpoint, ed_Run *run, u64 now_ns);
/// Keeps the last one until it is unpinned, however many follow.
void ed_checkpoint_pin(ed_Checkpoint *checkpoint);
void ed_checkpoint_unpin(ed_Checkpoint *checkpoint);
/// Forgets all checkpoints but the pinned one.
void ed_checkpoint_clear(ed_Checkpoint *checkpoint);
/// After a take, whether or not it went well: what it cost says when the next one is due.
void ed_checkpoint_cost(ed_Checkpoint *checkpoint, u64 now_ns, u64 cost_ns);
/// The game went back to that one of its states: both are it now.
void ed_checkpoint_set_current(ed_Checkpoint *checkpoint, const ed_Kept *kept);
/// What to go back to: the newest that is proved, else the newest. NULL where there is none.
const ed_Kept *ed_checkpoint_best(const ed_Checkpoint *checkpoint);

ED_C_END
#endif
