/// What each script command does.
#ifndef ED_DEBUG_SCRIPT_COMMANDS_H
#define ED_DEBUG_SCRIPT_COMMANDS_H
#include "runtime/debug/reply.h"
#include "runtime/debug/script.h"

/// Runs `name` with the rest of its line, trimmed, and fills the reply.
void ed_script_run_command(ed_Script *script, const char *name, char *rest, ed_Reply *reply);
/// Lets a build that runs come to its end while no command waits for it: between two of them, and
/// while one takes its time. Prints on standard error that the game failed, if no command did.
void ed_script_poll_build(ed_Script *script);
#endif
