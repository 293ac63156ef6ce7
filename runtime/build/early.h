/// The early module: the same code, built by a compiler that is much faster (tcc). A running game
/// uses it until the other compiler is done.
#ifndef ED_BUILD_EARLY_H
#define ED_BUILD_EARLY_H
#include "runtime/build/commands.h"
ED_C_BEGIN

/// Links the early module from the sources that changed and the objects of the others. So the game
/// gets the module before the objects of these sources exist, each of which takes a process.
/// `linked`: the module was built. Either way, ed_early_build does the rest. Returns its exit code
/// if a file has an error, else 0.
i32 ed_early_link_changed(ed_BuildSteps *steps, const ed_Commands *commands, bool *linked);

/// Builds the early module if the early compiler can. `linked`: ed_early_link_changed has built it.
/// `built`: this call built it. Otherwise it is not there, or was not changed by this call. Returns
/// the exit code of ed_build_steps_run: if the early compiler cannot compile a file, the other one
/// checks its syntax, and may find an error.
i32 ed_early_build(ed_BuildSteps *steps, const ed_Commands *commands, bool linked, bool *built);

/// Says why the early compiler could not build the early module: names the file and what the
/// compiler printed. Returns NULL if that is not why the module is missing.
const char *ed_early_missing(const ed_BuildSteps *steps, const ed_Commands *commands);

/// Called after the compiler built an object. From then on, the step `early` for the same source
/// also depends on the files that the compiler has read: tcc does not list headers of the system.
void ed_early_complete(ed_BuildSteps *steps, const char *early, const char *object);

ED_C_END
#endif
