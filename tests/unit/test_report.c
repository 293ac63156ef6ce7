#include "runtime/migrate/report.h"
#include "tests/lib/failing.h"
#include "tests/lib/test.h"

static char text[4096];

static ed_Report report_of(void)
{
    ed_Report report;
    ed_report_init(&report, test_arena());
    ed_report_add(&report, "Enemy", "pos", ED_KEPT)->records = 3;
    ed_ReportRow *added = ed_report_add(&report, "Enemy", "shield", ED_ADDED);
    added->default_json = "25";
    added->records = 3;
    ed_ReportRow *dropped = ed_report_add(&report, "Enemy", "rage", ED_DROPPED);
    dropped->records = 3;
    dropped->lost = 2;
    ed_ReportRow *converted = ed_report_add(&report, "Enemy", "hp", ED_CONVERTED);
    converted->from = "i32";
    converted->to = "u8";
    converted->tally = (ed_Tally){ .exact = 2, .saturated = 1 };
    ed_ReportRow *renamed = ed_report_add(&report, "Player", "life", ED_RENAMED);
    renamed->before = "health";
    renamed->records = 1;
    return report;
}

TEST(the_line_says_each_change_with_its_counts)
{
    ed_Report report = report_of();
    ed_Text out = ed_text_over(text, sizeof text);
    ed_report_line(&report, &out);
    CHECK_TEXT(text, "1 field kept, dropped Enemy.rage (3 records, 2 held a value), converted "
                     "Enemy.hp i32 -> u8 (2 exact, 1 saturated), added Enemy.shield = 25 (3 "
                     "records), renamed Player.health -> life (1 record)");
    CHECK(!ed_report_lossless(&report));
}

TEST(many_changes_are_counted_in_the_line)
{
    ed_Report report = report_of();
    for (u32 i = 0; i < 5; i++) ed_report_add(&report, "Wave", "x", ED_ADDED);
    ed_Text out = ed_text_over(text, sizeof text);
    ed_report_line(&report, &out);
    CHECK_HAS(text, ", and 5 more");
}

TEST(the_full_report_has_one_line_for_each_change)
{
    ed_Report report = report_of();
    ed_Text out = ed_text_over(text, sizeof text);
    ed_report_full(&report, &out);
    CHECK_HAS(text, "1 field kept\nadded Enemy.shield = 25 (3 records)\n");
}

TEST(the_json_report_has_one_object_for_each_field)
{
    ed_Report report = report_of();
    ed_Text out = ed_text_over(text, sizeof text);
    ed_report_json(&report, &out);
    CHECK_HAS(text, "{\"outcome\":\"added\",\"type\":\"Enemy\",\"field\":\"shield\",\"default\":25,"
                    "\"records\":3,");
    CHECK_HAS(text, "\"exact\":2,\"saturated\":1,");
}

// --- each outcome, as text -----------------------------------------------------------------------

/// The full report of one row, without its first line.
static const char *full_of(ed_ReportRow row)
{
    ed_Report report;
    ed_report_init(&report, test_arena());
    *ed_report_add(&report, "Enemy", "hp", ED_KEPT) = row;
    ed_Text out = ed_text_over(text, sizeof text);
    ed_report_full(&report, &out);
    return strchr(text, '\n') + 1;
}

#define ROW(...) \
    (ed_ReportRow) { .type = "Enemy", .field = "hp", __VA_ARGS__ }

