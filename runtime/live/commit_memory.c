#include "runtime/live/commit_memory.h"
#include <signal.h>
#include <unistd.h>

// Bytes per call. Each call blocks the game's own memory calls.
#define COMMIT_BYTES ((size_t)4 << 20)

void ed_commit_memory_add(ed_Precommit *precommit, const ed_Arena *arena, size_t end)
{
    // The system commits whole pages only.
    size_t start = arena->touched - arena->touched % (size_t)sysconf(_SC_PAGESIZE);
    if (!arena->base || end <= arena->touched || precommit->count == ED_PRECOMMIT_PARTS_MAX) return;
    precommit->parts[precommit->count++] = (ed_PrecommitPart){ *arena, start, end };
}

static void *work(void *it)
{
    ed_Precommit *precommit = (ed_Precommit *)it;
    for (u32 i = 0; i < precommit->count; i++) {
        const ed_PrecommitPart *part = &precommit->parts[i];
        for (size_t at = part->start; at < part->end; at += COMMIT_BYTES) {
            size_t end = part->end - at < COMMIT_BYTES ? part->end : at + COMMIT_BYTES;
            if (__atomic_load_n(&precommit->ending, __ATOMIC_RELAXED)) return NULL;
            ed_arena_commit(&part->arena, at, end);
        }
    }
    __atomic_store_n(&precommit->ended, true, __ATOMIC_RELAXED);
    return NULL;
}

static bool is_large_enough(const ed_Precommit *precommit)
{
    size_t bytes = 0;
    for (u32 i = 0; i < precommit->count; i++)
        bytes += precommit->parts[i].end - precommit->parts[i].start;
    size_t pages = bytes / (size_t)sysconf(_SC_PAGESIZE);
    return bytes >= ED_PRECOMMIT_MIN && pages <= (size_t)sysconf(_SC_AVPHYS_PAGES) / 2;
}

/// Starts a thread with all signals blocked, so that the game's handlers run on its own threads.
void ed_commit_memory_start(ed_Precommit *precommit)
{
    sigset_t all, before;
    if (precommit->started || !is_large_enough(precommit)) return;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    precommit->started = pthread_create(&precommit->thread, NULL, work, precommit) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (precommit->started) pthread_setname_np(precommit->thread, "eddie-precommit");
}

bool ed_commit_memory_ended(const ed_Precommit *precommit)
{
    return !precommit->started || __atomic_load_n(&precommit->ended, __ATOMIC_RELAXED);
}

void ed_commit_memory_end(ed_Precommit *precommit)
{
    __atomic_store_n(&precommit->ending, true, __ATOMIC_RELAXED);
    if (precommit->started) pthread_join(precommit->thread, NULL);
    precommit->started = false;
    precommit->count = 0;
    __atomic_store_n(&precommit->ending, false, __ATOMIC_RELAXED);
    __atomic_store_n(&precommit->ended, false, __ATOMIC_RELAXED);
}
