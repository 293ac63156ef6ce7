#include "runtime/live/old_code.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "runtime/live/guard.h"
#include "tests/lib/test.h"

TEST(the_file_of_a_module_is_deleted_even_if_its_addresses_are_unknown)
{
    char folder[] = "/tmp/eddie-test-XXXXXX", path[64];
    ed_Fault fault = { .old_offset = 0 };
    CHECK(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/game.so-1.so", folder);
    CHECK(close(open(path, O_WRONLY | O_CREAT | O_EXCL, 0600)) == 0);
    ed_old_code_add(path, 0, 0);
    CHECK(!ed_old_code_find(0, &fault));
    CHECK(access(path, F_OK) == 0);
    ed_old_code_clear();
    CHECK(access(path, F_OK) != 0);
    CHECK(rmdir(folder) == 0);
}
