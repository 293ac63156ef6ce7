#include "runtime/os/process/self.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

i64 ed_self_id(void) { return getpid(); }

bool ed_self_take_variable(const char *name, char *value, size_t room)
{
    const char *found = getenv(name);
    if (!found) return false;
    snprintf(value, room, "%s", found);
    unsetenv(name);
    return true;
}

void ed_process_break(void) { raise(SIGTRAP); }
