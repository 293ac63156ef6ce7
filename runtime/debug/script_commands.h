/// Runs one script command.
#ifndef ED_DEBUG_SCRIPT_COMMANDS_H
#define ED_DEBUG_SCRIPT_COMMANDS_H
#include "runtime/debug/reply.h"
#include "runtime/debug/script.h"

/// Runs the command `name` with the rest of its line, trimmed, and fills in the reply.
void ed_script_run_command(ed_Script *script, const char *name, char *rest, ed_Reply *reply);
/// Polls a running build while no command waits for it: between two commands and during a long one.
/// If the game fails meanwhile, prints that on standard error.
void ed_script_poll_build(ed_Script *script);
#endif
