#include "host/cmd/commands.h"
#include <stdio.h>
#include <string.h>
#include "host/cmd/build.h"
#include "host/cmd/import.h"
#include "host/cmd/new.h"
#include "host/cmd/plan.h"
#include "host/cmd/replay.h"
#include "host/cmd/snapshot_commands.h"
#include "runtime/debug/game_source.h"

static const host_Command commands[] = {
    { "run", NULL, NULL, NULL, false },
    { "cat", host_cat, "FILE [PATH]", "print a snapshot as JSON, or as plain MessagePack", false },
    { "info", host_snapshot_info, "FILE", "show what is in a snapshot: game, types, sizes", false },
    { "info", host_snapshot_info, "--host", "show version, limits and system information", false },
    { "diff", host_diff, "A B [PATH]", "compare two snapshots value by value", false },
    { "get", host_get, "FILE PATH", "print one value of a snapshot", false },
    { "set", host_set, "FILE PATH VALUE", "change a value of a snapshot", false },
    { "plan", host_plan, "OLD NEW…", "show what a schema change would do to the state", true },
    { "replay", host_replay, "FILE …", "replay a recording with one build or two", false },
    { "build", host_build, "[FOLDER] [SETTING=VALUE]…", "build a game", true },
    { "import", host_import, "FILE.h…", "write a schema with the types of C headers", true },
    { "new", host_new, "DIR", "create a small new game in a new folder", true },
};

static bool is_here(const host_Command *command) { return ed_source_is_live || !command->live; }

const host_Command *host_command_find(const char *word)
{
    for (u32 i = 0; i < ED_COUNT(commands); i++)
        if (is_here(&commands[i]) && strcmp(commands[i].name, word) == 0) return &commands[i];
    return NULL;
}

void host_commands_suggest(ed_Suggestion *near)
{
    for (u32 i = 0; i < ED_COUNT(commands); i++)
        if (is_here(&commands[i])) ed_suggestion_try(near, commands[i].name);
}

/// Counts columns, not bytes.
static int columns(const char *text)
{
    int count = 0;
    for (; *text; text++) count += ((u8)*text & 0xc0) != 0x80;
    return count;
}

void host_commands_help(const char *program)
{
    for (u32 i = 0; i < ED_COUNT(commands); i++) {
        const host_Command *command = &commands[i];
        if (!command->arguments || !is_here(command)) continue;
        int used = columns(command->arguments);
        printf("       %s %-7s%s%*s %s\n", program, command->name, command->arguments,
               used < 16 ? 16 - used : 0, "", command->about);
    }
}
