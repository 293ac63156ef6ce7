/// A test of very many cases, such as each bit of a document, tries a sample of them.
#ifndef TEST_SAMPLE_H
#define TEST_SAMPLE_H
#include "runtime/base/base.h"

/// From one case to the next: `usual`, or 1 with EDDIE_FLIPS=all (make flips).
u32 sample_step(u32 usual);

#endif
