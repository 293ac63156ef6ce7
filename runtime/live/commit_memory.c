#include "runtime/live/commit_memory.h"
#include <signal.h>
#include <unistd.h>

// Bytes per call. Each call blocks the game's own memory calls.
#define COMMIT_BYTES ((size_t)4 << 20)

void ed_commit_memory_add(ed_MemoryCommit *commit, const ed_Arena *arena, size_t end)
{
    // The system commits whole pages only.
    size_t start = arena->touched - arena->touched % (size_t)sysconf(_SC_PAGESIZE);
    if (!arena->base || end <= arena->touched || commit->count == ED_COMMIT_PARTS_MAX) return;
    commit->parts[commit->count++] = (ed_MemoryCommitPart){ *arena, start, end };
}

static void *work(void *it)
{
    ed_MemoryCommit *commit = (ed_MemoryCommit *)it;
    for (u32 i = 0; i < commit->count; i++) {
        const ed_MemoryCommitPart *part = &commit->parts[i];
        for (size_t at = part->start; at < part->end; at += COMMIT_BYTES) {
            size_t end = part->end - at < COMMIT_BYTES ? part->end : at + COMMIT_BYTES;
            if (__atomic_load_n(&commit->ending, __ATOMIC_RELAXED)) return NULL;
            ed_arena_commit(&part->arena, at, end);
        }
    }
    __atomic_store_n(&commit->ended, true, __ATOMIC_RELAXED);
    return NULL;
}

static bool is_large_enough(const ed_MemoryCommit *commit)
{
    size_t bytes = 0;
    for (u32 i = 0; i < commit->count; i++) bytes += commit->parts[i].end - commit->parts[i].start;
    size_t pages = bytes / (size_t)sysconf(_SC_PAGESIZE);
    return bytes >= ED_COMMIT_MIN && pages <= (size_t)sysconf(_SC_AVPHYS_PAGES) / 2;
}

/// Starts a thread with all signals blocked, so that the game's handlers run on its own threads.
void ed_commit_memory_start(ed_MemoryCommit *commit)
{
    sigset_t all, before;
    if (commit->started || !is_large_enough(commit)) return;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    commit->started = pthread_create(&commit->thread, NULL, work, commit) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (commit->started) pthread_setname_np(commit->thread, "eddie-commit");
}

bool ed_commit_memory_ended(const ed_MemoryCommit *commit)
{
    return !commit->started || __atomic_load_n(&commit->ended, __ATOMIC_RELAXED);
}

void ed_commit_memory_end(ed_MemoryCommit *commit)
{
    __atomic_store_n(&commit->ending, true, __ATOMIC_RELAXED);
    if (commit->started) pthread_join(commit->thread, NULL);
    commit->started = false;
    commit->count = 0;
    __atomic_store_n(&commit->ending, false, __ATOMIC_RELAXED);
    __atomic_store_n(&commit->ended, false, __ATOMIC_RELAXED);
}
