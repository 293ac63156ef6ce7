/// `eddie info --host`: show what this program and this machine offer, one `name: value` a line,
/// or one object.
#ifndef HOST_CMD_HOST_INFO_H
#define HOST_CMD_HOST_INFO_H

/// The exit code. `argv` from "info" on, up to NULL. Info on a snapshot is cmd_info.c's.
int host_info(char **argv);
#endif
