#include "runtime/debug/rewind.h"
#include <string.h>
#include "runtime/os/system/clock.h"

#define COST_FACTOR 100u      // the interval is this many times the cost of the last state
#define WAIT_NS_MAX 60000000000ull
#define LASTS_SECONDS 120u      // the memory must last this long; otherwise fewer states are kept
#define SPACING_MAX ED_TICKS_PER_SECOND
#define INPUT_PART 16u      // the rings use this part of the memory: 1/16

bool ed_rewind_open(ed_Rewind *timeline, size_t bytes_max, ed_Error *error)
{
    const size_t each = sizeof *timeline->inputs + sizeof *timeline->kept;
    *timeline = (ed_Rewind){ .on = false };
    if (!bytes_max) return true;
    size_t moments = bytes_max / INPUT_PART / each;
    timeline->limit = moments < 1u << 30 ? (u32)moments : 1u << 30;
    if (timeline->limit < 4) timeline->limit = 4;
    size_t rings = timeline->limit * each, pages = 2 * ED_PAGE_BYTES;
    if (bytes_max > rings + pages) pages = bytes_max - rings;
    bool open = ed_arena_open_fixed(&timeline->memory, "rewind", rings + 4096, error)
             && ed_arena_open(&timeline->buffer, "packed state", ed_snapshot_bytes_max(), error)
             && ed_page_store_open(&timeline->pages, pages, error);
    if (open) {
        ed_Arena *memory = &timeline->memory;
        const size_t count = timeline->limit;
        timeline->inputs = ed_arena_push_raw(memory, count * sizeof *timeline->inputs, 64);
        timeline->kept = ed_arena_push_raw(memory, count * sizeof *timeline->kept, 64);
    }
    timeline->on = timeline->inputs && timeline->kept;
    if (!timeline->on) {
        ed_rewind_close(timeline);
        return false;
    }
    return true;
}

void ed_rewind_close(ed_Rewind *timeline)
{
    ed_page_store_close(&timeline->pages);
    ed_arena_close(&timeline->memory);
    ed_arena_close(&timeline->buffer);
    *timeline = (ed_Rewind){ .on = false };
}

// --- keeping states ------------------------------------------------------------------------------

static ed_RewindState *kept_at(const ed_Rewind *timeline, u32 index)
{
    return &timeline->kept[(timeline->first_kept + index) % timeline->limit];
}

static ed_RewindState *last_kept(const ed_Rewind *timeline)
{
    return timeline->kept_count ? kept_at(timeline, timeline->kept_count - 1) : NULL;
}

static void drop_newest(ed_Rewind *timeline)
{
    ed_page_store_drop(&timeline->pages, &last_kept(timeline)->state);
    timeline->kept_count--;
}

static void drop_oldest(ed_Rewind *timeline)
{
    ed_page_store_drop(&timeline->pages, &kept_at(timeline, 0)->state);
    timeline->first_kept = (timeline->first_kept + 1) % timeline->limit;
    timeline->kept_count--;
    timeline->first = timeline->kept_count ? kept_at(timeline, 0)->moment : timeline->now;
}

/// Stores a state, after removing the oldest ones until it fits. False if it does not fit even
/// alone. Counting the missing pages takes long, and removing one state may free only a few. So the
/// missing pages are counted once. Then states are removed until that many pages were freed or one
/// state is left, and the next attempt begins.
static bool store_state(ed_Rewind *timeline, ed_Span state, ed_StoredDocument *out, u32 *fresh)
{
    ed_PageStore *pages = &timeline->pages;
    for (;;) {
        const ed_RewindState *last = last_kept(timeline);
        const ed_StoredDocument *like = last ? &last->state : NULL;
        if (ed_page_store_put(pages, state.at, state.size, like, out, fresh)) return true;
        if (!last) return false;
        u32 taken = pages->taken, lack = ed_page_store_shortage(pages, state.at, state.size, like);
        do drop_oldest(timeline);
        while (timeline->kept_count > 1 && taken - pages->taken < lack);
    }
}

