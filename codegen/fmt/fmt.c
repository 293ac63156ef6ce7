#include "codegen/fmt/fmt.h"
#include <stdio.h>
#include <string.h>
#include "runtime/base/print.h"

typedef struct Run {
    const cg_FmtFiles *files;
    ed_Arena *arena, *texts;
    cg_Diag *diag;
    cg_Outputs *outputs;
    u32 sources, changed;
} Run;

static const cg_Source *read_source(Run *run, const char *path)
{
    size_t size = 0;
    u64 id[2];
    const char *reason = NULL;
    bool input = strcmp(path, "-") == 0;
    char *text = input ? cg_input_read(run->arena, &size, &reason)
                       : cg_file_read(run->arena, path, &size, id, &reason);
    path = input ? "<stdin>" : path;
    if (!text) {
        cg_error(run->diag, CG_E_UNREADABLE_FILE, (cg_Location){ 0 }, "cannot read %s: %s", path,
                 reason);
        cg_help(run->diag, "check the path");
        return NULL;
    }
    cg_Source *source = cg_new(run->arena, sizeof *source);
    *source = (cg_Source){ .path = path, .text = text, .size = (u32)size, .index = run->sources++ };
    return source;
}

/// Compares the result with the source: a bug in the formatter must not lose any of the user's
/// text.
static bool is_faithful(Run *run, const cg_Fmt *fmt, const cg_Out *out)
{
    const cg_Source source = { .path = fmt->source->path,
                               .text = out->text,
                               .size = (u32)out->size };
    cg_Diag *diag = cg_new(run->arena, sizeof *diag);
    cg_Fmt again = { .arena = run->arena, .diag = diag, .source = &source };
    return cg_fmt_scan(&again) && cg_fmt_same(fmt, &again);
}

static bool lay_out(Run *run, const cg_Source *source, cg_Out *out)
{
    cg_Fmt fmt = { .arena = run->arena, .diag = run->diag, .source = source };
    if (!cg_fmt_scan(&fmt) || !cg_fmt_lines(&fmt)) return false;
    cg_put(out, "%s", "");
    cg_fmt_write(&fmt, out);
    if (!cg_out_check(out, run->diag, "format fewer files at once")) return false;
    if (is_faithful(run, &fmt, out)) return true;
    cg_error(run->diag, CG_E_UNWRITABLE_FILE, (cg_Location){ 0 },
             "fmt cannot format %s without losing text", source->path);
    cg_help(run->diag, "format the file by hand, and report this bug of eddiec");
    return false;
}

/// Formats one file, or in check mode prints its name if it would change. False after an error.
static bool format(Run *run, const char *path)
{
    const cg_Source *source = read_source(run, path);
    cg_Out out = { .arena = run->texts };
    if (!source || !lay_out(run, source, &out)) return false;
    bool same = out.size == source->size && memcmp(out.text, source->text, out.size) == 0;
    run->changed += same ? 0 : 1;
    bool to_output = strcmp(path, "-") == 0;
    if (run->files->check && !same) ed_print(stdout, "%s\n", source->path);
    if (!run->files->check && to_output) fwrite(out.text, 1, out.size, stdout);
    return same || run->files->check || to_output
        || cg_output_write(run->outputs, path, out.text, out.size);
}

int cg_fmt(const cg_FmtFiles *files, ed_Arena *arena, ed_Arena *texts)
{
    bool good = true;
    Run run = { .files = files, .arena = arena, .texts = texts };
    run.diag = cg_new(arena, sizeof *run.diag);
    run.outputs = cg_new(arena, sizeof *run.outputs);
    run.outputs->arena = arena;
    run.outputs->diag = run.diag;
    for (u32 i = 0; i < files->count; i++) good = format(&run, files->paths[i]) && good;
    if (run.diag->count) cg_diag_print(run.diag, "files with errors are unchanged");
    return good && !(files->check && run.changed) ? 0 : 1;
}
