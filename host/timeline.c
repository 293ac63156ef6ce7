#include "host/timeline.h"
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#define COST_SHARE     100u               // waits for so many times what the last state cost
#define WAIT_NS_MAX    60000000000ull
#define LASTS_SECONDS  120u               // the memory is for so many, before more is kept
#define SPACING_MAX    ED_TICKS_PER_SECOND
#define INPUT_PART     16u                // of the memory goes to inputs

static u64 now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (u64)now.tv_sec * 1000000000u + (u64)now.tv_nsec;
}

bool host_timeline_open(host_Timeline *timeline, size_t bytes_max, ed_Error *error)
{
    const size_t each = sizeof *timeline->inputs + sizeof *timeline->kept;
    *timeline = (host_Timeline){ .spacing = 1 };
    if (!bytes_max) return true;
    size_t moments = bytes_max / INPUT_PART / each;
    timeline->limit = moments < 1u << 30 ? (u32)moments : 1u << 30;
    if (timeline->limit < 4) timeline->limit = 4;
    size_t rings = timeline->limit * each;
    bool open = ed_arena_open(&timeline->memory, "rewind", rings + 4096, error)
             && ed_arena_open(&timeline->buffer, "packed state", ed_snapshot_bytes_max(), error)
             && host_pages_open(&timeline->pages, bytes_max - rings, error);
    if (open) {
        ed_Arena *memory = &timeline->memory;
        const size_t count = timeline->limit;
        timeline->inputs = ed_arena_push_raw(memory, count * sizeof *timeline->inputs, 64);
        timeline->kept   = ed_arena_push_raw(memory, count * sizeof *timeline->kept, 64);
    }
    timeline->on     = timeline->inputs && timeline->kept;
    if (!timeline->on) { host_timeline_close(timeline); return false; }
    // Of both, a trial has no need.
    madvise(timeline->memory.base, timeline->memory.limit, MADV_DONTFORK);
    madvise(timeline->buffer.base, timeline->buffer.limit, MADV_DONTFORK);
    return true;
}

void host_timeline_close(host_Timeline *timeline)
{
    host_pages_close(&timeline->pages);
    ed_arena_close(&timeline->memory);
    ed_arena_close(&timeline->buffer);
    *timeline = (host_Timeline){ .on = false };
}

// --- what is kept --------------------------------------------------------------------------------

static host_Kept *kept_at(const host_Timeline *timeline, u32 index)
{
    return &timeline->kept[(timeline->first_kept + index) % timeline->limit];
}

static host_Kept *last_kept(const host_Timeline *timeline)
{
    return timeline->kept_count ? kept_at(timeline, timeline->kept_count - 1) : NULL;
}

static void drop_newest(host_Timeline *timeline)
{
    host_pages_drop(&timeline->pages, &last_kept(timeline)->state);
    timeline->kept_count--;
}

static void drop_oldest(host_Timeline *timeline)
{
    host_pages_drop(&timeline->pages, &kept_at(timeline, 0)->state);
    timeline->first_kept = (timeline->first_kept + 1) % timeline->limit;
    timeline->kept_count--;
    timeline->first = timeline->kept_count ? kept_at(timeline, 0)->moment : timeline->now;
}

/// The oldest states give way until it fits. False where it is too large for all there is. What it
/// lacks is counted once: each state that goes may give back very little.
static bool put(host_Timeline *timeline, ed_Span state, host_Document *out, u32 *fresh)
{
    host_Pages *pages = &timeline->pages;
    for (;;) {
        const host_Kept *last = last_kept(timeline);
        const host_Document *like = last ? &last->state : NULL;
        if (host_pages_put(pages, state.at, state.size, like, out, fresh)) return true;
        if (!last) return false;
        u32 taken = pages->taken, lack = host_pages_lack(pages, state.at, state.size, like);
        do drop_oldest(timeline);
        while (timeline->kept_count > 1 && taken - pages->taken < lack);
    }
}

