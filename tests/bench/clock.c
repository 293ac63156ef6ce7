#include "tests/bench/clock.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

f64 bn_now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (f64)t.tv_sec + (f64)t.tv_nsec * 1e-9;
}

f64 bn_clock_cost_s(void)
{
    f64 costs[BN_SAMPLES_MAX];
    for (u32 i = 0; i < BN_SAMPLES_MAX; i++) {
        f64 start = bn_now_s();
        costs[i] = bn_now_s() - start;
    }
    return bn_median(costs, BN_SAMPLES_MAX);
}

static int by_size(const void *a, const void *b)
{
    f64 one = *(const f64 *)a, other = *(const f64 *)b;
    return (one > other) - (one < other);
}

f64 bn_quantile(const f64 *values, u32 count, f64 at)
{
    f64 sorted[BN_SAMPLES_MAX];
    if (!count) return 0;
    if (count > BN_SAMPLES_MAX) count = BN_SAMPLES_MAX;
    memcpy(sorted, values, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, by_size);
    return sorted[(u32)(at * (count - 1) + 0.5)];
}
