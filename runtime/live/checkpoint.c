#include "runtime/live/checkpoint.h"
#include <assert.h>
#include <sys/mman.h>
#include "runtime/msgpack/read.h"

bool ed_checkpoint_open(ed_Checkpoint *checkpoint, ed_Error *error)
{
    for (u32 i = 0; i < ED_CHECKPOINT_BUFFERS; i++) {
        ed_Arena *memory = &checkpoint->memory[i];
        if (!memory->base
            && !ed_arena_open_shared(memory, "checkpoint", ed_snapshot_bytes_max(), error))
            return false;
    }
    return true;
}

void ed_checkpoint_close(ed_Checkpoint *checkpoint)
{
    for (u32 i = 0; i < ED_CHECKPOINT_BUFFERS; i++) ed_arena_close(&checkpoint->memory[i]);
    *checkpoint = (ed_Checkpoint){ .due_ns = 0 };
}

void ed_checkpoint_keep_private(ed_Checkpoint *checkpoint)
{
    ed_Error error = { .code = ED_OK };
    // Taking the first checkpoint reports the error.
    if (!ed_checkpoint_open(checkpoint, &error)) return;
    for (u32 i = 0; i < ED_CHECKPOINT_BUFFERS; i++)
        madvise(checkpoint->memory[i].base, checkpoint->memory[i].limit, MADV_DONTFORK);
}

/// True if the checkpoint lies in one of the `count` buffers.
static bool lies_in(const ed_CheckpointState *state, const ed_Arena *memory, u32 count)
{
    for (u32 i = 0; i < count; i++)
        if (state->bytes.size && state->bytes.at == memory[i].base)
            return state->bytes.size <= memory[i].limit;
    return false;
}

/// The checkpoint at the start of a buffer. A snapshot contains its own size.
static ed_CheckpointState find_in(const ed_Arena *memory)
{
    ed_Reader r;
    ed_read_init(&r, memory->base, memory->limit);
    ed_Span all = ed_read_format(&r) == ED_FORMAT_MAP ? ed_read_skip(&r) : (ed_Span){ NULL, 0 };
    return ed_read_ok(&r) ? (ed_CheckpointState){ .bytes = all }
                          : (ed_CheckpointState){ .frame = 0 };
}

void ed_checkpoint_recover(ed_Checkpoint *checkpoint, const ed_Arena memory[ED_CHECKPOINT_BUFFERS])
{
    const ed_CheckpointState last = checkpoint->last, proved = checkpoint->proved;
    *checkpoint = (ed_Checkpoint){ .due_ns = 0 };
    for (u32 i = 0; i < ED_CHECKPOINT_BUFFERS; i++) {
        checkpoint->memory[i] = memory[i];
        checkpoint->memory[i].touched = memory[i].limit;      // another process may have written to
                                                              // any of it
    }
    if (lies_in(&last, memory, ED_CHECKPOINT_BUFFERS)) checkpoint->last = last;
    if (lies_in(&proved, memory, ED_CHECKPOINT_BUFFERS)) checkpoint->proved = proved;
    if (ed_checkpoint_best(checkpoint)) return;
    for (u32 i = 0; i < ED_CHECKPOINT_BUFFERS; i++) {
        ed_CheckpointState found = find_in(&memory[i]);
        if (found.bytes.size)
            *(checkpoint->last.bytes.size ? &checkpoint->proved : &checkpoint->last) = found;
    }
}

bool ed_checkpoint_due(const ed_Checkpoint *checkpoint, u64 now_ns)
{
    return now_ns >= checkpoint->due_ns;
}

/// The index of a buffer that holds neither the last nor the pinned checkpoint. It is searched for
/// each time, so that a process that ends at any point leaves no wrong index behind.
static u32 find_free(const ed_Checkpoint *checkpoint)
{
    u32 i = 0;
    while (lies_in(&checkpoint->last, &checkpoint->memory[i], 1)
           || lies_in(&checkpoint->pinned, &checkpoint->memory[i], 1))
        i++;
    assert(i < ED_CHECKPOINT_BUFFERS);
    return i;
}

/// Sets the protection of a buffer. It is not an error if the system refuses.
static void set_read_only(ed_Checkpoint *checkpoint, u32 i, bool closed)
{
    const ed_Arena *memory = &checkpoint->memory[i];
    u32 bit = 1u << i;
    if (!closed == !(checkpoint->read_only & bit)) return;
    mprotect(memory->base, memory->limit, closed ? PROT_READ : PROT_READ | PROT_WRITE);
    checkpoint->read_only ^= bit;
}

static bool take(ed_Checkpoint *checkpoint, ed_Run *run, ed_PackFor use, u64 now_ns)
{
    ed_Span bytes;
    checkpoint->error.code = ED_OK;
    if (!ed_checkpoint_open(checkpoint, &checkpoint->error)) return false;
    // The older checkpoint is given up before its buffer is overwritten.
    checkpoint->proved = checkpoint->last;
    u32 i = find_free(checkpoint);
    set_read_only(checkpoint, i, false);
    if (!ed_run_pack_into(run, use, &checkpoint->memory[i], &bytes, &checkpoint->error))
        return false;
    set_read_only(checkpoint, i, use == ED_PACK_LIVE);
    checkpoint->last = (ed_CheckpointState){ bytes, run->host.tick, now_ns };
    return true;
}

bool ed_checkpoint_take(ed_Checkpoint *checkpoint, ed_Run *run, u64 now_ns)
{
    return take(checkpoint, run, ED_PACK_CHECKPOINT, now_ns);
}

bool ed_checkpoint_take_for_swap(ed_Checkpoint *checkpoint, ed_Run *run, u64 now_ns)
{
    return take(checkpoint, run, ED_PACK_LIVE, now_ns);
}

void ed_checkpoint_pin(ed_Checkpoint *checkpoint) { checkpoint->pinned = checkpoint->last; }

void ed_checkpoint_unpin(ed_Checkpoint *checkpoint)
{
    checkpoint->pinned = (ed_CheckpointState){ .frame = 0 };
}

void ed_checkpoint_clear(ed_Checkpoint *checkpoint)
{
    checkpoint->last = checkpoint->proved = (ed_CheckpointState){ .frame = 0 };
}

void ed_checkpoint_schedule(ed_Checkpoint *checkpoint, u64 now_ns, u64 cost_ns)
{
    u64 wait_ns = cost_ns > UINT64_MAX / ED_CHECKPOINT_COST_FACTOR
                    ? UINT64_MAX
                    : cost_ns * ED_CHECKPOINT_COST_FACTOR;
    if (wait_ns < ED_CHECKPOINT_WAIT_MIN_NS) wait_ns = ED_CHECKPOINT_WAIT_MIN_NS;
    if (wait_ns > ED_CHECKPOINT_WAIT_MAX_NS) wait_ns = ED_CHECKPOINT_WAIT_MAX_NS;
    checkpoint->due_ns = now_ns + wait_ns;
}

const ed_CheckpointState *ed_checkpoint_best(const ed_Checkpoint *checkpoint)
{
    if (checkpoint->proved.bytes.size) return &checkpoint->proved;
    return checkpoint->last.bytes.size ? &checkpoint->last : NULL;
}

void ed_checkpoint_set_current(ed_Checkpoint *checkpoint, const ed_CheckpointState *state)
{
    ed_CheckpointState it = *state;
    checkpoint->last = checkpoint->proved = it;
}
