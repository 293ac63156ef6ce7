#include "host/cmd/args.h"
#include "runtime/debug/exit_code.h"
#include "tests/lib/printed.h"
#include "tests/lib/test.h"
#include <stdio.h>

// --- a command with two options, and one argument that is required -------------------------------

static bool compact;
static const char *out;
static char line[256];
static char *words[16];      // the command's name and its arguments; then the arguments left
static int code;

static const host_Option options[] = { { "--compact", &compact, NULL },
                                       { "-o", NULL, &out },
                                       { NULL, NULL, NULL } };
static const char *const names[] = { "FILE", "PATH", NULL };

static int split(const char *text)
{
    int count = 0;
    snprintf(line, sizeof line, "%s", text);
    for (char *word = strtok(line, " "); word; word = strtok(NULL, " ")) words[count++] = word;
    words[count] = NULL;
    return count;
}

/// The arguments that are left, separated by blanks.
static const char *left(const char *text)
{
    static char joined[256];
    const host_Args args = { "cat", "usage: cat\n", options, names, 1, false };
    compact = false;
    out = NULL;
    int count = split(text);
    printed_begin();
    code = host_args_read(&args, count, words);
    printed_end();
    joined[0] = 0;
    for (int i = 0; words[i] && code == ED_EXIT_NOT_YET; i++) {
        if (i) strcat(joined, " ");
        strcat(joined, words[i]);
    }
    return joined;
}

/// What is printed on standard error for a usage error.
static const char *refused(const char *text)
{
    left(text);
    return code == ED_EXIT_USAGE && !*printed_out ? printed_err : "accepted";
}

TEST(options_are_taken_from_any_position)
{
    CHECK_TEXT(left("cat a.state Game.x"), "a.state Game.x");
    CHECK(code == ED_EXIT_NOT_YET && !compact && !out);
    CHECK_TEXT(left("cat --compact a.state"), "a.state");
    CHECK(compact && !out);
    CHECK_TEXT(left("cat a.state -o b Game.x --compact"), "a.state Game.x");
    CHECK(compact);
    CHECK_TEXT(out, "b");
    CHECK_TEXT(left("cat -o=c=d a.state"), "a.state");
    CHECK_TEXT(out, "c=d");
    CHECK_TEXT(printed_out, "");
    CHECK_TEXT(printed_err, "");
}

TEST(arguments_that_begin_with_a_dash_may_be_numbers_and_paths)
{
    CHECK_TEXT(left("cat -"), "-");
    CHECK_TEXT(left("cat -0 -9"), "-0 -9");
    CHECK_TEXT(left("cat -5.5 -.5"), "-5.5 -.5");
    CHECK_TEXT(left("cat -- -o --help"), "-o --help");
    CHECK(!out);
    CHECK_TEXT(left("cat a.state -- --"), "a.state --");
    CHECK_TEXT(refused("cat -/"), "eddie: cat has no option -/: did you mean -o?\n");
    CHECK_TEXT(refused("cat -:"), "eddie: cat has no option -:: did you mean -o?\n");
}

TEST(unknown_options_are_refused_with_the_nearest_or_where_to_find_help)
{
    CHECK_TEXT(refused("cat --compat a"),
               "eddie: cat has no option --compat: did you mean --compact?\n");
    CHECK_TEXT(refused("cat --comp a"), "eddie: cat has no option --comp; see eddie cat --help\n");
    CHECK_TEXT(refused("cat --frobnicate a"),
               "eddie: cat has no option --frobnicate; see eddie cat --help\n");
    CHECK_TEXT(refused("cat --compacter a"),
               "eddie: cat has no option --compacter: did you mean --compact?\n");
}

TEST(an_option_with_a_value_needs_one_and_a_flag_takes_none)
{
    CHECK_TEXT(refused("cat a -o"), "eddie: -o needs a value; see eddie cat --help\n");
    CHECK_TEXT(refused("cat -o= a"), "eddie: -o needs a value; see eddie cat --help\n");
    CHECK_TEXT(refused("cat --compact=1 a"),
               "eddie: --compact takes no value; see eddie cat --help\n");
}

TEST(missing_and_extra_arguments_are_named)
{
    CHECK_TEXT(refused("cat"), "eddie: cat needs FILE; see eddie cat --help\n");
    CHECK_TEXT(
        refused("cat a b c"),
        "eddie: unexpected argument c: cat takes nothing after PATH; see eddie cat --help\n");
    const host_Args both = { "get", "usage: get\n", options, names, 2, false };
    int count = split("get a.state");
    printed_begin();
    code = host_args_read(&both, count, words);
    printed_end();
    CHECK_EQ(code, ED_EXIT_USAGE);
    CHECK_TEXT(printed_err, "eddie: get needs PATH; see eddie get --help\n");
}

TEST(the_help_is_printed_whatever_else_there_is)
{
    left("cat --help");
    CHECK(code == ED_EXIT_OK);
    CHECK_TEXT(printed_out, "usage: cat\n");
    left("cat a -h b");
    CHECK(code == ED_EXIT_OK);
    CHECK_TEXT(printed_out, "usage: cat\n");
    CHECK_TEXT(printed_err, "");
}

// --- colors --------------------------------------------------------------------------------------

static int print_color(int argc, char **argv)
{
    const host_Args args = { "cat", "", options, names, 0, false };
    host_args_read(&args, argc, argv);
    puts(host_args_color(stdout) ? "color" : "plain");
    return 7;
}

TEST(output_is_colored_only_on_a_terminal_and_unless_it_is_turned_off)
{
    const char *const bare[] = { "cat", NULL }, *const off[] = { "cat", "--no-color", NULL };
    CHECK_EQ(printed_run_on_terminal(print_color, bare, 80), 7);
    CHECK_TEXT(printed_out, "color\n");
    CHECK_EQ(printed_run_on_terminal(print_color, off, 80), 7);
    CHECK_TEXT(printed_out, "plain\n");
    CHECK_EQ(printed_run(print_color, bare), 7);
    CHECK_TEXT(printed_out, "plain\n");
}
