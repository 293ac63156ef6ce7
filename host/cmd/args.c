#include "host/cmd/args.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "runtime/debug/exit_code.h"
#include "runtime/base/print.h"
#include "runtime/base/str.h"
#include "runtime/os/process/terminal.h"
#include "runtime/types/number.h"

static bool no_color;

bool host_args_color(FILE *to)
{
    const char *variable = getenv("NO_COLOR");
    return !no_color && !(variable && *variable) && ed_is_terminal(to);
}

int host_args_refuse(const char *command, const char *format, ...)
{
    char line[512];
    ed_Text text = ed_text_over(line, sizeof line);
    va_list args;
    va_start(args, format);
    ed_text_addv(&text, format, args);
    va_end(args);
    if (command) ed_text_add(&text, "; see eddie %s --help", command);
    ed_print(stderr, "eddie: %s\n", line);
    return ED_EXIT_USAGE;
}

int host_args_fail(const char *path, const ed_Error *error, int code)
{
    if (path) ed_print(stderr, "eddie: %s: %s\n", path, ed_without_path(error->text, path));
    else ed_print(stderr, "eddie: %s\n", error->text);
    return code;
}

/// Returns false for a negative number: -5, -.5, -inf.
static bool is_option(const char *word)
{
    if (word[0] != '-' || !word[1] || word[1] == '.') return false;
    bool digit = word[1] >= '0' && word[1] <= '9';
    return !digit && !ed_number_from_name(ED_F64, word).form;
}

static int unknown(const host_Args *args, const char *word)
{
    ed_Suggestion near = ed_suggestion(word);
    for (const host_Option *known = args->options; known->name; known++)
        ed_suggestion_try(&near, known->name);
    if (near.best)
        return host_args_refuse(NULL, "%s has no option %.64s: did you mean %s?", args->command,
                                word, near.best);
    return host_args_refuse(args->command, "%s has no option %.64s", args->command, word);
}

/// Takes the option at `at` and its value if it has one.
static int take_option(const host_Args *args, char **argv, int *at)
{
    const char *word = argv[*at];
    size_t size = strcspn(word, "=");
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
        fputs(args->help, stdout);
        return ED_EXIT_OK;
    }
    if (strcmp(word, "--no-color") == 0) {
        no_color = true;
        return ED_EXIT_NOT_YET;
    }
    for (const host_Option *known = args->options; known->name; known++) {
        if (strncmp(word, known->name, size) != 0 || known->name[size]) continue;
        if (known->flag && word[size])
            return host_args_refuse(args->command, "%s takes no value", known->name);
        if (known->flag) {
            *known->flag = true;
            return ED_EXIT_NOT_YET;
        }
        *known->value = word[size] ? word + size + 1 : argv[++*at];
        if (*known->value && **known->value) return ED_EXIT_NOT_YET;
        return host_args_refuse(args->command, "%s needs a value", known->name);
    }
    return unknown(args, word);
}

int host_args_read(const host_Args *args, int argc, char **argv)
{
    u32 count = 0, known = 0;
    bool plain = false;
    while (args->names[known]) known++;
    for (int i = 1; i < argc; i++) {
        if (plain || !is_option(argv[i])) argv[count++] = argv[i];
        else if (strcmp(argv[i], "--") == 0) plain = true;
        else {
            int code = take_option(args, argv, &i);
            if (code != ED_EXIT_NOT_YET) return code;
        }
    }
    if (count > known && !args->repeats)
        return host_args_refuse(args->command,
                                "unexpected argument %.64s: %s takes nothing after %s", argv[known],
                                args->command, args->names[known - 1]);
    for (u32 i = count; i < (u32)argc; i++) argv[i] = NULL;
    if (count < args->needed)
        return host_args_refuse(args->command, "%s needs %s", args->command, args->names[count]);
    return ED_EXIT_NOT_YET;
}
