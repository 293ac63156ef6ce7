#include "runtime/migrate/report.h"
#include <assert.h>
#include <stdarg.h>
#include <string.h>

#define LINE_ITEMS_MAX 4u      // changes named in the one line; the others are only counted

void ed_report_init(ed_Report *report, ed_Arena *arena) { *report = (ed_Report){ .arena = arena }; }

ed_ReportRow *ed_report_add(ed_Report *report, const char *type, const char *field,
                            ed_Outcome outcome)
{
    // room for all at once: rows never move, and pages that are not touched cost nothing
    if (!report->rows)
        report->rows = (ed_ReportRow *)ed_arena_push_raw(
            report->arena, ED_REPORT_ROWS_MAX * sizeof *report->rows, _Alignof(ed_ReportRow));
    if (!report->rows || report->count == ED_REPORT_ROWS_MAX) return NULL;
    ed_ReportRow *row = &report->rows[report->count++];
    *row = (ed_ReportRow){ .type = type, .field = field, .outcome = outcome };
    return row;
}

void ed_report_remark(ed_Report *report, const char *format, ...)
{
    assert(report->remark_count < ED_REPORT_REMARKS_MAX);
    char *remark = report->remarks[report->remark_count++];
    va_list args;
    va_start(args, format);
    ed_Text text = ed_text_over(remark, sizeof report->remarks[0]);
    ed_text_addv(&text, format, args);
    va_end(args);
}

u32 ed_report_count(const ed_Report *report, ed_Outcome outcome)
{
    u32 count = 0;
    for (u32 i = 0; i < report->count; i++) count += report->rows[i].outcome == outcome;
    return count;
}

/// Returns whether an upgrade function ran or would run, which may change anything.
static bool hooked(const ed_ReportRow *row)
{
    return row->outcome == ED_UPGRADE && (row->bare || row->records);
}

/// Returns whether values were lost or, in a dry run, may be.
static bool loses(const ed_ReportRow *row)
{
    return row->lost || row->may || ed_tally_losses(&row->tally);
}

bool ed_report_lossless(const ed_Report *report)
{
    for (u32 i = 0; i < report->count; i++)
        if (loses(&report->rows[i]) || hooked(&report->rows[i])) return false;
    return true;
}

bool ed_report_loses(const ed_Report *report)
{
    for (u32 i = 0; i < report->count; i++)
        if (loses(&report->rows[i])) return true;
    return report->remark_count != 0;
}

// --- as text -------------------------------------------------------------------------------------

static const char *const outcomes[] = { "kept",    "added",    "renamed", "converted",
                                        "dropped", "restored", "upgrade" };

static void add_name(const char *type, const char *field, ed_Text *out)
{
    ed_text_add(out, "%s%s%s", type, *field ? "." : "", field);
}

/// Adds "Enemy.hp", "Enemy.health -> hp", or "Game.volume -> Settings.volume".
static void add_names(const ed_ReportRow *row, ed_Text *out)
{
    const char *other = row->other_state;
    add_name(other ? other : row->type, row->before ? row->before : row->field, out);
    if (!row->before) return;
    ed_text_add(out, " -> ");
    if (other) add_name(row->type, row->field, out);
    else ed_text_add(out, "%s", row->field);
}

static void add_count(ed_Text *out, u64 count, const char *what, bool *first)
{
    if (!count) return;
    ed_text_add(out, "%s%llu %s", *first ? "" : ", ", (unsigned long long)count, what);
    *first = false;
}

/// Adds the losses that a dry run from types expects: "(may be saturated or rounded)", "(exact)".
static void add_may(u32 may, ed_Text *out)
{
    static const char *const words[] = { "saturated", "rounded", "truncated",
                                         "set to the default" };
    u32 left = may & (ED_MAY_DROP - 1);
    ed_text_add(out, left ? " (may be " : " (exact)");
    for (u32 i = 0; i < ED_COUNT(words); i++) {
        if (!(left & 1u << i)) continue;
        left &= ~(1u << i);
        ed_text_add(out, "%s%s", words[i], left & (left - 1) ? ", " : left ? " or " : ")");
    }
}

