#include "runtime/os/system/clock.h"
#include <time.h>
#include "runtime/os/system/windows/file_time.h"

#define SECOND_NS 1000000000u

u64 ed_now_ns(void)
{
    LARGE_INTEGER ticks, per_second;
    QueryPerformanceFrequency(&per_second);
    QueryPerformanceCounter(&ticks);
    const u64 all = (u64)ticks.QuadPart, rate = (u64)per_second.QuadPart;
    return all / rate * SECOND_NS + all % rate * SECOND_NS / rate;
}

/// Not the precise variant of this clock, which is ahead of the one that dates files.
u64 ed_date_ns(void)
{
    FILETIME now;
    GetSystemTimeAsFileTime(&now);
    return ed_ns_of_file_time(now);
}

#ifndef CREATE_WAITABLE_TIMER_HIGH_RESOLUTION
#    define CREATE_WAITABLE_TIMER_HIGH_RESOLUTION 0x2
#endif

/// Sleep waits for a tick of the system, which may take 16 ms. A timer of high resolution does not.
/// Returns false on Windows before Windows 10 version 1803, where such timers do not exist.
static bool sleep_on_timer(u32 ms)
{
    const LARGE_INTEGER due = { .QuadPart = -(i64)ms * 10000 };      // from now on
    HANDLE timer = CreateWaitableTimerExW(NULL, NULL, CREATE_WAITABLE_TIMER_HIGH_RESOLUTION,
                                          TIMER_MODIFY_STATE | SYNCHRONIZE);
    bool good = timer && SetWaitableTimer(timer, &due, 0, NULL, NULL, FALSE)
             && WaitForSingleObject(timer, INFINITE) == WAIT_OBJECT_0;
    if (timer) CloseHandle(timer);
    return good;
}

/// Both ways may return a little too early.
void ed_sleep_ms(u32 ms)
{
    const u64 end_ns = ed_now_ns() + (u64)ms * 1000000;
    do {
        const u64 now_ns = ed_now_ns();
        const u32 rest = now_ns < end_ns ? (u32)((end_ns - now_ns + 999999) / 1000000) : 0;
        if (!rest || !sleep_on_timer(rest)) Sleep(rest);
    } while (ed_now_ns() < end_ns);
}

void ed_date_text(i64 seconds, const char *format, char *text, size_t room)
{
    const time_t then = (time_t)seconds;
    struct tm tm;
    if (room && (localtime_s(&tm, &then) != 0 || !strftime(text, room, format, &tm))) *text = 0;
}
