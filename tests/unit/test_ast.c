#include "codegen/syntax/ast.h"
#include "runtime/base/str.h"
#include "tests/lib/test.h"

TEST(a_map_finds_each_name_by_its_text_and_by_its_tag)
{
    ed_Arena *arena = test_arena();
    cg_Map map = { 0 };
    static int values[200];
    CHECK(!cg_map_find(&map, "name0") && !cg_map_find_tag(&map, ed_tag("name0", 5)));
    for (u32 i = 0; i < ED_COUNT(values); i++) {
        char *name = cg_format(arena, "name%u", i);
        CHECK(!cg_map_add(arena, &map, name, &values[i], (cg_Location){ NULL, i, 1 }, "a number"));
        CHECK_EQ(map.count, i + 1);
        CHECK(map.capacity >= map.count);
    }
    for (u32 i = 0; i < ED_COUNT(values); i++) {
        const char *name = cg_format(arena, "name%u", i);
        const cg_Entry *entry = cg_map_find(&map, name);
        CHECK(entry && entry->value == &values[i] && entry->location.at == i);
        CHECK_TEXT(entry->name, name);
        CHECK_TEXT(entry->what, "a number");
        CHECK(cg_map_find_tag(&map, ed_tag(name, strlen(name))) == entry);
    }
    CHECK(!cg_map_find(&map, "name200") && !cg_map_find(&map, "name") && !cg_map_find(&map, ""));
    CHECK(!cg_map_find_tag(&map, ed_tag("name200", 7)));
}

TEST(a_second_entry_of_a_name_is_not_added)
{
    ed_Arena *arena = test_arena();
    cg_Map map = { 0 };
    int first, second;
    CHECK(!cg_map_add(arena, &map, "name", &first, (cg_Location){ 0 }, ""));
    cg_Entry *entry = cg_map_add(arena, &map, "name", &second, (cg_Location){ 0 }, "");
    CHECK(entry && entry->value == &first);
    CHECK_EQ(map.count, 1);
    CHECK(cg_map_find(&map, "name") == entry);
}

TEST(a_number_fits_a_type_up_to_its_limits)
{
    static const struct {
        ed_Kind kind;
        u64 low, high;      // the magnitudes of the lowest and the highest number
    } rows[] = { { ED_BOOL, 0, 1 },
                 { ED_U8, 0, UINT8_MAX },
                 { ED_U16, 0, UINT16_MAX },
                 { ED_U32, 0, UINT32_MAX },
                 { ED_I8, 128, 127 },
                 { ED_I16, 32768, 32767 },
                 { ED_I32, 2147483648u, 2147483647 },
                 { ED_I64, (u64)1 << 63, INT64_MAX } };
    for (u32 i = 0; i < ED_COUNT(rows); i++) {
        CHECK(cg_int_fits((cg_Int){ false, rows[i].high }, rows[i].kind));
        CHECK(!cg_int_fits((cg_Int){ false, rows[i].high + 1 }, rows[i].kind));
        CHECK(!cg_int_fits((cg_Int){ true, rows[i].low + 1 }, rows[i].kind));
        CHECK(!rows[i].low || cg_int_fits((cg_Int){ true, rows[i].low }, rows[i].kind));
        CHECK(cg_int_fits((cg_Int){ false, 0 }, rows[i].kind));
    }
    CHECK(cg_int_fits((cg_Int){ false, UINT64_MAX }, ED_U64));
    CHECK(!cg_int_fits((cg_Int){ true, 1 }, ED_U64));
    CHECK(cg_int_fits((cg_Int){ true, 0 }, ED_U8));
}

TEST(a_format_of_any_length_gives_the_whole_text)
{
    ed_Arena *arena = test_arena();
    for (int size = 120; size < 140; size++) {
        const char *text = cg_format(arena, "%*s%c", size, "", 'x');
        CHECK_EQ(strlen(text), size + 1);
        CHECK(text[size] == 'x' && text[size - 1] == ' ');
    }
    CHECK_TEXT(cg_format(arena, "%s", ""), "");
    CHECK_EQ(strlen(cg_format(arena, "%200.1f", 1.5)), 200);      // by the C library
}

TEST(a_copy_ends_with_a_zero_byte)
{
    char bytes[8];
    memset(bytes, 'x', sizeof bytes);
    CHECK_TEXT(cg_copy(test_arena(), bytes, 3), "xxx");
    CHECK_TEXT(cg_copy(test_arena(), bytes, 0), "");
}
