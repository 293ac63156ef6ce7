/// The commands on snapshots. They need no game, since a snapshot contains its types. Each command
/// has its own file. `argv[0]` is the command's name. The functions return the exit code.
#ifndef HOST_CMD_SNAPSHOT_COMMANDS_H
#define HOST_CMD_SNAPSHOT_COMMANDS_H

int host_cat(int argc, char **argv);                ///< prints JSON, or plain MessagePack
int host_snapshot_info(int argc, char **argv);      ///< prints a summary of the contents
int host_diff(int argc, char **argv);               ///< compares values; 0 equal, 1 different
int host_get(int argc, char **argv);                ///< prints one value
int host_set(int argc, char **argv);                ///< changes one value
#endif
