#include "runtime/types/text_ptr.h"
#include <stdio.h>
#include "runtime/value/compare.h"
#include "tests/lib/migrate_values.h"
#include "tests/lib/test.h"

static const char *read_text(const char *at)
{
    static char words[64];
    ed_ReadablePage page = { 0 };
    const ed_Span text = ed_text_ptr_read(&at, &page);
    if (!text.at) return "none";
    snprintf(words, sizeof words, "%zu %s", text.size, (const char *)text.at);
    return words;
}

TEST(a_text_is_read_up_to_its_terminator)
{
    CHECK_TEXT(read_text("Ada"), "3 Ada");
    CHECK_TEXT(read_text(""), "0 ");
    CHECK_TEXT(read_text(NULL), "none");
}

#define PAGES 3u

TEST(a_text_is_not_read_from_pages_that_do_not_exist)
{
    const size_t bytes = ed_page_bytes();
    int failed;
    char *pages = (char *)ed_pages_reserve(PAGES * bytes, &failed);
    CHECK(pages && ed_pages_provide((u8 *)pages, PAGES * bytes, 0, PAGES * bytes));
    memset(pages, 'a', PAGES * bytes - 1);
    pages[PAGES * bytes - 1] = 0;
    const char *near_end = pages + 2 * bytes - 3, *at_end = pages + PAGES * bytes - 1;
    ed_ReadablePage page = { 0 };
    CHECK_EQ(ed_text_ptr_read(&near_end, &page).size, bytes + 2);
    CHECK(page.at == (uintptr_t)(pages + 2 * bytes));
    CHECK_TEXT(read_text(at_end), "0 ");
    ed_pages_release((u8 *)pages, PAGES * bytes);
    CHECK_TEXT(read_text(near_end), "none");
    CHECK_TEXT(read_text((const char *)(uintptr_t)16), "none");
    CHECK_TEXT(read_text((const char *)UINTPTR_MAX), "none");
}

TEST(a_text_is_copied_to_the_arena_and_the_field_points_to_the_copy)
{
    ed_Arena *arena = test_arena();
    const char *field = "before";
    CHECK(ed_text_ptr_put(arena, &field, "after it", 5));
    CHECK_TEXT(field, "after");
    CHECK(ed_arena_holds(arena, field, 6));
    CHECK(ed_text_ptr_put(arena, &field, NULL, 0));
    CHECK_TEXT(field, "");
    const char *copy = ed_text_copy(arena, "copied");
    CHECK_TEXT(copy, "copied");
    CHECK(ed_arena_holds(arena, copy, 7));
    arena->limit = arena->used + 3;
    CHECK(!ed_text_ptr_put(arena, &field, "four", 4) && !*field);
    CHECK(!ed_text_copy(arena, "four"));
}

// --- migrated ------------------------------------------------------------------------------------

TEST(a_text_by_pointer_becomes_any_other_text)
{
    static const MigrateCase cases[] = {
        { "char *v", "char *v", "'Ada'", "'Ada'", "1 exact" },
        { "char *v", "char *v", "''", "''", "1 exact" },
        { "char *v", "char *v = 'set'", "null", "null", "1 exact" },
        { "char *v", "str v", "'Ada'", "'Ada'", "1 exact" },
        { "char *v", "str v = 'set'", "null", "''", "1 exact" },
        { "char *v", "char v[3]", "'Ada'", "'Ad'", "1 cut" },
        { "char *v", "char v[3] = 'ab'", "null", "''", "1 exact" },
        { "str v", "char *v", "'Ada'", "'Ada'", "1 exact" },
        { "str v", "char *v", "''", "''", "1 exact" },
        { "char v[5]", "char *v", "'Ada'", "'Ada'", "1 exact" },
        { "char *v[2]", "char *v[3]", "['Ada',null]", "['Ada',null,null]", "2 exact" },
        { "char *v[..2]", "str v[]", "['Ada',null]", "['Ada','']", "2 exact" },
        { "str v[]", "char *v[..2]", "['Ada','','Bo']", "['Ada','']", "2 exact, 1 cut" },
        { "char *v", "char *v[2]", "'Ada'", "['Ada',null]", "1 exact" },
        { "char *v[2]", "char *v", "['Ada','Bo']", "'Ada'", "1 exact, 1 cut" },
        { "char *v", "u32 v = 7", "'Ada'", "7", "1 defaulted" },
        { "u32 v", "char *v = 'set'", "5", "'set'", "1 defaulted" },
        { "char *v; u8 w", "u16 w; char *v", "'Ada'", "={'w':0,'v':'Ada'}", "w: 1 exact; 1 exact" },
    };
    CHECK_MIGRATED("", "", cases);
}

