/// The commands on snapshots, which need no game: a file carries its own types. Each has a file of
/// its own.
/// `argv[0]` is the command's name. The exit code.
#ifndef HOST_CMD_SNAPSHOT_COMMANDS_H
#define HOST_CMD_SNAPSHOT_COMMANDS_H

int host_cat(int argc, char **argv);                ///< JSON, or MessagePack by name
int host_snapshot_info(int argc, char **argv);      ///< what is in it
int host_diff(int argc, char **argv);               ///< value by value; 0 equal, 1 different
int host_get(int argc, char **argv);                ///< one value
int host_set(int argc, char **argv);                ///< and to change it
#endif
