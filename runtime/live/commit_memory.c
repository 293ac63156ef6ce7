#include "runtime/live/commit_memory.h"
#include "runtime/os/pages/pages.h"
#include "runtime/os/memory/memory.h"

// Bytes per call. Each call blocks the game's own memory calls.
#define COMMIT_BYTES ((size_t)4 << 20)

void ed_commit_memory_add(ed_MemoryCommit *commit, const ed_Arena *arena, size_t end)
{
    // The system commits whole pages only.
    size_t start = arena->touched - arena->touched % ed_page_bytes();
    if (!arena->base || end <= arena->touched || commit->count == ED_COMMIT_PARTS_MAX) return;
    commit->parts[commit->count++] = (ed_MemoryCommitPart){ *arena, start, end };
}

static void commit_parts(void *it)
{
    ed_MemoryCommit *commit = (ed_MemoryCommit *)it;
    for (u32 i = 0; i < commit->count; i++) {
        const ed_MemoryCommitPart *part = &commit->parts[i];
        for (size_t at = part->start; at < part->end; at += COMMIT_BYTES) {
            size_t end = part->end - at < COMMIT_BYTES ? part->end : at + COMMIT_BYTES;
            if (__atomic_load_n(&commit->ending, __ATOMIC_RELAXED)) return;
            ed_arena_commit(&part->arena, at, end);
        }
    }
    __atomic_store_n(&commit->ended, true, __ATOMIC_RELAXED);
}

static bool is_large_enough(const ed_MemoryCommit *commit)
{
    size_t bytes = 0;
    for (u32 i = 0; i < commit->count; i++) bytes += commit->parts[i].end - commit->parts[i].start;
    return bytes >= ED_COMMIT_MIN && bytes <= ed_memory_free() / 2;
}

void ed_commit_memory_start(ed_MemoryCommit *commit)
{
    if (commit->started || !is_large_enough(commit)) return;
    commit->started = ed_thread_start(&commit->thread, "eddie-commit", commit_parts, commit) == 0;
}

bool ed_commit_memory_ended(const ed_MemoryCommit *commit)
{
    return !commit->started || __atomic_load_n(&commit->ended, __ATOMIC_RELAXED);
}

void ed_commit_memory_end(ed_MemoryCommit *commit)
{
    __atomic_store_n(&commit->ending, true, __ATOMIC_RELAXED);
    if (commit->started) ed_thread_join(&commit->thread);
    commit->started = false;
    commit->count = 0;
    __atomic_store_n(&commit->ending, false, __ATOMIC_RELAXED);
    __atomic_store_n(&commit->ended, false, __ATOMIC_RELAXED);
}
