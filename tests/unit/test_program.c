#include "tests/lib/test.h"
#include <string.h>
#include <sys/stat.h>
#include "runtime/os/process/program.h"

TEST(the_path_of_this_program_is_known)
{
    char path[4096], small[8];
    struct stat st;
    CHECK(ed_program_path(path, sizeof path));
    CHECK(path[0] == '/' && stat(path, &st) == 0 && S_ISREG(st.st_mode));
    CHECK_TEXT(strrchr(path, '/'), "/test_unit");
    CHECK(!ed_program_path(small, sizeof small));
    CHECK_TEXT(small, "");
    CHECK(ed_program_path(path, strlen(path) + 1));
    CHECK(!ed_program_path(path, strlen(path)));
}

TEST(a_file_beside_this_program_is_found)
{
    char path[4096], beside[4096];
    CHECK(ed_program_path(path, sizeof path));
    CHECK(ed_program_path_beside("test_unit", beside, sizeof beside));
    CHECK_TEXT(beside, path);
    CHECK(ed_program_path_beside("../x/y", beside, sizeof beside));
    CHECK_TEXT(strrchr(beside, 'x') - 3, "../x/y");
    CHECK(ed_program_path_beside("longer_unit", beside, strlen(path) + 3));
    CHECK(!ed_program_path_beside("longer_unit", beside, strlen(path) + 2));
    CHECK_TEXT(beside, "");
}
