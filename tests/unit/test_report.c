#include "runtime/migrate/report.h"
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
    CHECK_TEXT(text, "1 field kept, added Enemy.shield = 25 (3 records), dropped Enemy.rage (3 "
                     "records, 2 held a value), converted Enemy.hp i32 -> u8 (2 exact, 1 "
                     "saturated), renamed Player.health -> life (1 record)");
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

TEST(the_full_report_has_a_line_a_change)
{
    ed_Report report = report_of();
    ed_Text out = ed_text_over(text, sizeof text);
    ed_report_full(&report, &out);
    CHECK_HAS(text, "1 field kept\nadded Enemy.shield = 25 (3 records)\n");
}

TEST(the_json_has_an_object_a_field)
{
    ed_Report report = report_of();
    ed_Text out = ed_text_over(text, sizeof text);
    ed_report_json(&report, &out);
    CHECK_HAS(text, "{\"outcome\":\"added\",\"type\":\"Enemy\",\"field\":\"shield\",\"default\":25,"
                    "\"records\":3,");
    CHECK_HAS(text, "\"exact\":2,\"saturated\":1,");
}
