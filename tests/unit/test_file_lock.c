#include "tests/lib/test.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "runtime/os/process/child.h"
#include "runtime/os/system/clock.h"
#include "runtime/os/files/file_lock.h"
#include "tests/lib/open_files.h"

static char folder[64], name[96];

static bool begin(void)
{
    snprintf(folder, sizeof folder, "/tmp/eddie-test-XXXXXX");
    if (!mkdtemp(folder)) return false;
    snprintf(name, sizeof name, "%s/lock", folder);
    return true;
}

static int end(void)
{
    unlink(name);
    return rmdir(folder);
}

TEST(a_lock_is_held_once_until_it_is_released)
{
    i64 first = ED_NO_LOCK, second = ED_NO_LOCK;
    CHECK(begin());
    CHECK_EQ(ed_file_lock_take(&first, name), 0);
    CHECK_EQ(ed_file_lock_take(&second, name), EWOULDBLOCK);
    CHECK_EQ(second, ED_NO_LOCK);
    int file = (int)first;
    ed_file_lock_release(&first);
    CHECK_EQ(first, ED_NO_LOCK);
    CHECK(fcntl(file, F_GETFD) < 0);      // closed
    CHECK_EQ(ed_file_lock_take(&second, name), 0);
    ed_file_lock_release(&second);
    ed_file_lock_release(&second);
    CHECK_EQ(end(), 0);
}

TEST(a_lock_is_not_inherited)
{
    i64 lock = ED_NO_LOCK;
    ed_Child child;
    CHECK(begin());
    CHECK_EQ(ed_file_lock_take(&lock, name), 0);
    CHECK_EQ(ed_child_start(&child, &(ed_ChildStart){ .command = "exec sleep 30" }), 0);
    close((int)lock);      // as the end of this process does
    CHECK_EQ(ed_file_lock_take(&lock, name), 0);
    ed_file_lock_release(&lock);
    ed_child_kill(&child);
    CHECK_EQ(ed_child_wait(&child), ED_CHILD_KILLED);
    CHECK_EQ(end(), 0);
}

TEST(a_lock_is_released_though_a_forked_process_still_has_the_file)
{
    i64 first = ED_NO_LOCK, second = ED_NO_LOCK;
    CHECK(begin());
    CHECK_EQ(ed_file_lock_take(&first, name), 0);
    int inherited = dup((int)first);
    ed_file_lock_release(&first);
    CHECK_EQ(ed_file_lock_take(&second, name), 0);
    ed_file_lock_release(&second);
    close(inherited);
    CHECK_EQ(end(), 0);
}

TEST(a_lock_may_have_descriptor_0)
{
    i64 first = ED_NO_LOCK, second = ED_NO_LOCK;
    int input = stdin_close();
    CHECK(begin());
    CHECK(ed_file_lock_take(&first, name) == 0 && first == 0);
    CHECK_EQ(ed_file_lock_take(&second, name), EWOULDBLOCK);
    CHECK(ed_file_lock_now_ns(first) != 0);
    ed_file_lock_release(&first);
    CHECK(stdin_restore(input));
    CHECK_EQ(end(), 0);
}

TEST(every_user_can_take_a_lock)
{
    i64 lock = ED_NO_LOCK;
    struct stat st;
    CHECK(begin());
    mode_t before = umask(0);
    int failed = ed_file_lock_take(&lock, name);
    umask(before);
    CHECK(!failed && fstat((int)lock, &st) == 0);
    CHECK_EQ(st.st_mode & 07777, 0666);
    ed_file_lock_release(&lock);
    CHECK_EQ(end(), 0);
}

TEST(a_lock_that_is_impossible_is_an_error)
{
    i64 lock = 7;
    char elsewhere[128];
    CHECK(begin());
    snprintf(elsewhere, sizeof elsewhere, "%s/none/lock", folder);
    CHECK_EQ(ed_file_lock_take(&lock, elsewhere), ENOENT);
    CHECK_EQ(lock, ED_NO_LOCK);
    CHECK(symlink("elsewhere", name) == 0);      // a link is not followed
    CHECK_EQ(ed_file_lock_take(&lock, name), ELOOP);
    CHECK_EQ(end(), 0);
}

TEST(a_lock_knows_the_time_of_its_file_system)
{
    i64 lock = ED_NO_LOCK;
    const u64 minute_ns = 60000000000;
    CHECK(begin());
    CHECK_EQ(ed_file_lock_now_ns(ED_NO_LOCK), 0);
    CHECK_EQ(ed_file_lock_take(&lock, name), 0);
    const struct timespec times[2] = { { .tv_sec = 1 }, { .tv_sec = 1 } };
    CHECK(futimens((int)lock, times) == 0);
    u64 file_ns = ed_file_lock_now_ns(lock), now_ns = ed_date_ns();
    CHECK(file_ns + minute_ns > now_ns && file_ns < now_ns + minute_ns);
    ed_file_lock_release(&lock);
    CHECK_EQ(end(), 0);
}
