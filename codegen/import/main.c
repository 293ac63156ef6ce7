// The program eddie-import: the command `eddie import`.
#include <stdio.h>
#include <string.h>
#include "codegen/fmt/fmt.h"
#include "codegen/import/import.h"
#include "runtime/base/print.h"

// host/cmd/import.c has the help.
static const char *const help =
    "eddie-import is started by `eddie import`, whose --help lists the options.\n";

#define MEMORY_MAX ((size_t)1 << 30)

enum { LEFT_OUT = 1, FAILED = 2 };

static int refuse(const char *format, const char *what)
{
    ed_print(stderr, format, what);
    ed_print(stderr, "; `eddie import --help` lists the options\n");
    return FAILED;
}

/// Reads the command line. Returns 0, or the exit code.
static int read_options(cg_ImportOptions *options, const char **files, const char **types, int argc,
                        char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--") == 0) {
            options->compiler = (const char *const *)(argv + i + 1);
            options->compiler_count = (u32)(argc - i - 1);
            break;
        }
        if (strcmp(argv[i], "--extern") == 0) options->is_extern = true;
        else if (strcmp(argv[i], "--globals") == 0) options->globals = true;
        else if (strcmp(argv[i], "--type") == 0) {
            if (++i == argc) return refuse("eddie-import: %s needs a name", "--type");
            types[options->type_count++] = argv[i];
        } else if (argv[i][0] == '-') return refuse("eddie-import: unknown option %s", argv[i]);
        else files[options->file_count++] = argv[i];
    }
    options->files = files;
    options->types = types;
    if (!options->file_count) return refuse("eddie-import: %s", "no files");
    if (options->globals && (options->is_extern || options->type_count))
        return refuse("eddie-import: %s", "--globals cannot be combined with --extern or --type");
    return 0;
}

/// Prints the schema in the layout of `eddiec fmt`.
static bool print_schema(const cg_Import *import, ed_Arena *formatted)
{
    cg_Diag *diag = cg_new(import->arena, sizeof *diag);
    const cg_Source source = { .path = "schema",
                               .text = import->out.text,
                               .size = (u32)import->out.size };
    cg_Fmt fmt = { .arena = import->arena, .diag = diag, .source = &source };
    cg_Out out = { .arena = formatted };
    cg_put(&out, "%s", "");
    if (cg_fmt_scan(&fmt) && cg_fmt_lines(&fmt)) cg_fmt_write(&fmt, &out);
    else out = import->out;      // names that the schema cannot have: eddiec reports them
    ed_print_output(stdout, out.text, out.size);
    return fflush(stdout) == 0;
}

int main(int argc, char **argv)
{
    static ed_Arena arena, texts, formatted;      // a cg_Out needs an arena of its own
    ed_Error error;
    cg_ImportOptions options = { .file_count = 0 };
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        ed_print_output(stdout, help, strlen(help));
        return 0;
    }
    if (!ed_arena_open(&arena, "import", MEMORY_MAX, &error)
        || !ed_arena_open(&texts, "schema", MEMORY_MAX, &error)
        || !ed_arena_open(&formatted, "schema", MEMORY_MAX, &error)) {
        ed_print(stderr, "eddie-import: %s\n", error.text);
        return FAILED;
    }
    const char **files = cg_new(&arena, (size_t)argc * sizeof *files),
               **types = cg_new(&arena, (size_t)argc * sizeof *types);
    int code = read_options(&options, files, types, argc, argv);
    if (code) return code;
    cg_Import import = { .options = &options, .arena = &arena, .out = { .arena = &texts } };
    if (!cg_import_read(&import)) return FAILED;
    cg_put(&import.out, "%s", "");
    if (options.globals) cg_import_write_globals(&import);
    cg_import_write_types(&import);
    if (!print_schema(&import, &formatted)) {
        ed_print(stderr, "eddie-import: standard output: write error\n");
        return FAILED;
    }
    return import.left_out ? LEFT_OUT : 0;
}