static void add_losses(const ed_Tally *tally, bool *first, ed_Text *out)
{
    add_count(out, tally->saturated, "saturated", first);
    add_count(out, tally->rounded, "rounded", first);
    add_count(out, tally->truncated, "truncated", first);
    add_count(out, tally->defaulted, "set to the default", first);
}

static void add_tally(const ed_ReportRow *row, ed_Text *out)
{
    const ed_Tally *tally = &row->tally;
    bool first = true;
    if (row->bare) {
        add_may(row->may, out);
        return;
    }
    ed_text_add(out, " (");
    add_count(out, tally->exact, "exact", &first);
    add_losses(tally, &first, out);
    add_count(out, tally->restored, "restored", &first);
    add_count(out, tally->cleared, "cleared", &first);
    ed_text_add(out, first ? "no values)" : ")");
}

static void add_records(const ed_ReportRow *row, ed_Text *out)
{
    if (row->may & ED_MAY_DROP) ed_text_add(out, " (may hold values)");
    if (row->bare) return;
    ed_text_add(out, " (%llu record%s", (unsigned long long)row->records,
                row->records == 1 ? "" : "s");
    if (row->lost) ed_text_add(out, ", %llu held a value", (unsigned long long)row->lost);
    ed_text_add(out, ")");
}

static bool retyped(const ed_ReportRow *row)
{
    return row->from && row->to && strcmp(row->from, row->to) != 0;
}

static void add_types(const ed_ReportRow *row, ed_Text *out)
{
    if (retyped(row)) ed_text_add(out, " %s -> %s", row->from, row->to);
}

/// Adds what happened to one field: "added Enemy.shield = 25 (12 records)".
static void add_row(const ed_ReportRow *row, ed_Text *out)
{
    const ed_Tally *tally = &row->tally;
    bool first = false;
    ed_text_add(out, "%s ", outcomes[row->outcome]);
    add_names(row, out);
    switch (row->outcome) {
    case ED_ADDED:
    case ED_DROPPED:
    case ED_UPGRADE:
        if (row->default_json) ed_text_add(out, " = %s", row->default_json);
        add_records(row, out);
        break;
    case ED_RENAMED:
        add_types(row, out);
        if (retyped(row) || row->may || ed_tally_losses(tally) || tally->cleared)
            add_tally(row, out);
        else add_records(row, out);
        break;
    case ED_RESTORED:
        ed_text_add(out, " (%llu of %llu record%s", (unsigned long long)tally->restored,
                    (unsigned long long)row->records, row->records == 1 ? "" : "s");
        add_losses(tally, &first, out);
        add_count(out, tally->cleared, "cleared", &first);
        ed_text_add(out, ")");
        break;
    case ED_CONVERTED:
    case ED_KEPT:
        add_types(row, out);
        add_tally(row, out);
        break;
    }
    if (row->note) ed_text_add(out, ": %s", row->note);
}

/// Returns whether the row is worth reporting: not if all values were kept unchanged, or if a
/// conversion had no values.
static bool notable(const ed_ReportRow *row)
{
    if (row->bare) return row->outcome != ED_KEPT || row->may;
    if (row->outcome == ED_CONVERTED
        && row->tally.exact + row->tally.restored + ed_tally_losses(&row->tally) == 0)
        return false;
    return row->outcome != ED_KEPT || ed_tally_losses(&row->tally) || row->tally.cleared
        || row->tally.restored;
}

/// The order of rows in the line: losses, then what was dropped without one, then the others.
enum { LOSING, DROPPED, OTHER, RANKS };

static u32 rank_of(const ed_ReportRow *row)
{
    return loses(row) ? LOSING : row->outcome == ED_DROPPED ? DROPPED : OTHER;
}

