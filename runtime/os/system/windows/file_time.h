/// Times of the system and of files.
#ifndef ED_OS_WINDOWS_FILE_TIME_H
#define ED_OS_WINDOWS_FILE_TIME_H
#include <windows.h>
#include "runtime/base/base.h"
ED_C_BEGIN

u64 ed_ns_of_file_time(FILETIME time);         ///< since 1970
FILETIME ed_file_time_of_ns(u64 time_ns);      ///< of a time since 1970

ED_C_END
#endif
