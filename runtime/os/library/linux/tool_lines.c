#include "runtime/os/library/source_lines.h"

void ed_source_lines(const char *library, const u64 *addresses, u32 count, char *text, size_t room)
{
    static const char *const tool[] = { "addr2line", "-fpCe", NULL };
    ed_source_lines_by_tool(tool, library, addresses, count, text, room);
}
