#include "tests/lib/test.h"
#include <stdio.h>
#include <unistd.h>
#include "runtime/os/system/clock.h"
#include "tests/lib/build_run.h"
#include "tests/lib/failing_calls.h"

TEST(the_first_error_with_a_source_location_is_found_in_other_output)
{
    CHECK_EQ(build_run("echo 'In file included from x.c:1:'; echo 'game/a.c:3:5: warning: w'; "
                       "echo 'game/a.c:12:7: error: no such thing'; echo 'b.c:1:1: error: later'; "
                       "exit 1"),
             ED_BUILD_FAILED);
    CHECK_TEXT(build_location, "game/a.c:12:7");
    CHECK_TEXT(build_message, "no such thing (1 more error)");
    build_run("echo 'a.c:5: undefined reference to `f`' >&2; exit 1");
    CHECK_TEXT(build_location, "a.c:5");
    CHECK_HAS(build_message, "undefined reference");
}

TEST(output_is_read_however_little_of_it_arrives_at_once)
{
    failing_calls_limit_reads(1);
    CHECK_EQ(build_run("echo 'in file'; printf 'a.c:3:5: error: no such thing'; exit 1"),
             ED_BUILD_FAILED);
    failing_calls_limit_reads(0);
    CHECK_TEXT(build_location, "a.c:3:5");
    CHECK_TEXT(build_message, "no such thing");
    CHECK_TEXT(build.output, "in file\na.c:3:5: error: no such thing\n");
}

TEST(the_first_error_is_shown_with_its_help_and_the_number_of_further_errors)
{
    build_run(
        "echo \"a.def:3:5: error: 'float' is C's name\"; echo 'float x;'; echo 'help: write f32'; "
        "echo 'a.def:9:1: error: b'; echo 'help: other'; exit 1");
    CHECK_TEXT(build_message, "'float' is C's name: write f32 (1 more error)");
    build_run("echo './game/sim.h:1:9: error: x'; exit 1");
    CHECK_TEXT(build_location, "game/sim.h:1:9");
}

TEST(the_cause_is_not_the_line_that_make_prints_after_it)
{
    const char *behind = "; echo 'make: *** [game.mk:9: build/game/a.o] Error 127'; exit 2";
    char command[256];
    snprintf(command, sizeof command, "echo '/bin/sh: 1: nocc: not found'%s", behind);
    CHECK_EQ(build_run(command), ED_BUILD_FAILED);
    CHECK_TEXT(build_message,
               "nocc: not found: install that program, or set another one, for example with CC=");
    snprintf(command, sizeof command, "echo 'sh: line 1: nocc: command not found'%s", behind);
    build_run(command);
    CHECK_HAS(build_message, "nocc: command not found: install that program");
    snprintf(command, sizeof command,
             "echo '/bin/sh: 1: cannot create build/a.o.begun: "
             "Permission denied'%s",
             behind);
    build_run(command);
    CHECK_TEXT(build_message, "cannot create build/a.o.begun: Permission denied: make it writable, "
                              "or build in another folder");
    snprintf(command, sizeof command, "echo 'error: schema/ has no .def file'%s", behind);
    build_run(command);
    CHECK_TEXT(build_message, "schema/ has no .def file");
    build_run("echo 'any words'; echo 'game.mk:57: *** nothing is built.  Stop.'; exit 2");
    CHECK_TEXT(build_message, "any words");
    build_run("echo \"make: *** No rule to make target 'a.def', needed by 'b'.  Stop.\"; exit 2");
    CHECK_HAS(build_message, "No rule to make target 'a.def'");
    build_run("echo 'tool: not found'; echo 'a.c:1:2: error: placed'; exit 1");
    CHECK_TEXT(build_message, "placed");
}

TEST(an_output_that_cannot_be_written_is_not_blamed_on_a_line_of_a_source)
{
    build_run("echo 'build/gen/game.gen.c:97:1: fatal error: opening dependency file "
              "build/objects/a.o.d: Read-only file system'; exit 1");
    CHECK_TEXT(build_location, "");
    CHECK_TEXT(build_message, "opening dependency file build/objects/a.o.d: Read-only file system: "
                              "build in a folder that can be written to");
}

