#include "runtime/os/library/source_lines.h"
#include <stdio.h>
#include "runtime/os/process/child.h"
#include "runtime/os/system/clock.h"

#define TOOL_MS 3000u      // how long to wait for the tool

/// Reads until the end of the output or the time limit.
static void read_all(ed_Child *child, char *text, size_t room)
{
    u64 now_ns = ed_now_ns(), end_ns = now_ns + TOOL_MS * 1000000ull;
    size_t size = 0, got = 1;
    while (got && size + 1 < room && now_ns < end_ns) {
        u32 wait_ms = (u32)((end_ns - now_ns) / 1000000) + 1;
        if (ed_child_read(child, text + size, room - 1 - size, wait_ms, &got)) break;
        size += got;
        now_ns = ed_now_ns();
    }
    text[size] = 0;
}

/// The child starts with the saved variables: the game may have changed PATH.
void ed_source_lines_by_tool(const char *const *tool, const char *library, const u64 *addresses,
                             u32 count, char *text, size_t room)
{
    char words[ED_SOURCE_LINES_MAX][24];
    const char *arguments[ED_SOURCE_TOOL_MAX + 2 + ED_SOURCE_LINES_MAX] = { NULL };
    ed_Child child;
    u32 used = 0;
    *text = 0;
    for (; tool[used]; used++) arguments[used] = tool[used];
    arguments[used++] = library;
    for (u32 i = 0; i < count; i++) {
        snprintf(words[i], sizeof words[i], "0x%llx", (unsigned long long)addresses[i]);
        arguments[used++] = words[i];
    }
    ed_ChildStart start = { .arguments = arguments, .output = ED_CHILD_PIPE };
    if (count == 0 || ed_child_start(&child, &start)) return;
    read_all(&child, text, room);
    ed_child_close_pipes(&child);
    ed_child_kill(&child);
    ed_child_wait(&child);
}