TEST(the_text_of_each_outcome_has_its_counts)
{
    const ed_Tally all = { 1, 2, 3, 4, 5, 6, 7 };
    const struct {
        ed_ReportRow row;
        const char *expected;
    } rows[] = {
        { ROW(.outcome = ED_ADDED, .records = 1), "added Enemy.hp (1 record)\n" },
        { ROW(.outcome = ED_ADDED, .records = 0, .default_json = "[]"),
          "added Enemy.hp = [] (0 records)\n" },
        { ROW(.outcome = ED_DROPPED, .records = 1), "dropped Enemy.hp (1 record)\n" },
        { ROW(.outcome = ED_DROPPED, .records = 2, .lost = 1, .note = "kept in the attic"),
          "dropped Enemy.hp (2 records, 1 held a value): kept in the attic\n" },
        { (ed_ReportRow){ .type = "Enemy", .field = "", .outcome = ED_DROPPED, .records = 1 },
          "dropped Enemy (1 record)\n" },
        { (ed_ReportRow){ .type = "Enemy", .field = "", .outcome = ED_UPGRADE, .records = 2 },
          "upgrade Enemy (2 records)\n" },
        { ROW(.outcome = ED_RENAMED, .before = "life", .records = 2),
          "renamed Enemy.life -> hp (2 records)\n" },
        { ROW(.outcome = ED_RENAMED, .before = "life", .records = 2, .from = "u8", .to = "u8"),
          "renamed Enemy.life -> hp (2 records)\n" },
        { ROW(.outcome = ED_RENAMED, .before = "life", .records = 2, .from = "u8", .to = "u16",
              .tally.exact = 2),
          "renamed Enemy.life -> hp u8 -> u16 (2 exact)\n" },
        { ROW(.outcome = ED_RENAMED, .before = "life", .records = 2, .tally = { .rounded = 1 }),
          "renamed Enemy.life -> hp (1 rounded)\n" },
        { ROW(.outcome = ED_RENAMED, .before = "life", .records = 2, .tally = { .cleared = 1 }),
          "renamed Enemy.life -> hp (1 cleared)\n" },
        { ROW(.outcome = ED_RESTORED, .records = 3, .tally = { .restored = 2 }),
          "restored Enemy.hp (2 of 3 records)\n" },
        { ROW(.outcome = ED_RESTORED, .records = 1, .tally = all),
          "restored Enemy.hp (6 of 1 record, 2 saturated, 3 rounded, 4 truncated, "
          "5 set to the default, 7 cleared)\n" },
        { ROW(.outcome = ED_CONVERTED, .from = "u8", .to = "i8", .tally = all),
          "converted Enemy.hp u8 -> i8 (1 exact, 2 saturated, 3 rounded, 4 truncated, "
          "5 set to the default, 6 restored, 7 cleared)\n" },
        { ROW(.outcome = ED_CONVERTED, .from = "u8", .to = "i8", .tally = { .restored = 1 }),
          "converted Enemy.hp u8 -> i8 (1 restored)\n" },
        { ROW(.outcome = ED_CONVERTED, .from = "u8", .tally = { .exact = 1 }),
          "converted Enemy.hp (1 exact)\n" },
        { ROW(.outcome = ED_CONVERTED, .from = "u8", .to = "i8"), "" },      // no values
        { ROW(.outcome = ED_KEPT, .tally = { .exact = 9 }), "" },
        { ROW(.outcome = ED_KEPT, .tally = { .exact = 1, .truncated = 1 }),
          "kept Enemy.hp (1 exact, 1 truncated)\n" },
        { ROW(.outcome = ED_KEPT, .tally = { .cleared = 1 }), "kept Enemy.hp (1 cleared)\n" },
        { ROW(.outcome = ED_KEPT, .tally = { .restored = 1 }), "kept Enemy.hp (1 restored)\n" },
    };
    for (u32 i = 0; i < ED_COUNT(rows); i++) CHECK_TEXT(full_of(rows[i].row), rows[i].expected);
}

TEST(a_dry_run_from_types_lists_what_may_be_lost_instead_of_counts)
{
    const struct {
        ed_Outcome outcome;
        u32 may;
        const char *expected;
    } rows[] = {
        { ED_KEPT, 0, "" },
        { ED_KEPT, ED_MAY_SATURATE, "kept Enemy.hp (may be saturated)\n" },
        { ED_CONVERTED, 0, "converted Enemy.hp (exact)\n" },
        { ED_CONVERTED, ED_MAY_SATURATE | ED_MAY_ROUND,
          "converted Enemy.hp (may be saturated or rounded)\n" },
        { ED_CONVERTED, ED_MAY_SATURATE | ED_MAY_ROUND | ED_MAY_TRUNCATE,
          "converted Enemy.hp (may be saturated, rounded or truncated)\n" },
        { ED_CONVERTED, 15,
          "converted Enemy.hp (may be saturated, rounded, truncated or set to the default)\n" },
        { ED_CONVERTED, ED_MAY_ROUND | ED_MAY_DEFAULT,
          "converted Enemy.hp (may be rounded or set to the default)\n" },
        { ED_CONVERTED, ED_MAY_DEFAULT, "converted Enemy.hp (may be set to the default)\n" },
        { ED_DROPPED, ED_MAY_DROP, "dropped Enemy.hp (may hold values)\n" },
        { ED_ADDED, 0, "added Enemy.hp\n" },
        { ED_UPGRADE, 0, "upgrade Enemy.hp\n" },
        { ED_RENAMED, 0, "renamed Enemy.hp\n" },
        { ED_RENAMED, ED_MAY_TRUNCATE, "renamed Enemy.hp (may be truncated)\n" },
    };
    for (u32 i = 0; i < ED_COUNT(rows); i++) {
        ed_ReportRow row = ROW(.outcome = rows[i].outcome, .may = rows[i].may, .bare = true);
        CHECK_TEXT(full_of(row), rows[i].expected);
    }
}

