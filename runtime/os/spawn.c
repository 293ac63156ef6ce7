#include "runtime/os/spawn.h"
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include "runtime/os/start_folder.h"

int ed_spawn(pid_t *pid, char *const *arguments, char *const *variables, int out,
             ed_SpawnOutput streams, bool group)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t none;
    short flags = POSIX_SPAWN_SETSIGMASK;
    sigemptyset(&none);
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, out, 1);
    if (streams == ED_SPAWN_ALL) posix_spawn_file_actions_adddup2(&files, out, 2);
    else posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
    if (*ed_start_folder()) posix_spawn_file_actions_addchdir_np(&files, ed_start_folder());
    posix_spawnattr_init(&attributes);
    if (group) flags |= POSIX_SPAWN_SETPGROUP;
    posix_spawnattr_setflags(&attributes, flags);
    posix_spawnattr_setsigmask(&attributes, &none);
    int failed = posix_spawn(pid, arguments[0], &files, &attributes, arguments,
                             variables ? variables : ed_start_environment(NULL, 0));
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return failed;
}
