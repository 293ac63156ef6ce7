/// --limit GIB, which every command takes.
#ifndef HOST_CMD_LIMIT_H
#define HOST_CMD_LIMIT_H

#define HOST_LIMIT_HELP \
    "  --limit GIB     that a state may take, in memory and in a file (default 1)\n"

/// Takes it out of the words and raises the limit. ED_EXIT_NOT_YET, or the exit code
/// of a usage mistake, which is said.
int host_limit_take(int *argc, char **argv);
#endif
