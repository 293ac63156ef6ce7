#include "tests/lib/test.h"
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "runtime/live/build.h"
#include "runtime/live/watch.h"
#include "tests/lib/failing_calls.h"
#include "tests/lib/open_files.h"

static ed_Build build;
static char place[128], words[256];

static ed_BuildEnd run(const char *command)
{
    ed_Error error = { .code = ED_OK };
    ed_BuildEnd end = ED_BUILD_RUNS;
    if (!ed_build_start(&build, command, "-W a.c", false, &error)) return ED_BUILD_FAILED;
    while ((end = ed_build_poll(&build)) == ED_BUILD_RUNS) usleep(500);
    ed_Text p = ed_text_over(place, sizeof place), w = ed_text_over(words, sizeof words);
    ed_build_error(&build, &p, &w);
    return end;
}

TEST(a_build_ends_good_or_failed)
{
    CHECK_EQ(run("true"), ED_BUILD_GOOD);
    CHECK_EQ(run("exit 3"), ED_BUILD_FAILED);
    CHECK_HAS(words, "exit code 3");
    CHECK_EQ(run("kill -9 $$"), ED_BUILD_FAILED);
    CHECK_HAS(words, "signal 9");
    CHECK_EQ(run("no-such-command-here"), ED_BUILD_FAILED);
    CHECK_HAS(words, "not found");
}

TEST(a_build_gets_the_names_of_the_changed_files)
{
    CHECK_EQ(run("[ \"$EDDIE_CHANGED\" = '-W a.c' ]"), ED_BUILD_GOOD);
}

TEST(the_first_placed_error_is_found_among_other_words)
{
    CHECK_EQ(run("echo 'In file included from x.c:1:'; echo 'game/a.c:3:5: warning: w'; "
                 "echo 'game/a.c:12:7: error: no such thing'; echo 'b.c:1:1: error: later'; "
                 "exit 1"),
             ED_BUILD_FAILED);
    CHECK_TEXT(place, "game/a.c:12:7");
    CHECK_TEXT(words, "no such thing (1 more error)");
    run("echo 'a.c:5: undefined reference to `f`' >&2; exit 1");
    CHECK_TEXT(place, "a.c:5");
    CHECK_HAS(words, "undefined reference");
}

TEST(help_and_the_number_of_errors_come_with_the_first)
{
    run("echo \"a.def:3:5: error: 'float' is C's name\"; echo 'float x;'; echo 'help: write f32'; "
        "echo 'a.def:9:1: error: b'; echo 'help: other'; exit 1");
    CHECK_TEXT(words, "'float' is C's name: write f32 (1 more error)");
    run("echo './game/sim.h:1:9: error: x'; exit 1");
    CHECK_TEXT(place, "game/sim.h:1:9");
}

TEST(the_cause_is_not_the_line_that_make_prints_after_it)
{
    const char *behind = "; echo 'make: *** [game.mk:9: build/game/a.o] Error 127'; exit 2";
    char command[256];
    snprintf(command, sizeof command, "echo '/bin/sh: 1: nocc: not found'%s", behind);
    CHECK_EQ(run(command), ED_BUILD_FAILED);
    CHECK_TEXT(words,
               "nocc: not found: install that program, or set another one, for example with CC=");
    snprintf(command, sizeof command, "echo 'sh: line 1: nocc: command not found'%s", behind);
    run(command);
    CHECK_HAS(words, "nocc: command not found: install that program");
    snprintf(command, sizeof command,
             "echo '/bin/sh: 1: cannot create build/a.o.begun: "
             "Permission denied'%s",
             behind);
    run(command);
    CHECK_TEXT(words, "cannot create build/a.o.begun: Permission denied: make it writable, "
                      "or build in another folder");
    snprintf(command, sizeof command, "echo 'error: schema/ has no .def file'%s", behind);
    run(command);
    CHECK_TEXT(words, "schema/ has no .def file");
    run("echo 'any words'; echo 'game.mk:57: *** nothing is built.  Stop.'; exit 2");
    CHECK_TEXT(words, "any words");
    run("echo \"make: *** No rule to make target 'a.def', needed by 'b'.  Stop.\"; exit 2");
    CHECK_HAS(words, "No rule to make target 'a.def'");
    run("echo 'tool: not found'; echo 'a.c:1:2: error: placed'; exit 1");
    CHECK_TEXT(words, "placed");
}

