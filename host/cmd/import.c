#include "host/cmd/import.h"
#include <errno.h>
#include <string.h>
#include "host/cmd/args.h"
#include "runtime/base/print.h"
#include "runtime/debug/exit_code.h"
#include "runtime/os/process/child.h"
#include "runtime/os/process/program.h"
#include "runtime/os/system/environment.h"

static const char *const help =
    "usage: eddie import [--extern] [--type NAME]... FILE.h... [-- OPTION...]\n"
    "       eddie import --globals FILE.c... [-- OPTION...]\n"
    "\n"
    "Prints a schema with the structs and enums that C headers define.\n"
    "\n"
    "  --type NAME   only this type, and the types that it contains; can be repeated\n"
    "  --extern      the types stay in the headers: extern struct, extern enum\n"
    "  --globals     a state with the variables of C files, also those that are static in "
    "functions\n"
    "  -- OPTION...  options for the compiler, such as -Iinclude and -DNAME\n"
    "\n"
    "What a schema cannot express is a comment in it, and is listed on standard error.\n"
    "Exit code: 0, or 1 if something was left out, or 2 if the headers cannot be read.\n";

int host_import(int argc, char **argv)
{
    static const char missing[] =
        "the program eddie-import is not beside eddie. It reads C headers with libclang: install "
        "Debian's libclang-dev, and run `make import` in the folder of eddie";
    char path[ED_PATH_MAX];
    ed_Child child = { 0 };
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--help") == 0) {
            ed_print_output(stdout, help, strlen(help));
            return ED_EXIT_OK;
        }
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