TEST(a_symbol_that_is_defined_twice_is_reported_with_both_files)
{
    build_run("echo 'ld.gold: error: build/objects/a.c.o: multiple definition of f'; "
              "echo 'ld.gold: build/objects/b.c.o: previous definition here'; exit 1");
    CHECK_HAS(build_message, "build/objects/a.c.o: multiple definition of f; also in "
                             "build/objects/b.c.o");
    build_run("echo 'ld.lld: error: duplicate symbol: f'; echo '>>> defined at a.c:3'; "
              "echo '>>>            a.o:(f)'; echo '>>> defined at b.c:7'; exit 1");
    CHECK_HAS(build_message, "duplicate symbol: f; at a.c:3; at b.c:7");
    build_run(
        "echo \"ld: a.o: in function 'f': a.c:1: multiple definition of 'f'; b.o:b.c:2: first "
        "defined here\"; exit 1");
    CHECK_HAS(build_message, "b.c:2: first defined here");
}

TEST(the_files_of_a_second_symbol_are_not_reported_as_those_of_the_first)
{
    build_run("echo 'ld.gold: error: a.o: multiple definition of f'; "
              "echo 'ld.gold: b.o: previous definition here'; "
              "echo 'ld.gold: error: c.o: multiple definition of g'; "
              "echo 'ld.gold: d.o: previous definition here'; exit 1");
    CHECK_HAS(build_message, "multiple definition of f; also in b.o");
    CHECK(!strstr(build_message, "d.o"));
}

TEST(warnings_of_a_good_build_are_kept)
{
    char text[128];
    ed_Text out = ed_text_over(text, sizeof text);
    CHECK_EQ(build_run("echo 'a.c:3:5: warning: unused'; echo 'a.c:4:5: warning: unused too'"),
             ED_BUILD_GOOD);
    ed_build_warning(&build, &out);
    CHECK_TEXT(text, "a.c:3:5: warning: unused (1 more warning)");
}

/// The build prints with the printf of sh, so the text has octal escapes.
TEST(control_characters_in_the_output_of_a_build_are_removed)
{
    CHECK_EQ(
        build_run(
            "printf '\\033[01m\\033[Ka.c:1:2:\\033[m \\033[01;31merror: \\033[mno\\t\\033]0;t\\007 "
            "\\302\\233 \\342\\200\\256 \\377\\r\\n'; exit 1"),
        ED_BUILD_FAILED);
    CHECK_TEXT(build_location, "a.c:1:2");
    CHECK_TEXT(build_message, "no\t?]0;t? ?? ??? ?");
    CHECK_TEXT(build.output, "a.c:1:2: error: no\t?]0;t? ?? ??? ?\n");
}

TEST(the_output_has_no_lines_for_the_host_and_none_of_make_after_an_error_of_the_compiler)
{
    const char *command = "echo 'eddie: try build/early/game.so'; echo 'a.c:1:2: error: no';"
                          "echo 'eddie: no early build: b.c: an error: no';"
                          "echo 'make: *** [game.mk:9: a.o] Error 1'";
    CHECK(ed_build_start(&build, command, "", true, NULL));
    while (ed_build_poll(&build) == ED_BUILD_RUNS) usleep(500);
    CHECK_TEXT(build.output, "a.c:1:2: error: no\n");
    CHECK_TEXT(build.early_module, "build/early/game.so");
    CHECK_TEXT(build.no_early, "b.c: an error: no");
    CHECK(ed_build_start(&build, "echo 'make: *** [game.mk:9: a.o] Error 1'", "", false, NULL));
    while (ed_build_poll(&build) == ED_BUILD_RUNS) usleep(500);
    CHECK_TEXT(build.output, "make: *** [game.mk:9: a.o] Error 1\n");
}

/// Runs a build that prints these lines and fails.
static void print_lines(const char *lines)
{
    char command[1024];
    snprintf(command, sizeof command, "printf '%s'; exit 1", lines);
    build_run(command);
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
        { "a.c:12:: error: no", "a.c:12", "error: no" },
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
        CHECK_TEXT(build_location, lines[i].place);
        CHECK_TEXT(build_message, lines[i].words);
    }
}

