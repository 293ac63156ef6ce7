/// Converts what atos prints to the form of addr2line. It runs on Linux: a function here takes the
/// place of the one that starts atos.
#include <stdio.h>
#include <string.h>
#include "runtime/os/library/source_lines.h"

static const char *printed;

void ed_source_lines_by_tool(const char *const *tool, const char *library, const u64 *addresses,
                             u32 count, char *text, size_t room)
{
    (void)library, (void)addresses, (void)count;
    snprintf(text, room, "%s", strcmp(tool[0], "/usr/bin/atos") == 0 ? printed : "");
}

static u32 passed, failed;

static void converts(const char *what, const char *from, const char *to, size_t room)
{
    char text[256];
    printed = from;
    ed_source_lines("game.dylib", NULL, 0, text, room);
    bool good = strcmp(text, to) == 0;
    printf("%s %s%s%s\n", good ? "ok" : "FAIL", what, good ? "" : ": ", good ? "" : text);
    if (good) passed++;
    else failed++;
}

int main(void)
{
    const char *line = "update_foe (in game.dylib) (/home/me/game (old)/sim.c:41)\n";
    converts("a line with its source", line, "update_foe at /home/me/game (old)/sim.c:41\n", 256);
    converts("a function without a source", "update_foe (in game.dylib) + 12\n",
             "update_foe at ??:0\n", 256);
    converts("an address alone", "0x00000000000006a8\n", "?? ??:0\n", 256);
    converts("two lines", "a (in g) (/x.c:1)\n0x12\n", "a at /x.c:1\n?? ??:0\n", 256);
    converts("a function in brackets", "-[A b:] (in g) (/x.m:1)\n", "-[A b:] at /x.m:1\n", 256);
    converts("a line that is not complete", "update_foe (in game.dylib", "", 256);
    converts("no room for the second line", "a (in g) (/x.c:1)\nb (in g) (/x.c:2)\n",
             "a at /x.c:1\n", 20);
    converts("nothing", "", "", 256);
    printf("%u passed, %u failed\n", passed, failed);
    return failed ? 1 : 0;
}
