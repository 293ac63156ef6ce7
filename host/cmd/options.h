/// Reads and checks the command line that runs a game.
#ifndef HOST_CMD_OPTIONS_H
#define HOST_CMD_OPTIONS_H
#include "runtime/debug/exit_code.h"
#include "runtime/debug/game_options.h"

#define HOST_REWIND_MB 256u      // the default
#define HOST_REWIND_MB_MAX 65536u

/// Fills `options`, whose texts point into `argv`. Returns ED_EXIT_NOT_YET, or the exit code after
/// printing the help, the version or an error.
int host_options_read(ed_GameOptions *options, int argc, char **argv);
#endif
