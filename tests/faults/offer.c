#include "tests/faults/offer.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "runtime/os/system/clock.h"
#include "runtime/os/files/files.h"

#define WAIT_NS 100000000000ull

static bool read_library(const char *path, ed_Arena *arena, ed_Span *bytes)
{
    ed_Error error = { .code = ED_OK };
    bool good = ed_arena_open(arena, "library", OFFER_LIBRARY_MAX, &error)
             && ed_file_read(path, OFFER_LIBRARY_MAX, arena, bytes, &error);
    if (!good) fprintf(stderr, "faults: %s\n", error.text);
    return good;
}

bool offer_open(Offer *offer, const char *now, const char *next)
{
    snprintf(offer->folder, sizeof offer->folder, "/tmp/faults-XXXXXX");
    bool good = mkdtemp(offer->folder) && read_library(now, &offer->now, &offer->now_bytes)
             && read_library(next, &offer->next, &offer->next_bytes);
    snprintf(offer->path, sizeof offer->path, "%s/game.so", offer->folder);
    return good;
}

void offer_close(Offer *offer)
{
    unlink(offer->path);
    rmdir(offer->folder);
    ed_arena_close(&offer->now);
    ed_arena_close(&offer->next);
}

bool offer_put(const Offer *offer, ed_Span library, Fault fault, FaultPhase phase, u8 after)
{
    ed_Error error = { .code = ED_OK };
    u8 *order = (u8 *)memmem(library.at, library.size, FAULT_MARK, sizeof FAULT_MARK);
    if (!order) return false;
    order += sizeof FAULT_MARK;
    order[0] = (u8)fault;
    order[1] = (u8)phase;
    order[2] = after;
    bool good = ed_file_write_atomic(offer->path, library.at, library.size, &error);
    if (!good) fprintf(stderr, "faults: %s\n", error.text);
    return good;
}

void offer_pause(u32 ms) { nanosleep(&(struct timespec){ .tv_nsec = (long)ms * 1000000 }, NULL); }

ed_LiveKind offer_answer(ed_Live *live, u64 *stall_ns)
{
    u64 begin = ed_now_ns();
    *stall_ns = 0;
    ed_live_build(live);
    while (ed_now_ns() - begin < WAIT_NS) {
        u64 before = ed_now_ns();
        bool has_event = ed_live_step(live);
        u64 took = ed_now_ns() - before;
        if (took > *stall_ns) *stall_ns = took;
        if (has_event && live->event.kind != ED_LIVE_BUILDING) return live->event.kind;
        nanosleep(&(struct timespec){ .tv_nsec = 200000 }, NULL);
    }
    return ED_LIVE_NOTHING;
}
