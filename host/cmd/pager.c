#include "host/cmd/pager.h"
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#define DEFAULT_PAGER "if command -v less >/dev/null 2>&1; then exec less -RFX; else exec cat; fi"

FILE *host_pager_open(void)
{
    const char *command = getenv("PAGER");
    if (!isatty(STDOUT_FILENO) || (command && !*command)) return stdout;
    setenv("LESS", "RFX", 0);
    FILE *pager = popen(command ? command : DEFAULT_PAGER, "w");
    if (!pager) return stdout;
    signal(SIGPIPE, SIG_IGN);      // the user may quit the pager before the end of the text
    return pager;
}

void host_pager_close(FILE *pager)
{
    if (pager != stdout) pclose(pager);
}
