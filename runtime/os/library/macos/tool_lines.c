#include "runtime/os/library/source_lines.h"
#include <stdio.h>
#include <string.h>

#define PRINTED_MAX 8192u      // bytes that atos prints

/// Adds a line of atos, "update_foe (in game.dylib) (/home/me/game/sim.c:41)", in the form of
/// addr2line. atos prints the address alone if it knows nothing about it, and no source line if it
/// knows the function only.
static size_t add_line(const char *line, size_t size, char *text, size_t room)
{
    char copy[1024];
    snprintf(copy, sizeof copy, "%.*s", (int)size, line);
    char *in = strstr(copy, " (in "), *end = strrchr(copy, ')');
    char *source = in ? strstr(in + 1, ") (") : NULL;
    if (in) *in = 0;
    if (end) *end = 0;
    bool known = source && source < end && strchr(source + 3, ':');
    int used = snprintf(text, room, "%s%s%s\n", in ? copy : "??", in ? " at " : " ",
                        known ? source + 3 : "??:0");
    if (used > 0 && (size_t)used < room) return (size_t)used;
    *text = 0;
    return 0;
}

void ed_source_lines(const char *library, const u64 *addresses, u32 count, char *text, size_t room)
{
    static const char *const tool[] = { "/usr/bin/atos", "-fullPath", "-o", NULL };
    char printed[PRINTED_MAX];
    size_t used = 0;
    *text = 0;
    ed_source_lines_by_tool(tool, library, addresses, count, printed, sizeof printed);
    for (const char *at = printed, *end; (end = strchr(at, '\n')); at = end + 1)
        used += add_line(at, (size_t)(end - at), text + used, room - used);
}
