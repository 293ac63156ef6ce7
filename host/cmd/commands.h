/// The table of the program's commands, used to find a command, to list all of them in the help,
/// and for suggestions.
#ifndef HOST_CMD_COMMANDS_H
#define HOST_CMD_COMMANDS_H
#include "runtime/base/str.h"

typedef struct host_Command {
    const char *name;
    // Returns the exit code; argv[0] is the name. NULL for the command that runs the game.
    int (*run)(int argc, char **argv);
    const char *arguments;      // as shown in the help; NULL: the command is not listed
    const char *about;
    bool live;      // exists only if the game can be rebuilt
} host_Command;

/// NULL if this program has no such command.
const host_Command *host_command_find(const char *word);
/// Tries the names of all commands.
void host_commands_suggest(ed_Suggestion *near);
/// Prints one line of help for each command; `program` is the name of this program.
void host_commands_help(const char *program);
#endif
