/// The commands of the program in one table, used to find a command, to list them in the help, and
/// for suggestions.
#ifndef HOST_CMD_COMMANDS_H
#define HOST_CMD_COMMANDS_H
#include "runtime/base/str.h"

typedef struct host_Command {
    const char *name;
    // argv[0] is the name; returns the exit code. NULL: runs the game.
    int (*run)(int argc, char **argv);
    const char *words;      // the arguments, for the help; NULL: not listed
    const char *about;
    bool live;      // only if the game can be built again
} host_Command;

const host_Command *host_command_find(
    const char *word);                                ///< a command of this program, or NULL
void host_commands_suggest(ed_Suggestion *near);      ///< tries all of them
void host_commands_help(void);
#endif