/// When the next one: by what this one cost in time, and in memory.
static void plan_next(host_Timeline *timeline, u64 start_ns, u32 fresh)
{
    u64 end_ns = now_ns(), wait_ns = (end_ns - start_ns) * COST_SHARE;
    u64 spacing = (u64)fresh * LASTS_SECONDS * ED_TICKS_PER_SECOND / timeline->pages.limit;
    timeline->due_ns  = end_ns + (wait_ns < WAIT_NS_MAX ? wait_ns : WAIT_NS_MAX);
    timeline->spacing = spacing < 1 ? 1 : spacing > SPACING_MAX ? SPACING_MAX : (u32)spacing;
}

static void empty(host_Timeline *timeline)
{
    while (timeline->kept_count) drop_newest(timeline);
    timeline->first = timeline->now;
}

/// Keeps the state as it is now. One that cannot be kept leaves a gap, and behind a gap nothing is
/// computed again.
static void keep(host_Timeline *timeline, ed_Run *run, bool cut)
{
    u64 start_ns = now_ns();
    ed_Span state;
    u32 fresh = 0;
    host_Kept fresh_kept = { .moment = timeline->now, .code = timeline->code, .cut = cut };
    if (timeline->kept_count && last_kept(timeline)->moment == timeline->now) drop_newest(timeline);
    if (timeline->kept_count == timeline->limit) drop_oldest(timeline);
    timeline->error.code = ED_OK;
    bool good = ed_run_pack_into(run, ED_PACK_CHECKPOINT, &timeline->buffer, &state,
                                 &timeline->error);
    if (good && !put(timeline, state, &fresh_kept.state, &fresh)) {
        ed_fail(&timeline->error, ED_ERR_LIMIT, "a state of %zu MB does not fit into what --rewind "
                "gives", state.size / 1000000 + 1);
        good = false;
    }
    plan_next(timeline, start_ns, fresh);
    if (!good && cut) empty(timeline);
    if (!good) return;
    if (!timeline->kept_count) timeline->first = timeline->now;
    timeline->kept_count++;
    *last_kept(timeline) = fresh_kept;
}

static bool is_due(const host_Timeline *timeline, bool cut)
{
    if (!timeline->kept_count) return now_ns() >= timeline->due_ns || cut;
    u64 since = timeline->now - last_kept(timeline)->moment;
    if (since >= timeline->limit / 4) return true;      // else the inputs that lead on are lost
    return cut || (since >= timeline->spacing && now_ns() >= timeline->due_ns);
}

/// Other code: a cut as any other, and it has not been seen to drift.
static bool see_code(host_Timeline *timeline, const ed_Run *run)
{
    if (timeline->module == run->module) return false;
    timeline->module = run->module;
    timeline->drifts = false;
    timeline->drift[0] = 0;
    timeline->code++;
    return true;
}

void host_timeline_note(host_Timeline *timeline, ed_Run *run, const ed_Input *input, bool cut)
{
    if (!timeline->on) return;
    cut |= see_code(timeline, run);
    if (is_due(timeline, cut)) keep(timeline, run, cut);
    if (!timeline->kept_count) { timeline->first = ++timeline->now; return; }
    if (timeline->now - timeline->first == timeline->limit) drop_oldest(timeline);
    timeline->inputs[timeline->now % timeline->limit] = input ? *input : (ed_Input){ .mouse_x = 0 };
    timeline->now++;
    if (!timeline->kept_count) timeline->first = timeline->now;
}

void host_timeline_leave(host_Timeline *timeline, ed_Run *run, bool cut)
{
    if (!timeline->on || run->broken) return;
    cut |= see_code(timeline, run);
    const host_Kept *last = last_kept(timeline);
    if (cut || !last || last->moment != timeline->now) keep(timeline, run, cut);
}

void host_timeline_forget(host_Timeline *timeline, u64 moment)
{
    if (!timeline->on || moment >= timeline->now) return;
    timeline->now = moment;
    while (timeline->kept_count && last_kept(timeline)->moment > moment) drop_newest(timeline);
    // It leads elsewhere now.
    if (timeline->kept_count) last_kept(timeline)->proof = HOST_UNPROVED;
    if (!timeline->kept_count) timeline->first = moment;
}

