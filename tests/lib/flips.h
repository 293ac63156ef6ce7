/// A running game is given a snapshot of its own with something changed in it, again and again: cut
/// short, or with one bit the other way, its hash left as it was or made anew. Refused, it says at
/// which byte, and the game's memory is as it was, to the byte. Taken, the invariants hold and the
/// state packs.
#ifndef TEST_FLIPS_H
#define TEST_FLIPS_H
#include "runtime/run/run.h"

typedef struct Flips {
    u64 tried, taken;
    char wrong[400];      // what was not as it should be, and where; empty while all is well
} Flips;

/// Every `step`th length.
bool flips_cut(ed_Run *run, ed_Span document, u32 step, Flips *flips);
/// Every `step`th bit, under the hash of the whole one: each is refused.
bool flips_sealed(ed_Run *run, ed_Span document, u32 step, Flips *flips);
/// Likewise under a hash of its own: refused, or it holds.
bool flips_resealed(ed_Run *run, ed_Span document, u32 step, Flips *flips);

#endif
