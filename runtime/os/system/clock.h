/// Time.
#ifndef ED_OS_CLOCK_H
#define ED_OS_CLOCK_H
#include "runtime/base/base.h"
ED_C_BEGIN

u64 ed_now_ns(void);           ///< a clock that never goes back; it starts at no particular time
u64 ed_date_ns(void);          ///< since the start of 1970; the clock that dates files
void ed_sleep_ms(u32 ms);      ///< at least this long, unless a signal arrives

/// Writes the local date and time of `seconds` since 1970 as strftime does, or "" on failure.
void ed_date_text(i64 seconds, const char *format, char *text, size_t room);

ED_C_END
#endif
