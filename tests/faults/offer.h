/// Modules that fail as ordered. The functions write the library of module.c, with an order in it,
/// to the path from which the game loads its module.
#ifndef FAULTS_OFFER_H
#define FAULTS_OFFER_H
#include "runtime/live/live_inner.h"
#include "tests/faults/order.h"

#define OFFER_LIBRARY_MAX ((size_t)64 << 20)

typedef struct Offer {
    ed_Arena now, next;      // the files
    ed_Span now_bytes, next_bytes;
    char folder[32];
    char path[64];      // of the module
} Offer;

/// False, with a message, if a library cannot be read.
bool offer_open(Offer *offer, const char *now, const char *next);
void offer_close(Offer *offer);

/// Writes the library with that order. `after`: the frame from which it fails; for a good module,
/// it only makes the file different.
bool offer_put(const Offer *offer, ed_Span library, Fault fault, FaultPhase phase, u8 after);

/// Builds, and steps until there is a result. No frame passes meanwhile; `stall_ns` gets the
/// longest step.
ed_LiveKind offer_answer(ed_Live *live, u64 *stall_ns);

void offer_pause(u32 ms);
#endif
