/// `eddie replay`: replays a recording as fast as possible with one build, or compares two builds.
#ifndef HOST_CMD_REPLAY_H
#define HOST_CMD_REPLAY_H

/// `argv` starts with "replay". Returns the exit code.
int host_replay(int argc, char **argv);
#endif
