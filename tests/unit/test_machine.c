#include "runtime/os/system/machine.h"
#include "runtime/os/memory/huge_pages.h"
#include "tests/lib/test.h"
#include <string.h>

TEST(a_machine_has_processors_and_pages)
{
    u32 bytes = ed_machine_page_bytes();
    CHECK(ed_machine_processors() >= 1);
    CHECK(bytes >= 4096 && (bytes & (bytes - 1)) == 0);
}

TEST(the_setting_of_huge_pages_is_one_word)
{
    char setting[64] = "none";
    bool known = ed_huge_pages_setting(setting, sizeof setting);
    CHECK(known || strcmp(setting, "none") == 0);
    CHECK(*setting && strspn(setting, "abcdefghijklmnopqrstuvwxyz") == strlen(setting));
}

TEST(a_constant_is_not_in_a_huge_page)
{
    static const char constant[] = "constant";
    CHECK(!ed_huge_pages_at(constant));
    CHECK(!ed_huge_pages_at(NULL));
}
