/// eddie new DIR: a game of one's own that runs at once.
#ifndef HOST_CMD_NEW_H
#define HOST_CMD_NEW_H

/// `argv[0]` is "new". The exit code.
int host_new(int argc, char **argv);
#endif
