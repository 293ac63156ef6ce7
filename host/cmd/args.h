/// The words behind a command: its options, wherever they stand, and what is left. Every command of
/// a snapshot reads its line with this, so that all of them take options and refuse them alike.
#ifndef HOST_CMD_ARGS_H
#define HOST_CMD_ARGS_H
#include "runtime/base/base.h"

typedef struct host_Option {
    const char *name;        // "--json", "-o"; NULL ends a list
    bool *flag;              // set; or NULL
    const char **value;      // takes the word behind it, or what follows =
} host_Option;

typedef struct host_Args {
    const char *command;      // for messages
    const char *help;         // printed for --help
    const host_Option *options;
    const char *const *names;      // of the other words, NULL-ended: "FILE"
    u32 needed;                    // of these; the others may be left out
} host_Args;

/// Moves the other words to the front of `argv`, which begins with the command and ends with NULL,
/// and puts NULL behind them: argv[0] is the first one. "-" and what begins like a number are words,
/// and all behind "--". --no-color and --help are known.
/// ED_EXIT_NOT_YET, or the exit code where all is said already.
int host_args_read(const host_Args *words, int argc, char **argv);
/// Tells a mistake on standard error, with where to look it up; `command` NULL: without.
/// ED_EXIT_USAGE.
int host_args_refuse(const char *command, const char *format, ...) ED_FORMAT(2, 3);
/// As words and NO_COLOR ask, where `fd` is a terminal.
bool host_args_color(int fd);
#endif
