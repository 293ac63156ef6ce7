#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include "tests/lib/test.h"

#define TESTS_MAX 1024
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
    if (test_count == TESTS_MAX) {
        printf("FAIL %s: more than %d tests\n", name, TESTS_MAX);
        return;
    }
    tests[test_count].name = name;
    tests[test_count].file = file;
    tests[test_count++].body = body;
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

/// Arguments: parts of test names; without them, all run.
int main(int argc, char **argv)
{
    int passed = 0, bad = 0;
    setvbuf(stdout, NULL, _IOLBF, 0);      // a crash loses no line that was printed before
    for (int i = 0; i < test_count; i++) {
        bool wanted = argc < 2;
        for (int a = 1; a < argc; a++) wanted |= strstr(tests[i].name, argv[a]) != NULL;
        if (!wanted) continue;
        failed = false;
        tests[i].body();
        while (arena_count > 0) ed_arena_close(&arenas[--arena_count]);
        if (failed) {
            bad++;
            printf("FAIL %s (%s)\n", tests[i].name, tests[i].file);
        } else passed++;
    }
    printf("%d passed, %d failed\n", passed, bad);
    return bad != 0;
}