/// Adds the notable rows of a rank. Names at most `*left` rows, and returns the number of those
/// left out.
static u32 add_rows(const ed_Report *report, u32 rank, u32 *left, ed_Text *out)
{
    u32 left_out = 0;
    for (u32 i = 0; i < report->count; i++) {
        const ed_ReportRow *row = &report->rows[i];
        if (!notable(row) || rank_of(row) != rank) continue;
        if (!*left) {
            left_out++;
            continue;
        }
        ed_text_add(out, ", ");
        add_row(row, out);
        --*left;
    }
    return left_out;
}

void ed_report_line(const ed_Report *report, ed_Text *out)
{
    if (report->same_layout) {
        ed_text_add(out, "same layout, all state kept");
        return;
    }
    u32 kept = ed_report_count(report, ED_KEPT), left = LINE_ITEMS_MAX;
    ed_text_add(out, "%s%u field%s kept", kept == report->count && kept > 1 ? "all " : "", kept,
                kept == 1 ? "" : "s");
    u32 losing = add_rows(report, LOSING, &left, out), more = losing;
    for (u32 rank = LOSING + 1; rank < RANKS; rank++) more += add_rows(report, rank, &left, out);
    if (more) ed_text_add(out, ", and %u more", more);
    if (losing) ed_text_add(out, " (%u with losses)", losing);
    for (u32 i = 0; i < report->remark_count; i++) ed_text_add(out, ", %s", report->remarks[i]);
}

void ed_report_full(const ed_Report *report, ed_Text *out)
{
    if (report->same_layout) {
        ed_text_add(out, "same layout: all state kept in place\n");
        return;
    }
    u32 kept = ed_report_count(report, ED_KEPT);
    ed_text_add(out, "%u field%s kept\n", kept, kept == 1 ? "" : "s");
    for (u32 i = 0; i < report->count; i++) {
        if (!notable(&report->rows[i])) continue;
        add_row(&report->rows[i], out);
        ed_text_add(out, "\n");
    }
    for (u32 i = 0; i < report->remark_count; i++) ed_text_add(out, "%s\n", report->remarks[i]);
}

// --- as JSON -------------------------------------------------------------------------------------

static void add_pair(ed_Text *out, const char *key, const char *text)
{
    if (!text) return;
    ed_text_add(out, ",\"%s\":", key);
    ed_text_json(out, text, strlen(text));
}

static void add_json_row(const ed_ReportRow *row, ed_Text *out)
{
    const ed_Tally *t = &row->tally;
    ed_text_add(out, "{\"outcome\":\"%s\"", outcomes[row->outcome]);
    add_pair(out, "type", row->type);
    add_pair(out, "field", row->field);
    add_pair(out, "before", row->before);
    add_pair(out, "other_state", row->other_state);
    add_pair(out, "from", row->from);
    add_pair(out, "to", row->to);
    add_pair(out, "note", row->note);
    if (row->default_json) ed_text_add(out, ",\"default\":%s", row->default_json);
    if (row->bare)
        ed_text_add(out, ",\"may_lose\":%s}", row->may || hooked(row) ? "true" : "false");
    if (row->bare) return;
    ed_text_add(out, ",\"records\":%llu,\"lost\":%llu", (unsigned long long)row->records,
                (unsigned long long)row->lost);
    ed_text_add(out,
                ",\"exact\":%llu,\"saturated\":%llu,\"rounded\":%llu,\"truncated\":%llu,"
                "\"defaulted\":%llu,\"restored\":%llu,\"cleared\":%llu}",
                (unsigned long long)t->exact, (unsigned long long)t->saturated,
                (unsigned long long)t->rounded, (unsigned long long)t->truncated,
                (unsigned long long)t->defaulted, (unsigned long long)t->restored,
                (unsigned long long)t->cleared);
}

void ed_report_json(const ed_Report *report, ed_Text *out)
{
    ed_text_add(out, "[");
    for (u32 i = 0; i < report->count; i++) {
        if (i) ed_text_add(out, ",");
        add_json_row(&report->rows[i], out);
    }
    ed_text_add(out, "]");
}
