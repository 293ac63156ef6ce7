/// The command line: what it asks for, checked, and in words what is wrong with it.
#ifndef HOST_OPTIONS_H
#define HOST_OPTIONS_H
#include "runtime/base/base.h"

#define HOST_REWIND_MB     256      // unless the command line says otherwise
#define HOST_REWIND_MB_MAX 65536u

enum { HOST_EXIT_OK = 0, HOST_EXIT_FAILED = 1, HOST_EXIT_USAGE = 2, HOST_EXIT_STATE = 3,
       HOST_GO_ON = -1 };

typedef struct host_Options {
    const char *module;         // path of the game's library
    const char *state;          // snapshot to start from, or NULL
    const char *script;         // file of commands, "-" for standard input, or NULL
    const char *record;         // file to record to, or NULL
    const char *build_command;
    bool        quick;          // a build may offer a module before its end
    u64         seed;
    u64         frames;         // stop after as many updates; UINT64_MAX: never
    size_t      rewind_bytes;   // memory for going back, 0: none
    bool        headless;
    bool        watching;
    bool        json, quiet, color;
    bool        keep_attic;     // in snapshots
    bool        open;           // snapshots have no tables
} host_Options;

/// HOST_GO_ON, or the exit code where all is said already (--help, --version, a mistake).
/// The texts are borrowed from `argv`.
int host_options_read(host_Options *options, int argc, char **argv);
#endif
