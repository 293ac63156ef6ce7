#include "host/cmd/options.h"
#include "runtime/live/build.h"
#include "tests/lib/printed.h"
#include "tests/lib/test.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static ed_GameOptions options;
static int code;
static char line[256];
static char *words[32];

/// Reads the options of a command line, which are separated by blanks.
static bool taken(const char *text)
{
    int count = 0;
    snprintf(line, sizeof line, "eddie %s", text);
    for (char *word = strtok(line, " "); word; word = strtok(NULL, " ")) words[count++] = word;
    words[count] = NULL;
    printed_begin();
    code = host_options_read(&options, count, words);
    printed_end();
    return code == ED_EXIT_NOT_YET && !*printed_out && !*printed_err;
}

static const char *refused(const char *text)
{
    taken(text);
    return code == ED_EXIT_USAGE && !*printed_out ? printed_err : "accepted";
}

TEST(without_options_a_game_runs_with_live_editing)
{
    char *before = getenv("NO_COLOR");
    unsetenv("NO_COLOR");
    bool good = taken(""), color = options.color;
    setenv("NO_COLOR", "", 1);
    bool empty = taken("") && options.color;
    setenv("NO_COLOR", "1", 1);
    bool off = taken("") && !options.color;
    if (before) setenv("NO_COLOR", before, 1);
    else unsetenv("NO_COLOR");
    CHECK(good && color && empty && off);
    CHECK_TEXT(options.module, "build/game.so");
    CHECK_TEXT(options.build_command, ED_BUILD_COMMAND);
    CHECK(!options.state && !options.script && !options.record);
    CHECK_EQ(options.seed, 1);
    CHECK(options.frames == UINT64_MAX);
    CHECK_EQ(options.rewind_bytes, 256000000);
    CHECK(options.watching && options.early_builds);
    CHECK(!options.headless && !options.json && !options.quiet);
    CHECK(!options.keep_attic && !options.open);
}

TEST(each_option_sets_its_value)
{
    CHECK(taken("--state a.state --frames 7 --seed=9 --watch x --rewind 3 --record b.rec"));
    CHECK_TEXT(options.state, "a.state");
    CHECK_EQ(options.frames, 7);
    CHECK_EQ(options.seed, 9);
    CHECK_TEXT(options.build_command, "x");
    CHECK_EQ(options.rewind_bytes, 3000000);
    CHECK_TEXT(options.record, "b.rec");
    CHECK(!options.headless && options.watching);
    CHECK(taken("--headless") && options.headless && !options.json);
    CHECK(taken("--no-watch") && !options.watching && options.early_builds);
    CHECK(taken("--no-early") && !options.early_builds && options.watching);
    CHECK(taken("--json") && options.json && !options.quiet);
    CHECK(taken("--quiet") && options.quiet && !options.json);
    CHECK(taken("--no-color") && !options.color);
    CHECK(taken("--keep-attic") && options.keep_attic && !options.open);
    CHECK(taken("--open") && options.open && !options.keep_attic);
    CHECK(taken("--script -"));
    CHECK_TEXT(options.script, "-");
    CHECK(options.hang_ms == 0 && taken("--hang-ms 300") && options.hang_ms == 300);
    CHECK(taken("--hang-ms=3600000") && options.hang_ms == 3600000);
    CHECK(taken("--rewind 0") && options.rewind_bytes == 0);
    CHECK(taken("--rewind 65536") && options.rewind_bytes == 65536000000);
}

TEST(an_option_is_written_in_full)
{
    CHECK_TEXT(refused("--headles"), "eddie: unknown option --headles: did you mean --headless?\n");
    CHECK_TEXT(refused("--st a.state"), "eddie: unknown option --st: did you mean --state?\n");
    CHECK_TEXT(refused("--fr=7"), "eddie: unknown option --fr: did you mean --frames?\n");
    CHECK_TEXT(refused("--q"), "eddie: unknown option --q: did you mean --quiet?\n");
    CHECK_TEXT(refused("--no-e"), "eddie: unknown option --no-e: did you mean --no-early?\n");
    CHECK_TEXT(refused("--re 3"), "eddie: unknown option --re; see eddie --help\n");
    CHECK_TEXT(refused("--=3"), "eddie: unknown option --; see eddie --help\n");
    CHECK_TEXT(refused("--frames"), "eddie: --frames needs a value; see eddie --help\n");
    CHECK_TEXT(refused("--headless=1"), "eddie: --headless takes no value\n");
    CHECK(!options.quiet && !options.headless);
}

TEST(an_option_takes_the_next_word_as_its_value_whatever_it_is)
{
    CHECK(taken("--state --json --script=--quiet --watch --") && !options.json && !options.quiet);
    CHECK_TEXT(options.state, "--json");
    CHECK_TEXT(options.script, "--quiet");
    CHECK_TEXT(options.build_command, "--");
}

TEST(options_may_follow_other_words_until_two_dashes)
{
    CHECK(taken("run --json game.so --quiet") && options.json && options.quiet);
    CHECK_TEXT(options.module, "game.so");
    CHECK(taken("--json -- --quiet.so") && options.json && !options.quiet);
    CHECK_TEXT(options.module, "--quiet.so");
    CHECK_TEXT(refused("run a.so b.so c.so d.so --json"),
               "eddie: b.so: only one MODULE can be given; see eddie --help\n");
    CHECK_TEXT(refused("a.so -xh"), "eddie: unknown option -xh; see eddie --help\n");
    CHECK_TEXT(words[1], "a.so");      // words keep their order
}

