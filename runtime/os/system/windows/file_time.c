#include "runtime/os/system/windows/file_time.h"

#define TICKS_UNTIL_1970 116444736000000000ull      // from 1601, 100 ns each

u64 ed_ns_of_file_time(FILETIME time)
{
    u64 ticks = (u64)time.dwHighDateTime << 32 | time.dwLowDateTime;
    return ticks > TICKS_UNTIL_1970 ? (ticks - TICKS_UNTIL_1970) * 100 : 0;
}

FILETIME ed_file_time_of_ns(u64 time_ns)
{
    u64 ticks = time_ns / 100 + TICKS_UNTIL_1970;
    return (FILETIME){ .dwLowDateTime = (DWORD)ticks, .dwHighDateTime = (DWORD)(ticks >> 32) };
}
