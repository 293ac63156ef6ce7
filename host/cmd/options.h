/// Reads and checks the command line.
#ifndef HOST_CMD_OPTIONS_H
#define HOST_CMD_OPTIONS_H
#include "runtime/debug/game_options.h"

#define HOST_REWIND_MB 256u      // unless the command line says otherwise
#define HOST_REWIND_MB_MAX 65536u

/// Fills `options`, whose texts are borrowed from `argv`. Returns ED_EXIT_NOT_YET, or the exit code
/// after it printed the help, the version or what is wrong.
int host_options_read(ed_GameOptions *options, int argc, char **argv);
#endif
