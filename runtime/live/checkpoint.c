#include "runtime/live/checkpoint.h"

void ed_checkpoint_close(ed_Checkpoint *checkpoint)
{
    ed_arena_close(&checkpoint->memory[0]);
    ed_arena_close(&checkpoint->memory[1]);
    *checkpoint = (ed_Checkpoint){ .next = 0 };
}

bool ed_checkpoint_due(const ed_Checkpoint *checkpoint, u64 now_ns) { return now_ns >= checkpoint->due_ns; }

bool ed_checkpoint_take(ed_Checkpoint *checkpoint, ed_Run *run, u64 now_ns)
{
    ed_Arena *memory = &checkpoint->memory[checkpoint->next];
    ed_Span bytes;
    checkpoint->error.code = ED_OK;
    bool open = memory->base || ed_arena_open(memory, "checkpoint", ED_SNAPSHOT_BYTES_MAX, &checkpoint->error);
    if (!open || !ed_run_pack_into(run, ED_PACK_LIVE, memory, &bytes, &checkpoint->error)) return false;
    checkpoint->bytes    = bytes;
    checkpoint->frame    = run->host.tick;
    checkpoint->taken_ns = now_ns;
    checkpoint->next     = 1 - checkpoint->next;
    return true;
}

void ed_checkpoint_cost(ed_Checkpoint *checkpoint, u64 now_ns, u64 cost_ns)
{
    u64 wait_ns = cost_ns > UINT64_MAX / ED_CHECKPOINT_COST_SHARE ? UINT64_MAX : cost_ns * ED_CHECKPOINT_COST_SHARE;
    if (wait_ns < ED_CHECKPOINT_WAIT_MIN_NS) wait_ns = ED_CHECKPOINT_WAIT_MIN_NS;
    if (wait_ns > ED_CHECKPOINT_WAIT_MAX_NS) wait_ns = ED_CHECKPOINT_WAIT_MAX_NS;
    checkpoint->due_ns = now_ns + wait_ns;
}
