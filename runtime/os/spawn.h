/// Starts another program in the start folder (start_folder.h). Its standard input is empty, its
/// output goes to one file, and no signal is blocked.
#ifndef ED_OS_SPAWN_H
#define ED_OS_SPAWN_H
#include <sys/types.h>
#include "runtime/base/base.h"
ED_C_BEGIN

typedef enum ed_SpawnOutput {
    ED_SPAWN_OUTPUT,      // standard output only; standard error is discarded
    ED_SPAWN_ALL          // standard output and standard error
} ed_SpawnOutput;

/// Starts the program arguments[0], a path. `arguments` and `variables` end with NULL. If
/// `variables` is NULL, the program gets those that eddie was started with. `streams` selects the
/// output streams that go to the file descriptor `out`. With `group`, the program leads a new
/// process group, so that it can be killed together with its children. Returns 0 or an errno value.
int ed_spawn(pid_t *pid, char *const *arguments, char *const *variables, int out,
             ed_SpawnOutput streams, bool group);

ED_C_END
#endif