TEST(the_cause_is_the_first_line_of_the_most_likely_kind)
{
    static const struct {
        const char *line;
        ed_BuildRank rank;
    } lines[] = {
        { "any words", ED_RANK_TEXT },
        { "make: *** [a] Error 1", ED_RANK_TEXT },
        { "an error", ED_RANK_ERROR },
        { "Error 7", ED_RANK_ERROR },
        { "cc: not found", ED_RANK_ERROR },
        { "a.c:1:2: warning: error: no", ED_RANK_ERROR },
        { "undefined reference to f", ED_RANK_LINKER },
        { "multiple definition of f", ED_RANK_LINKER },
        { "a.c:1: error: no", ED_RANK_LOCATED },
        { "a.c:1:2: fatal error: no", ED_RANK_LOCATED },
        { "a.c:1:2: sorry, unimplemented: no", ED_RANK_LOCATED },
        { "a.c:1: Error: no", ED_RANK_LOCATED },
        { "a.c:1:2: error:", ED_RANK_LOCATED },      // and nothing more
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
        CHECK_EQ(build.errors, lines[i].rank == ED_RANK_LOCATED);
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
        CHECK_EQ(build.cause_rank, ED_RANK_ERROR);
        CHECK_TEXT(build_message, expected);
    }
    print_lines("a.c:1: error: x: Permission denied");      // a compiler's error in the source
    CHECK_TEXT(build_message, "x: Permission denied");
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
        CHECK_TEXT(build_message, lines[i].words);
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
        CHECK_TEXT(build_message,
                   count ? format
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
        { "\\033[1@red", "red" },
        { "[31mred", "[31mred" },
        { "a[31mred", "a[31mred" },
        { "x", "x" },
        { "red\\r\\r", "red" },
        { "r\\red", "r?ed" },
        { "a\\000b", "a b" },
    };
    for (u32 i = 0; i < ED_COUNT(lines); i++) {
        print_lines(lines[i].line);
        CHECK_TEXT(build_message, lines[i].words);
    }
}

TEST(output_is_kept_from_the_start_in_whole_lines)
{
    // 16 lines of 1001 bytes leave room for one of 367 bytes and the terminator
    CHECK_EQ(
        build_run("for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do printf '%1000s\\n' $i; done;"
                  "printf '%367s\\n%366s\\n%s\\n' x y z"),
        ED_BUILD_GOOD);
    CHECK_EQ(build.output_size, ED_BUILD_OUTPUT_MAX - 1);
    CHECK_EQ(strlen(build.output), ED_BUILD_OUTPUT_MAX - 1);
    CHECK_TEXT(build.output + ED_BUILD_OUTPUT_MAX - 3, "y\n");
    CHECK_EQ(build_run("printf '%2000s\\n\\nlast' x; exit 1"), ED_BUILD_FAILED);
    CHECK_EQ(build.output_size, ED_BUILD_LINE_MAX + strlen("last\n"));
    CHECK_EQ(strlen(build.cause), ED_BUILD_LINE_MAX - 1);
    CHECK_EQ(build_run("true"), ED_BUILD_GOOD);
    CHECK_TEXT(build.output, "");
}

TEST(a_build_remembers_nothing_of_the_one_before)
{
    CHECK(ed_build_start(&build, "exec sleep 600", "", false, NULL));
    ed_build_stop(&build);
    while (ed_build_poll(&build) == ED_BUILD_RUNS) usleep(500);
    CHECK_EQ(build_run("echo 'eddie: try a.so'; echo 'a.c:1: error: no';"
                       "echo 'help: none'; echo 'a.c:2: warning: so'; printf incomplete; exit 1"),
             ED_BUILD_FAILED);
    CHECK(build.errors == 1 && build.warnings == 1);
    CHECK_TEXT(build.early_module, "a.so");
    CHECK_EQ(build_run("exit 1"), ED_BUILD_FAILED);
    CHECK(build.errors == 0 && build.warnings == 0 && build.cause_rank == ED_RANK_NONE);
    CHECK_TEXT(build.early_module, "");
    CHECK_TEXT(build.help, "");
    CHECK_TEXT(build.cause, "");
    CHECK_TEXT(build.warning, "");
    CHECK_TEXT(build_message, "the build command failed with exit code 1 and printed nothing");
}

TEST(an_error_of_a_running_build_is_reported_after_a_moment_without_output)
{
    const u64 ms = 1000000, now = ed_now_ns();
    ed_Build it = { .runs = true, .cause_rank = ED_RANK_LOCATED, .output_ns = now - 1000 * ms };
    CHECK(ed_build_has_error(&it));
    it.cause_rank = ED_RANK_LINKER;
    CHECK(!ed_build_has_error(&it));
    it.cause_rank = ED_RANK_LOCATED;
    it.runs = false;
    CHECK(!ed_build_has_error(&it));
    it.runs = true;
    it.output_ns = ed_now_ns();
    CHECK(!ed_build_has_error(&it) || ed_now_ns() - it.output_ns > 10 * ms);
}