TEST(the_module_may_follow_the_command_run_and_options)
{
    CHECK(taken("other/game.so --seed 2"));
    CHECK_TEXT(options.module, "other/game.so");
    CHECK(taken("run"));
    CHECK_TEXT(options.module, "build/game.so");
    CHECK(taken("run --seed 2 game.so"));
    CHECK_TEXT(options.module, "game.so");
    CHECK(taken("-- ./run"));
    CHECK_TEXT(options.module, "./run");
}

TEST(a_word_that_is_a_file_is_a_module)
{
    char path[] = "/tmp/eddie-options-XXXXXX", before[4096];
    int file = mkstemp(path);
    CHECK(file >= 0 && getcwd(before, sizeof before) && chdir("/tmp") == 0);
    bool good = taken(path + 5);
    bool back = chdir(before) == 0;
    unlink(path);
    close(file);
    CHECK(good && back);
    CHECK_TEXT(options.module, path + 5);
}

TEST(what_is_neither_an_option_nor_a_module_is_refused)
{
    CHECK_TEXT(refused("a.so b.so"),
               "eddie: b.so: only one MODULE can be given; see eddie --help\n");
    CHECK_TEXT(refused("--json cat a"), "eddie: put cat first: eddie cat FILE [PATH]\n");
    CHECK_TEXT(refused("run run"), "eddie: put run first: eddie run [options] [MODULE]\n");
    CHECK_TEXT(refused("a.state"), "eddie: a.state is a snapshot: eddie --state a.state\n");
    CHECK(taken(".state"));      // a name without a stem
    CHECK_TEXT(refused("dif"), "eddie: unknown command dif: did you mean diff?\n");
    CHECK_TEXT(refused("frobnicate"), "eddie: unknown command frobnicate; see eddie --help\n");
    CHECK_TEXT(refused("--frobnicate=1"), "eddie: unknown option --frobnicate; see eddie --help\n");
    CHECK_TEXT(refused("--hedless=1"),
               "eddie: unknown option --hedless: did you mean --headless?\n");
    CHECK_TEXT(refused("-x"), "eddie: unknown option -x; see eddie --help\n");
    CHECK_TEXT(refused("--json -x"), "eddie: unknown option -x; see eddie --help\n");
    CHECK_TEXT(refused("-xy"), "eddie: unknown option -xy; see eddie --help\n");
    CHECK_TEXT(refused("--json -xy"), "eddie: unknown option -xy; see eddie --help\n");
    CHECK_TEXT(refused("--json=1"), "eddie: --json takes no value\n");
}

TEST(values_of_options_are_checked)
{
    CHECK_TEXT(refused("--frames"), "eddie: --frames needs a value; see eddie --help\n");
    CHECK_TEXT(refused("--frames 5x"), "eddie: --frames 5x: expected a whole number from 0 to "
                                       "18446744073709551615\n");
    CHECK_TEXT(refused("--seed -1"), "eddie: --seed -1: expected a whole number from 0 to "
                                     "18446744073709551615\n");
    CHECK(taken("--seed 18446744073709551615") && options.seed == UINT64_MAX);
    CHECK_TEXT(refused("--hang-ms 0"),
               "eddie: --hang-ms 0: expected a number of milliseconds from 1 to 3600000\n");
    CHECK_TEXT(refused("--hang-ms 3600001"),
               "eddie: --hang-ms 3600001: expected a number of milliseconds from 1 to 3600000\n");
    CHECK_TEXT(refused("--rewind 65537"),
               "eddie: --rewind 65537: expected a number of MB from 0 to 65536\n");
    CHECK_TEXT(refused("--rewind x"),
               "eddie: --rewind x: expected a number of MB from 0 to 65536\n");
    CHECK_TEXT(refused("--state="), "eddie: --state needs the name of a snapshot\n");
    CHECK_TEXT(refused("--record="), "eddie: --record needs the name of a file\n");
    CHECK_TEXT(refused("--script a --frames 3"),
               "eddie: --frames cannot be used with --script; use `step` in the script\n");
}

TEST(the_help_and_the_version_end_the_program)
{
    taken("--version --frobnicate");
    CHECK_EQ(code, ED_EXIT_OK);
    CHECK_HAS(printed_out, "eddie ");
    taken("--help");
    CHECK_EQ(code, ED_EXIT_OK);
    CHECK_HAS(printed_out, "[run] [options] [MODULE]\n");
    CHECK_HAS(printed_out, " FILE [PATH]      print a snapshot as JSON");
    CHECK_HAS(printed_out, " OLD NEW…         show what a schema change would do");
    CHECK_HAS(printed_out, " FILE PATH VALUE  change a value of a snapshot\n");
    CHECK_HAS(printed_out, "each command has its own --help\n\nRuns a game");
    CHECK_HAS(printed_out, "--no-early ");
    CHECK_HAS(printed_out, "reload · wait-reload MS");
    CHECK(!strstr(printed_out, "[run] [options]\n"));
    char all[PRINTED_MAX];
    strcpy(all, printed_out);
    taken("-h");
    CHECK_TEXT(printed_out, all);
    taken("a.so -hx");
    CHECK_TEXT(printed_out, all);
    CHECK_HAS(all, "usage: eddie [run]");
}