/// Schedules the next state by the time and memory that the last one cost.
static void plan_next(ed_Rewind *timeline, u64 start_ns, u32 fresh)
{
    u64 end_ns = ed_now_ns(), wait_ns = (end_ns - start_ns) * COST_FACTOR;
    u64 spacing = (u64)fresh * LASTS_SECONDS * ED_TICKS_PER_SECOND / timeline->pages.limit;
    timeline->due_ns = end_ns + (wait_ns < WAIT_NS_MAX ? wait_ns : WAIT_NS_MAX);
    timeline->spacing = spacing < 1 ? 1 : spacing > SPACING_MAX ? SPACING_MAX : (u32)spacing;
}

static void drop_all(ed_Rewind *timeline)
{
    while (timeline->kept_count) drop_newest(timeline);
    timeline->first = timeline->now;
}

/// Keeps the current state. If that fails after the state jumped, all kept states are dropped:
/// updates from them would not lead to the states after the jump.
static void keep_current_state(ed_Rewind *timeline, ed_Run *run, bool jumped)
{
    u64 start_ns = ed_now_ns();
    ed_Span state;
    u32 fresh = 0;
    ed_RewindState fresh_kept = { .moment = timeline->now,
                                  .code = timeline->code,
                                  .jumped = jumped };
    if (timeline->kept_count && last_kept(timeline)->moment == timeline->now) drop_newest(timeline);
    if (timeline->kept_count == timeline->limit) drop_oldest(timeline);
    timeline->error.code = ED_OK;
    bool good =
        ed_run_pack_into(run, ED_PACK_CHECKPOINT, &timeline->buffer, &state, &timeline->error);
    if (good && !store_state(timeline, state, &fresh_kept.state, &fresh)) {
        ed_fail(&timeline->error, ED_ERR_LIMIT,
                "a state of %zu MB does not fit into the memory set by --rewind",
                state.size / 1000000 + 1);
        good = false;
    }
    plan_next(timeline, start_ns, fresh);
    if (!good && jumped) drop_all(timeline);
    if (!good) return;
    if (!timeline->kept_count) timeline->first = timeline->now;
    timeline->kept_count++;
    *last_kept(timeline) = fresh_kept;
}

static bool is_due(const ed_Rewind *timeline, bool jumped)
{
    if (!timeline->kept_count) return ed_now_ns() >= timeline->due_ns || jumped;
    u64 since = timeline->now - last_kept(timeline)->moment;
    // Inputs can only be repeated from a kept state, and the oldest states are removed: so there is
    // one in each quarter of the ring.
    if (since >= timeline->limit / 4) return true;
    return jumped || (since >= timeline->spacing && ed_now_ns() >= timeline->due_ns);
}

/// Returns true if other code runs now; the state then counts as jumped. The results of checks with
/// the previous code are discarded.
static bool note_code(ed_Rewind *timeline, const ed_Run *run)
{
    if (timeline->module == run->module) return false;
    timeline->module = run->module;
    timeline->drifts = false;
    timeline->drift[0] = 0;
    timeline->code++;
    return true;
}

void ed_rewind_note(ed_Rewind *timeline, ed_Run *run, const ed_Input *input, bool jumped)
{
    if (!timeline->on) return;
    jumped |= note_code(timeline, run);
    if (is_due(timeline, jumped)) keep_current_state(timeline, run, jumped);
    if (!timeline->kept_count) {
        timeline->first = ++timeline->now;
        return;
    }
    if (timeline->now - timeline->first == timeline->limit) drop_oldest(timeline);
    timeline->inputs[timeline->now % timeline->limit] = input ? *input : (ed_Input){ .mouse_x = 0 };
    timeline->now++;
    if (!timeline->kept_count) timeline->first = timeline->now;
}

void ed_rewind_leave(ed_Rewind *timeline, ed_Run *run, bool jumped)
{
    if (!timeline->on || run->failed_phase) return;
    jumped |= note_code(timeline, run);
    const ed_RewindState *last = last_kept(timeline);
    if (jumped || !last || last->moment != timeline->now) keep_current_state(timeline, run, jumped);
}

void ed_rewind_forget(ed_Rewind *timeline, u64 moment)
{
    if (!timeline->on || moment >= timeline->now) return;
    timeline->now = moment;
    while (timeline->kept_count && last_kept(timeline)->moment > moment) drop_newest(timeline);
    // Other inputs will follow this state.
    if (timeline->kept_count) last_kept(timeline)->proof = ED_REWIND_UNCHECKED;
    if (!timeline->kept_count) timeline->first = moment;
}

