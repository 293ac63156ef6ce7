/// Finds functions and source lines in the debug information of a library.
#ifndef ED_OS_SOURCE_LINES_H
#define ED_OS_SOURCE_LINES_H
#include "runtime/base/base.h"
ED_C_BEGIN

#define ED_SOURCE_LINES_MAX 6u      // addresses in one request
#define ED_SOURCE_TOOL_MAX 4u       // words that start a tool

/// Writes a line "update_foe at /home/me/game/sim.c:41" for each address of the library's file, or
/// "?? ??:0" or the like. `text` is empty if there is no debug information and nothing else is
/// known.
void ed_source_lines(const char *library, const u64 *addresses, u32 count, char *text, size_t room);

/// Runs `tool` (at most ED_SOURCE_TOOL_MAX words, then NULL) with the library and the addresses as
/// further arguments. Writes its output to `text`. Waits for at most 3 seconds.
void ed_source_lines_by_tool(const char *const *tool, const char *library, const u64 *addresses,
                             u32 count, char *text, size_t room);

ED_C_END
#endif
