/// The command `eddie build`.
#ifndef HOST_CMD_BUILD_H
#define HOST_CMD_BUILD_H
int host_build(int argc, char **argv);
#endif