TEST(a_text_by_pointer_names_a_value_of_an_enum)
{
    static const MigrateCase cases[] = {
        { "char *v", "Mood v", "'angry'", "'angry'", "1 exact" },
        { "char *v", "Mood v", "'merry'", "'calm'", "1 defaulted" },
        { "char *v", "Mood v", "null", "'calm'", "1 defaulted" },
        { "Mood v", "char *v", "'angry'", "'angry'", "1 exact" },
    };
    CHECK_MIGRATED("enum Mood : u8 { calm, angry }", "enum Mood : u8 { calm, angry }", cases);
}

/// Loads a table of two rows whose texts are "Ada" and "Bo", after the bytes that the first text
/// takes were changed.
static bool loads_with(u64 taken, const char *to)
{
    if (!migrate_begin("struct Item { u64 n; char *v; } state Game { Item all[2]; }", to))
        return false;
    return migrate_set("Game.all[0].v", "\"Ada\"") && migrate_set("Game.all[1].v", "\"Bo\"")
        && migrate_pack() && migrate_poke(0, 8, &taken, sizeof taken) && migrate_load();
}

TEST(a_text_that_is_not_in_its_column_is_refused)
{
    static const char *const to[] = {
        "struct Item { u64 n; char *v; } state Game { Item all[2]; }",
        "struct Item { char *v; u32 n; } state Game { Item all[2]; }",
        "struct Item { u64 n; str v; } state Game { Item all[]; }",
    };
    static const u64 wrong[] = { 1, 3, 5, 8, 1000, UINT32_MAX, UINT64_MAX, ED_NAME_BIT };
    for (u32 t = 0; t < ED_COUNT(to); t++) {
        CHECK(loads_with(4, to[t]));
        CHECK_TEXT(migrate_get("Game.all[1].v"), "'Bo'");
        for (u32 i = 0; i < ED_COUNT(wrong); i++) {
            CHECK(!loads_with(wrong[i], to[t]));
            CHECK_HAS(migrate.error.text, "heap");
        }
        CHECK(!loads_with(0, to[t]));      // and "Ada" is left over, or not terminated for "Bo"
    }
}

TEST(a_pointer_to_no_memory_is_saved_as_null_and_reported)
{
    static const char schema[] = "struct Item { u64 n; char *v; } state Game { Item all[2]; }";
    const char *nowhere = (const char *)(uintptr_t)16;
    for (u32 open_form = 0; open_form < 2; open_form++) {
        CHECK(migrate_begin(schema, schema) && migrate_set("Game.all[0].v", "\"Ada\""));
        memcpy((u8 *)migrate.old.roots[0].at + 24, &nowhere, sizeof nowhere);
        migrate.old.open_form = open_form;
        CHECK(migrate_pack());
        CHECK_EQ(migrate.document.changes.count, 1);
        CHECK_EQ(migrate.document.changes.what, ED_CHANGE_TEXT);
        CHECK_TEXT(migrate.document.changes.field, "v");
        CHECK(migrate_load());
        CHECK_TEXT(migrate_get("Game.all[0].v"), "'Ada'");
        CHECK_TEXT(migrate_get("Game.all[1].v"), "null");
    }
}

// --- compared ------------------------------------------------------------------------------------

TEST(null_is_not_an_empty_text)
{
    static const ed_Field field = { .name = "v", .kind = ED_TEXT_PTR, .size = 8, .count = 1 };
    const char *const texts[] = { NULL, "", "Ada", "Bo" };
    char again[] = "Ada";
    const char *const other = again;
    ed_ValueRef values[5];
    for (u32 i = 0; i < 4; i++) values[i] = ed_value_at(&field, &texts[i]);
    values[4] = ed_value_at(&field, &other);
    for (u32 a = 0; a < 5; a++)
        for (u32 b = 0; b < 5; b++) {
            const bool same = a == b || a * b == 8;      // 2 and 4: both are "Ada"
            CHECK_EQ(ed_value_same(&values[a], &values[b]), same);
            CHECK_EQ(ed_value_hash(&values[a]) == ed_value_hash(&values[b]), same);
        }
    CHECK(ed_value_is_nothing(&values[0]) && !ed_value_is_nothing(&values[1]));
}
