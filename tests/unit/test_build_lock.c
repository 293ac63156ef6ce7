#include "tests/lib/test.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "runtime/live/build.h"

static char folder[64], module[96], name[112];

static bool begin(void)
{
    snprintf(folder, sizeof folder, "/tmp/eddie-test-XXXXXX");
    if (!mkdtemp(folder)) return false;
    snprintf(module, sizeof module, "%s/game.so", folder);
    snprintf(name, sizeof name, "%s.lock", module);
    return true;
}

static int end(void)
{
    unlink(name);
    return rmdir(folder);
}

TEST(one_host_builds_a_module_at_a_time)
{
    i64 first = ED_NO_LOCK, second = ED_NO_LOCK;
    CHECK(begin());
    CHECK(ed_build_lock_take(&first, module));
    CHECK(first != ED_NO_LOCK && access(name, F_OK) == 0);
    i64 before = first;
    CHECK(ed_build_lock_take(&first, module));      // it has the lock
    CHECK_EQ(first, before);
    CHECK(!ed_build_lock_take(&second, module));
    CHECK_EQ(second, ED_NO_LOCK);
    ed_file_lock_release(&first);
    CHECK_EQ(first, ED_NO_LOCK);
    CHECK(ed_build_lock_take(&second, module) && second != ED_NO_LOCK);
    ed_file_lock_release(&second);
    ed_file_lock_release(&second);
    CHECK_EQ(end(), 0);
}

TEST(a_build_runs_if_no_lock_file_can_be_created)
{
    char elsewhere[128], far[8192];
    i64 lock = ED_NO_LOCK;
    CHECK(begin());
    snprintf(elsewhere, sizeof elsewhere, "%s/none/game.so", folder);
    CHECK(ed_build_lock_take(&lock, elsewhere));
    CHECK_EQ(lock, ED_NO_LOCK);
    CHECK(symlink("elsewhere", name) == 0);      // a link is not followed
    CHECK(ed_build_lock_take(&lock, module));
    CHECK_EQ(lock, ED_NO_LOCK);
    memset(far, 'x', sizeof far - 1);
    far[sizeof far - 1] = 0;
    CHECK(ed_build_lock_take(&lock, far));
    CHECK_EQ(lock, ED_NO_LOCK);
    CHECK_EQ(end(), 0);
}
