/// Starting another program: nothing to read, its words go to one place,
/// and it begins with no signal blocked.
#ifndef ED_SPAWN_H
#define ED_SPAWN_H
#include <sys/types.h>
#include "runtime/base.h"
ED_C_BEGIN

typedef enum ed_SpawnWords {
    ED_SPAWN_OUTPUT,         // standard output alone; what it says of errors is dropped
    ED_SPAWN_ALL
} ed_SpawnWords;

/// `arguments` end with NULL, the first is looked for in PATH. `words` go to the file `out`.
/// `group`: it leads a group of processes of its own, so it can be ended with all it starts. 0, or
/// an errno.
int ed_spawn(pid_t *pid, char *const *arguments, int out, ed_SpawnWords words, bool group);

ED_C_END
#endif