TEST(warnings_of_a_good_build_are_kept)
{
    char text[128];
    ed_Text out = ed_text_over(text, sizeof text);
    CHECK_EQ(run("echo 'a.c:3:5: warning: unused'; echo 'a.c:4:5: warning: unused too'"),
             ED_BUILD_GOOD);
    ed_build_warning(&build, &out);
    CHECK_TEXT(text, "a.c:3:5: warning: unused (1 more warning)");
}

/// Text for the printf of sh, with octal escapes.
TEST(what_a_build_prints_is_plain)
{
    CHECK_EQ(
        run("printf '\\033[01m\\033[Ka.c:1:2:\\033[m \\033[01;31merror: \\033[mno\\t\\033]0;t\\007 "
            "\\302\\233 \\342\\200\\256 \\377\\r\\n'; exit 1"),
        ED_BUILD_FAILED);
    CHECK_TEXT(place, "a.c:1:2");
    CHECK_TEXT(words, "no\t?]0;t? ?? ??? ?");
    CHECK_TEXT(build.output, "a.c:1:2: error: no\t?]0;t? ?? ??? ?\n");
}

TEST(the_output_has_no_lines_for_the_host_and_none_of_make_after_an_error_of_the_compiler)
{
    const char *command = "echo 'eddie: try build/early/game.so'; echo 'a.c:1:2: error: no';"
                          "echo 'make: *** [game.mk:9: a.o] Error 1'";
    CHECK(ed_build_start(&build, command, "", true, NULL));
    while (ed_build_poll(&build) == ED_BUILD_RUNS) usleep(500);
    CHECK_TEXT(build.output, "a.c:1:2: error: no\n");
    CHECK_TEXT(build.early_module, "build/early/game.so");
    CHECK(ed_build_start(&build, "echo 'make: *** [game.mk:9: a.o] Error 1'", "", false, NULL));
    while (ed_build_poll(&build) == ED_BUILD_RUNS) usleep(500);
    CHECK_TEXT(build.output, "make: *** [game.mk:9: a.o] Error 1\n");
}

TEST(errors_are_reported_while_the_build_runs)
{
    ed_Error error = { .code = ED_OK };
    CHECK(ed_build_start(&build,
                         "echo 'a.c:1:2: error: first'; "
                         "echo 'a.c:3:4: error: second'; exec sleep 600",
                         "", false, &error));
    while (!ed_build_has_error(&build) && ed_build_poll(&build) == ED_BUILD_RUNS) usleep(500);
    ed_Text p = ed_text_over(place, sizeof place), w = ed_text_over(words, sizeof words);
    ed_build_error(&build, &p, &w);
    CHECK_TEXT(place, "a.c:1:2");
    CHECK_TEXT(words, "first (1 more error)");
    ed_build_close(&build);
    CHECK(
        ed_build_start(&build, "echo 'a.c:1:2: warning: no error'; sleep 0.1", "", false, &error));
    while (ed_build_poll(&build) == ED_BUILD_RUNS) {
        CHECK(!ed_build_has_error(&build));
        usleep(500);
    }
}

TEST(a_module_is_offered_where_one_was_asked_for)
{
    ed_Error error = { .code = ED_OK };
    const char *command = "[ -z \"$EDDIE_EARLY\" ] || echo 'eddie: try a/b.so'";
    CHECK_EQ(run(command), ED_BUILD_GOOD);
    CHECK_TEXT(build.early_module, "");
    CHECK(ed_build_start(&build, command, "", true, &error));
    while (ed_build_poll(&build) == ED_BUILD_RUNS) usleep(500);
    CHECK_TEXT(build.early_module, "a/b.so");
    CHECK_EQ(build.cause_rank, 0);
}

