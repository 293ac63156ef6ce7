#include "host/cmd/build.h"
#include <stdlib.h>
#include <string.h>
#include "host/cmd/args.h"
#include "runtime/base/print.h"
#include "runtime/base/str.h"
#include "runtime/build/builder.h"
#include "runtime/build/jobs.h"
#include "runtime/debug/exit_code.h"
#include "runtime/os/system/environment.h"
#include "runtime/os/files/start_folder.h"

static const char help[] =
    "usage: eddie build [OPTIONS] [FOLDER] [SETTING=VALUE]...\n"
    "\n"
    "Builds the module of the game in FOLDER, or in the current folder: generates C from\n"
    "schema/*.def, compiles game/*.c and links the module. Only what changed is built.\n"
    "The file build.cfg in that folder can name other folders, compilers and options: see\n"
    "docs/building.md. SETTING=VALUE has the effect of a line in build.cfg, for this build\n"
    "only: 'cflags=-g -O2'.\n"
    "\n"
    "  --jobs N        run N compilers at once (default: the number of processors)\n"
    "  --early         also build the early module with tcc, so that even the first save has to\n"
    "                  compile only one file\n"
    "  --quiet         print only errors and warnings\n"
    "  --verbose       print each command\n"
    "  --no-color      print without colors; the variable NO_COLOR does the same\n"
    "  --help          show this help\n"
    "\n"
    "A running game runs `eddie build` after each save; see the option --watch of eddie.\n"
    "The program eddie-build does the same and starts faster.\n"
    "Exit: 0 built, or nothing had changed; 1, or the exit code of the program that failed;\n"
    "2 usage; 130 the build was stopped.\n";

static bool is_set(const char *variable)
{
    const char *value = getenv(variable);
    return value && *value;
}

static int read_jobs(const char *text, u32 *jobs)
{
    u64 value = 0;
    if (!text) return ED_EXIT_NOT_YET;
    if (!ed_parse_uint(text, ED_JOBS_MAX, &value) || value == 0)
        return host_args_refuse(NULL, "--jobs %.40s: expected a number from 1 to %u", text,
                                ED_JOBS_MAX);
    *jobs = (u32)value;
    return ED_EXIT_NOT_YET;
}

/// True for SETTING=VALUE. A folder with such a name needs a slash: ./a=b.
static bool is_setting(const char *argument)
{
    size_t size = strspn(argument, "abcdefghijklmnopqrstuvwxyz");
    size_t blanks = strspn(argument + size, " \t");
    return size && argument[size + blanks] == '=';
}

/// Makes the folder the start folder: paths are relative to it, and compilers run there.
static int enter(const char *folder)
{
    int failed = folder ? ed_working_folder_enter(folder) : 0;
    if (failed)
        return host_args_refuse("build", "%.300s: the folder cannot be entered: %s", folder,
                                ed_errno_text(failed));
    ed_start_folder_save();
    return ED_EXIT_NOT_YET;
}

int host_build(int argc, char **argv)
{
    ed_BuildOptions to = { .at_once = 0 };
    const char *jobs = NULL;
    const host_Option options[] = {
        { "--jobs", NULL, &jobs },      { "--early", &to.early, NULL },
        { "--quiet", &to.quiet, NULL }, { "--verbose", &to.verbose, NULL },
        { NULL, NULL, NULL },
    };
    static const char *const names[] = { "FOLDER", "SETTING=VALUE", NULL };
    const host_Args args = { "build", help, options, names, 0, true };
    int code = host_args_read(&args, argc, argv);
    if (code == ED_EXIT_NOT_YET) code = read_jobs(jobs, &to.at_once);
    if (code != ED_EXIT_NOT_YET) return code;
    bool has_folder = argv[0] && !is_setting(argv[0]);
    to.settings = (const char *const *)argv + has_folder;
    for (u32 i = 0; to.settings[i]; i++)
        if (!is_setting(to.settings[i]))
            return host_args_refuse("build", "%.300s: expected SETTING=VALUE", to.settings[i]);
    code = enter(has_folder ? argv[0] : NULL);
    if (code != ED_EXIT_NOT_YET) return code;
    to.from_game = getenv("EDDIE_CHANGED") != NULL;
    to.saved = is_set("EDDIE_CHANGED");
    to.announce = is_set("EDDIE_EARLY");
    to.quiet |= to.from_game;
    to.color = host_args_color(stderr);
    return ed_builder_run(&to);
}
