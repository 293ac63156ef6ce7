#include "host/cmd/pager.h"
#include <stdlib.h>
#include "runtime/os/process/child.h"
#include "runtime/os/files/start_folder.h"
#include "runtime/os/process/terminal.h"

#define DEFAULT_PAGER "if command -v less >/dev/null 2>&1; then exec less -RFX; else exec cat; fi"

static ed_Child pager;      // the one that is open

FILE *host_pager_open(void)
{
    static const char *const less[] = { "LESS=RFX" };
    const char *command = getenv("PAGER");
    bool none = command ? !*command : ED_ON_WINDOWS;      // Windows has no pager with colors
    if (!ed_is_terminal(stdout) || none) return stdout;
    const ed_ChildStart start = { .command = command ? command : DEFAULT_PAGER,
                                  .variables = ed_start_environment(less, !getenv("LESS")),
                                  .input = ED_CHILD_PIPE,
                                  .output = ED_CHILD_SAME,
                                  .errors = ED_CHILD_SAME };
    if (ed_child_start(&pager, &start) != 0) return stdout;
    // The user may quit the pager before the end of the text: this is no error, see
    // ed_child_input.
    FILE *to = ed_child_input(&pager);
    if (to) return to;
    ed_child_close_pipes(&pager);
    ed_child_wait(&pager);
    return stdout;
}

void host_pager_close(FILE *to)
{
    if (to == stdout) return;
    fclose(to);
    ed_child_wait(&pager);
}
