/// Reads the arguments of a command: options, in any position, and other arguments. The commands
/// use these functions, so they accept and refuse options, and report errors, in the same way.
#ifndef HOST_CMD_ARGS_H
#define HOST_CMD_ARGS_H
#include <stdio.h>
#include "runtime/base/err.h"

typedef struct host_Option {
    const char *name;        // "--json", "-o"; NULL ends a list
    bool *flag;              // set to true; or NULL, if the option has a value
    const char **value;      // set to the next argument, or to the text after =
} host_Option;

typedef struct host_Args {
    const char *command;      // for messages
    const char *help;         // printed for --help
    const host_Option *options;
    const char *const *names;      // of the other arguments: "FILE"; ends with NULL
    u32 needed;                    // the first `needed` of them are required
    bool repeats;                  // the last of them may be given several times
} host_Args;

/// Reads the options in `argv`, which starts with the command and ends with NULL. Moves the other
/// arguments to the front, followed by NULL, so that argv[0] is the first of them. "-", negative
/// numbers and everything after "--" are not options. --no-color and --help are always accepted.
/// Returns ED_EXIT_NOT_YET, or the exit code after printing a message.
int host_args_read(const host_Args *args, int argc, char **argv);
/// Prints a usage error on standard error and, if `command` is not NULL, how to get help. Returns
/// ED_EXIT_USAGE.
int host_args_refuse(const char *command, const char *format, ...) ED_FORMAT(2, 3);
/// Prints an error on standard error, after `path` if that is not NULL. Returns `code`.
int host_args_fail(const char *path, const ed_Error *error, int code);
/// True if `to` is a terminal and neither the arguments nor NO_COLOR disable colors.
bool host_args_color(FILE *to);
#endif
