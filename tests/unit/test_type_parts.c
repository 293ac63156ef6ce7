#include "runtime/snapshot/type_parts.h"
#include <stdio.h>
#include "tests/lib/json_types.h"
#include "tests/lib/test.h"

#define NAME_63 "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_"
#define PATH_512 \
    NAME_63 "." NAME_63 "." NAME_63 "." NAME_63 "." NAME_63 "." NAME_63 "." NAME_63 "." NAME_63 "."

/// Returns a text without its quotes.
static const char *unquoted(const char *words)
{
    static char text[600];
    snprintf(text, sizeof text, "%.*s", (int)strlen(words) - 2, words + 1);
    return text;
}

TEST(a_name_or_path_has_only_letters_that_are_safe_to_print)
{
    enum { NAME = 1, PATH = 2, PATH_OR_EMPTY = 4, ANY = 7 };
    static const struct {
        const char *words;
        u32 accepted;
    } all[] = {
        { "'a'", ANY },
        { "'" NAME_63 "'", ANY },
        { "'" NAME_63 "x'", PATH | PATH_OR_EMPTY },
        { "'a.b'", PATH | PATH_OR_EMPTY },
        { "'" PATH_512 "'", PATH | PATH_OR_EMPTY },
        { "'" PATH_512 "x'", 0 },
        { "''", PATH_OR_EMPTY },
        { "'a-b'", 0 },
        { "' '", 0 },
        { "'a@'", 0 },
        { "'a['", 0 },
        { "'a`'", 0 },
        { "'a{'", 0 },
        { "'a/'", 0 },
        { "'a:'", 0 },
        { "'!a3610062'", 0 },      // a zero byte
        { "'!a2c3a4'", 0 },
        { "5", 0 },
    };
    for (u32 i = 0; i < ED_COUNT(all); i++)
        for (u32 what = NAME; what <= PATH_OR_EMPTY; what *= 2) {
            ed_Reader r = json_reader(all[i].words);
            ed_Arena *arena = test_arena();
            const char *text = what == NAME ? ed_name_read(&r, arena)
                                            : ed_path_read(&r, arena, what == PATH ? 1 : 0);
            bool accepted = (all[i].accepted & what) != 0;
            if (ed_read_ok(&r) != accepted)
                test_fail(__FILE__, __LINE__, "%s as %u", all[i].words, what);
            CHECK_TEXT(text, accepted ? unquoted(all[i].words) : "");
        }
}

TEST(a_unit_is_one_that_a_schema_may_have)
{
    static const struct {
        const char *words;
        bool accepted;
    } all[] = { { "'m'", true }, { "'m/s^2'", true },    { "'m s'", false },
                { "''", false }, { "'!a26d00'", false }, { "5", false } };
    for (u32 i = 0; i < ED_COUNT(all); i++) {
        ed_Reader r = json_reader(all[i].words);
        const char *unit = ed_unit_read(&r, test_arena());
        CHECK_EQ(ed_read_ok(&r), all[i].accepted);
        if (all[i].accepted) CHECK_TEXT(unit, unquoted(all[i].words));
    }
}

TEST(tags_are_numbers_of_32_bits)
{
    static const u32 tags[] = { 0, 5, UINT32_MAX };
    u32 count;
    CHECK_BYTES(ed_tags_write(&w, tags, 3), "\x93\x00\x05\xce\xff\xff\xff\xff");
    ed_Reader r = json_reader("[0,5,4294967295] 4294967295");
    const u32 *read = ed_tags_read(&r, test_arena(), &count);
    CHECK(count == 3 && memcmp(read, tags, sizeof tags) == 0);
    CHECK(ed_u32_read(&r) == UINT32_MAX && ed_read_ok(&r) && r.at == r.end);
    r = json_reader("[1,4294967296]");
    ed_tags_read(&r, test_arena(), &count);
    CHECK_HAS(r.err.text, "4294967296 is out of range for u32");
    CHECK_EQ(r.err.at, 2);
}

TEST(an_array_gets_zeroed_memory_up_to_its_limit)
{
    static const struct {
        const char *words, *error;
    } all[] = {
        { "[1,2,3]", "" },
        { "[1,2,3,4]", "4 things: the limit is 3" },
        { "5", "expected an array" },
    };
    for (u32 i = 0; i < ED_COUNT(all); i++) {
        u32 count;
        ed_Reader r = json_reader(all[i].words);
        const u64 *things = ed_elements_begin(&r, test_arena(), "things", 3, 8, &count);
        CHECK_HAS(r.err.text, all[i].error);
        CHECK_EQ(ed_read_ok(&r), !*all[i].error);
        if (!*all[i].error) CHECK(count == 3 && !things[0] && !things[2] && ed_read_u64(&r) == 1);
    }
}

TEST(parts_that_do_not_fit_the_arena_are_refused)
{
    static const char *const words[] = { "'name'", "'path'", "'m'", "[1,2]", "[1,2]" };
    for (u32 i = 0; i < ED_COUNT(words); i++) {
        ed_Arena full;
        u32 count;
        ed_Reader r = json_reader(words[i]);
        CHECK(ed_arena_open(&full, "full", 4096, NULL));
        ed_arena_push(&full, 4096, 1);
        if (i == 0) CHECK_TEXT(ed_name_read(&r, &full), "");
        if (i == 1) CHECK_TEXT(ed_path_read(&r, &full, 1), "");
        if (i == 2) CHECK_TEXT(ed_unit_read(&r, &full), "");
        if (i == 3) CHECK(!ed_tags_read(&r, &full, &count));
        if (i == 4) CHECK(!ed_elements_begin(&r, &full, "things", 3, 8, &count));
        CHECK_EQ(r.err.code, ED_ERR_LIMIT);
        ed_arena_close(&full);
    }
}
