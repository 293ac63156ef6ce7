/// What each script command does.
#ifndef HOST_COMMAND_H
#define HOST_COMMAND_H
#include "host/answer.h"
#include "host/script.h"

/// Runs `name` with the rest of its line, trimmed, and fills the answer.
void host_command_run(host_Script *script, const char *name, char *rest, host_Answer *answer);
/// Lets a build that runs come to its end while no command waits for it: between two of them, and
/// while one takes its time. Prints on standard error that the game failed, if no command did.
void host_command_attend(host_Script *script);
#endif
