#include "codegen/options.h"
#include <stdio.h>
#include <string.h>
#include "codegen/diag/diag.h"
#include "runtime/os/system/environment.h"

static const char usage[] =
    "usage: eddiec [-o DIR] [--diag=json] FILE.def…\n"
    "       eddiec --check [--diag=json] FILE.def… | -\n"
    "       eddiec --snapshot OUT [--diag=json] FILE.def…\n"
    "       eddiec fmt [--check] [--diag=json] FILE.def… | -\n"
    "       eddiec --explain [CODE]\n"
    "\n"
    "The schema compiler of eddie. All files together form one schema.\n"
    "Writes DIR/<file>.gen.h and DIR/<file>.gen.c for each file, and for all of them\n"
    "DIR/schema.gen.h, DIR/schema.gen.c and DIR/schema.d, the dependencies for make.\n"
    "Unchanged files are not rewritten. After an error in the schema, nothing is written.\n"
    "\n"
    "  -o DIR            output folder, created if missing (default: build/gen)\n"
    "  --check           only report errors, write nothing; - reads standard input, named <stdin>\n"
    "  --diag=json       print one JSON object per problem on standard error, with file, line,\n"
    "                    column, end_column, severity, code, message, notes and help;\n"
    "                    columns count bytes from 1\n"
    "  --diag=text       print each problem as text (default)\n"
    "  --snapshot OUT    write a snapshot instead of C: the types, and every state with its\n"
    "                    defaults; - is standard output\n"
    "  --explain [CODE]  explain the code of a message, such as [unknown-type]; without CODE,\n"
    "                    list all codes\n"
    "  fmt               format each file in the canonical layout, keeping comments; with "
    "--check,\n"
    "                    only list the files that would change, and exit with 1 if there are\n"
    "                    any; - formats standard input to standard output\n"
    "  --help            show this help\n"
    "  --version         show the version\n"
    "\n"
    "Exit status: 0 success, 1 an error in the schema or a file, 2 invalid arguments.\n";

static int report_usage(const char *format, const char *word)
{
    cg_print_line(format, word);
    fprintf(stderr, "help: run eddiec --help for usage\n");
    return 2;
}

static int print(const char *text)
{
    fputs(text, stdout);
    return 0;
}

/// Takes an option that can have a value. Returns the number of arguments taken, or 0 if the word
/// is not such an option or lacks a value that it needs.
static int take_pair(cg_Options *options, const char *word, const char *next)
{
    if (strcmp(word, "--explain") == 0) {
        options->explain = true;
        options->word = next;
        return next ? 2 : 1;
    }
    if (strcmp(word, "--snapshot") == 0 && next) {
        options->snapshot = next;
        return 2;
    }
    if (strncmp(word, "-o", 2) == 0 && word[2]) {
        options->dir = word + 2;
        return 1;
    }
    if (strcmp(word, "-o") == 0 && next) {
        options->dir = next;
        return 2;
    }
    return 0;
}

static bool names_input(const cg_Options *options)
{
    for (u32 i = 0; i < options->file_count; i++)
        if (strcmp(options->files[i], "-") == 0) return true;
    return false;
}

/// The argument on the command line that cannot be combined with --snapshot, or NULL.
static const char *snapshot_conflict(const cg_Options *options)
{
    if (!options->snapshot) return NULL;
    return options->fmt ? "fmt" : options->check ? "--check" : options->dir ? "-o" : NULL;
}

static int check(cg_Options *options, int argc)
{
    const char *conflict = snapshot_conflict(options);
    if (options->explain)
        return argc == (options->word ? 3 : 2)
                 ? -1
                 : report_usage("%s cannot be combined with other arguments", "--explain");
    if (options->file_count == 0) return report_usage("%s", "name at least one .def file");
    if (names_input(options) && !options->check && !options->fmt)
        return report_usage(
            "%s", "- is for --check and fmt only: generated files are named after their sources");
    if (names_input(options) && options->fmt && options->file_count > 1)
        return report_usage("%s", "- cannot be combined with files");
    if (conflict)
        return report_usage("--snapshot cannot be combined with %s; remove one of them", conflict);
    if (!options->dir) options->dir = "build/gen";
    return options->dir[0] ? -1 : report_usage("%s", "-o needs a folder");
}

int cg_options_read(cg_Options *options, int argc, char **argv)
{
    bool plain = false;
    *options = (cg_Options){ 0 };
    if ((u32)argc > CG_WORDS_MAX) return report_usage("%s", "too many arguments");
    for (int i = 1; i < argc; i++) ed_path_use_slashes(argv[i]);      // any may be a path
    for (int i = 1, taken; i < argc; i += taken) {
        const char *word = argv[i];
        bool file = plain || word[0] != '-' || word[1] == '\0';
        taken = file ? 0 : take_pair(options, word, argv[i + 1]);
        if (taken) continue;
        taken = 1;
        if (i == 1 && strcmp(word, "fmt") == 0) options->fmt = true;
        else if (file) options->files[options->file_count++] = word;
        else if (strcmp(word, "--") == 0) plain = true;
        else if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) return print(usage);
        else if (strcmp(word, "--version") == 0) return print("eddiec " ED_VERSION "\n");
        else if (strcmp(word, "--check") == 0) options->check = true;
        else if (strcmp(word, "--diag=json") == 0 || strcmp(word, "--diag=text") == 0)
            options->json = word[7] == 'j';
        else
            return report_usage(strcmp(word, "-o") == 0           ? "%s needs a folder"
                                : strcmp(word, "--snapshot") == 0 ? "%s needs the name of a file"
                                                                  : "unknown option %s",
                                word);
    }
    return check(options, argc);
}
