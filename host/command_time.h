/// The script commands that change time.
#ifndef HOST_COMMAND_TIME_H
#define HOST_COMMAND_TIME_H
#include "host/answer.h"
#include "host/script.h"

void host_command_rewind(host_Script *script, char *rest, host_Answer *answer);
void host_command_loop  (host_Script *script, char *rest, host_Answer *answer);
void host_command_record(host_Script *script, char *rest, host_Answer *answer);
#endif