TEST(a_build_that_prints_without_end_is_read_and_does_not_wait)
{
    ed_Error error = { .code = ED_OK };
    CHECK_EQ(run("head -c 1000000 /dev/zero; echo; echo 'a.c:1:2: error: at last'; exit 1"),
             ED_BUILD_FAILED);
    CHECK_TEXT(place, "a.c:1:2");
    CHECK(ed_build_start(&build, "yes", "", false, &error));
    for (int i = 0; i < 50; i++) CHECK_EQ(ed_build_poll(&build), ED_BUILD_RUNS);
    ed_build_close(&build);
}

TEST(a_stopped_build_ends_with_all_it_started)
{
    ed_Error error = { .code = ED_OK };
    u64 start = ed_now_ns();
    CHECK(ed_build_start(&build, "sleep 30 & sleep 30", "", false, &error));
    ed_build_stop(&build);
    ed_BuildEnd end;
    while ((end = ed_build_poll(&build)) == ED_BUILD_RUNS) usleep(500);
    CHECK_EQ(end, ED_BUILD_STOPPED);
    CHECK(ed_now_ns() - start < 10000000000ull);
}

TEST(a_build_that_ignores_the_request_is_ended)
{
    ed_Error error = { .code = ED_OK };
    CHECK(ed_build_start(&build, "trap '' TERM; sleep 30", "", false, &error));
    usleep(100000);
    ed_build_close(&build);
    CHECK_EQ(build.pid, 0);
}

/// True if a process of the group is running; a zombie is not.
static bool writes(pid_t group)
{
    char command[64];
    snprintf(command, sizeof command, "ps -eo pgid,stat | grep -q '^ *%d [^Z]'", group);
    return system(command) == 0;
}

TEST(a_stopped_build_is_over_when_nothing_of_it_is_left)
{
    ed_Error error = { .code = ED_OK };
    CHECK(ed_build_start(&build,
                         "sh -c \"trap '' TERM; echo deaf; exec sleep 30 >/dev/null 2>&1\""
                         " & sleep 30",
                         "", false, &error));
    while (!build.output_size && ed_build_poll(&build) == ED_BUILD_RUNS) usleep(500);
    pid_t group = build.pid;
    ed_build_stop(&build);
    ed_BuildEnd end;
    while ((end = ed_build_poll(&build)) == ED_BUILD_RUNS) usleep(500);
    CHECK_EQ(end, ED_BUILD_STOPPED);
    CHECK(!writes(group));
}

TEST(a_stopped_build_may_tidy_up)
{
    ed_Error error = { .code = ED_OK };
    CHECK(ed_build_start(&build,
                         "sh -c \"trap 'sleep 0.05; echo tidy; exit' TERM; echo up; "
                         "sleep 30 & wait\" & sleep 30",
                         "", false, &error));
    while (!build.output_size && ed_build_poll(&build) == ED_BUILD_RUNS) usleep(500);
    ed_build_stop(&build);
    while (ed_build_poll(&build) == ED_BUILD_RUNS) usleep(500);
    CHECK_HAS(build.output, "tidy");
}

// --- what the compiler refuses, and what of it runs until then ----------------------------------

#define TAKEN_MIN 30      // pieces that tcc takes: enough to say that each is found out

static bool write_piece(const char *path, const char *prelude, const char *body)
{
    FILE *file = fopen(path, "w");
    if (!file) return false;
    fprintf(file,
            "%sint piece(void);\nint piece(void) {\n#line 1 \"game/piece.c\"\n%sreturn 0; }\n",
            prelude, body);
    return fclose(file) == 0;
}

