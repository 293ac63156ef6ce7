#include <stdio.h>
#include <string.h>
#include "codegen/check/check.h"
#include "codegen/diag/explain.h"
#include "codegen/emit/default_snapshot.h"
#include "codegen/emit/emit.h"
#include "codegen/emit/packed_default.h"
#include "codegen/fmt/fmt.h"
#include "codegen/options.h"
#include "codegen/syntax/file.h"
#include "codegen/syntax/parse.h"
#include "runtime/os/system/environment.h"
#include "runtime/os/process/program.h"

#define MEMORY_MAX ((size_t)4 << 30)      // for the schema, and the same again for the output

// --- Files -------------------------------------------------------------------------------------

static const char *stem_of(ed_Arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    size_t size = strlen(name);
    bool def = size >= 4 && strcmp(name + size - 4, ".def") == 0;
    return def ? cg_copy(arena, name, size - 4) : NULL;
}

static bool is_plain(const char *stem)
{
    static const char *letters = "abcdefghijklmnopqrstuvwxyz"
                                 "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
    return *stem && strspn(stem, letters) == strlen(stem) && strlen(stem) < 200;
}

static bool check_stem(cg_Schema *schema, const char *path, const char *stem, cg_Location from)
{
    if (!stem) {
        cg_error(schema->diag, CG_E_FILE_NAME, from, "%s does not end in .def", path);
        return false;
    }
    if (!is_plain(stem)) {
        cg_error(schema->diag, CG_E_FILE_NAME, from, "the name of %s is not valid for a C file",
                 path);
        cg_help(schema->diag, "use 1 to 199 letters, digits, `_`, `-` and `.`");
        return false;
    }
    const char *guard = cg_guard(schema->arena, stem);
    if (strcmp(guard, "SCHEMA") == 0) {
        cg_error(schema->diag, CG_E_FILE_NAME, from, "%s cannot be called schema.def", path);
        cg_help(schema->diag,
                "rename the file: schema.gen.h and schema.gen.c are generated from all files "
                "together");
        return false;
    }
    cg_Entry *other = cg_map_find(&schema->guards, guard);
    if (!other) return true;
    cg_error(schema->diag, CG_E_FILE_NAME_CLASH, from, "%s and %s would generate the same files",
             ((const cg_Source *)other->value)->path, path);
    cg_help(schema->diag, "rename one of them");
    return false;
}

static char *id_text(cg_Schema *schema, const u64 id[2])
{
    return cg_format(schema->arena, "%llx:%llx", (unsigned long long)id[0],
                     (unsigned long long)id[1]);
}

static cg_Source *find_source(cg_Schema *schema, const u64 id[2])
{
    cg_Entry *known = cg_map_find(&schema->ids, id_text(schema, id));
    return known ? known->value : NULL;
}

static cg_Source *add_source(cg_Schema *schema, cg_Source source, const u64 id[2])
{
    cg_Source *added = cg_new(schema->arena, sizeof *added);
    source.index = schema->source_count;
    *added = source;
    cg_map_add(schema->arena, &schema->ids, id_text(schema, id), added, (cg_Location){ 0 }, "");
    cg_map_add(schema->arena, &schema->guards, cg_guard(schema->arena, source.stem), added,
               (cg_Location){ 0 }, "");
    schema->sources[schema->source_count++] = added;
    return added;
}

/// Returns the source for `path`, which is read only once, or NULL after an error. `from`: the
/// #include that names the file; no location for the command line.
static cg_Source *open_source(cg_Schema *schema, const char *path, cg_Location from)
{
    size_t size = 0;
    u64 id[2] = { 0 };
    const char *reason = NULL;
    bool input = !from.source && strcmp(path, "-") == 0;
    cg_Source *known = !input && cg_file_id(path, id) ? find_source(schema, id) : NULL;
    if (known) return known;
    char *text = input ? cg_input_read(schema->arena, &size, &reason)
                       : cg_file_read(schema->arena, path, &size, id, &reason);
    path = input ? "<stdin>" : path;
    if (!text) {
        cg_error(schema->diag, CG_E_UNREADABLE_FILE, from, "cannot read %s: %s", path, reason);
        cg_help(schema->diag,
                from.source ? "the path is relative to the including file" : "check the path");
        schema->is_incomplete = true;
        return NULL;
    }
    known = find_source(schema, id);
    const char *stem = input ? "stdin" : stem_of(schema->arena, path);
    if (known || !check_stem(schema, path, stem, from)) return known;
    if (schema->source_count == CG_SOURCES_MAX) {
        cg_error(schema->diag, CG_E_SCHEMA_TOO_BIG, from,
                 "the schema has more than %u files; merge some of them", CG_SOURCES_MAX);
        return NULL;
    }
    return add_source(
        schema, (cg_Source){ .path = path, .stem = stem, .text = text, .size = (u32)size }, id);
}

