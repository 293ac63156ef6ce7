#include "runtime/os/system/clock.h"
#include <time.h>

static u64 now(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (u64)t.tv_sec * 1000000000u + (u64)t.tv_nsec;
}

u64 ed_now_ns(void) { return now(CLOCK_MONOTONIC); }

u64 ed_date_ns(void) { return now(CLOCK_REALTIME); }

void ed_sleep_ms(u32 ms)
{
    const struct timespec pause = { ms / 1000, (long)(ms % 1000) * 1000000 };
    nanosleep(&pause, NULL);
}

void ed_date_text(i64 seconds, const char *format, char *text, size_t room)
{
    const time_t then = (time_t)seconds;
    struct tm tm;
    if (room && (!localtime_r(&then, &tm) || !strftime(text, room, format, &tm))) *text = 0;
}
