// The program eddie-build: the command `eddie build` alone. A running game builds with it, since it
// starts much faster than eddie, which loads the libraries of a window.
#include <stdio.h>
#include "host/cmd/build.h"
#include "runtime/base/print.h"
#include "runtime/debug/exit_code.h"
#include "runtime/os/system/c_locale.h"
#include "runtime/os/process/program.h"

int main(int argc, char **argv)
{
    ed_program_begin(&argc, &argv);
    ed_locale_use_c();
    int code = host_build(argc, argv);
    if (fflush(stdout) == 0 && !ferror(stdout)) return code;
    ed_print(stderr, "eddie-build: standard output: write error\n");
    return code == ED_EXIT_OK ? ED_EXIT_FAILED : code;
}
