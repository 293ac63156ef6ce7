#include "runtime/live/checkpoint.h"
#include <assert.h>
#include "runtime/os/pages/pages.h"
#include "runtime/msgpack/read.h"

/// Tells another process which checkpoints there are.
static void publish_marks(ed_Checkpoint *checkpoint)
{
    if (checkpoint->marks)
        *checkpoint->marks = (ed_CheckpointMarks){ checkpoint->last, checkpoint->proved };
}

/// The buffer as an arena. `touched`: how many of its bytes another process may have written.
static ed_Arena arena_of(const ed_SharedMemory *buffer, size_t touched)
{
    return (ed_Arena){
        .base = buffer->at, .limit = buffer->size, .touched = touched, .name = "checkpoint"
    };
}

/// How many bytes of the buffer this process and others may have written.
static size_t written_in(const ed_SharedMemory *buffer)
{
    return ed_pages_provided(buffer->at, buffer->size);
}

bool ed_checkpoint_open(ed_Checkpoint *checkpoint, ed_Error *error)
{
    for (u32 i = 0; i < ED_CHECKPOINT_BUFFERS; i++) {
        ed_SharedMemory *buffer = &checkpoint->buffers[i];
        if (buffer->at) continue;
        if (!ed_shared_memory_open(buffer, "checkpoints", ed_snapshot_bytes_max(), error))
            return false;
        checkpoint->memory[i] = arena_of(buffer, 0);
    }
    return true;
}

void ed_checkpoint_close(ed_Checkpoint *checkpoint)
{
    for (u32 i = 0; i < ED_CHECKPOINT_BUFFERS; i++) ed_shared_memory_close(&checkpoint->buffers[i]);
    *checkpoint = (ed_Checkpoint){ .due_ns = 0 };
}

/// True if the checkpoint is one that can be in the buffers.
static bool is_possible(const ed_Checkpoint *checkpoint, const ed_CheckpointState *state)
{
    return state->size && state->buffer < ED_CHECKPOINT_BUFFERS
        && state->size <= written_in(&checkpoint->buffers[state->buffer]);
}

/// Takes the marks of another process, as far as they are possible.
static void take_marks(ed_Checkpoint *checkpoint)
{
    const ed_CheckpointMarks marks = *checkpoint->marks;
    const ed_CheckpointState none = { .size = 0 };
    checkpoint->last = is_possible(checkpoint, &marks.last) ? marks.last : none;
    checkpoint->proved = is_possible(checkpoint, &marks.proved) ? marks.proved : none;
}

bool ed_checkpoint_attach(ed_Checkpoint *checkpoint, const i64 handles[ED_CHECKPOINT_BUFFERS],
                          ed_CheckpointMarks *marks, ed_Error *error)
{
    for (u32 i = 0; i < ED_CHECKPOINT_BUFFERS; i++) {
        ed_SharedMemory *buffer = &checkpoint->buffers[i];
        if (!ed_shared_memory_attach(buffer, handles[i], ed_snapshot_bytes_max(), true, error)) {
            ed_checkpoint_close(checkpoint);
            return false;
        }
        checkpoint->memory[i] = arena_of(buffer, written_in(buffer));
    }
    checkpoint->marks = marks;
    take_marks(checkpoint);
    return true;
}

/// The size of the checkpoint at the start of a buffer; 0 if nothing is there. A snapshot contains
/// its own size.
static u64 size_in(const ed_SharedMemory *buffer)
{
    ed_Reader r;
    ed_read_init(&r, buffer->at, written_in(buffer));
    ed_Span all = ed_read_format(&r) == ED_FORMAT_MAP ? ed_read_skip(&r) : (ed_Span){ NULL, 0 };
    return ed_read_ok(&r) ? all.size : 0;
}

void ed_checkpoint_recover(ed_Checkpoint *checkpoint)
{
    for (u32 i = 0; i < ED_CHECKPOINT_BUFFERS; i++)
        checkpoint->memory[i] =
            arena_of(&checkpoint->buffers[i], written_in(&checkpoint->buffers[i]));
    checkpoint->pinned = checkpoint->held = (ed_CheckpointState){ .size = 0 };
    checkpoint->due_ns = 0;
    if (checkpoint->marks) take_marks(checkpoint);
    bool none = !ed_checkpoint_best(checkpoint);
    for (u32 i = 0; i < ED_CHECKPOINT_BUFFERS && none; i++) {
        ed_CheckpointState found = { .buffer = i, .size = size_in(&checkpoint->buffers[i]) };
        if (found.size) *(checkpoint->last.size ? &checkpoint->proved : &checkpoint->last) = found;
    }
    publish_marks(checkpoint);
}

