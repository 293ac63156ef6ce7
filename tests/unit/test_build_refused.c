#include "tests/lib/test.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "tests/lib/build_run.h"

#define TAKEN_MIN 30      // tcc has to accept this many pieces, otherwise the test shows too little

static bool write_piece(const char *path, const char *prelude, const char *body)
{
    FILE *file = fopen(path, "w");
    if (!file) return false;
    fprintf(file,
            "%sint piece(void);\nint piece(void) {\n#line 1 \"game/piece.c\"\n%sreturn 0; }\n",
            prelude, body);
    return fclose(file) == 0;
}

/// Counts the pieces, those that tcc accepts, and those that ed_build_refused misses.
static bool count_pieces(u32 *count, u32 *taken, u32 *missed)
{
    char prelude[4096] = "", line[512], path[] = "/tmp/eddie-test-XXXXXX.c", command[512];
    FILE *pieces = fopen("tests/suites/refused.txt", "r");
    int file = mkstemps(path, 2);
    bool good = pieces && file >= 0, bodies = false, tcc = system("command -v tcc >/dev/null") == 0;
    *count = *taken = *missed = 0;
    while (good && fgets(line, sizeof line, pieces)) {
        size_t size = strlen(prelude);
        if (!bodies) snprintf(prelude + size, sizeof prelude - size, "%s", line);
        if (bodies) {
            good = write_piece(path, prelude, line);
            snprintf(command, sizeof command,
                     "tcc -std=c11 -D_GNU_SOURCE -Werror "
                     "-Wimplicit-function-declaration -c %s -o %s.o 2>/dev/null",
                     path, path);
            bool takes = !tcc || build_run(command) == ED_BUILD_GOOD;
            snprintf(
                command, sizeof command,
                "cc -std=c11 -D_GNU_SOURCE -fsyntax-only "
                "$(sed -n 's/.*\"\\(-Werror=[a-z-]*\\)\".*/\\1/p' runtime/build/commands.c) %s",
                path);
            bool found =
                !takes || (build_run(command) == ED_BUILD_FAILED && ed_build_refused(&build, true));
            if (!found) test_fail(__FILE__, __LINE__, "not refused: %s", line);
            *missed += !found;
            *taken += takes;
            (*count)++;
        }
        if (strcmp(line, "---\n") == 0) {
            bodies = true;
            prelude[size] = 0;
        }
    }
    snprintf(command, sizeof command, "rm -f %s %s.o", path, path);
    if (pieces) fclose(pieces);
    if (file >= 0) close(file);
    return good && system(command) == 0;
}

TEST(each_piece_of_code_that_tcc_takes_and_the_compiler_refuses_is_seen_as_refused)
{
    u32 count, taken, missed;
    CHECK(count_pieces(&count, &taken, &missed));
    CHECK_EQ(missed, 0);
    CHECK(taken >= TAKEN_MIN);
    if (getenv("EDDIE_PIECES")) printf("%u pieces, %u taken by tcc\n", count, taken);
}

static bool refuses(const char *command, bool compiled)
{
    build_run(command);
    return ed_build_refused(&build, compiled);
}

TEST(only_an_error_of_a_compiler_or_linker_refuses_the_code)
{
    CHECK(refuses("echo 'game/main.c:2:1: error: no'; exit 1", false));
    CHECK(refuses("echo 'game/main.c:2:1: fatal error: a.h: No such file'; exit 1", false));
    CHECK(refuses("echo 'game/main.c:2: Error: operand type mismatch'; exit 1", false));
    CHECK(refuses("echo 'game/main.c:2: undefined reference to `f`'; exit 1", false));
    CHECK(!refuses("kill -9 $$", false));
    CHECK(!refuses("echo 'make: write error: No space left on device'; exit 2", false));
    CHECK(!refuses("echo 'game/a.c:2:9: warning: f: error: use g'; exit 2", false));
    CHECK(!refuses("echo 'game/a.c:2:9: note: #pragma message: error: to do'; exit 2", false));
    // After a schema error nothing was compiled; C may include a .def, too.
    CHECK(!refuses("echo 'schema/a.def:3:5: error: no such type'; exit 1", false));
    CHECK(refuses("echo 'game/list.def:3:5: error: no such type'; exit 1", true));
}

TEST(a_build_may_say_that_the_code_is_refused_whatever_the_compiler_says)
{
    static const char said[] = "echo 'eddie: refused game/a.c'; exit 2";
    char command[256];
    static const char *const lines[] = { "{standard input}: Error: local label is not defined",
                                         "C:/a.y:7:2: error: no",
                                         "game/a.c: error: of a line 0",
                                         "ld.gold: error: a.o: requires dynamic R_X86_64_32 reloc",
                                         "eddie: try a/b.so:7:2: error: no",
                                         "",
                                         "schema/a.def:7:2: error: of a #line" };
    for (u32 i = 0; i < ED_COUNT(lines); i++) {
        snprintf(command, sizeof command, "echo '%s'; exit 2", lines[i]);
        CHECK(!refuses(command, false));
        snprintf(command, sizeof command, "echo '%s'; %s", lines[i], said);
        CHECK(refuses(command, false));
        CHECK(!strstr(build_message, "refused"));
    }
    static const char *const outside[] = { "a.s: Fatal error: a.o: No space left on device",
                                           "cc: fatal error: Killed signal terminated program cc1",
                                           "cc1: out of memory allocating 65536 bytes",
                                           "cc: error: fork: Cannot allocate memory" };
    for (u32 i = 0; i < ED_COUNT(outside); i++) {
        snprintf(command, sizeof command, "echo '%s'; %s", outside[i], said);
        CHECK(!refuses(command, false));
    }
}

TEST(what_a_compiler_cannot_do_is_an_error_with_its_source_location)
{
    CHECK(refuses("echo 'a.c: In function f:'; echo 'a.c:3:1: sorry, unimplemented: it'; exit 1",
                  false));
    CHECK_TEXT(build_location, "a.c:3:1");
    CHECK_TEXT(build_message, "sorry, unimplemented: it");
}

TEST(whether_code_is_refused_depends_on_the_cause_and_on_what_was_printed)
{
    static const struct {
        const char *cause;
        u32 rank;
        bool said, compiled, refused;
    } cases[] = {
        { "undefined reference", RANK_LINKED, false, false, true },
        { "a.c:1: error: no", RANK_LOCATED, false, false, true },
        { "a.def:1:2: error: no", RANK_LOCATED, false, false, false },
        { "a.def:1:2: error: no", RANK_LOCATED, true, false, true },
        { "a.def:1:2: error: no", RANK_LOCATED, false, true, true },
        { "a.c:1: error: in x.def:2", RANK_LOCATED, false, false, true },
        { "an error", RANK_ERROR, false, true, false },
        { "an error", RANK_ERROR, true, false, true },
        { "out of memory", RANK_ERROR, true, false, false },
        { "", 0, true, false, true },
        { "", 0, false, true, false },
    };
    for (u32 i = 0; i < ED_COUNT(cases); i++) {
        ed_Build it = { .cause_rank = cases[i].rank, .refused = cases[i].said };
        memcpy(it.cause, cases[i].cause, strlen(cases[i].cause));
        CHECK_EQ(ed_build_refused(&it, cases[i].compiled), cases[i].refused);
    }
}
