/// What stands first on the command line. One table: it finds a command, lists them in the help,
/// and knows what was meant.
#ifndef HOST_CMD_COMMANDS_H
#define HOST_CMD_COMMANDS_H
#include "runtime/base/str.h"

typedef struct host_Command {
    const char *name;
    // argv[0] is the name; the exit code. NULL: the game's own.
    int (*run)(int argc, char **argv);
    const char *words;      // behind the name, for the help; NULL: not in it
    const char *about;
    bool live;      // only where the game can be built again
} host_Command;

const host_Command *host_command_find(
    const char *word);                       ///< one that this program has, or NULL
void host_commands_near(ed_Near *near);      ///< tries all of them
void host_commands_help(void);
#endif
