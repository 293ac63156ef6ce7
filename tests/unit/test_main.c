#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "runtime/base/limits.h"
#include "runtime/live/trial_main.h"
#include "tests/lib/test.h"

#define TESTS_MAX 4096
#define ARENAS_MAX 256
#define PROGRAMS_MAX 16

static struct {
    const char *name, *file;
    TestBody *body;
} tests[TESTS_MAX];
static ed_Arena arenas[ARENAS_MAX];
static struct {
    const char *name;
    TestProgram *run;
} programs[PROGRAMS_MAX];
static int test_count, arena_count, program_count;
static bool failed;

void test_add(const char *name, const char *file, TestBody *body)
{
    if (test_count == TESTS_MAX) {
        printf("FAIL %s: more than %d tests\n", name, TESTS_MAX);
        return;
    }
    tests[test_count].name = name;
    tests[test_count].file = file;
    tests[test_count++].body = body;
}

void test_program_add(const char *name, TestProgram *program)
{
    if (program_count == PROGRAMS_MAX) abort();
    programs[program_count].name = name;
    programs[program_count++].run = program;
}

void test_fail(const char *file, int line, const char *format, ...)
{
    va_list args;
    failed = true;
    printf("%s:%d: ", file, line);
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    printf("\n");
}

ed_Arena *test_arena(void)
{
    if (arena_count == ARENAS_MAX) {
        printf("a test takes more than %d arenas\n", ARENAS_MAX);
        fflush(stdout);
        abort();
    }
    ed_Arena *arena = &arenas[arena_count++];
    ed_arena_open(arena, "test", (size_t)256 << 20, NULL);
    return arena;
}

ed_Writer test_writer(void)
{
    ed_Writer w;
    ed_write_init(&w, test_arena());
    return w;
}

typedef struct Counts {
    int passed, failed;
} Counts;

static void run(int test, Counts *counts)
{
    failed = false;
    tests[test].body();
    while (arena_count > 0) ed_arena_close(&arenas[--arena_count]);
    if (failed) printf("FAIL %s (%s)\n", tests[test].name, tests[test].file);
    *(failed ? &counts->failed : &counts->passed) += 1;
}

static bool is_left_out(const char *name, char **arguments)
{
    for (; *arguments; arguments++)
        if ((*arguments)[0] == '-' && strcmp(*arguments + 1, name) == 0) return true;
    return false;
}

/// Runs the tests of one file in a separate process, since a test may change what belongs to the
/// whole process: its start folder, signal handlers or limits. Returns the index after the last
/// one.
static int run_file(int first, Counts *all, char **arguments)
{
    int ends[2], status = 0, end = first;
    Counts counts = { 0, 0 };
    while (end < test_count && tests[end].file == tests[first].file) end++;
    fflush(stdout);
    if (pipe(ends) != 0) abort();
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        for (int i = first; i < end; i++)
            if (!is_left_out(tests[i].name, arguments)) run(i, &counts);
        if (write(ends[1], &counts, sizeof counts) != sizeof counts) abort();
        exit(0);
    }
    close(ends[1]);
    bool complete = read(ends[0], &counts, sizeof counts) == sizeof counts;
    close(ends[0]);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    if (!complete || status != 0) {
        printf("FAIL %s: its process ended with status %d\n", tests[first].file, status);
        counts.failed++;
    }
    all->passed += counts.passed;
    all->failed += counts.failed;
    return end;
}

/// True if one of the parts is in the text: the name of a test, or of a file if the part has a /.
static bool is_wanted(const char *text, bool file, char **parts)
{
    for (; *parts; parts++)
        if (!strchr(*parts, '/') == !file && strstr(text, *parts)) return true;
    return false;
}

/// Arguments: parts of test names. These tests run in this process, for a debugger. An argument
/// with a / is a part of a file name. An argument that starts with - is the name of a test in one
/// of these files that does not run. Without arguments, all tests run.
/// TEST_STATE_MIB sets the limit of a state: an emulator is slow if much memory is reserved.
int main(int argc, char **argv)
{
    Counts all = { 0, 0 };
    const char *state_mib = getenv("TEST_STATE_MIB");
    if (state_mib) ed_bytes_max = (size_t)strtoul(state_mib, NULL, 10) << 20;
    ed_live_trial_main(argc, argv);
    for (int i = 0; argc > 1 && i < program_count; i++)
        if (strcmp(argv[1], programs[i].name) == 0) return programs[i].run(argc, argv);
    setvbuf(stdout, NULL, _IOLBF, 0);      // a crash loses no line that was printed before
    for (int i = 0; i < test_count;) {
        if (argc < 2 || is_wanted(tests[i].file, true, argv + 1)) {
            i = run_file(i, &all, argv + 1);
            continue;
        }
        if (is_wanted(tests[i].name, false, argv + 1)) run(i, &all);
        i++;
    }
    printf("%d passed, %d failed\n", all.passed, all.failed);
    return all.failed != 0;
}
