#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "tests/bench/keep.h"
#include "tests/bench/result.h"

const char *const bn_kind_names[BN_KINDS] = { "entities", "particles", "quests", "grid cells" };

#define ROWS_MAX 256u
#define FIGURES_MAX 128u

static const char *const ops[BN_OPS] = { "pack ms", "unpack ms", "migrate ms" };

static bn_Row rows_kept[ROWS_MAX];
static bn_Figure figures_kept[FIGURES_MAX];
static u32 row_count, figure_count;

const bn_Row *bn_rows_kept(u32 *count)
{
    *count = row_count;
    return rows_kept;
}
const bn_Figure *bn_figures_kept(u32 *count)
{
    *count = figure_count;
    return figures_kept;
}

// --- rows ----------------------------------------------------------------------------------------

/// 1,000,000
static void grouped(char *out, u32 number)
{
    char digits[16];
    int size = snprintf(digits, sizeof digits, "%u", number);
    for (int i = 0; i < size; i++) {
        if (i && (size - i) % 3 == 0) *out++ = ',';
        *out++ = digits[i];
    }
    *out = 0;
}

static void heading(const bn_Row *row)
{
    char count[32];
    grouped(count, row->count);
    printf("\n%s %s, %.2f MB in memory\n", count, bn_kind_names[row->kind], (f64)row->bytes / 1e6);
    printf("  %-22s%9s", "", "MB out");
    for (u32 op = 0; op < BN_OPS; op++) printf(" |%10s%10s%9s", ops[op], "ns each", "x");
    printf("\n");
}

static void timing(const bn_Row *row, const bn_Timing *t)
{
    if (t->rounds) printf(" |%10.3f%10.3f%9.2f", t->s * 1e3, t->s * 1e9 / row->count, t->ratio);
    else printf(" |%10s%10s%9s", "", "", "");
}

void bn_rows_tell(const bn_Row *rows, u32 count)
{
    if (count) heading(rows);
    for (u32 i = 0; i < count; i++) {
        printf("  %-22s", rows[i].name);
        if (rows[i].packed) printf("%9.2f", (f64)rows[i].packed / 1e6);
        else printf("%9s", "");
        for (u32 op = 0; op < BN_OPS; op++) timing(&rows[i], &rows[i].ops[op]);
        printf("\n");
        if (row_count < ROWS_MAX) rows_kept[row_count++] = rows[i];
    }
    fflush(stdout);
}

// --- figures -------------------------------------------------------------------------------------

void bn_part_tell(const char *part, const char *words) { printf("\n%s: %s\n", part, words); }

void bn_figure_tell(const char *part, const char *unit, f64 value, const char *format, ...)
{
    bn_Figure figure = { .part = part, .unit = unit, .value = value };
    va_list args;
    va_start(args, format);
    vsnprintf(figure.name, sizeof figure.name, format, args);
    va_end(args);
    bool whole = strcmp(unit, "bytes") == 0;
    printf("  %-72s %14.*f %s\n", figure.name, whole ? 0 : 3, value, unit);
    fflush(stdout);
    if (figure_count < FIGURES_MAX) figures_kept[figure_count++] = figure;
}
