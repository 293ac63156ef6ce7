#include "codegen/diag/diag.h"
#include <stdio.h>
#include "runtime/base/str.h"

static bool same_location(cg_Location one, cg_Location other)
{
    return one.source && one.source == other.source && one.at == other.at;
}

void cg_message_format(char *text, const char *format, va_list args)
{
    ed_Text out = ed_text_over(text, CG_TEXT_MAX);
    ed_text_addv(&out, format, args);
    ed_text_strip_control(text);      // a schema can come from an untrusted source
}

bool cg_error(cg_Diag *diag, cg_Code code, cg_Location location, const char *format, ...)
{
    u32 kept = diag->count < CG_PROBLEMS_MAX ? diag->count : CG_PROBLEMS_MAX;
    diag->dropped = true;
    for (u32 i = 0; i < kept; i++)
        if (same_location(diag->problems[i].location, location)) return false;
    diag->count++;
    if (diag->count > CG_PROBLEMS_MAX) return false;
    cg_Problem *problem = &diag->problems[diag->count - 1];
    problem->code = code;
    problem->location = location;
    va_list args;
    va_start(args, format);
    cg_message_format(problem->text, format, args);
    va_end(args);
    diag->dropped = false;
    return true;
}

static cg_Remark *add_remark(cg_Diag *diag)
{
    if (diag->dropped || diag->count == 0) return NULL;
    cg_Problem *problem = &diag->problems[diag->count - 1];
    return problem->remark_count < CG_REMARKS_MAX ? &problem->remarks[problem->remark_count++]
                                                  : NULL;
}

void cg_note(cg_Diag *diag, cg_Location location, const char *format, ...)
{
    cg_Remark *remark = add_remark(diag);
    if (!remark) return;
    remark->location = location;
    va_list args;
    va_start(args, format);
    cg_message_format(remark->text, format, args);
    va_end(args);
}

void cg_help(cg_Diag *diag, const char *format, ...)
{
    cg_Remark *remark = add_remark(diag);
    if (!remark) return;
    remark->help = true;
    va_list args;
    va_start(args, format);
    cg_message_format(remark->text, format, args);
    va_end(args);
}

void cg_print_line(const char *format, ...)
{
    char text[CG_TEXT_MAX];
    va_list args;
    va_start(args, format);
    cg_message_format(text, format, args);
    va_end(args);
    fprintf(stderr, "eddiec: %s\n", text);
}

cg_Line cg_line_of(cg_Location location)
{
    const cg_Source *source = location.source;
    cg_Line line = { .number = 1 };
    for (u32 i = 0; i < location.at; i++)
        if (source->text[i] == '\n') {
            line.number++;
            line.start = i + 1;
        }
    line.end = line.start;
    while (line.end < source->size && source->text[line.end] != '\n'
           && source->text[line.end] != '\r')
        line.end++;
    line.column = location.at - line.start + 1;
    return line;
}
