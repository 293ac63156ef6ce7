#include <stdio.h>
#include <string.h>
#include "codegen/diag/diag.h"
#include "runtime/base/str.h"

// One line per problem, for editors and other tools:
//
// {"file":"game.def","line":3,"column":5,"end_column":10,"severity":"error",
// "code":"unknown-type","message":"…",
// "notes":[{"file":"game.def","line":1,"column":8,"message":"…"}],"help":["…"]}
//
// Lines and columns are the same as in the text output: from 1, in bytes. `end_column` is one after
// the last byte on that line. If a problem has no location, such as an unreadable file, the first
// four members are null.

static void drain(ed_Text *text) { fwrite(text->at, 1, text->size, stderr); }

static void put_text(const char *text)
{
    char piece[1024];
    ed_Text out = ed_text_over(piece, sizeof piece);
    out.drain = drain;
    ed_text_json(&out, text, strlen(text));
    ed_text_drain(&out);
}

static void put_location(cg_Location location, bool end)
{
    if (!location.source) {
        fprintf(stderr, "\"file\":null,\"line\":null,\"column\":null%s",
                end ? ",\"end_column\":null" : "");
        return;
    }
    cg_Line line = cg_line_of(location);
    u32 last = location.at + location.size;
    if (last > line.end) last = line.end > location.at ? line.end : location.at;
    fputs("\"file\":", stderr);
    put_text(location.source->path);
    fprintf(stderr, ",\"line\":%u,\"column\":%u", line.number, line.column);
    if (end) fprintf(stderr, ",\"end_column\":%u", line.column + (last - location.at));
}

static void put_notes(const cg_Problem *problem)
{
    const char *between = "";
    for (u32 i = 0; i < problem->remark_count; i++) {
        const cg_Remark *remark = &problem->remarks[i];
        if (remark->help) continue;
        fprintf(stderr, "%s{", between);
        put_location(remark->location, false);
        fputs(",\"message\":", stderr);
        put_text(remark->text);
        fputc('}', stderr);
        between = ",";
    }
}

static void put_help(const cg_Problem *problem)
{
    const char *between = "";
    for (u32 i = 0; i < problem->remark_count; i++) {
        if (!problem->remarks[i].help) continue;
        fputs(between, stderr);
        put_text(problem->remarks[i].text);
        between = ",";
    }
}

void cg_problem_print_json(const cg_Problem *problem)
{
    fputc('{', stderr);
    put_location(problem->location, true);
    fprintf(stderr, ",\"severity\":\"%s\",\"code\":\"%s\",\"message\":",
            problem->is_warning ? "warning" : "error", cg_code_word(problem->code));
    put_text(problem->text);
    fputs(",\"notes\":[", stderr);
    put_notes(problem);
    fputs("],\"help\":[", stderr);
    put_help(problem);
    fputs("]}\n", stderr);
}
