/// Many reloads one after the other, every tenth with another layout: nothing piles up, and the
/// last ones are as quick as the first.
#ifndef FAULTS_SOAK_H
#define FAULTS_SOAK_H
#include "tests/faults/offer.h"

/// `count` as text. Prints what there was after the first hundred and at the end; what must not
/// grow counts as passed or failed, times are only told.
void soak_run(Offer *offer, const char *count, u32 *passed, u32 *failed);
#endif