/// Counts the pieces, those that tcc accepts, and those that the decision misses.
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
            bool takes = !tcc || run(command) == ED_BUILD_GOOD;
            snprintf(command, sizeof command,
                     "cc -std=c11 -D_GNU_SOURCE -fsyntax-only "
                     "$(sed -n 's/^GAME_ERR ?= //p' runtime/game.mk) %s",
                     path);
            bool found =
                !takes || (run(command) == ED_BUILD_FAILED && ed_build_refused(&build, true));
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
    run(command);
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
        CHECK(!strstr(words, "refused"));
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

TEST(what_a_compiler_cannot_do_is_an_error_with_its_place)
{
    CHECK(refuses("echo 'a.c: In function f:'; echo 'a.c:3:1: sorry, unimplemented: it'; exit 1",
                  false));
    CHECK_TEXT(place, "a.c:3:1");
    CHECK_TEXT(words, "sorry, unimplemented: it");
}

TEST(builds_run_with_english_messages)
{
    run("echo \"$LC_ALL\"; exit 1");
    CHECK_TEXT(build.output, "C.UTF-8\n");
}

TEST(a_build_that_the_system_cannot_start_is_reported)
{
    static const char *const calls[] = { "pipe2", "posix_spawn" };
    int before = open_files();
    for (u32 i = 0; i < ED_COUNT(calls); i++) {
        ed_Error error = { .code = ED_OK };
        failing_call(calls[i], EAGAIN);
        CHECK(!ed_build_start(&build, "true", "", false, &error));
        CHECK_TEXT(error.text, "the build cannot be started: Resource temporarily unavailable");
        CHECK_EQ(build.pid, 0);
        CHECK_EQ(open_files(), before);
    }
    CHECK_EQ(run("true"), ED_BUILD_GOOD);
}

// --- each kind of line --------------------------------------------------------------------------

#define LOCATED 4u      // ed_Build.cause_rank, see build.c
#define LINKED 3u
#define ERROR 2u
#define WORDS 1u

/// Runs a build that prints these lines and fails.
static void print_lines(const char *lines)
{
    char command[1024];
    snprintf(command, sizeof command, "printf '%s'; exit 1", lines);
    run(command);
}

TEST(a_location_is_a_file_and_a_line_and_perhaps_a_column)
{
    static const struct {
        const char *line, *place, *words;
    } lines[] = {
        { "a.c:12: error: no", "a.c:12", "no" },
        { "a.c:12:7: error: no", "a.c:12:7", "no" },
        { "a.c:12:7: fatal error: no", "a.c:12:7", "no" },
        { "a.c:12: Error: no", "a.c:12", "Error: no" },
        { "a.c:12:7:", "a.c:12:7", "" },
        { "a.c:12:", "a.c:12", "" },
        { "a.c:12", "", "a.c:12" },
        { "a.c:12:7", "a.c:12", "7" },
        { "a.c:12:x: error: no", "a.c:12", "x: error: no" },
        { ":12: error: no", "", ":12: error: no" },
        { "a.c:: error: no", "", "a.c:: error: no" },
        { "a.c:x: error: no", "", "a.c:x: error: no" },
        { "a.c:12x: error: no", "", "a.c:12x: error: no" },
        { "error: no file", "", "no file" },
        { "./a.c:12: error: no", "a.c:12", "no" },
        { ".a.c:12: error: no", ".a.c:12", "no" },
        { "ld: error: no", "", "ld: error: no" },
        { "a.c:12: undefined reference to error: x", "a.c:12", "undefined reference to error: x" },
    };
    for (u32 i = 0; i < ED_COUNT(lines); i++) {
        print_lines(lines[i].line);
        CHECK_TEXT(place, lines[i].place);
        CHECK_TEXT(words, lines[i].words);
    }
}

