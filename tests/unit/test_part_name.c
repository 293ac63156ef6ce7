#include "runtime/os/files/part_name.h"
#include "tests/lib/test.h"

TEST(a_temporary_name_belongs_to_its_file_only)
{
    char name[300];
    ed_part_name(name, sizeof name, "a.state", 77, 3);
    CHECK_TEXT(name, "a.state.77-3.part");
    CHECK(ed_part_name_is_of(name, "a.state"));
    CHECK(!ed_part_name_is_of(name, "a.stat") && !ed_part_name_is_of(name, "b.state"));
    CHECK(!ed_part_name_is_of("a.state.77-.part", "a.state"));
    CHECK(!ed_part_name_is_of("a.state.-3.part", "a.state"));
    CHECK(!ed_part_name_is_of("a.state.77-3.part~", "a.state"));
}

TEST(a_long_name_is_cut_between_two_characters_for_its_temporary_name)
{
    char of[300] = "", name[300], expected[300];
    memset(of, 'n', 222);
    ed_part_name(expected, sizeof expected, of, 1, 2);
    strcat(of, "\xe2\x82\xac\xe2\x82\xac");      // bytes 222 to 224 are one character
    ed_part_name(name, sizeof name, of, 1, 2);
    CHECK_TEXT(name, expected);
    CHECK(ed_part_name_is_of(name, of));
}
