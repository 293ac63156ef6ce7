#include "tests/lib/test.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include "runtime/live/build_lock.h"
#include "tests/lib/open_files.h"

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
    int first = -1, second = -1;
    CHECK(begin());
    CHECK(ed_build_lock_take(&first, module));
    CHECK(first >= 0 && access(name, F_OK) == 0);
    CHECK(fcntl(first, F_GETFD) & FD_CLOEXEC);
    int before = first;
    CHECK(ed_build_lock_take(&first, module));      // it has the lock
    CHECK_EQ(first, before);
    CHECK(!ed_build_lock_take(&second, module));
    CHECK_EQ(second, -1);
    ed_build_lock_release(&first);
    CHECK_EQ(first, -1);
    CHECK(fcntl(before, F_GETFD) < 0);      // closed
    CHECK(ed_build_lock_take(&second, module) && second >= 0);
    ed_build_lock_release(&second);
    ed_build_lock_release(&second);
    CHECK_EQ(end(), 0);
}

TEST(a_lock_is_released_though_a_forked_process_still_has_the_file)
{
    int first = -1, second = -1;
    CHECK(begin());
    CHECK(ed_build_lock_take(&first, module));
    int inherited = dup(first);
    ed_build_lock_release(&first);
    CHECK(ed_build_lock_take(&second, module) && second >= 0);
    ed_build_lock_release(&second);
    close(inherited);
    CHECK_EQ(end(), 0);
}

TEST(a_lock_may_have_descriptor_0)
{
    int first = -1, second = -1, input = stdin_close();
    CHECK(begin());
    CHECK(ed_build_lock_take(&first, module) && first == 0);
    CHECK(ed_build_lock_take(&first, module));
    CHECK(!ed_build_lock_take(&second, module));
    ed_build_lock_release(&first);
    CHECK(stdin_restore(input));
    CHECK_EQ(end(), 0);
}

TEST(every_user_who_may_build_can_take_the_lock)
{
    int lock = -1;
    struct stat st;
    CHECK(begin());
    mode_t before = umask(0);
    bool taken = ed_build_lock_take(&lock, module);
    umask(before);
    CHECK(taken && fstat(lock, &st) == 0);
    CHECK_EQ(st.st_mode & 07777, 0666);
    ed_build_lock_release(&lock);
    CHECK_EQ(end(), 0);
}

TEST(where_there_can_be_no_lock_builds_need_none)
{
    char elsewhere[128];
    int lock = -1;
    CHECK(begin());
    snprintf(elsewhere, sizeof elsewhere, "%s/none/game.so", folder);
    CHECK(ed_build_lock_take(&lock, elsewhere));
    CHECK_EQ(lock, -1);
    CHECK(symlink("elsewhere", name) == 0);      // a link is not followed
    CHECK(ed_build_lock_take(&lock, module));
    CHECK_EQ(lock, -1);
    CHECK_EQ(end(), 0);
}
