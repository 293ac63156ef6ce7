/// Builds the module of a game, without make and without a shell: finds the sources, generates C
/// from the schema, compiles what changed, links. This is what a save needs.
///
/// Only one build at a time works on a module; another one waits. A request to end this program
/// (stop_request.h) ends the compilers, too, and leaves no half-written file.
#ifndef ED_BUILD_BUILDER_H
#define ED_BUILD_BUILDER_H
#include "runtime/base/base.h"
ED_C_BEGIN

typedef struct ed_BuildOptions {
    const char *const *settings;      // replace those of build.cfg: "cflags = -O2"; ends with NULL
    u32 at_once;         // programs that run at once; 0: as many as there are processors
    bool early;          // builds the early module, too
    bool quiet;          // prints only errors
    bool brief;          // prints nothing if nothing had changed
    bool verbose;        // prints each command
    bool color;          // compilers print with colors
    bool from_game;      // a running game started this build, and has locked the module
    bool saved;          // that game has noticed saves of sources
    bool announce;       // that game wants to know of the early module: see runtime/live/build.h
} ed_BuildOptions;

#define ED_BUILD_STOPPED_CODE 130      // exit code after a request to end

/// Builds in the start folder (start_folder.h). Prints errors on standard error. Returns the exit
/// code: 0, that of the first program that failed, or 1.
int ed_builder_run(const ed_BuildOptions *options);

ED_C_END
#endif