TEST(a_report_is_lossless_if_every_value_was_kept_and_no_function_ran)
{
    const struct {
        ed_ReportRow row;
        bool lossless;
    } rows[] = {
        { ROW(.outcome = ED_DROPPED, .records = 2), true },
        { ROW(.outcome = ED_DROPPED, .records = 2, .lost = 1), false },
        { ROW(.outcome = ED_DROPPED, .bare = true, .may = ED_MAY_DROP), false },
        { ROW(.outcome = ED_CONVERTED, .tally = { .exact = 1, .restored = 1, .cleared = 1 }),
          true },
        { ROW(.outcome = ED_CONVERTED, .tally = { .saturated = 1 }), false },
        { ROW(.outcome = ED_CONVERTED, .tally = { .rounded = 1 }), false },
        { ROW(.outcome = ED_CONVERTED, .tally = { .truncated = 1 }), false },
        { ROW(.outcome = ED_CONVERTED, .tally = { .defaulted = 1 }), false },
        { ROW(.outcome = ED_UPGRADE), true },
        { ROW(.outcome = ED_UPGRADE, .records = 1), false },
        { ROW(.outcome = ED_UPGRADE, .bare = true), false },
        { ROW(.outcome = ED_ADDED, .bare = true, .records = 1), true },
    };
    for (u32 i = 0; i < ED_COUNT(rows); i++) {
        ed_Report report;
        ed_report_init(&report, test_arena());
        ed_report_add(&report, "Enemy", "pos", ED_KEPT)->tally.exact = 5;
        *ed_report_add(&report, "Enemy", "hp", ED_KEPT) = rows[i].row;
        CHECK_EQ(ed_report_lossless(&report), rows[i].lossless);
    }
}

// --- the line ------------------------------------------------------------------------------------

/// The line of a report of `kept` kept fields and `added` added ones.
static const char *line_of(u32 kept, u32 added)
{
    ed_Report report;
    ed_report_init(&report, test_arena());
    for (u32 i = 0; i < kept; i++) ed_report_add(&report, "Wave", "y", ED_KEPT);
    for (u32 i = 0; i < added; i++) ed_report_add(&report, "Wave", "x", ED_ADDED);
    ed_Text out = ed_text_over(text, sizeof text);
    ed_report_line(&report, &out);
    return text;
}

TEST(the_line_names_up_to_four_changes_and_counts_the_others)
{
    CHECK_TEXT(line_of(0, 0), "0 fields kept");
    CHECK_TEXT(line_of(1, 0), "1 field kept");
    CHECK_TEXT(line_of(2, 0), "all 2 fields kept");
    CHECK_TEXT(line_of(2, 1), "2 fields kept, added Wave.x (0 records)");
    CHECK_TEXT(line_of(0, 4), "0 fields kept, added Wave.x (0 records), added Wave.x (0 records), "
                              "added Wave.x (0 records), added Wave.x (0 records)");
    CHECK_HAS(line_of(0, 5), "(0 records), and 1 more");
    CHECK_HAS(line_of(0, 6), "(0 records), and 2 more");
}

TEST(what_was_dropped_without_a_loss_comes_before_what_was_added)
{
    ed_Report report;
    ed_report_init(&report, test_arena());
    for (u32 i = 0; i < 4; i++) ed_report_add(&report, "Wave", "x", ED_ADDED);
    ed_report_add(&report, "Wave", "y", ED_DROPPED);
    CHECK(!ed_report_loses(&report));
    ed_Text out = ed_text_over(text, sizeof text);
    ed_report_line(&report, &out);
    CHECK_HAS(text, "0 fields kept, dropped Wave.y (0 records), added Wave.x (0 records), ");
    CHECK_HAS(text, ", and 1 more");
}

TEST(losses_come_first_in_the_line)
{
    ed_Report report;
    ed_report_init(&report, test_arena());
    for (u32 i = 0; i < 4; i++) ed_report_add(&report, "Wave", "x", ED_ADDED);
    CHECK(!ed_report_loses(&report));
    for (u32 i = 0; i < 5; i++)
        *ed_report_add(&report, "Wave", "y", ED_DROPPED) = (ed_ReportRow){
            .type = "Wave", .field = "y", .outcome = ED_DROPPED, .records = 2, .lost = 1
        };
    CHECK(ed_report_loses(&report));
    ed_Text out = ed_text_over(text, sizeof text);
    ed_report_line(&report, &out);
    CHECK_HAS(text, "0 fields kept, dropped Wave.y (2 records, 1 held a value), dropped ");
    CHECK_HAS(text, ", and 5 more (1 with losses)");
}

