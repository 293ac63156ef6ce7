#include "host/cmd/plan.h"
#include "host/cmd/snapshot_commands.h"
#include "runtime/debug/exit_code.h"
#include "runtime/attic/snapshot.h"
#include "runtime/os/files/files.h"
#include "runtime/os/files/start_folder.h"
#include "tests/lib/failing.h"
#include "tests/lib/open_files.h"
#include "tests/lib/printed.h"
#include "tests/lib/rows.h"
#include "tests/lib/sample.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// In a new folder.
#define ONE "one.state"
#define OTHER "other.state"
#define NEW "new.state"

typedef int Command(int argc, char **argv);

static const struct {
    Command *command;
    const char *words[8];
    int code;
} calls[] = {
    { host_cat, { "cat", ONE }, ED_EXIT_OK },
    { host_cat, { "cat", ONE, "Small.list[1]" }, ED_EXIT_OK },
    { host_cat, { "cat", "--open", ONE }, ED_EXIT_OK },
    { host_snapshot_info, { "info", ONE }, ED_EXIT_OK },
    { host_snapshot_info, { "info", "--json", ONE }, ED_EXIT_OK },
    { host_get, { "get", ONE, "Small.dice" }, ED_EXIT_OK },
    { host_set, { "set", "-o", NEW, ONE, "Small.dice[0]", "7" }, ED_EXIT_OK },
    { host_set, { "set", "-o", NEW, ONE, "Small.dice[0]", "-" }, ED_EXIT_FAILED },
    { host_diff, { "diff", ONE, ONE }, ED_EXIT_OK },
    { host_diff, { "diff", ONE, OTHER }, ED_EXIT_FAILED },
    { host_snapshot_info, { "info", "/dev/null" }, ED_EXIT_STATE },
};

static bool written(const char *path, const ed_State *state)
{
    ed_Error error = { .code = ED_OK };
    ed_Writer w = test_writer();
    return ed_snapshot_write(&w, state) && ed_file_write_atomic(path, w.bytes, w.size, &error);
}

static char before[4096], folder[64];

/// Writes two states that differ in one value. They have the root Small only.
static bool begin(void)
{
    static ed_RootMemory blocks[2];
    static ed_Schema schema;
    ed_State state = rows_state(blocks);
    rows_fill(&state, 2);
    Small *small = state.roots[Small_root].at;
    schema = rows_schema;
    schema.states += Small_root;
    schema.state_count = 1;
    state.schema = &schema;
    state.roots += Small_root;
    strcpy(small->texts[1], "\x1b[m");
    strcpy(folder, "/tmp/eddie-commands-XXXXXX");
    bool good = getcwd(before, sizeof before) && mkdtemp(folder) && chdir(folder) == 0
             && written(ONE, &state);
    small->dice[0]++;
    good = good && written(OTHER, &state);
    if (!good) test_fail(__FILE__, __LINE__, "%s cannot be written", ONE);
    return good;
}

static bool end(void)
{
    char command[96];
    snprintf(command, sizeof command, "rm -r %s", folder);
    return chdir(before) == 0 && system(command) == 0;
}

// --- what a command leaves open ------------------------------------------------------------------

enum { LEFT_OPEN = 90, NOT_REFUSED };

static Command *called;
static u64 refused_at;      // the number of the request for memory that is refused; 0: none

/// Runs the command. The standard input is empty.
static int call(int argc, char **argv)
{
    if (!freopen("/dev/null", "r", stdin)) return -1;
    const int files = open_files();
    const u32 arenas = failing_open();
    if (refused_at) failing_begin(refused_at, false);
    int code = called(argc, argv);
    if (refused_at && !failing_end()) return NOT_REFUSED;
    return failing_open() == arenas && open_files() == files ? code : LEFT_OPEN;
}

TEST(commands_close_what_they_opened)
{
    static char schema[sizeof before + 32];
    if (!begin()) return;
    ed_start_environment(NULL, 0);      // its memory stays open
    refused_at = 0;
    for (u32 i = 0; i < ED_COUNT(calls); i++) {
        called = calls[i].command;
        CHECK_EQ(printed_run(call, calls[i].words), calls[i].code);
    }
    called = host_snapshot_info;
    CHECK_EQ(printed_run(call, (const char *const[]){ "info", "--host", NULL }), ED_EXIT_OK);
    called = host_plan;
    snprintf(schema, sizeof schema, "%s/tests/rows/later.def", before);
    CHECK_EQ(printed_run(call, (const char *const[]){ "plan", ONE, schema, NULL }), ED_EXIT_OK);
    CHECK(end());
}

/// True if the command failed with one message, or printed the same as with enough memory.
static bool is_right(u32 i, int code, const char *whole)
{
    size_t size = strlen(printed_err);
    if (code == calls[i].code && strcmp(printed_out, whole) == 0) return true;
    return code >= ED_EXIT_FAILED && code <= ED_EXIT_STATE
        && strncmp(printed_err, "eddie: ", 7) == 0
        && strchr(printed_err, '\n') == printed_err + size - 1;
}

TEST(a_command_without_memory_fails_with_one_message)
{
    static char whole[PRINTED_MAX];
    if (!begin()) return;
    for (u32 i = 0; i < ED_COUNT(calls); i++) {
        called = calls[i].command;
        refused_at = 0;
        printed_run(call, calls[i].words);
        strcpy(whole, printed_out);
        for (refused_at = 1;; refused_at += sample_step(5)) {
            int code = printed_run(call, calls[i].words);
            if (code == NOT_REFUSED) break;
            if (is_right(i, code, whole)) continue;
            test_fail(__FILE__, __LINE__, "%s, request %llu: code %d, %s", calls[i].words[0],
                      (unsigned long long)refused_at, code, printed_err);
            return;
        }
    }
    CHECK(end());
}

// --- texts on a terminal -------------------------------------------------------------------------

TEST(a_text_is_printed_unchanged_except_on_a_terminal)
{
    const char *const words[] = { "get", ONE, "Small.texts[1]", NULL };
    if (!begin()) return;
    CHECK_EQ(printed_run(host_get, words), 0);
    CHECK_TEXT(printed_out, "\x1b[m\n");
    CHECK_EQ(printed_run_on_terminal(host_get, words, 80), 0);
    CHECK_TEXT(printed_out, "?[m\n");
    CHECK(end());
}
