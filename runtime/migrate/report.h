/// What a reload or a load did, per field, with counts: the one account that the line, the full
/// text and the JSON are made from.
#ifndef ED_MIGRATE_REPORT_H
#define ED_MIGRATE_REPORT_H
#include "runtime/base/str.h"
#include "runtime/types/number.h"
ED_C_BEGIN

#define ED_REPORT_ROWS_MAX 16384u

typedef enum ed_Outcome {
    ED_KEPT,
    ED_ADDED,
    ED_RENAMED,
    ED_CONVERTED,
    ED_DROPPED,
    ED_RESTORED,
    ED_UPGRADE      // of a record: a function ran; in a forecast, where it cannot, it would
} ed_Outcome;

enum {      // ed_ReportRow.may
    ED_MAY_SATURATE = 1u,
    ED_MAY_ROUND = 2u,
    ED_MAY_TRUNCATE = 4u,
    ED_MAY_DEFAULT = 8u,
    ED_MAY_DROP = 16u
};

typedef struct ed_ReportRow {
    const char *type;           // "Enemy"
    const char *field;          // for a dropped field, the old name
    const char *before;         // the old name if it differs, otherwise NULL
    const char *from, *to;      // as the schema spells the types; or NULL
    const char *note;           // what to know or do about it; or NULL
    const char *preset;         // for an added field, its default as JSON; otherwise NULL
    ed_Outcome outcome;
    bool bare;        // a forecast from types alone: no counts, but
    u32 may;          // what a value may meet: ED_MAY_…
    u64 records;      // how many records had it
    u64 lost;         // of a dropped field: values that were not the default
    ed_Tally tally;
} ed_ReportRow;

typedef struct ed_Report {
    ed_Arena *arena;      // rows and texts; the report lives as long
    ed_ReportRow *rows;
    u32 count;
    bool same_layout;      // the memory was adopted as it was
    u64 refused;           // values the attic had no room for
    u64 forgotten;         // older values that left the attic for newer ones
    bool left_out;         // the attic of the document: it has a form of another version
} ed_Report;

/// Values that did not come out as they were.
static inline u64 ed_tally_losses(const ed_Tally *tally)
{
    return tally->saturated + tally->rounded + tally->truncated + tally->defaulted;
}

void ed_report_init(ed_Report *report, ed_Arena *arena);
/// A new row, which never moves, or NULL over the limit. Names are borrowed.
ed_ReportRow *ed_report_add(ed_Report *report, const char *type, const char *field,
                            ed_Outcome outcome);
u32 ed_report_count(const ed_Report *report, ed_Outcome outcome);      ///< rows of that outcome
bool ed_report_lossless(const ed_Report *report);

/// "same layout" or "12 kept, added Enemy.shield = 25 (63 records), …".
void ed_report_line(const ed_Report *report, ed_Text *out);
/// A line a field that was not just kept.
void ed_report_full(const ed_Report *report, ed_Text *out);
void ed_report_json(const ed_Report *report, ed_Text *out);      ///< an array of objects

ED_C_END
#endif