TEST(the_cause_is_the_first_line_of_the_most_likely_kind)
{
    static const struct {
        const char *line;
        u32 rank;
    } lines[] = {
        { "any words", WORDS },
        { "make: *** [a] Error 1", WORDS },
        { "an error", ERROR },
        { "Error 7", ERROR },
        { "cc: not found", ERROR },
        { "a.c:1:2: warning: error: no", ERROR },
        { "undefined reference to f", LINKED },
        { "multiple definition of f", LINKED },
        { "a.c:1: error: no", LOCATED },
        { "a.c:1:2: fatal error: no", LOCATED },
        { "a.c:1:2: sorry, unimplemented: no", LOCATED },
        { "a.c:1: Error: no", LOCATED },
        { "a.c:1:2: error:", LOCATED },      // and nothing more
    };
    for (u32 i = 0; i < ED_COUNT(lines); i++) {
        for (u32 k = 0; k < ED_COUNT(lines); k++) {
            char both[256];
            snprintf(both, sizeof both, "%s\\n%s\\n", lines[i].line, lines[k].line);
            print_lines(both);
            CHECK_TEXT(build.cause, lines[lines[k].rank > lines[i].rank ? k : i].line);
            if (k > 1 && i > 1) break;      // enough
        }
        print_lines(lines[i].line);
        CHECK_EQ(build.cause_rank, lines[i].rank);
        CHECK_EQ(build.errors, lines[i].rank == LOCATED);
    }
}

TEST(what_the_system_refuses_is_reported_with_what_to_do)
{
    static const char install[] = ": install that program, or set another one, for example with "
                                  "CC=";
    const struct {
        const char *line, *help;
    } lines[] = {
        { "cc: not found", install },
        { "cc: command not found", install },
        { "a.o: Permission denied", ": make it writable, or build in another folder" },
        { "a.o: Read-only file system", ": build in a folder that can be written to" },
        { "a.o: No space left on device", ": free some space on the disk" },
        { "a.o: No such file or directory", "" },
        { "cc1: out of memory", "" },
        { "fork: Cannot allocate memory", "" },
        { "cc: Killed signal terminated program cc1", "" },
    };
    for (u32 i = 0; i < ED_COUNT(lines); i++) {
        char expected[192];
        print_lines(lines[i].line);
        snprintf(expected, sizeof expected, "%s%s", lines[i].line, lines[i].help);
        CHECK_EQ(build.cause_rank, ERROR);
        CHECK_TEXT(words, expected);
    }
    print_lines("a.c:1: error: x: Permission denied");      // says a compiler of the source
    CHECK_TEXT(words, "x: Permission denied");
}

TEST(the_name_of_the_shell_is_left_out)
{
    static const struct {
        const char *line, *words;
    } lines[] = {
        { "/bin/sh: 1: it: no", "it: no" },     { "sh: 12: it: no", "it: no" },
        { "sh: line 3: it: no", "it: no" },     { "bash: line 30: it: no", "it: no" },
        { "/bin/bash: it: no", "it: no" },      { "sh: 12 it: no", "12 it: no" },
        { "zsh: 1: it: no", "zsh: 1: it: no" },
    };
    for (u32 i = 0; i < ED_COUNT(lines); i++) {
        print_lines(lines[i].line);
        CHECK_TEXT(words, lines[i].words);
    }
}

TEST(errors_and_warnings_after_the_first_are_counted)
{
    static const char *const more[] = { "", "", " (1 more %s)", " (2 more %ss)" };
    for (u32 count = 0; count < 4; count++) {
        char lines[256] = "", expected[64], format[128], text[128] = "";
        for (u32 i = 0; i < count; i++)
            strcat(lines, "./a.c:1: error: no\\n./a.c:2: warning: so\\na.c: warning: of none\\n");
        print_lines(lines);
        snprintf(expected, sizeof expected, more[count], "error");
        snprintf(format, sizeof format, "no%s", expected);
        CHECK_TEXT(words, count ? format
                                : "the build command failed with exit code 1 and printed nothing");
        ed_Text out = ed_text_over(text, sizeof text);
        ed_build_warning(&build, &out);
        snprintf(expected, sizeof expected, more[count], "warning");
        snprintf(format, sizeof format, "a.c:2: warning: so%s", expected);
        CHECK_TEXT(text, count ? format : "");
    }
}

