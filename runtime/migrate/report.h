/// What a reload or a load did, per field, with counts. The one-line summary, the full text and the
/// JSON are all made from this report.
#ifndef ED_MIGRATE_REPORT_H
#define ED_MIGRATE_REPORT_H
#include "runtime/base/str.h"
#include "runtime/types/number.h"
ED_C_BEGIN

#define ED_REPORT_ROWS_MAX 16384u
#define ED_REPORT_REMARKS_MAX 4u

typedef enum ed_Outcome {
    ED_KEPT,
    ED_ADDED,
    ED_RENAMED,
    ED_CONVERTED,
    ED_DROPPED,
    ED_RESTORED,
    ED_UPGRADE      // of a record: its upgrade function ran, or in a dry run would run
} ed_Outcome;

enum {      // ed_ReportRow.may
    ED_MAY_SATURATE = 1u,
    ED_MAY_ROUND = 2u,
    ED_MAY_TRUNCATE = 4u,
    ED_MAY_DEFAULT = 8u,
    ED_MAY_DROP = 16u
};

typedef struct ed_ReportRow {
    const char *type;              // "Enemy"
    const char *field;             // for a dropped field, the old name
    const char *before;            // the old name if it differs, otherwise NULL
    const char *other_state;       // the state that has `before`, if it is another one, or NULL
    const char *from, *to;         // as the schema spells the types; or NULL
    const char *note;              // advice for the user; or NULL
    const char *default_json;      // for an added field, its default as JSON; otherwise NULL
    ed_Outcome outcome;
    bool bare;        // a dry run from types alone: only `may`, no counts
    u32 may;          // losses that a value may have: ED_MAY_…
    u64 records;      // records with this field that were migrated
    u64 lost;         // for a dropped field: values that were not the default; for a dropped
                      // alternative: all values
    ed_Tally tally;
} ed_ReportRow;

typedef struct ed_Report {
    ed_Arena *arena;      // holds rows and texts, as long as the report lives
    ed_ReportRow *rows;
    u32 count;
    bool same_layout;                             // the memory was used unchanged
    char remarks[ED_REPORT_REMARKS_MAX][96];      // on losses of the whole load
    u32 remark_count;
} ed_Report;

/// The number of values that were not migrated exactly.
static inline u64 ed_tally_losses(const ed_Tally *tally)
{
    return tally->saturated + tally->rounded + tally->truncated + tally->defaulted;
}

void ed_report_init(ed_Report *report, ed_Arena *arena);
/// Adds a row, whose address stays valid. NULL if there are too many rows. Names are borrowed.
ed_ReportRow *ed_report_add(ed_Report *report, const char *type, const char *field,
                            ed_Outcome outcome);
/// Adds a remark about values that the whole load lost or left out, apart from those of the rows.
void ed_report_remark(ed_Report *report, const char *format, ...) ED_FORMAT(2, 3);
u32 ed_report_count(const ed_Report *report, ed_Outcome outcome);      ///< rows with that outcome
/// True if no value was lost and no upgrade function ran, which may change anything.
bool ed_report_lossless(const ed_Report *report);
bool ed_report_loses(const ed_Report *report);      ///< values were lost; in a dry run, may be

/// "same layout, all state kept" or "12 fields kept, added Enemy.shield = 25 (63 records), …".
/// Losses come first.
void ed_report_line(const ed_Report *report, ed_Text *out);
/// A line with the number of kept fields, then one for each field that was not simply kept.
void ed_report_full(const ed_Report *report, ed_Text *out);
void ed_report_json(const ed_Report *report, ed_Text *out);      ///< an array of objects

ED_C_END
#endif
