/// eddie new DIR: creates a new game that can be run at once.
#ifndef HOST_CMD_NEW_H
#define HOST_CMD_NEW_H

/// `argv[0]` is "new". Returns the exit code.
int host_new(int argc, char **argv);
#endif
