/// Runs the unit tests on Windows, in one process: there is no fork. The name of each test is
/// printed before it runs with --names, so that a crash shows which test it was.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include "runtime/os/process/program.h"
#include "tests/lib/test.h"

#define TESTS_MAX 4096
#define ARENAS_MAX 256

static struct {
    const char *name, *file;
    TestBody *body;
} tests[TESTS_MAX];
static ed_Arena arenas[ARENAS_MAX];
static int test_count, arena_count;
static bool failed;

void test_add(const char *name, const char *file, TestBody *body)
{
    if (test_count == TESTS_MAX) abort();
    tests[test_count].name = name;
    tests[test_count].file = file;
    tests[test_count++].body = body;
}

/// Tests that start other programs do not run here.
void test_program_add(const char *name, TestProgram *program) { (void)name, (void)program; }

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
        exit(1);
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

static bool run(int test)
{
    failed = false;
    tests[test].body();
    while (arena_count > 0) ed_arena_close(&arenas[--arena_count]);
    if (failed) printf("FAIL %s (%s)\n", tests[test].name, tests[test].file);
    return !failed;
}

/// Arguments: parts of the names of tests or of their files. Without arguments, all tests run.
static bool is_wanted(int test, int argc, char **argv)
{
    bool any = false;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--names") == 0) continue;
        if (strstr(tests[test].name, argv[i]) || strstr(tests[test].file, argv[i])) return true;
        any = true;
    }
    return !any;
}

int main(int argc, char **argv)
{
    int passed = 0, wrong = 0;
    ed_program_begin(&argc, &argv);
    bool names = argc > 1 && strcmp(argv[1], "--names") == 0;
    setvbuf(stdout, NULL, _IONBF, 0);      // a crash loses no line that was printed before
    for (int i = 0; i < test_count; i++) {
        if (!is_wanted(i, argc, argv)) continue;
        if (names) printf("%s (%s)\n", tests[i].name, tests[i].file);
        *(run(i) ? &passed : &wrong) += 1;
    }
    printf("%d passed, %d failed\n", passed, wrong);
    return wrong != 0;
}
