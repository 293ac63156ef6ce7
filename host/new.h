/// eddie new DIR: a game of one's own that runs at once.
#ifndef HOST_NEW_H
#define HOST_NEW_H

/// `argv[0]` is "new". The exit code.
int host_new(int argc, char **argv);
#endif
