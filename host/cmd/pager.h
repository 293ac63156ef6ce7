/// Where a long text goes: through $PAGER on a terminal, less -RFX if that is not set; else to
/// standard output.
#ifndef HOST_CMD_PAGER_H
#define HOST_CMD_PAGER_H
#include <stdio.h>

FILE *host_pager_open(void);
/// Waits until it was read. Nobody has to read to the end.
void host_pager_close(FILE *pager);
#endif
