#include "tests/test.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include "runtime/live/file.h"

static char folder[64], path[96];
static ed_Error error;

static void begin(void)
{
    error = (ed_Error){ .code = ED_OK };
    snprintf(folder, sizeof folder, "/tmp/eddie-test-XXXXXX");
    if (mkdtemp(folder)) snprintf(path, sizeof path, "%s/a.state", folder);
}

static int end(void)      // what else is in the folder: a temporary file left behind
{
    unlink(path);
    return rmdir(folder);
}

static const char *content(void)
{
    ed_Span bytes = { NULL, 0 };
    static char text[64];
    if (!ed_file_read(path, 60, test_arena(), &bytes, &error)) return error.text;
    snprintf(text, sizeof text, "%.*s", (int)bytes.size, (const char *)bytes.at);
    return text;
}

TEST(a_written_file_is_read_back_and_nothing_else_is_left)
{
    begin();
    CHECK(ed_file_write_atomic(path, "one", 3, &error));
    CHECK_TEXT(content(), "one");
    CHECK(ed_file_write_atomic(path, "another", 7, &error));
    CHECK_TEXT(content(), "another");
    CHECK_EQ(end(), 0);
}

TEST(a_write_that_fails_leaves_the_old_file_whole)
{
    struct rlimit old, small = { 100, RLIM_INFINITY };
    static char big[4096];
    begin();
    CHECK(ed_file_write_atomic(path, "old", 3, &error));
    getrlimit(RLIMIT_FSIZE, &old);
    small.rlim_max = old.rlim_max;
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &small);
    bool good = ed_file_write_atomic(path, big, sizeof big, &error);
    setrlimit(RLIMIT_FSIZE, &old);
    CHECK(!good);
    CHECK_HAS(error.text, "a.state: cannot be saved: File too large");
    error = (ed_Error){ .code = ED_OK };
    CHECK_TEXT(content(), "old");
    CHECK_EQ(end(), 0);
}

TEST(a_link_stays_a_link)
{
    char real[96];
    struct stat st;
    begin();
    snprintf(real, sizeof real, "%s/b.state", folder);
    CHECK(ed_file_write_atomic(real, "old", 3, &error));
    CHECK(symlink(real, path) == 0);
    CHECK(ed_file_write_atomic(path, "new", 3, &error));
    CHECK(lstat(path, &st) == 0 && S_ISLNK(st.st_mode));
    CHECK_TEXT(content(), "new");
    unlink(real);
    CHECK_EQ(end(), 0);
}

TEST(only_files_are_read_and_none_over_the_limit)
{
    begin();
    ed_Span bytes;
    CHECK(!ed_file_read(folder, 60, test_arena(), &bytes, &error));
    CHECK_HAS(error.text, "it is a folder");
    error = (ed_Error){ .code = ED_OK };
    CHECK(mkfifo(path, 0600) == 0);
    CHECK(!ed_file_read(path, 60, test_arena(), &bytes, &error));
    CHECK_HAS(error.text, "it is a pipe");
    unlink(path);
    error = (ed_Error){ .code = ED_OK };
    CHECK(ed_file_write_atomic(path, "0123456789", 10, &error));
    CHECK(!ed_file_read(path, 9, test_arena(), &bytes, &error));
    CHECK_EQ(error.code, ED_ERR_LIMIT);
    CHECK_EQ(end(), 0);
}

TEST(a_new_file_never_replaces_or_follows)
{
    begin();
    int fd = open(folder, O_RDONLY | O_DIRECTORY);
    CHECK(ed_file_write_new(fd, "a.state", "one", 3));
    CHECK(!ed_file_write_new(fd, "a.state", "two", 3));
    CHECK_EQ(errno, EEXIST);
    CHECK_TEXT(content(), "one");
    unlink(path);
    CHECK(symlink("/tmp/eddie-nowhere", path) == 0);
    CHECK(!ed_file_write_new(fd, "a.state", "two", 3));
    CHECK(access("/tmp/eddie-nowhere", F_OK) != 0);
    close(fd);
    CHECK_EQ(end(), 0);
}

TEST(a_written_file_is_as_readable_as_any_the_user_makes)
{
    struct stat st;
    begin();
    mode_t mask = umask(026);
    bool good = ed_file_write_atomic(path, "one", 3, &error);
    umask(mask);
    CHECK(good && stat(path, &st) == 0);
    CHECK_EQ(st.st_mode & 0777, 0640);
    CHECK_EQ(end(), 0);
}

TEST(what_a_killed_program_left_behind_is_in_nobodys_way)
{
    char left[112];
    begin();
    snprintf(left, sizeof left, "%s.%u-0.part", path, (u32)getpid());
    CHECK(symlink("/tmp/eddie-nowhere", left) == 0);
    CHECK(ed_file_write_atomic(path, "one", 3, &error));
    CHECK_TEXT(content(), "one");
    CHECK(access("/tmp/eddie-nowhere", F_OK) != 0);
    unlink(left);
    CHECK_EQ(end(), 0);
}
