/// `eddie info --host`: shows the version and limits of this program, and information about this
/// machine: one `name: value` per line, or one JSON object.
#ifndef HOST_CMD_HOST_INFO_H
#define HOST_CMD_HOST_INFO_H

/// Returns the exit code. `argv` starts with "info" and ends with NULL. For info on a snapshot see
/// info.c.
int host_info(char **argv);
#endif
