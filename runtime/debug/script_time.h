/// The script commands for time travel.
#ifndef ED_DEBUG_SCRIPT_TIME_H
#define ED_DEBUG_SCRIPT_TIME_H
#include "runtime/debug/reply.h"
#include "runtime/debug/script.h"

void ed_script_rewind(ed_Script *script, char *rest, ed_Reply *reply);
void ed_script_loop(ed_Script *script, char *rest, ed_Reply *reply);
void ed_script_record(ed_Script *script, char *rest, ed_Reply *reply);
#endif
