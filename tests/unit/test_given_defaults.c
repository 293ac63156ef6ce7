#include "runtime/migrate/given_defaults.h"
#include <stdio.h>
#include "tests/lib/migrate_values.h"
#include "tests/lib/test.h"

#define OLD_TYPES \
    "enum Kind : u8 { ORC, ELF } struct In { u8 x; } struct Out { In two[2]; In in; }" \
    "union Any { In in; u8 n; } struct Deep { In in; }"
#define NEW_TYPES \
    "enum Kind : u8 { ORC, ELF } struct In { u8 x; u8 y = 2; str t; }" \
    "struct Out { In two[2]; In in; } union Any { In in; u8 n; }" \
    "struct Deep { In in = {.y = 9}; }"

/// The note of the new field In.y after the field v of Item was given an initializer.
static const char *note_of(const char *from, const char *to)
{
    static const char form[] = "%s struct Item { %s; } state Game { Item at; }";
    char before[500], after[1000];
    snprintf(before, sizeof before, form, OLD_TYPES, from);
    snprintf(after, sizeof after, form, NEW_TYPES, to);
    if (!migrate_begin(before, after) || !migrate_pack() || !migrate_load()) return "an error";
    for (u32 i = 0; i < migrate.report.count; i++) {
        const ed_ReportRow *row = &migrate.report.rows[i];
        if (strcmp(row->type, "In") == 0 && strcmp(row->field, "y") == 0)
            return row->note ? row->note : "none";
    }
    return "no row";
}

typedef struct Note {
    const char *from, *to, *note;
} Note;

static const char *notes_differ(const Note *notes, u32 count)
{
    static char difference[1000];
    for (u32 i = 0; i < count; i++) {
        const char *note = note_of(notes[i].from, notes[i].to);
        snprintf(difference, sizeof difference, "%s: %s", notes[i].to, note);
        if (strcmp(note, notes[i].note) != 0) return difference;
    }
    return "";
}

TEST(the_report_names_each_place_where_an_initializer_gives_another_default)
{
    static const Note notes[] = {
        { "In v", "In v", "none" },
        { "In v", "In v = {.x = 1}", "none" },
        { "In v", "In v = {.y = 2}", "none" },
        { "In v", "In v = {.y = 50}", "50 in Item.v" },
        { "In v", "In w [[was(v)]] = {.y = 50}", "50 in Item.w" },
        { "In v[2]", "In v[2] = {{}, {.y = 7}}", "7 in Item.v[1]" },
        { "In v[2][2]", "In v[2][2] = {{{}, {.y = 7}}, {{.y = 8}, {}}}",
          "7 in Item.v[0][1], 8 in Item.v[1][0]" },
        { "In v[Kind]", "In v[Kind] = {.ELF = {.y = 7}}", "7 in Item.v[ELF]" },
        { "In v [[optional]]", "In v [[optional]] = {.y = 7}", "7 in Item.v" },
        { "Out v", "Out v = {.in = {.y = 7}, .two = {{}, {.y = 8}}}",
          "8 in Item.v.two[1], 7 in Item.v.in" },
        { "Deep v; Deep w [[unit('m')]]", "Deep v; Deep w [[unit('cm')]]", "9 in Deep.in" },
        { "Any v", "Any v = {.in = {.y = 7}}", "7 in Item.v.in" },
        { "Any v", "Any v = {.n = 7}", "none" },
    };
    CHECK_TEXT(notes_differ(notes, ED_COUNT(notes)), "");
}

TEST(a_part_that_moved_has_the_initializer_of_the_field_around_it)
{
    static const char *const to = "u8 n; Out o [[was(.in = v)]] = {.in = {.y = 7}}";
    CHECK_TEXT(note_of("In v; u8 n", to), "7 in Item.o.in");
    CHECK_TEXT(migrate_get("Game.at.o.in.y"), "7");
}

TEST(items_of_lists_and_new_fields_have_no_place)
{
    static const Note notes[] = {
        { "In v[]", "In v[] = {{.y = 7}}", "none" },
        { "In v[..2]", "In v[..2] = {{.y = 7}}", "none" },
        { "In v", "In v; In w = {.y = 7}", "none" },
    };
    CHECK_TEXT(notes_differ(notes, ED_COUNT(notes)), "");
}

TEST(a_note_that_is_too_long_ends_with_and_more)
{
    const char *note = note_of(
        "In v[30]", "In v[30] = {{.y = 10}, {.y = 11}, {.y = 12}, {.y = 13}, {.y = 14}, {.y = 15}, "
                    "{.y = 16}, {.y = 17}, {.y = 18}, {.y = 19}, {.y = 20}, {.y = 21}, {.y = 22}}");
    CHECK_HAS(note, "10 in Item.v[0], 11 in Item.v[1], ");
    CHECK_HAS(note, "20 in ");
    CHECK_TEXT(strstr(note, "20 in "), "20 in Item.v[10], and more");
}

TEST(a_default_that_is_too_long_for_a_line_is_another_default)
{
#define LONG "0123456789012345678901234567890123456789012345678901234567890123456789"
    CHECK(strcmp(note_of("In v", "In v = {.t = '" LONG "'}"), "none") == 0);
    CHECK_HAS(migrate_counts(1), "In.t: added '', another default in Item.v");
}
