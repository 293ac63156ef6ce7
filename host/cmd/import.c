#include "host/cmd/import.h"
#include <errno.h>
#include "host/cmd/args.h"
#include "runtime/debug/exit_code.h"
#include "runtime/os/process/child.h"
#include "runtime/os/process/program.h"
#include "runtime/os/system/environment.h"

int host_import(int argc, char **argv)
{
    static const char missing[] =
        "the program eddie-import is not beside eddie. It reads C headers with libclang: install "
        "Debian's libclang-dev, and run `make import` in the folder of eddie";
    char path[ED_PATH_MAX];
    ed_Child child = { 0 };
    (void)argc;
    argv[0] = path;
    bool found = ed_program_path_beside("eddie-import" ED_PROGRAM_SUFFIX, path, sizeof path);
    int failed =
        found ? ed_child_start(&child, &(ed_ChildStart){ .program = path,
                                                         .arguments = (const char *const *)argv,
                                                         .input = ED_CHILD_SAME,
                                                         .output = ED_CHILD_SAME,
                                                         .errors = ED_CHILD_SAME,
                                                         .current_folder = true })
              : ENOENT;
    if (failed)
        return host_args_refuse("import", "%s", failed == ENOENT ? missing : ed_errno_text(failed));
    return ed_child_wait(&child) == ED_CHILD_EXITED ? (int)child.code : ED_EXIT_FAILED;
}
