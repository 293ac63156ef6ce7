/// Many reloads one after the other, every tenth with another layout: nothing leaks, and the last
/// ones are as fast as the first.
#ifndef FAULTS_SOAK_H
#define FAULTS_SOAK_H
#include "tests/faults/offer.h"

/// `count` as text. Prints the resources after the first hundred and at the end. Those that must
/// not grow count as passed or failed; times are only printed.
void soak_run(Offer *offer, const char *count, u32 *passed, u32 *failed);
#endif
