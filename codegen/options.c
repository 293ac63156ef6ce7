#include "codegen/options.h"
#include <stdio.h>
#include <string.h>
#include "codegen/diag/diag.h"

static const char usage[] =
    "usage: eddiec [-o DIR] [--diag=json] FILE.def…\n"
    "       eddiec --check [--diag=json] FILE.def… | -\n"
    "       eddiec --snapshot OUT [--diag=json] FILE.def…\n"
    "       eddiec fmt [--check] FILE.def… | -\n"
    "       eddiec --explain [CODE]\n"
    "\n"
    "The schema compiler of eddie: all FILE.def together are one schema.\n"
    "Writes DIR/<file>.gen.h and DIR/<file>.gen.c for each file, "
    "DIR/schema.gen.h and DIR/schema.gen.c for\n"
    "all of them, and DIR/schema.d for make. "
    "A file whose text did not change is left alone. After an\n"
    "error nothing is written.\n"
    "\n"
    "  -o DIR            where to write, made if missing (build/gen)\n"
    "  --check           only tell what is wrong, write nothing; - is standard input, as <stdin>\n"
    "  --diag=json       one JSON object a problem and line on standard error, "
    "with file, line, column,\n"
    "                    end_column, severity, code, message, notes and help; "
    "columns count bytes from 1\n"
    "  --snapshot OUT    write one snapshot instead: "
    "the types, and every state at its defaults; - is\n"
    "                    standard output\n"
    "  --explain [CODE]  what the code behind a message means, as in [unknown-type]; "
    "all codes without one\n"
    "  fmt               rewrite each file in the one layout, comments kept; "
    "with --check only name those\n"
    "                    that would change, and exit 1; - is standard input to standard output\n"
    "  --help            show this help\n"
    "  --version         the version\n"
    "\n"
    "Exit: 0 success, 1 the schema or a file is wrong, 2 usage.\n";

static int tell_usage(const char *format, const char *word)
{
    cg_tell(format, word);
    fprintf(stderr, "help: eddiec --help tells how it is used\n");
    return 2;
}

/// Takes an option that has a value. Returns the number of arguments taken; 0 for other options.
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

static int check(const cg_Options *options)
{
    if (options->explain)
        return options->file_count ? tell_usage("%s stands alone, with one code", "--explain") : -1;
    if (options->file_count == 0) return tell_usage("%s", "name at least one .def file");
    if (names_input(options) && !options->check && !options->fmt)
        return tell_usage("%s", "- is for --check and fmt: what would be made from it has no name");
    if (names_input(options) && options->fmt && options->file_count > 1)
        return tell_usage("%s", "fmt takes - alone");
    return options->dir[0] ? -1 : tell_usage("%s", "-o needs a directory");
}

int cg_options_read(cg_Options *options, int argc, char **argv)
{
    bool plain = false;
    *options = (cg_Options){ .dir = "build/gen" };
    if ((u32)argc > CG_WORDS_MAX) return tell_usage("%s", "too many arguments");
    for (int i = 1, taken; i < argc; i += taken) {
        const char *word = argv[i];
        bool file = plain || word[0] != '-' || word[1] == '\0';
        taken = file ? 0 : take_pair(options, word, argv[i + 1]);
        if (taken) continue;
        taken = 1;
        if (i == 1 && strcmp(word, "fmt") == 0) options->fmt = true;
        else if (file) options->files[options->file_count++] = word;
        else if (strcmp(word, "--") == 0) plain = true;
        else if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
            return fputs(usage, stdout) < 0 ? 1 : 0;
        else if (strcmp(word, "--version") == 0) return puts("eddiec " ED_VERSION) < 0 ? 1 : 0;
        else if (strcmp(word, "--check") == 0) options->check = true;
        else if (strcmp(word, "--diag=json") == 0 || strcmp(word, "--diag=text") == 0)
            options->json = word[7] == 'j';
        else
            return tell_usage(strcmp(word, "-o") == 0           ? "%s needs a directory"
                              : strcmp(word, "--snapshot") == 0 ? "%s needs the name of a file"
                                                                : "no option is called %s",
                              word);
    }
    return check(options);
}