TEST(a_reload_without_a_change_of_the_layout_reports_nothing_else)
{
    ed_Report report = report_of();
    report.same_layout = true;
    ed_Text out = ed_text_over(text, sizeof text);
    ed_report_line(&report, &out);
    CHECK_TEXT(text, "same layout, all state kept");
    out = ed_text_over(text, sizeof text);
    ed_report_full(&report, &out);
    CHECK_TEXT(text, "same layout: all state kept in place\n");
}

TEST(remarks_follow_the_fields)
{
    ed_Report report;
    ed_report_init(&report, test_arena());
    ed_report_remark(&report, "%u old values were deleted", 3);
    ed_report_remark(&report, "there is a remark");
    CHECK(ed_report_loses(&report) && ed_report_lossless(&report));
    ed_Text out = ed_text_over(text, sizeof text);
    ed_report_line(&report, &out);
    CHECK_TEXT(text, "0 fields kept, 3 old values were deleted, there is a remark");
    out = ed_text_over(text, sizeof text);
    ed_report_full(&report, &out);
    CHECK_TEXT(text, "0 fields kept\n3 old values were deleted\nthere is a remark\n");
}

// --- JSON, and limits ----------------------------------------------------------------------------

TEST(the_json_has_every_count_of_a_row)
{
    ed_Report report;
    ed_report_init(&report, test_arena());
    ed_Text out = ed_text_over(text, sizeof text);
    ed_report_json(&report, &out);
    CHECK_TEXT(text, "[]");
    *ed_report_add(&report, "", "", ED_KEPT) =
        ROW(.outcome = ED_RENAMED, .before = "li\"fe", .from = "u8", .to = "i8", .note = "new",
            .records = 11, .lost = 12, .tally = { 1, 2, 3, 4, 5, 6, 7 });
    ed_report_add(&report, "Wave", "x", ED_ADDED)->bare = true;
    ed_report_add(&report, "Wave", "", ED_UPGRADE)->bare = true;
    ed_ReportRow *dropped = ed_report_add(&report, "Wave", "y", ED_DROPPED);
    dropped->bare = true;
    dropped->may = ED_MAY_DROP;
    out = ed_text_over(text, sizeof text);
    ed_report_json(&report, &out);
    CHECK_TEXT(text,
               "[{\"outcome\":\"renamed\",\"type\":\"Enemy\",\"field\":\"hp\","
               "\"before\":\"li\\\"fe\",\"from\":\"u8\",\"to\":\"i8\",\"note\":\"new\","
               "\"records\":11,\"lost\":12,\"exact\":1,\"saturated\":2,\"rounded\":3,"
               "\"truncated\":4,\"defaulted\":5,\"restored\":6,\"cleared\":7},"
               "{\"outcome\":\"added\",\"type\":\"Wave\",\"field\":\"x\",\"may_lose\":false},"
               "{\"outcome\":\"upgrade\",\"type\":\"Wave\",\"field\":\"\",\"may_lose\":true},"
               "{\"outcome\":\"dropped\",\"type\":\"Wave\",\"field\":\"y\",\"may_lose\":true}]");
}

TEST(a_report_has_a_limit_and_its_rows_never_move)
{
    ed_Report report;
    ed_report_init(&report, test_arena());
    ed_ReportRow *first = ed_report_add(&report, "Wave", "x", ED_ADDED);
    for (u32 i = 1; i < ED_REPORT_ROWS_MAX; i++) CHECK(ed_report_add(&report, "A", "b", ED_KEPT));
    CHECK(!ed_report_add(&report, "A", "b", ED_KEPT));
    CHECK_EQ(report.count, ED_REPORT_ROWS_MAX);
    CHECK(first == report.rows && strcmp(first->type, "Wave") == 0);
    CHECK_EQ(ed_report_count(&report, ED_ADDED), 1);
    CHECK_EQ(ed_report_count(&report, ED_KEPT), ED_REPORT_ROWS_MAX - 1);
    CHECK_EQ(ed_report_count(&report, ED_DROPPED), 0);
}

TEST(a_report_without_memory_has_no_rows)
{
    ed_Report report;
    ed_report_init(&report, test_arena());
    failing_begin(1, true);
    ed_ReportRow *row = ed_report_add(&report, "Wave", "x", ED_ADDED);
    CHECK(failing_end() && !row);
    CHECK_EQ(report.count, 0);
}
