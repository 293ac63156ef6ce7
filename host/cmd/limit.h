/// The option --limit GIB, which all commands accept.
#ifndef HOST_CMD_LIMIT_H
#define HOST_CMD_LIMIT_H

#define HOST_LIMIT_HELP \
    "  --limit GIB     maximum size of a state, in memory and in a file (default 1). It also\n" \
    "                  raises how many values a small file may have\n"

/// Removes the option from the arguments and raises the limit. Returns ED_EXIT_NOT_YET, or the exit
/// code after printing a usage error.
int host_limit_take(int *argc, char **argv);
#endif
