/// Loads damaged snapshots of a running game into it: cut short, or with one bit flipped, with the
/// old hash or a recomputed one. A refusal names the byte, and the game's memory is unchanged.
/// After a load the invariants hold and the state packs.
#ifndef TEST_FLIPS_H
#define TEST_FLIPS_H
#include "runtime/run/run.h"

typedef struct Flips {
    u64 tried, loaded;
    char wrong[400];      // the first failure and where; empty if everything is right
} Flips;

/// Cuts the document at every `step`th length. Each `step` is coprime to 8, so that every bit of a
/// byte is flipped somewhere.
bool flips_cut(ed_Run *run, ed_Span document, u32 step, Flips *flips);
/// Flips every `step`th bit and keeps the old hash: each document is refused.
bool flips_with_old_hash(ed_Run *run, ed_Span document, u32 step, Flips *flips);
/// Flips every `step`th bit and recomputes the hash: refused, or the invariants hold.
bool flips_with_new_hash(ed_Run *run, ed_Span document, u32 step, Flips *flips);

#endif