TEST(color_codes_are_left_out_wherever_they_end)
{
    static const struct {
        const char *line, *words;
    } lines[] = {
        { "\\033[31mred\\033[m", "red" },
        { "\\033[01;31m\\033[Kred\\033[0m!", "red!" },
        { "red\\033[31", "red" },
        { "red\\033[", "red" },
        { "red\\033", "red?" },
        { "\\033(red", "?(red" },
        { "[31mred", "[31mred" },
        { "red\\r\\r", "red" },
        { "r\\red", "r?ed" },
        { "a\\000b", "a b" },
    };
    for (u32 i = 0; i < ED_COUNT(lines); i++) {
        print_lines(lines[i].line);
        CHECK_TEXT(words, lines[i].words);
    }
}

TEST(output_is_kept_from_the_start_in_whole_lines)
{
    // 16 lines of 1001 bytes leave room for one of 367 bytes and the terminator
    CHECK_EQ(run("for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do printf '%1000s\\n' $i; done;"
                 "printf '%367s\\n%366s\\n%s\\n' x y z"),
             ED_BUILD_GOOD);
    CHECK_EQ(build.output_size, ED_BUILD_OUTPUT_MAX - 1);
    CHECK_EQ(strlen(build.output), ED_BUILD_OUTPUT_MAX - 1);
    CHECK_TEXT(build.output + ED_BUILD_OUTPUT_MAX - 3, "y\n");
    CHECK_EQ(run("printf '%2000s\\n\\nlast' x; exit 1"), ED_BUILD_FAILED);
    CHECK_EQ(build.output_size, ED_BUILD_LINE_MAX + strlen("last\n"));
    CHECK_EQ(strlen(build.cause), ED_BUILD_LINE_MAX - 1);
    CHECK_EQ(run("true"), ED_BUILD_GOOD);
    CHECK_TEXT(build.output, "");
}

TEST(a_build_remembers_nothing_of_the_one_before)
{
    CHECK(ed_build_start(&build, "exec sleep 600", "", false, NULL));
    ed_build_stop(&build);
    while (ed_build_poll(&build) == ED_BUILD_RUNS) usleep(500);
    CHECK_EQ(run("echo 'eddie: refused a.c'; echo 'eddie: try a.so'; echo 'a.c:1: error: no';"
                 "echo 'help: none'; echo 'a.c:2: warning: so'; printf incomplete; exit 1"),
             ED_BUILD_FAILED);
    CHECK(build.errors == 1 && build.warnings == 1 && build.refused);
    CHECK_TEXT(build.early_module, "a.so");
    CHECK_EQ(run("exit 1"), ED_BUILD_FAILED);
    CHECK(build.errors == 0 && build.warnings == 0 && !build.refused && build.cause_rank == 0);
    CHECK_TEXT(build.early_module, "");
    CHECK_TEXT(build.help, "");
    CHECK_TEXT(build.cause, "");
    CHECK_TEXT(build.warning, "");
    CHECK_TEXT(words, "the build command failed with exit code 1 and printed nothing");
}

// --- what is asked of a build -------------------------------------------------------------------

TEST(an_error_of_a_running_build_is_reported_after_a_moment_without_output)
{
    const u64 ms = 1000000, now = ed_now_ns();
    ed_Build it = { .pid = 1, .cause_rank = LOCATED, .output_ns = now - 1000 * ms };
    CHECK(ed_build_has_error(&it));
    it.cause_rank = LINKED;
    CHECK(!ed_build_has_error(&it));
    it.cause_rank = LOCATED;
    it.pid = 0;
    CHECK(!ed_build_has_error(&it));
    it.pid = 1;
    it.output_ns = ed_now_ns();
    CHECK(!ed_build_has_error(&it) || ed_now_ns() - it.output_ns > 10 * ms);
}

