#include "runtime/live/precommit.h"
#include <signal.h>
#include <unistd.h>

#define COMMIT_BYTES ((size_t)4 << 20)      // per call, which blocks other memory calls of the game

void ed_precommit_add(ed_Precommit *ahead, const ed_Arena *arena, size_t end)
{
    if (!arena->base || end <= arena->touched || ahead->count == ED_PRECOMMIT_PARTS_MAX) return;
    ahead->parts[ahead->count++] = (ed_PrecommitPart){ *arena, arena->touched, end };
}

static void *work(void *it)
{
    ed_Precommit *ahead = (ed_Precommit *)it;
    for (u32 i = 0; i < ahead->count; i++) {
        const ed_PrecommitPart *part = &ahead->parts[i];
        for (size_t at = part->start; at < part->end; at += COMMIT_BYTES) {
            size_t end = part->end - at < COMMIT_BYTES ? part->end : at + COMMIT_BYTES;
            if (__atomic_load_n(&ahead->ending, __ATOMIC_RELAXED)) return NULL;
            ed_arena_commit(&part->arena, at, end);
        }
    }
    __atomic_store_n(&ahead->ended, true, __ATOMIC_RELAXED);
    return NULL;
}

static bool is_worth_it(const ed_Precommit *ahead)
{
    size_t bytes = 0;
    for (u32 i = 0; i < ahead->count; i++) bytes += ahead->parts[i].end - ahead->parts[i].start;
    size_t pages = bytes / (size_t)sysconf(_SC_PAGESIZE);
    return bytes >= ED_PRECOMMIT_MIN && pages <= (size_t)sysconf(_SC_AVPHYS_PAGES) / 2;
}

/// All signals are blocked in the thread, so the game's handlers run on its own threads.
void ed_precommit_start(ed_Precommit *ahead)
{
    sigset_t all, before;
    if (ahead->started || !is_worth_it(ahead)) return;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    ahead->started = pthread_create(&ahead->thread, NULL, work, ahead) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (ahead->started) pthread_setname_np(ahead->thread, "eddie-ahead");
}

bool ed_precommit_ended(const ed_Precommit *ahead)
{
    return !ahead->started || __atomic_load_n(&ahead->ended, __ATOMIC_RELAXED);
}

void ed_precommit_end(ed_Precommit *ahead)
{
    __atomic_store_n(&ahead->ending, true, __ATOMIC_RELAXED);
    if (ahead->started) pthread_join(ahead->thread, NULL);
    ahead->started = false;
    ahead->count = 0;
    __atomic_store_n(&ahead->ending, false, __ATOMIC_RELAXED);
    __atomic_store_n(&ahead->ended, false, __ATOMIC_RELAXED);
}
