#include <stdio.h>
#include <string.h>
#include "codegen/check.h"
#include "codegen/emit.h"
#include "codegen/file.h"
#include "codegen/parse.h"

#define MEMORY_MAX ((size_t)2 << 30)       // of one run, for the schema; as much again for what is made from it

static const char usage[] =
    "usage: eddiec [-o DIR] [--check] FILE.def…\n"
    "\n"
    "The schema compiler of eddie: all FILE.def together are one schema.\n"
    "Writes DIR/<file>.gen.h and DIR/<file>.gen.c for each file, DIR/schema.gen.h and DIR/schema.gen.c for\n"
    "all of them, and DIR/schema.d for make. A file whose text did not change is left alone. After an\n"
    "error nothing is written.\n"
    "\n"
    "  -o DIR       where to write, made if missing (build/gen)\n"
    "  --check      only tell what is wrong, write nothing\n"
    "  --help       this text\n"
    "  --version    the version\n"
    "\n"
    "Exit: 0 all well, 1 the schema or a file is wrong, 2 usage.\n";

typedef struct Options {
    const char  *dir;
    bool         check;
    const char **files;                    // of argv
    u32          file_count;
} Options;

static int tell_usage(const char *format, const char *word)
{
    fprintf(stderr, "eddiec: ");
    fprintf(stderr, format, word);
    fprintf(stderr, "\nhelp: eddiec --help tells how it is used\n");
    return 2;
}

// --- Files -------------------------------------------------------------------------------------

static const char *stem_of(ed_Arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    size_t size = strlen(name);
    bool def = size > 4 && strcmp(name + size - 4, ".def") == 0;
    return def ? cg_copy(arena, name, size - 4) : NULL;
}

static bool is_plain(const char *stem)
{
    static const char *letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
    return strspn(stem, letters) == strlen(stem) && strlen(stem) < 200;
}

/// Two stems that would make the same include guard.
static bool same_guard(const char *one, const char *other)
{
    for (; *one && *other; one++, other++) {
        char a = *one == '-' || *one == '.' ? '_' : *one, b = *other == '-' || *other == '.' ? '_' : *other;
        a = a >= 'a' && a <= 'z' ? (char)(a - 32) : a;
        b = b >= 'a' && b <= 'z' ? (char)(b - 32) : b;
        if (a != b)
            return false;
    }
    return *one == *other;
}

static bool check_stem(cg_Schema *schema, const char *path, const char *stem, cg_Place from)
{
    if (!stem) {
        cg_error(schema->diag, CG_E_FILE_NAME, from, "%s does not end in .def", path);
        return false;
    }
    if (!is_plain(stem)) {
        cg_error(schema->diag, CG_E_FILE_NAME, from, "the name of %s can't be the name of a C file",
                 path);
        cg_help(schema->diag, "use letters, digits, `_`, `-` and `.`, under 200 of them");
        return false;
    }
    if (same_guard(stem, "schema")) {
        cg_error(schema->diag, CG_E_FILE_NAME, from, "%s can't be called schema.def", path);
        cg_help(schema->diag, "schema.gen.h and schema.gen.c are made from all files together; rename it");
        return false;
    }
    for (u32 i = 0; i < schema->source_count; i++)
        if (same_guard(schema->sources[i]->stem, stem)) {
            cg_error(schema->diag, CG_E_FILE_NAME_CLASH, from,
                     "%s and %s would be written to the same files", schema->sources[i]->path,
                     path);
            cg_help(schema->diag, "rename one of them");
            return false;
        }
    return true;
}

static cg_Source *find_source(cg_Schema *schema, const u64 id[2])
{
    for (u32 i = 0; i < schema->source_count; i++)
        if (schema->source_ids[i][0] == id[0] && schema->source_ids[i][1] == id[1])
            return schema->sources[i];
    return NULL;
}

