/// `eddie info --host`: shows the version and limits of this program, and information about this
/// machine: one `name: value` per line, or one JSON object.
#ifndef HOST_CMD_HOST_INFO_H
#define HOST_CMD_HOST_INFO_H
#include <stdbool.h>

/// Returns the exit code. The arguments of `eddie info` are read in info.c.
int host_info(bool json);
#endif
