#include "runtime/live/trial_program.h"
#include <stdio.h>
#include "runtime/live/trial_main.h"
#include "runtime/os/process/program.h"

#define NAME "eddie-trial" ED_PROGRAM_SUFFIX

// Set by make install: PREFIX/lib/eddie.
#ifndef ED_INSTALLED_PROGRAMS
#    define ED_INSTALLED_PROGRAMS "/usr/local/lib/eddie"
#endif

bool ed_trial_program(u32 i, char *path, size_t room)
{
    *path = 0;
    if (ed_trial_has_main()) return i == 0 && ed_program_path(path, room);
    if (i == 0) ed_program_path_beside(NAME, path, room);
    if (i == 1) ed_program_path_beside("../lib/eddie/" NAME, path, room);
    if (i == 2) snprintf(path, room, "%s/%s", ED_INSTALLED_PROGRAMS, NAME);
    return i < 3;
}
