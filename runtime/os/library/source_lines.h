/// Finds functions and source lines in the debug information of a library.
#ifndef ED_OS_SOURCE_LINES_H
#define ED_OS_SOURCE_LINES_H
#include "runtime/base/base.h"
ED_C_BEGIN

#define ED_SOURCE_LINES_MAX 6u      // addresses in one request

/// Writes a line "update_foe at /home/me/game/sim.c:41" for each address of the library's file, or
/// "?? ??:0". `text` is empty if there is no debug information and nothing else is known.
void ed_source_lines(const char *library, const u64 *addresses, u32 count, char *text, size_t room);

/// Does the same with the program addr2line. It waits at most 3 seconds for it.
void ed_source_lines_by_tool(const char *library, const u64 *addresses, u32 count, char *text,
                             size_t room);

ED_C_END
#endif
