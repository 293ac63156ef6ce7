/// Starting another program: nothing to read, its words go to one place, it begins with no signal
/// blocked and in the start folder (home.h).
#ifndef ED_OS_SPAWN_H
#define ED_OS_SPAWN_H
#include <sys/types.h>
#include "runtime/base/base.h"
ED_C_BEGIN

typedef enum ed_SpawnWords {
    ED_SPAWN_OUTPUT,      // standard output alone; what it says of errors is dropped
    ED_SPAWN_ALL
} ed_SpawnWords;

/// `arguments` end with NULL, the first is a path. `variables`: its environment, NULL for that of
/// the start. `words` go to the file `out`.
/// `group`: it leads a group of processes of its own, so it can be ended with all it starts. 0, or
/// an errno.
int ed_spawn(pid_t *pid, char *const *arguments, char *const *variables, int out,
             ed_SpawnWords words, bool group);

ED_C_END
#endif
