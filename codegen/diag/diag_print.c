#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "codegen/diag/diag.h"
#include "runtime/base/str.h"

#define LINE_SHOWN 160u      // bytes printed of a source line

static bool use_json;

void cg_diag_use_json(bool json) { use_json = json; }

static bool is_inside_character(char c) { return ((u8)c & 0xc0) == 0x80; }

/// Reduces a long line to the part around the location.
static void cut_to_window(cg_Location location, cg_Line *line)
{
    const char *text = location.source->text;
    if (line->end - line->start <= LINE_SHOWN) return;
    if (location.at - line->start > LINE_SHOWN / 2) line->start = location.at - LINE_SHOWN / 2;
    if (line->end - line->start > LINE_SHOWN) line->end = line->start + LINE_SHOWN;
    while (line->start < location.at && is_inside_character(text[line->start])) line->start++;
    while (line->end > location.at + 1 && is_inside_character(text[line->end])) line->end--;
}

static void print_bytes(const cg_Source *source, u32 from, u32 to)
{
    for (u32 at = from; at < to;) {
        u32 size = (u32)ed_utf8_size(source->text + at, source->size - at);
        bool plain =
            source->text[at] == '\t' || ed_utf8_plain(source->text + at, source->size - at);
        if (!plain) fputc('?', stderr);
        else fwrite(source->text + at, 1, size, stderr);
        at += size ? size : 1;
    }
}

static void print_line(cg_Location location, cg_Line line)
{
    const char *text = location.source->text;
    print_bytes(location.source, line.start, line.end);
    fputc('\n', stderr);
    for (u32 i = line.start; i < location.at && i < line.end; i++)
        if (!is_inside_character(text[i])) fputc(text[i] == '\t' ? '\t' : ' ', stderr);
    fputc('^', stderr);
    for (u32 i = location.at + 1; i < location.at + location.size && i < line.end; i++)
        if (!is_inside_character(text[i])) fputc('~', stderr);
    fputc('\n', stderr);
}

static void print_word(const char *word)
{
    if (word) fprintf(stderr, " [%s]", word);
    fputc('\n', stderr);
}

/// Prints a path without control characters: the path of an included file comes from the schema.
static void print_path(const char *path)
{
    size_t left = strlen(path);
    print_bytes(&(cg_Source){ .text = path, .size = (u32)left }, 0, (u32)left);
}

/// Prints a message with its source line. `word`: the error code, or NULL for a note.
static void print_at(cg_Location location, const char *level, const char *text, const char *word)
{
    if (!location.source) {
        fprintf(stderr, "eddiec: %s: %s", level, text);
        print_word(word);
        return;
    }
    cg_Line line = cg_line_of(location);
    print_path(location.source->path);
    fprintf(stderr, ":%u:%u: %s: %s", line.number, line.column, level, text);
    print_word(word);
    cut_to_window(location, &line);
    if (line.end > line.start) print_line(location, line);
}

static void print_problem(const cg_Problem *problem)
{
    if (use_json) {
        cg_problem_print_json(problem);
        return;
    }
    const char *level = problem->is_warning ? "warning" : "error";
    print_at(problem->location, level, problem->text, cg_code_word(problem->code));
    for (u32 i = 0; i < problem->remark_count; i++) {
        const cg_Remark *remark = &problem->remarks[i];
        if (remark->help) fprintf(stderr, "help: %s\n", remark->text);
        else print_at(remark->location, "note", remark->text, NULL);
    }
}

void cg_print_error(cg_Code code, const char *format, ...)
{
    cg_Problem problem = { .code = code };
    va_list args;
    va_start(args, format);
    cg_message_format(problem.text, format, args);
    va_end(args);
    print_problem(&problem);
}

void cg_print_warning(cg_Code code, cg_Location location, const char *help, const char *format, ...)
{
    cg_Problem problem = { .code = code,
                           .is_warning = true,
                           .location = location,
                           .remarks[0].help = true,
                           .remark_count = 1 };
    ed_Text text = ed_text_over(problem.remarks[0].text, CG_TEXT_MAX);
    va_list args;
    va_start(args, format);
    cg_message_format(problem.text, format, args);
    va_end(args);
    ed_text_add(&text, "%s", help);
    print_problem(&problem);
}

static u64 rank(const cg_Problem *problem)
{
    if (!problem->location.source) return 0;
    return ((u64)problem->location.source->index + 1) << 32 | problem->location.at;
}

static int by_location(const void *one, const void *other)
{
    u64 a = rank(one), b = rank(other);
    return (a > b) - (a < b);
}

void cg_diag_print(cg_Diag *diag, const char *outcome)
{
    u32 kept = diag->count < CG_PROBLEMS_MAX ? diag->count : CG_PROBLEMS_MAX;
    qsort(diag->problems, kept, sizeof diag->problems[0], by_location);
    for (u32 i = 0; i < kept; i++) print_problem(&diag->problems[i]);
    if (use_json) return;
    if (diag->count > kept) fprintf(stderr, "eddiec: and %u more\n", diag->count - kept);
    fprintf(stderr, "eddiec: %u error%s, %s\n", diag->count, diag->count == 1 ? "" : "s", outcome);
}
