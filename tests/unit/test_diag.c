#include "codegen/diag/diag.h"
#include "tests/lib/test.h"

static cg_Diag diag;
static const cg_Source source = { .path = "a.def", .text = "one\n\r\ntwo\r\n\nlast", .size = 16 };

static cg_Location at(u32 position) { return (cg_Location){ &source, position, 1 }; }

TEST(a_location_is_in_its_line)
{
    static const struct {
        u32 at;
        cg_Line line;
    } rows[] = {
        { 0, { .number = 1, .column = 1, .start = 0, .end = 3 } },
        { 2, { .number = 1, .column = 3, .start = 0, .end = 3 } },
        { 3, { .number = 1, .column = 4, .start = 0, .end = 3 } },
        { 4, { .number = 2, .column = 1, .start = 4, .end = 4 } },
        { 6, { .number = 3, .column = 1, .start = 6, .end = 9 } },
        { 9, { .number = 3, .column = 4, .start = 6, .end = 9 } },
        { 11, { .number = 4, .column = 1, .start = 11, .end = 11 } },
        { 12, { .number = 5, .column = 1, .start = 12, .end = 16 } },
        { 16, { .number = 5, .column = 5, .start = 12, .end = 16 } },
    };
    for (u32 i = 0; i < ED_COUNT(rows); i++) {
        cg_Line line = cg_line_of(at(rows[i].at));
        CHECK_EQ(line.number, rows[i].line.number);
        CHECK_EQ(line.column, rows[i].line.column);
        CHECK_EQ(line.start, rows[i].line.start);
        CHECK_EQ(line.end, rows[i].line.end);
    }
}

TEST(a_second_error_at_a_location_is_dropped_with_its_notes)
{
    cg_Source other = source;
    diag = (cg_Diag){ 0 };
    CHECK(cg_error(&diag, CG_E_C_TYPE, at(4), "first %u", 1u));
    cg_note(&diag, at(0), "note");
    CHECK(!cg_error(&diag, CG_E_POINTER, at(4), "second"));
    cg_note(&diag, at(0), "of the second");
    cg_help(&diag, "of the second");
    CHECK(cg_error(&diag, CG_E_POINTER, at(5), "third"));
    cg_help(&diag, "help");
    CHECK(cg_error(&diag, CG_E_POINTER, (cg_Location){ &other, 4, 1 }, "in another file"));
    CHECK_EQ(diag.count, 3);
    CHECK_TEXT(diag.problems[0].text, "first 1");
    CHECK_EQ(diag.problems[0].code, CG_E_C_TYPE);
    CHECK_EQ(diag.problems[0].remark_count, 1);
    CHECK(!diag.problems[0].remarks[0].help && diag.problems[0].remarks[0].location.at == 0);
    CHECK_TEXT(diag.problems[1].text, "third");
    CHECK_EQ(diag.problems[1].remark_count, 1);
    CHECK(diag.problems[1].remarks[0].help);
}

TEST(errors_without_a_location_are_all_kept)
{
    diag = (cg_Diag){ 0 };
    CHECK(cg_error(&diag, CG_E_UNREADABLE_FILE, (cg_Location){ 0 }, "one"));
    CHECK(cg_error(&diag, CG_E_UNREADABLE_FILE, (cg_Location){ 0 }, "two"));
    CHECK_EQ(diag.count, 2);
}

TEST(errors_and_notes_beyond_the_limits_are_counted_or_dropped)
{
    static char text[CG_PROBLEMS_MAX + 8];
    cg_Source longer = { .path = "b.def", .text = text, .size = sizeof text };
    diag = (cg_Diag){ 0 };
    cg_note(&diag, at(0), "of nothing");
    cg_help(&diag, "of nothing");
    for (u32 i = 0; i < CG_PROBLEMS_MAX + 3; i++) {
        CHECK(cg_error(&diag, CG_E_POINTER, (cg_Location){ &longer, i, 1 }, "%u", i)
              == (i < CG_PROBLEMS_MAX));
        for (u32 j = 0; j < CG_REMARKS_MAX + 2; j++) cg_note(&diag, at(0), "%u", j);
    }
    CHECK_EQ(diag.count, CG_PROBLEMS_MAX + 3);
    for (u32 i = 0; i < CG_PROBLEMS_MAX; i++) {
        CHECK_EQ(diag.problems[i].location.at, i);
        CHECK_EQ(diag.problems[i].remark_count, CG_REMARKS_MAX);
        CHECK_TEXT(diag.problems[i].remarks[CG_REMARKS_MAX - 1].text, "3");
    }
}

TEST(a_message_has_no_control_characters_and_is_cut)
{
    static char wide[2 * CG_TEXT_MAX];
    memset(wide, 'x', sizeof wide - 1);
    diag = (cg_Diag){ 0 };
    cg_error(&diag, CG_E_POINTER, at(0), "a\033[31mb\nc");
    CHECK(!strchr(diag.problems[0].text, '\033') && !strchr(diag.problems[0].text, '\n'));
    cg_error(&diag, CG_E_POINTER, at(1), "%s", wide);
    CHECK(strlen(diag.problems[1].text) < CG_TEXT_MAX);
    CHECK(strlen(diag.problems[1].text) > CG_TEXT_MAX - 8);
}