// --- back ----------------------------------------------------------------------------------------

/// The bytes of a kept state, in the buffer.
static bool fetch(host_Timeline *timeline, const host_Kept *kept, ed_Span *state, ed_Error *error)
{
    ed_arena_reset(&timeline->buffer);
    u8 *bytes = ed_arena_push_raw(&timeline->buffer, kept->state.size, 64);
    if (!bytes) { ed_arena_fits(&timeline->buffer, error); return false; }
    host_pages_get(&timeline->pages, &kept->state, bytes);
    *state = (ed_Span){ bytes, kept->state.size };
    return true;
}

static bool restore(host_Timeline *timeline, ed_Run *run, const host_Kept *kept, ed_Error *error)
{
    ed_Span state;
    return fetch(timeline, kept, &state, error)
        && ed_run_restore(run, state.at, state.size, true, error) && ed_run_resume(run, error);
}

/// Up to what moment `to` begins with. False where the code fails on the way.
static bool update(const host_Timeline *timeline, ed_Run *run, u64 from, u64 to)
{
    for (; from < to; from++)
        if (!ed_run_update(run, &timeline->inputs[from % timeline->limit]) && run->broken)
            return false;
    return true;
}

/// Whether updates from there lead to the next state that was kept. What cannot be seen is taken to
/// be as the rest.
static bool lead_on(host_Timeline *timeline, ed_Run *run, u32 index, ed_Error *error)
{
    host_Kept *kept = kept_at(timeline, index);
    host_Kept *next = index + 1 < timeline->kept_count ? kept_at(timeline, index + 1) : NULL;
    ed_Span state, wanted;
    if (kept->proof != HOST_UNPROVED && kept->proof_code == timeline->code)
        return kept->proof == HOST_EXACT;
    if (!next || next->cut) return !timeline->drifts && kept->code == timeline->code;
    bool there = restore(timeline, run, kept, error)
              && update(timeline, run, kept->moment, next->moment)
              && ed_run_pack_into(run, ED_PACK_CHECKPOINT, &timeline->buffer, &state, error);
    bool same = there && host_pages_equal(&timeline->pages, &next->state, state.at, state.size);
    error->code = ED_OK;      // what failed here need not be done
    kept->proof = same ? HOST_EXACT : HOST_ROUGH;
    kept->proof_code = timeline->code;
    if (same || kept->code != timeline->code) return same;
    if (there && !timeline->drifts && fetch(timeline, next, &wanted, error))
        host_drift_find(run, wanted, timeline->drift);
    timeline->drifts = true;
    return false;
}

/// The last one that is not after `moment`; there is one.
static u32 find(const host_Timeline *timeline, u64 moment)
{
    u32 low = 0, high = timeline->kept_count - 1;
    while (low < high) {
        u32 middle = high - (high - low) / 2;
        if (kept_at(timeline, middle)->moment <= moment) low = middle;
        else                                              high = middle - 1;
    }
    return low;
}

bool host_timeline_go(host_Timeline *timeline, ed_Run *run, u64 *moment, ed_Error *error)
{
    if (!timeline->on || !timeline->kept_count || *moment < timeline->first
        || *moment > timeline->now) {
        ed_fail(error, ED_ERR_RANGE, "there is no such moment to go back to");
        return false;
    }
    see_code(timeline, run);
    u32 index = find(timeline, *moment);
    const host_Kept *kept = kept_at(timeline, index);
    bool between = kept->moment != *moment;
    if (between && !lead_on(timeline, run, index, error)) *moment = kept->moment;
    if (!restore(timeline, run, kept, error)) return false;
    if (!update(timeline, run, kept->moment, *moment)) {
        *moment = kept->moment;
        if (!restore(timeline, run, kept, error)) return false;
    }
    run->host.quit = false;
    // What it was drawn with.
    if (*moment > timeline->first) run->input = timeline->inputs[(*moment - 1) % timeline->limit];
    return true;
}
