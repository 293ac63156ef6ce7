/// `eddie replay`: a recording once more, as fast as it goes, by one build or by two that are
/// compared.
#ifndef HOST_CMD_REPLAY_H
#define HOST_CMD_REPLAY_H

/// `argv` begins with "replay". The exit code.
int host_replay(int argc, char **argv);
#endif
