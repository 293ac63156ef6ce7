#include "host/plan.h"
#include <stdio.h>
#include <string.h>
#include "host/options.h"
#include "host/schema.h"
#include "runtime/forecast.h"
#include "runtime/live/file.h"

#define WORK_BYTES_MAX ((size_t)3 << 30)       // both documents and all that is made of them
#define TEXT_FIRST     ((size_t)64 << 10)
#define TEXT_BYTES_MAX ((size_t)256 << 20)

static const char help[] =
    "usage: eddie plan [--live] [--json] OLD NEW…\n"
    "\n"
    "Tells what a change of the schema would do to state, before anything happens, in the words of a reload.\n"
    "OLD is a snapshot, a .def file or a folder of them; NEW is one or more .def files or folders.\n"
    "With a snapshot its values go the real way, and the counts are true. Without one there are no values:\n"
    "then it is told what may become of any.\n"
    "\n"
    "  --live          as between two saves one after the other, where a rename is seen; else as from disk\n"
    "  --json          one object: {\"lossless\":…,\"fields\":[…]}\n"
    "  --help          this text\n"
    "\n"
    "Exit: 0 nothing is lost, 1 something is or may be, 2 usage or a wrong schema, 3 a snapshot was refused.\n"
    "An upgrade hook of the game cannot run here: what it would do is not known, so it counts as 1.\n";

typedef struct Plan {
    ed_Arena    arena, texts;
    bool        live, json;
    const char *now;             // OLD
    const char *const *next;     // NEW, up to NULL
} Plan;

// --- the command line --------------------------------------------------------------------------------------------------

static int usage(const char *format, const char *word)
{
    fputs("eddie: ", stderr);
    fprintf(stderr, format, word);
    fputs("; see eddie plan --help\n", stderr);
    return HOST_EXIT_USAGE;
}

static int take_option(Plan *plan, const char *word)
{
    if (strcmp(word, "--live") == 0) plan->live = true;
    else if (strcmp(word, "--json") == 0) plan->json = true;
    else if (strcmp(word, "--no-color") == 0) return HOST_GO_ON;      // it is plain anyway
    else if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
        fputs(help, stdout);
        return HOST_EXIT_OK;
    } else return usage("plan has no option %s", word);
    return HOST_GO_ON;
}

/// Options may stand anywhere; the other words move to the front.
static int read_words(Plan *plan, int argc, char **argv)
{
    int count = 0;
    bool plain = false;
    for (int i = 1; i < argc; i++) {
        bool option = !plain && argv[i][0] == '-' && argv[i][1];
        if (!option) argv[count++] = argv[i];
        else if (strcmp(argv[i], "--") == 0) plain = true;
        else {
            int code = take_option(plan, argv[i]);
            if (code != HOST_GO_ON) return code;
        }
    }
    argv[count] = NULL;
    plan->now  = argv[0];
    plan->next = (const char *const *)argv + 1;
    if (count < 2) return usage("plan needs %s", count ? "NEW, the .def files to change to" : "OLD and NEW");
    for (int i = 1; i < count; i++)
        if (!host_schema_is(argv[i])) return usage("%s: NEW is .def files, or folders of them", argv[i]);
    return HOST_GO_ON;
}

// --- reading -----------------------------------------------------------------------------------------------------------

static int failed(const char *path, const ed_Error *error, int code)
{
    size_t size = path ? strlen(path) : 0;
    bool named = !path || (strncmp(error->text, path, size) == 0 && error->text[size] == ':');
    if (error->code) fprintf(stderr, "eddie: %s%s%s\n", named ? "" : path, named ? "" : ": ", error->text);
    return code;
}

static int read_both(Plan *plan, ed_Forecast *forecast)
{
    ed_Error error = { 0 };
    const char *words[2] = { plan->now, NULL };
    forecast->live = plan->live;
    forecast->bare = host_schema_is(plan->now);
    if (forecast->bare && !host_schema_read(words, &plan->arena, &forecast->now, &error)) return failed(NULL, &error, HOST_EXIT_USAGE);
    if (!forecast->bare && !ed_file_read(plan->now, ED_SNAPSHOT_BYTES_MAX, &plan->arena, &forecast->now, &error))
        return failed(plan->now, &error, HOST_EXIT_STATE);
    if (!host_schema_read(plan->next, &plan->arena, &forecast->next, &error)) return failed(NULL, &error, HOST_EXIT_USAGE);
    return HOST_GO_ON;
}

// --- telling -----------------------------------------------------------------------------------------------------------

/// The whole text, whatever its length: `fill` runs again with more room until nothing is cut.
static const char *text_of(ed_Arena *arena, const ed_Report *report, void (*fill)(const ed_Report *report, ed_Text *out))
{
    for (size_t size = TEXT_FIRST; size <= TEXT_BYTES_MAX; size *= 4) {
        ed_arena_reset(arena);
        char *buffer = ed_arena_push(arena, size, 1);
        if (!buffer) break;
        ed_Text out = ed_text_over(buffer, size);
        fill(report, &out);
        if (!out.cut) return buffer;
    }
    return "";
}

/// The one line, then a line for each field that is not just kept; these begin behind the first line of the full text.
static void tell_text(Plan *plan, const ed_Report *report)
{
    puts(text_of(&plan->texts, report, ed_report_line));
    const char *full = text_of(&plan->texts, report, ed_report_full), *end = strchr(full, '\n');
    if (end) fputs(end + 1, stdout);
}

static void tell_json(Plan *plan, const ed_Report *report)
{
    printf("{\"lossless\":%s,\"fields\":%s}\n", ed_report_lossless(report) ? "true" : "false",
           text_of(&plan->texts, report, ed_report_json));
}

static int run(Plan *plan)
{
    ed_Forecast forecast = { .bare = false };
    ed_Report report;
    ed_Error error = { 0 };
    bool at_next = false;
    int code = read_both(plan, &forecast);
    if (code != HOST_GO_ON) return code;
    if (!ed_forecast(&forecast, &plan->arena, &report, &at_next, &error))
        return failed(at_next ? plan->next[0] : plan->now, &error, at_next || forecast.bare ? HOST_EXIT_USAGE : HOST_EXIT_STATE);
    if (plan->json) tell_json(plan, &report);
    else            tell_text(plan, &report);
    return ed_report_lossless(&report) ? HOST_EXIT_OK : HOST_EXIT_FAILED;
}

int host_plan(int argc, char **argv)
{
    Plan plan = { .live = false };
    ed_Error error = { 0 };
    int code = read_words(&plan, argc, argv);
    if (code != HOST_GO_ON) return code;
    bool open = ed_arena_open(&plan.arena, "plan", WORK_BYTES_MAX, &error) && ed_arena_open(&plan.texts, "plan text", 2 * TEXT_BYTES_MAX, &error);
    code = open ? run(&plan) : failed(NULL, &error, HOST_EXIT_FAILED);
    ed_arena_close(&plan.texts);
    ed_arena_close(&plan.arena);
    return code;
}
