#include "runtime/live/checkpoint.h"
#include <sys/mman.h>
#include "runtime/read.h"

bool ed_checkpoint_open(ed_Checkpoint *checkpoint, ed_Error *error)
{
    for (u32 i = 0; i < 2; i++) {
        ed_Arena *memory = &checkpoint->memory[i];
        if (!memory->base && !ed_arena_open_shared(memory, "checkpoint", ed_snapshot_bytes_max(),
                                                      error))
            return false;
    }
    return true;
}

void ed_checkpoint_close(ed_Checkpoint *checkpoint)
{
    ed_arena_close(&checkpoint->memory[0]);
    ed_arena_close(&checkpoint->memory[1]);
    *checkpoint = (ed_Checkpoint){ .due_ns = 0 };
}

void ed_checkpoint_own(ed_Checkpoint *checkpoint)
{
    ed_Error error = { .code = ED_OK };
    if (!ed_checkpoint_open(checkpoint, &error)) return;      // the first take tells
    for (u32 i = 0; i < 2; i++)
        madvise(checkpoint->memory[i].base, checkpoint->memory[i].limit, MADV_DONTFORK);
}

static bool lies_in(const ed_Kept *kept, const ed_Arena memory[2])
{
    for (u32 i = 0; i < 2; i++)
        if (kept->bytes.at == memory[i].base) return kept->bytes.size <= memory[i].limit;
    return false;
}

/// A document tells its own size.
static ed_Kept find_in(const ed_Arena *memory)
{
    ed_Reader r;
    ed_read_init(&r, memory->base, memory->limit);
    ed_Span all = ed_read_form(&r) == ED_FORM_MAP ? ed_read_skip(&r) : (ed_Span){ NULL, 0 };
    return ed_read_ok(&r) ? (ed_Kept){ .bytes = all } : (ed_Kept){ .frame = 0 };
}

void ed_checkpoint_retake(ed_Checkpoint *checkpoint, const ed_Arena memory[2])
{
    const ed_Kept last = checkpoint->last, proved = checkpoint->proved;
    *checkpoint = (ed_Checkpoint){ .memory = { memory[0], memory[1] } };
    // By whom and how far is not known.
    for (u32 i = 0; i < 2; i++) checkpoint->memory[i].touched = memory[i].limit;
    if (lies_in(&last, memory))   checkpoint->last   = last;
    if (lies_in(&proved, memory)) checkpoint->proved = proved;
    if (ed_checkpoint_best(checkpoint)) return;
    checkpoint->last   = find_in(&memory[0]);
    checkpoint->proved = find_in(&memory[1]);
}

bool ed_checkpoint_due(const ed_Checkpoint *checkpoint, u64 now_ns)
{
    return now_ns >= checkpoint->due_ns;
}

/// The buffer that does not hold it: found each time, so that a process that ends at any line
/// leaves no wrong one behind.
static ed_Arena *other_than(ed_Checkpoint *checkpoint, const ed_Kept *kept)
{
    const ed_Arena *first = &checkpoint->memory[0];
    bool there = kept->bytes.size && kept->bytes.at >= first->base
              && kept->bytes.at < first->base + first->limit;
    return &checkpoint->memory[there];
}

bool ed_checkpoint_take(ed_Checkpoint *checkpoint, ed_Run *run, u64 now_ns)
{
    ed_Span bytes;
    checkpoint->error.code = ED_OK;
    if (!ed_checkpoint_open(checkpoint, &checkpoint->error)) return false;
    checkpoint->proved = checkpoint->last;      // first: the one before it is written over now
    if (!ed_run_pack_into(run, ED_PACK_CHECKPOINT, other_than(checkpoint, &checkpoint->last),
                          &bytes, &checkpoint->error))
        return false;
    checkpoint->last = (ed_Kept){ bytes, run->host.tick, now_ns };
    return true;
}

void ed_checkpoint_cost(ed_Checkpoint *checkpoint, u64 now_ns, u64 cost_ns)
{
    u64 wait_ns = cost_ns > UINT64_MAX / ED_CHECKPOINT_COST_SHARE
        ? UINT64_MAX : cost_ns * ED_CHECKPOINT_COST_SHARE;
    if (wait_ns < ED_CHECKPOINT_WAIT_MIN_NS) wait_ns = ED_CHECKPOINT_WAIT_MIN_NS;
    if (wait_ns > ED_CHECKPOINT_WAIT_MAX_NS) wait_ns = ED_CHECKPOINT_WAIT_MAX_NS;
    checkpoint->due_ns = now_ns + wait_ns;
}

const ed_Kept *ed_checkpoint_best(const ed_Checkpoint *checkpoint)
{
    if (checkpoint->proved.bytes.size) return &checkpoint->proved;
    return checkpoint->last.bytes.size ? &checkpoint->last : NULL;
}

void ed_checkpoint_settle(ed_Checkpoint *checkpoint, const ed_Kept *kept)
{
    ed_Kept it = *kept;
    checkpoint->last = checkpoint->proved = it;
}
