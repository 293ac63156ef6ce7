#include "tests/bench/memory.h"
#include <stdio.h>
#include <stdlib.h>

void bn_memory_open(ed_Arena *arena)
{
    ed_Error error = { .code = ED_OK };
    if (arena->base || ed_arena_open(arena, "the benchmark", BN_ARENA_MAX, &error)) return;
    fprintf(stderr, "bench: %s\n", error.text);
    exit(1);
}
