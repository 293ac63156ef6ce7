#include "tests/lib/sample.h"
#include <stdlib.h>

u32 sample_step(u32 usual) { return getenv("EDDIE_FLIPS") ? 1 : usual; }