ed_Span ed_checkpoint_bytes(const ed_Checkpoint *checkpoint, const ed_CheckpointState *state)
{
    if (!is_possible(checkpoint, state)) return (ed_Span){ NULL, 0 };
    return (ed_Span){ checkpoint->buffers[state->buffer].at, state->size };
}

bool ed_checkpoint_due(const ed_Checkpoint *checkpoint, u64 now_ns)
{
    return now_ns >= checkpoint->due_ns;
}

static bool uses_buffer(const ed_CheckpointState *state, u32 buffer)
{
    return state->size && state->buffer == buffer;
}

/// The index of a buffer that holds no checkpoint. It is searched for each time, so that a process
/// that ends at any point leaves no wrong index behind.
static u32 find_free(const ed_Checkpoint *checkpoint)
{
    u32 i = 0;
    while (uses_buffer(&checkpoint->last, i) || uses_buffer(&checkpoint->proved, i)
           || uses_buffer(&checkpoint->pinned, i) || uses_buffer(&checkpoint->held, i))
        i++;
    assert(i < ED_CHECKPOINT_BUFFERS);
    return i;
}

static void set_read_only(ed_Checkpoint *checkpoint, u32 i, bool on)
{
    u32 bit = 1u << i;
    if (!on == !(checkpoint->read_only & bit)) return;
    ed_shared_memory_protect(&checkpoint->buffers[i], checkpoint->buffers[i].size, on);
    checkpoint->read_only ^= bit;
}

/// Packs the state into a free buffer.
static bool pack_into_free_buffer(ed_Checkpoint *checkpoint, ed_Run *run, ed_PackFor use,
                                  u64 now_ns, ed_CheckpointState *packed)
{
    ed_Span bytes;
    u32 i = find_free(checkpoint);
    set_read_only(checkpoint, i, false);
    if (!ed_run_pack_into(run, use, &checkpoint->memory[i], &bytes, &checkpoint->error))
        return false;
    set_read_only(checkpoint, i, use == ED_PACK_LIVE);
    *packed = (ed_CheckpointState){ i, bytes.size, run->host.tick, now_ns };
    return true;
}

static bool take_checkpoint(ed_Checkpoint *checkpoint, ed_Run *run, ed_PackFor use, u64 now_ns)
{
    checkpoint->error.code = ED_OK;
    if (!ed_checkpoint_open(checkpoint, &checkpoint->error)) return false;
    // The older checkpoint is given up before its buffer is overwritten.
    ed_checkpoint_set_proved(checkpoint, &checkpoint->last);
    if (!pack_into_free_buffer(checkpoint, run, use, now_ns, &checkpoint->last)) return false;
    publish_marks(checkpoint);
    return true;
}

bool ed_checkpoint_take(ed_Checkpoint *checkpoint, ed_Run *run, u64 now_ns)
{
    return take_checkpoint(checkpoint, run, ED_PACK_CHECKPOINT, now_ns);
}

bool ed_checkpoint_take_for_swap(ed_Checkpoint *checkpoint, ed_Run *run, u64 now_ns)
{
    return take_checkpoint(checkpoint, run, ED_PACK_LIVE, now_ns);
}

void ed_checkpoint_pin(ed_Checkpoint *checkpoint, const ed_CheckpointState *state)
{
    checkpoint->pinned = *state;
}

void ed_checkpoint_hold(ed_Checkpoint *checkpoint) { checkpoint->held = checkpoint->last; }

bool ed_checkpoint_hold_state(ed_Checkpoint *checkpoint, ed_Run *run, u64 now_ns)
{
    checkpoint->error.code = ED_OK;
    ed_checkpoint_release(checkpoint);
    return ed_checkpoint_open(checkpoint, &checkpoint->error)
        && pack_into_free_buffer(checkpoint, run, ED_PACK_LIVE, now_ns, &checkpoint->held);
}

void ed_checkpoint_release(ed_Checkpoint *checkpoint)
{
    checkpoint->held = (ed_CheckpointState){ .size = 0 };
}

void ed_checkpoint_clear(ed_Checkpoint *checkpoint)
{
    checkpoint->last = checkpoint->proved = (ed_CheckpointState){ .size = 0 };
    publish_marks(checkpoint);
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
    if (checkpoint->proved.size) return &checkpoint->proved;
    return checkpoint->last.size ? &checkpoint->last : NULL;
}

void ed_checkpoint_set_proved(ed_Checkpoint *checkpoint, const ed_CheckpointState *state)
{
    checkpoint->proved = *state;
    publish_marks(checkpoint);
}

void ed_checkpoint_set_current(ed_Checkpoint *checkpoint, const ed_CheckpointState *state)
{
    ed_CheckpointState current = *state;
    checkpoint->last = checkpoint->proved = current;
    publish_marks(checkpoint);
}
