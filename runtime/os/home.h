/// The folder and the environment variables that eddie was started with. A game may change those of
/// the process, so every relative path of eddie's own is resolved from here (sources, the module,
/// snapshots, recordings, scripts), and every program that eddie starts runs here, with these
/// variables.
#ifndef ED_OS_HOME_H
#define ED_OS_HOME_H
#include <limits.h>
#include "runtime/base/base.h"
ED_C_BEGIN

#define ED_HOME_VARIABLES_MAX 16384u
#define ED_HOME_VARIABLE_BYTES ((size_t)4 << 20)      // of all of them

/// The working folder is the start folder from now on, and the variables are those there are now.
/// To be called before any code of a game runs.
void ed_home_take(void);
/// Absolute; "" where it is unknown or was never taken.
const char *ed_home(void);
/// `path` if it is absolute, else the absolute path, in `room`. Unchanged where there is no start
/// folder, or the result would be longer than a path can be.
const char *ed_home_path(const char *path, char room[PATH_MAX]);
/// Makes the start folder the working folder. False with errno.
bool ed_home_go(void);
/// The variables for another program, NULL at the end, with `count` of `more`, "NAME=value", which
/// replace those of the same name; "NAME" alone removes it. Valid until the next call.
char **ed_home_environment(const char *const *more, u32 count);

ED_C_END
#endif