static const char *path_beside(cg_Schema *schema, const char *file, const char *path)
{
    const char *slash = strrchr(file, '/');
    if (ed_path_is_absolute(path) || !slash) return path;
    return cg_format(schema->arena, "%.*s%s", (int)(slash + 1 - file), file, path);
}

/// Reads the files of the command line, then those that they include.
static void read_sources(cg_Schema *schema, const cg_Options *options)
{
    for (u32 i = 0; i < options->file_count; i++)
        open_source(schema, options->files[i], (cg_Location){ 0 });
    for (u32 i = 0; i < schema->source_count; i++) {
        cg_Include *include = cg_parse(schema, schema->sources[i]);
        for (; include; include = include->next) {
            const char *path = path_beside(schema, schema->sources[i]->path, include->path);
            cg_Source *to = open_source(schema, path, include->location);
            if (to) cg_link(schema, schema->sources[i], to)->included = true;
        }
    }
}

// --- The run -----------------------------------------------------------------------------------

/// Prints the problems and returns the exit code. `outputs`: NULL if no file was to be written yet.
static int fail(cg_Diag *diag, const cg_Outputs *outputs)
{
    cg_diag_print(diag,
                  outputs && outputs->written ? "only some files written" : "nothing written");
    return 1;
}

static int compile(const cg_Options *options, ed_Arena *arena, ed_Arena *texts)
{
    cg_Schema *schema = cg_new(arena, sizeof *schema);
    schema->arena = arena;
    schema->diag = cg_new(arena, sizeof *schema->diag);
    read_sources(schema, options);
    cg_check(schema);
    if (!schema->diag->count) cg_pack_defaults(schema);
    if (schema->diag->count) return fail(schema->diag, NULL);
    if (!options->snapshot) cg_warn_moving_items(schema);
    if (options->check) return 0;
    cg_Outputs *outputs = cg_new(arena, sizeof *outputs);
    outputs->arena = arena;
    outputs->diag = schema->diag;
    if (options->snapshot)
        return cg_snapshot(schema, outputs, options->snapshot) ? 0 : fail(schema->diag, outputs);
    outputs->dir = options->dir;
    if (cg_emit(schema, texts, outputs) && cg_outputs_write(outputs)) return 0;
    return fail(schema->diag, outputs);
}

static int run(const cg_Options *options)
{
    ed_Arena arena = { 0 }, texts = { 0 };
    ed_Error error = { 0 };
    if (!ed_arena_open_fixed(&arena, "schema", MEMORY_MAX, &error)
        || !ed_arena_open_fixed(&texts, "texts", MEMORY_MAX, &error)) {
        cg_print_error(CG_E_SCHEMA_TOO_BIG, "%s", error.text);
        return 1;
    }
    cg_FmtFiles files = { .paths = options->files,
                          .count = options->file_count,
                          .check = options->check };
    int code = options->fmt ? cg_fmt(&files, &arena, &texts) : compile(options, &arena, &texts);
    ed_arena_close(&texts);
    ed_arena_close(&arena);
    return code;
}

/// Returns false after reporting that something could not be written to standard output.
static bool finish_output(void)
{
    if (fflush(stdout) == 0 && !ferror(stdout)) return true;
    cg_print_error(CG_E_UNWRITABLE_FILE, "standard output: write error");
    return false;
}

int main(int argc, char **argv)
{
    cg_Options options;
    ed_program_begin(&argc, &argv);
    int code = cg_options_read(&options, argc, argv);
    cg_diag_use_json(options.json);
    if (code < 0) code = options.explain ? cg_explain(options.word) : run(&options);
    return finish_output() ? code : 1;
}
