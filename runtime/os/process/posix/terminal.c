#include "runtime/os/process/terminal.h"
#include <sys/ioctl.h>
#include <unistd.h>

bool ed_is_terminal(FILE *stream) { return isatty(fileno(stream)); }

u32 ed_terminal_columns(FILE *stream)
{
    struct winsize size = { 0 };
    return ed_is_terminal(stream) && ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 ? size.ws_col
                                                                                   : 0;
}
