/// Where to print long output: on a terminal, to $PAGER; if PAGER is not set, to less -RFX if there
/// is one, but not on Windows. Otherwise, to standard output. At most one pager is open.
#ifndef HOST_CMD_PAGER_H
#define HOST_CMD_PAGER_H
#include <stdio.h>

FILE *host_pager_open(void);
/// Waits until the pager ends; the user may quit before the end.
void host_pager_close(FILE *to);
#endif