/// The file at `path`, read once however often it is named. `from` is where it was named.
static cg_Source *open_source(cg_Schema *schema, const char *path, cg_Place from)
{
    size_t size = 0;
    u64 id[2];
    const char *reason = NULL;
    char *text = cg_file_read(schema->arena, path, &size, id, &reason);
    if (!text) {
        cg_error(schema->diag, CG_E_UNREADABLE_FILE, from, "can't read %s: %s", path, reason);
        cg_help(schema->diag, from.source ? "paths are relative to the file that includes" : "check the path");
        schema->doubtful = true;
        return NULL;
    }
    cg_Source *known = find_source(schema, id);
    const char *stem = stem_of(schema->arena, path);
    if (known || !check_stem(schema, path, stem, from))
        return known;
    if (schema->source_count == CG_SOURCES_MAX) {
        cg_error(schema->diag, CG_E_SCHEMA_TOO_BIG, from, "over %u files: put some together",
                 CG_SOURCES_MAX);
        return NULL;
    }
    cg_Source *source = cg_new(schema->arena, sizeof *source);
    *source = (cg_Source){ path, stem, text, (u32)size, schema->source_count };
    memcpy(schema->source_ids[schema->source_count], id, sizeof id);
    schema->sources[schema->source_count++] = source;
    return source;
}

static const char *path_beside(cg_Schema *schema, const char *file, const char *path)
{
    const char *slash = strrchr(file, '/');
    if (path[0] == '/' || !slash)
        return path;
    return cg_format(schema->arena, "%.*s%s", (int)(slash + 1 - file), file, path);
}

/// Included files come behind those of the command line.
static void read_sources(cg_Schema *schema, const Options *options)
{
    for (u32 i = 0; i < options->file_count; i++)
        open_source(schema, options->files[i], (cg_Place){ 0 });
    for (u32 i = 0; i < schema->source_count; i++) {
        cg_Include *include = cg_parse(schema, schema->sources[i]);
        for (; include; include = include->next) {
            const char *path = path_beside(schema, schema->sources[i]->path, include->path);
            cg_Source *to = open_source(schema, path, include->place);
            if (to)
                schema->includes[i][to->index] = true;
        }
    }
}

// --- The run -----------------------------------------------------------------------------------

static int finish(cg_Diag *diag)
{
    cg_diag_print(diag);
    fprintf(stderr, "eddiec: %u error%s, nothing written\n", diag->count, diag->count == 1 ? "" : "s");
    return 1;
}

static int compile(const Options *options, ed_Arena *arena, ed_Arena *texts)
{
    cg_Schema *schema = cg_new(arena, sizeof *schema);
    schema->arena = arena;
    schema->diag = cg_new(arena, sizeof *schema->diag);
    read_sources(schema, options);
    cg_check(schema);
    if (schema->diag->count)
        return finish(schema->diag);
    if (options->check)
        return 0;
    cg_Outputs *outputs = cg_new(arena, sizeof *outputs);
    outputs->arena = arena;
    outputs->diag = schema->diag;
    outputs->dir = options->dir;
    if (cg_emit(schema, texts, outputs) && cg_outputs_write(outputs))
        return 0;
    return finish(schema->diag);
}

static int run(const Options *options)
{
    ed_Arena arena = { 0 }, texts = { 0 };
    ed_Error error = { 0 };
    if (!ed_arena_open(&arena, "schema", MEMORY_MAX, &error) || !ed_arena_open(&texts, "texts", MEMORY_MAX, &error)) {
        fprintf(stderr, "eddiec: error: %s\n", error.text);
        return 1;
    }
    int code = compile(options, &arena, &texts);
    ed_arena_close(&texts);
    ed_arena_close(&arena);
    return code;
}

/// -1 to go on, otherwise the exit code.
static int read_options(int argc, char **argv, Options *options)
{
    bool plain = false;
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        if (plain || word[0] != '-' || word[1] == '\0')
            options->files[options->file_count++] = word;
        else if (strcmp(word, "--") == 0)
            plain = true;
        else if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
            return fputs(usage, stdout) < 0 ? 1 : 0;
        else if (strcmp(word, "--version") == 0)
            return puts("eddiec " ED_VERSION) < 0 ? 1 : 0;
        else if (strcmp(word, "--check") == 0)
            options->check = true;
        else if (strncmp(word, "-o", 2) == 0 && word[2])
            options->dir = word + 2;
        else if (strcmp(word, "-o") == 0 && i + 1 < argc)
            options->dir = argv[++i];
        else
            return tell_usage(strcmp(word, "-o") == 0 ? "%s needs a directory" : "no option is called %s", word);
    }
    if (options->file_count == 0)
        return tell_usage("%s", "name at least one .def file");
    return options->dir[0] ? -1 : tell_usage("%s", "-o needs a directory");
}

int main(int argc, char **argv)
{
    const char *files[4096];
    Options options = { .dir = "build/gen", .files = files };
    if (argc > 4096)
        return tell_usage("%s", "too many arguments");
    int code = read_options(argc, argv, &options);
    return code >= 0 ? code : run(&options);
}