TEST(a_build_is_silent_only_while_it_runs)
{
    const u64 ms = 1000000;
    ed_Build it = { .pid = 1, .output_ns = ed_now_ns() - 1000 * ms };
    CHECK(ed_build_silent(&it, 999));
    CHECK(!ed_build_silent(&it, 3600000));
    it.stopping = true;
    CHECK(!ed_build_silent(&it, 999));
    it.stopping = false;
    it.pid = 0;
    CHECK(!ed_build_silent(&it, 999));
}

TEST(whether_code_is_refused_depends_on_the_cause_and_on_what_was_printed)
{
    static const struct {
        const char *cause;
        u32 rank;
        bool said, compiled, refused;
    } cases[] = {
        { "undefined reference", LINKED, false, false, true },
        { "a.c:1: error: no", LOCATED, false, false, true },
        { "a.def:1:2: error: no", LOCATED, false, false, false },
        { "a.def:1:2: error: no", LOCATED, true, false, true },
        { "a.def:1:2: error: no", LOCATED, false, true, true },
        { "a.c:1: error: in x.def:2", LOCATED, false, false, true },
        { "an error", ERROR, false, true, false },
        { "an error", ERROR, true, false, true },
        { "out of memory", ERROR, true, false, false },
        { "", 0, true, false, true },
        { "", 0, false, true, false },
    };
    for (u32 i = 0; i < ED_COUNT(cases); i++) {
        ed_Build it = { .cause_rank = cases[i].rank, .refused = cases[i].said };
        memcpy(it.cause, cases[i].cause, strlen(cases[i].cause));
        CHECK_EQ(ed_build_refused(&it, cases[i].compiled), cases[i].refused);
    }
}

// --- its processes ------------------------------------------------------------------------------

TEST(without_a_running_build_there_is_nothing_to_poll_or_stop)
{
    CHECK_EQ(run("true"), ED_BUILD_GOOD);
    CHECK(build.ms > 0 && build.ms < 3600000);
    CHECK_EQ(build.pid, 0);
    ed_build_stop(&build);
    CHECK(!build.stopping);
    CHECK_EQ(ed_build_poll(&build), ED_BUILD_RUNS);
    ed_build_close(&build);
}

TEST(a_build_leads_a_group_has_no_input_and_leaves_nothing)
{
    int before = open_files();
    CHECK_EQ(run("cat; [ \"$(ps -o pgid= -p $$ | tr -d ' ')\" = $$ ]"), ED_BUILD_GOOD);
    CHECK(ed_build_start(&build, "sleep 600 >/dev/null 2>&1 & echo it runs", "", false, NULL));
    pid_t group = build.pid;
    ed_BuildEnd end;
    while ((end = ed_build_poll(&build)) == ED_BUILD_RUNS) usleep(500);
    CHECK_EQ(end, ED_BUILD_GOOD);
    for (u32 i = 0; i < 100 && writes(group); i++) usleep(1000);
    CHECK(!writes(group));
    CHECK_EQ(open_files(), before);
}

/// The game waits for all processes, so the exit code of a build is lost.
static int build_without_children(void)
{
    signal(SIGCHLD, SIG_IGN);
    if (run("true") != ED_BUILD_GOOD) return 1;
    if (run("echo words; exit 1") != ED_BUILD_GOOD) return 2;
    return run("echo an error; exit 1") != ED_BUILD_FAILED;
}

TEST(without_its_exit_code_a_build_is_judged_by_its_output)
{
    int status = 0;
    pid_t pid = fork();
    if (pid == 0) _exit(build_without_children());
    CHECK(waitpid(pid, &status, 0) == pid);
    CHECK_EQ(status, 0);
}