// --- returning -----------------------------------------------------------------------------------

/// Copies a kept state to the buffer.
static bool read_kept_state(ed_Rewind *timeline, const ed_RewindState *kept, ed_Span *state,
                            ed_Error *error)
{
    ed_arena_reset(&timeline->buffer);
    u8 *bytes = ed_arena_push_raw(&timeline->buffer, kept->state.size, 64);
    if (!bytes) {
        ed_arena_check(&timeline->buffer, error);
        return false;
    }
    ed_page_store_get(&timeline->pages, &kept->state, bytes);
    *state = (ed_Span){ bytes, kept->state.size };
    return true;
}

static bool restore_kept_state(ed_Rewind *timeline, ed_Run *run, const ed_RewindState *kept,
                               ed_Error *error)
{
    ed_Span state;
    return read_kept_state(timeline, kept, &state, error)
        && ed_run_restore(run, state.at, state.size, true, error) && ed_run_resume(run, error);
}

/// Runs the updates from the beginning of moment `from` to that of `to`. False if the code fails on
/// the way.
static bool run_updates(const ed_Rewind *timeline, ed_Run *run, u64 from, u64 to)
{
    for (; from < to; from++)
        if (!ed_run_update(run, &timeline->inputs[from % timeline->limit]) && run->failed_phase)
            return false;
    return true;
}

/// True if updates from this kept state lead to the next one. If that cannot be checked, assumes it
/// if the state was kept by the current code and no check of this code has found a difference.
static bool reaches_next(ed_Rewind *timeline, ed_Run *run, u32 index, ed_Error *error)
{
    ed_RewindState *kept = kept_at(timeline, index);
    ed_RewindState *next = index + 1 < timeline->kept_count ? kept_at(timeline, index + 1) : NULL;
    ed_Span state, wanted;
    if (kept->proof != ED_REWIND_UNCHECKED && kept->proof_code == timeline->code)
        return kept->proof == ED_REWIND_EXACT;
    if (!next || next->jumped) return !timeline->drifts && kept->code == timeline->code;
    bool there = restore_kept_state(timeline, run, kept, error)
              && run_updates(timeline, run, kept->moment, next->moment)
              && ed_run_pack_into(run, ED_PACK_CHECKPOINT, &timeline->buffer, &state, error);
    bool same = there && ed_page_store_equal(&timeline->pages, &next->state, state.at, state.size);
    error->code = ED_OK;      // it does not matter why the check failed
    kept->proof = same ? ED_REWIND_EXACT : ED_REWIND_INEXACT;
    kept->proof_code = timeline->code;
    if (same || kept->code != timeline->code) return same;
    if (there && !timeline->drifts && read_kept_state(timeline, next, &wanted, error))
        ed_determinism_explain(run, wanted, timeline->drift);
    timeline->drifts = true;
    return false;
}

/// The index of the last kept state at or before `moment`. Such a state must exist.
static u32 find_kept_state(const ed_Rewind *timeline, u64 moment)
{
    u32 low = 0, high = timeline->kept_count - 1;
    while (low < high) {
        u32 middle = high - (high - low) / 2;
        if (kept_at(timeline, middle)->moment <= moment) low = middle;
        else high = middle - 1;
    }
    return low;
}

bool ed_rewind_go(ed_Rewind *timeline, ed_Run *run, u64 *moment, ed_Error *error)
{
    if (!timeline->on || !timeline->kept_count || *moment < timeline->first
        || *moment > timeline->now) {
        ed_fail(error, ED_ERR_RANGE, "that frame is not in the rewind memory");
        return false;
    }
    note_code(timeline, run);
    u32 index = find_kept_state(timeline, *moment);
    const ed_RewindState *kept = kept_at(timeline, index);
    bool between = kept->moment != *moment;
    if (between && !reaches_next(timeline, run, index, error)) *moment = kept->moment;
    if (!restore_kept_state(timeline, run, kept, error)) return false;
    if (!run_updates(timeline, run, kept->moment, *moment)) {
        *moment = kept->moment;
        if (!restore_kept_state(timeline, run, kept, error)) return false;
    }
    run->host.quit = false;
    // The restored frame was drawn with the input of the update before it.
    if (*moment > timeline->first) run->input = timeline->inputs[(*moment - 1) % timeline->limit];
    return true;
}
