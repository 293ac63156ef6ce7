/// Time, and statistics of measurements.
#ifndef BN_CLOCK_H
#define BN_CLOCK_H
#include "runtime/base/base.h"
ED_C_BEGIN

#define BN_SAMPLES_MAX 64u

f64 bn_now_s(void);
/// The time between two readings of the clock. It is subtracted from each timed run of a way.
f64 bn_clock_cost_s(void);
/// `at` 0.5 gives the median. Returns 0 if there are no values.
f64 bn_quantile(const f64 *values, u32 count, f64 at);

static inline f64 bn_median(const f64 *values, u32 count)
{
    return bn_quantile(values, count, 0.5);
}

ED_C_END
#endif
