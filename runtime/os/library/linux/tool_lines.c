#include "runtime/os/library/source_lines.h"

void ed_source_lines(const char *library, const u64 *addresses, u32 count, char *text, size_t room)
{
    ed_source_lines_by_tool(library, addresses, count, text, room);
}
