/// The arguments of a command: its options, in any position, and the rest. All commands on
/// snapshots use this, so they accept and refuse options in the same way.
#ifndef HOST_CMD_ARGS_H
#define HOST_CMD_ARGS_H
#include "runtime/base/base.h"

typedef struct host_Option {
    const char *name;        // "--json", "-o"; NULL ends a list
    bool *flag;              // set; or NULL
    const char **value;      // takes the next argument, or what follows =
} host_Option;

typedef struct host_Args {
    const char *command;      // for messages
    const char *help;         // printed for --help
    const host_Option *options;
    const char *const *names;      // of the other arguments, NULL-ended: "FILE"
    u32 needed;                    // how many of these are required
} host_Args;

/// Moves the other arguments to the front of `argv`, which starts with the command and ends with
/// NULL, and terminates them with NULL: argv[0] is the first one. "-", negative numbers and
/// everything after "--" are not options. --no-color and --help are always accepted. Returns
/// ED_EXIT_NOT_YET, or the exit code after printing a message.
int host_args_read(const host_Args *words, int argc, char **argv);
/// Prints a usage error on standard error and how to get help; `command` may be NULL. Returns
/// ED_EXIT_USAGE.
int host_args_refuse(const char *command, const char *format, ...) ED_FORMAT(2, 3);
/// True if `fd` is a terminal and neither the arguments nor NO_COLOR disable colors.
bool host_args_color(int fd);
#endif
