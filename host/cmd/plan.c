#include "host/cmd/plan.h"
#include <stdio.h>
#include <string.h>
#include "host/cmd/args.h"
#include "host/cmd/limit.h"
#include "runtime/debug/exit_code.h"
#include "host/cmd/schema_compile.h"
#include "runtime/base/limits.h"
#include "runtime/base/print.h"
#include "runtime/attic/dry_run.h"
#include "runtime/os/files/files.h"

#define TEXT_BYTES_MAX ((size_t)64 << 20)      // more than all rows of a report can need

static const char help[] =
    "usage: eddie plan [--live] [--json] OLD NEW…\n"
    "\n"
    "Shows what a schema change would do to the state, without changing anything. The output has\n"
    "the format of a reload report. OLD is a snapshot, a .def file or a folder of them; NEW is\n"
    "one or more .def files or folders. A snapshot is actually migrated, so the counts are exact.\n"
    "If OLD is a schema, there are no values, so the report covers all possible values.\n"
    "\n"
    "  --live          apply the rules of a hot reload, which may assume renames, instead of\n"
    "                  those for loading a snapshot\n"
    "  --json          print one object: {\"lossless\":…,\"fields\":[…]}\n" HOST_LIMIT_HELP
    "  --help          show this help\n"
    "\n"
    "Exit: 0 nothing is lost, 1 something is or may be lost, 2 usage or an invalid schema,\n"
    "3 a snapshot was refused. Upgrade functions of the game cannot run here. If the change needs\n"
    "one, its effect is unknown, so the exit code is 1.\n";

typedef struct Plan {
    ed_Arena arena;
    bool live, json;
    const char *old_path;              // the argument OLD
    const char *const *new_paths;      // the arguments NEW, up to NULL
} Plan;

// --- the command line ----------------------------------------------------------------------------

static int read_arguments(Plan *plan, int argc, char **argv)
{
    const host_Option options[] = { { "--live", &plan->live, NULL },
                                    { "--json", &plan->json, NULL },
                                    { NULL, NULL, NULL } };
    static const char *const names[] = { "OLD and NEW", "NEW, the .def files to change to", NULL };
    const host_Args args = { "plan", help, options, names, 2, true };
    int code = host_args_read(&args, argc, argv);
    if (code != ED_EXIT_NOT_YET) return code;
    plan->old_path = argv[0];
    plan->new_paths = (const char *const *)argv + 1;
    for (const char *const *path = plan->new_paths; *path; path++)
        if (!host_is_schema(*path))
            return host_args_refuse(
                "plan", "%.300s: NEW must be .def files or folders of .def files", *path);
    return ED_EXIT_NOT_YET;
}

// --- reading -------------------------------------------------------------------------------------

static int read_both(Plan *plan, ed_DryRun *dry_run)
{
    ed_Error error = { 0 };
    const char *paths[2] = { plan->old_path, NULL };
    dry_run->live = plan->live;
    dry_run->bare = host_is_schema(plan->old_path);
    ed_Arena *arena = &plan->arena;
    size_t most = ed_snapshot_bytes_max();
    if (!dry_run->bare && !ed_file_read(plan->old_path, most, arena, &dry_run->now, &error))
        return host_args_fail(plan->old_path, &error, ED_EXIT_STATE);
    bool good = (!dry_run->bare || host_schema_compile(paths, arena, &dry_run->now, &error))
             && host_schema_compile(plan->new_paths, arena, &dry_run->next, &error);
    if (good) return ED_EXIT_NOT_YET;
    // without an error, eddiec has reported the reason
    return error.code ? host_args_fail(NULL, &error, ED_EXIT_USAGE) : ED_EXIT_USAGE;
}

// --- output --------------------------------------------------------------------------------------

/// Prints the summary, then the full report without its first line: a line for each field that is
/// not just kept.
static void print_text(const ed_Report *report, char *buffer)
{
    ed_Text line = ed_text_over(buffer, TEXT_BYTES_MAX);
    ed_report_line(report, &line);
    ed_print_text(stdout, buffer, strlen(buffer));
    putchar('\n');
    ed_Text full = ed_text_over(buffer, TEXT_BYTES_MAX);
    ed_report_full(report, &full);
    const char *end = strchr(buffer, '\n');
    if (end) ed_print_text(stdout, end + 1, strlen(end + 1));
}

static void print_json(const ed_Report *report, char *buffer)
{
    ed_Text rows = ed_text_over(buffer, TEXT_BYTES_MAX);
    ed_report_json(report, &rows);
    printf("{\"lossless\":%s,\"fields\":%s}\n", ed_report_lossless(report) ? "true" : "false",
           buffer);
}

static int run_plan(Plan *plan)
{
    ed_DryRun dry_run = { .bare = false };
    ed_Report report;
    ed_Error error = { 0 };
    bool in_new = false;
    int code = read_both(plan, &dry_run);
    if (code != ED_EXIT_NOT_YET) return code;
    char *buffer = ed_arena_push(&plan->arena, TEXT_BYTES_MAX, 1);
    if (!buffer || !ed_dry_run(&dry_run, &plan->arena, &report, &in_new, &error)) {
        ed_arena_check(&plan->arena, &error);
        bool refused = !in_new && !dry_run.bare;
        return host_args_fail(in_new ? plan->new_paths[0] : plan->old_path, &error,
                              refused ? ED_EXIT_STATE : ED_EXIT_USAGE);
    }
    if (plan->json) print_json(&report, buffer);
    else print_text(&report, buffer);
    return ed_report_lossless(&report) ? ED_EXIT_OK : ED_EXIT_FAILED;
}

int host_plan(int argc, char **argv)
{
    Plan plan = { .live = false };
    ed_Error error = { 0 };
    int code = read_arguments(&plan, argc, argv);
    if (code != ED_EXIT_NOT_YET) return code;
    size_t both = 4 * ed_bytes_max;      // room for both snapshots and everything created from them
    bool open = ed_arena_open(&plan.arena, "plan", both, &error);
    code = open ? run_plan(&plan) : host_args_fail(NULL, &error, ED_EXIT_FAILED);
    ed_arena_close(&plan.arena);
    return code;
}
