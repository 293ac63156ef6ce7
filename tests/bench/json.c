#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "tests/bench/keep.h"
#include "tests/bench/machine.h"
#include "tests/bench/result.h"

static void text(FILE *file, const char *words)
{
    fputc('"', file);
    for (; *words; words++) {
        if (*words == '"' || *words == '\\') fputc('\\', file);
        fputc((unsigned char)*words < ' ' ? ' ' : *words, file);
    }
    fputc('"', file);
}

static void timing(FILE *file, const char *name, const bn_Row *row, const bn_Timing *t)
{
    if (!t->rounds) return;
    fprintf(file, ", \"%s\": {\"ms\": %.6f, \"ns_each\": %.4f, ", name, t->s * 1e3,
            t->s * 1e9 / row->count);
    fprintf(file, "\"ratio\": %.4f, \"ratio_p10\": %.4f, \"ratio_p90\": %.4f, \"rounds\": %u}",
            t->ratio, t->low, t->high, t->rounds);
}

static void row_object(FILE *file, const bn_Row *row)
{
    fprintf(file,
            "    {\"corpus\": \"%s\", \"records\": %u, \"bytes\": %zu, "
            "\"packed_bytes\": %zu, \"way\": ",
            bn_kind_names[row->kind], row->count, row->bytes, row->packed);
    text(file, row->name);
    timing(file, "pack", row, &row->ops[BN_PACK]);
    timing(file, "unpack", row, &row->ops[BN_UNPACK]);
    timing(file, "migrate", row, &row->ops[BN_MIGRATE]);
    fputc('}', file);
}

static void figure_object(FILE *file, const bn_Figure *figure)
{
    fprintf(file, "    {\"part\": \"%s\", \"name\": ", figure->part);
    text(file, figure->name);
    fprintf(file, ", \"value\": %.6f, \"unit\": \"%s\"}", figure->value, figure->unit);
}

bool bn_json_write(const bn_Options *options)
{
    u32 row_count, figure_count;
    const bn_Row *rows = bn_rows_kept(&row_count);
    const bn_Figure *figures = bn_figures_kept(&figure_count);
    FILE *file = fopen(options->json, "w");
    if (!file) {
        fprintf(stderr, "bench: %s: %s\n", options->json, strerror(errno));
        return false;
    }
    fputs("{\n  \"machine\": ", file);
    text(file, bn_machine());
    fprintf(file, ",\n  \"rounds\": %u,\n  \"rows\": [\n", options->rounds);
    for (u32 i = 0; i < row_count; i++) {
        row_object(file, &rows[i]);
        fputs(i + 1 < row_count ? ",\n" : "\n", file);
    }
    fputs("  ],\n  \"figures\": [\n", file);
    for (u32 i = 0; i < figure_count; i++) {
        figure_object(file, &figures[i]);
        fputs(i + 1 < figure_count ? ",\n" : "\n", file);
    }
    fputs("  ]\n}\n", file);
    bool good = !ferror(file);
    if (fclose(file) != 0) good = false;
    if (!good) fprintf(stderr, "bench: %s could not be written\n", options->json);
    return good;
}
