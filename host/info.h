/// `eddie info --host`: what this program and this machine offer, one `name: value` a line, or one object.
#ifndef HOST_INFO_H
#define HOST_INFO_H
#include <stdbool.h>

/// The command line asks for it; `argv` ends with NULL. Info on a snapshot is another command.
bool host_info_asked(char **argv);
/// The exit code. `argv` from "info" on.
int  host_info(char **argv);
#endif
