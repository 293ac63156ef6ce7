#include "tests/lib/test.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "runtime/os/files/target.h"

static char folder[64];

static bool begin(void)
{
    snprintf(folder, sizeof folder, "/tmp/eddie-test-XXXXXX");
    return mkdtemp(folder) != NULL;
}

static const char *in(const char *name)
{
    static char paths[4][128];
    static u32 turn;
    char *path = paths[turn++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static bool make(const char *name)
{
    int file = open(in(name), O_WRONLY | O_CREAT | O_EXCL, 0600);
    return file >= 0 && close(file) == 0;
}

TEST(a_path_that_is_too_long_for_a_message_is_shown_by_its_end)
{
    char path[300], room[ED_PATH_SHOWN_MAX + 4], expected[400];
    memset(path, 'a', sizeof path);
    path[ED_PATH_SHOWN_MAX] = 0;
    CHECK(ed_target_shown(path, room) == path);
    memcpy(path + ED_PATH_SHOWN_MAX, "b", 2);
    snprintf(expected, sizeof expected, "…%s", path + 1);
    CHECK_TEXT(ed_target_shown(path, room), expected);
    CHECK_EQ(strlen(room), ED_PATH_SHOWN_MAX + 3);
    memcpy(path, "\xe2\x82\xac", 3);      // is not split
    snprintf(expected, sizeof expected, "…%s", path + 3);
    CHECK_TEXT(ed_target_shown(path, room), expected);
}

TEST(what_is_not_a_file_has_a_name)
{
    CHECK_TEXT(ed_target_kind(ED_FILE_FOLDER), "a folder");
    CHECK_TEXT(ed_target_kind(ED_FILE_PIPE), "a pipe");
    CHECK_TEXT(ed_target_kind(ED_FILE_SOCKET), "a socket");
    CHECK_TEXT(ed_target_kind(ED_FILE_DEVICE), "a device");
}

TEST(there_is_an_advice_for_every_error_of_a_save)
{
    static const struct {
        int why;
        const char *advice;
    } advices[] = {
        { ENOSPC, "free some space, or choose another path" },
        { EDQUOT, "free some space, or choose another path" },
        { EFBIG, "free some space, or choose another path" },
        { EACCES, "choose a path that you may write to" },
        { EPERM, "choose a path that you may write to" },
        { EROFS, "choose a path that you may write to" },
        { ENOENT, "create its folder first, or choose another path" },
        { ENOTDIR, "create its folder first, or choose another path" },
        { EMFILE, "too many files are open: close some programs, then try again" },
        { ENFILE, "too many files are open: close some programs, then try again" },
        { ENAMETOOLONG, "choose a shorter name" },
        { EIO, "the disk may be failing: choose another disk" },
        { EBUSY, "try again, or choose another path" },
    };
    for (u32 i = 0; i < ED_COUNT(advices); i++)
        CHECK_TEXT(ed_target_advice(advices[i].why), advices[i].advice);
}

TEST(a_refusal_has_the_path_the_reason_and_perhaps_help)
{
    ed_Error error = { .code = ED_OK };
    CHECK(!ed_target_refuse(&error, ED_ERR_LIMIT, "a.state", "it is so", "do that"));
    CHECK_EQ(error.code, ED_ERR_LIMIT);
    CHECK_TEXT(error.text, "a.state: it is so: do that");
    error.code = ED_OK;
    CHECK(!ed_target_refuse(&error, ED_ERR_OS, "a.state", "it is so", ""));
    CHECK_TEXT(error.text, "a.state: it is so");
}

TEST(the_file_to_write_is_the_end_of_all_links)
{
    char real[ED_PATH_MAX];
    ed_Target target;
    ed_Error error = { .code = ED_OK };
    CHECK(begin() && make("file") && symlink("file", in("link")) == 0
          && symlink("link", in("again")) == 0 && realpath(in("file"), real));
    static const char *const names[] = { "file", "link", "again" };
    for (u32 i = 0; i < ED_COUNT(names); i++) {
        CHECK(ed_target_find(&target, in(names[i]), &error));
        CHECK_TEXT(target.path, real);
        CHECK(target.replaces && target.old.kind == ED_FILE_REGULAR);
    }
    CHECK(ed_target_find(&target, in("new"), &error));
    CHECK_TEXT(target.path, in("new"));
    CHECK(!target.replaces);
    CHECK(ed_target_find(&target, in("a/new"), &error));      // opening it fails later
    CHECK(!ed_target_find(&target, in("a/"), &error));
    CHECK_HAS(error.text, "a/: a file name is missing");
    for (u32 i = 0; i < ED_COUNT(names); i++) CHECK_EQ(ed_target_remove(in(names[i])), 0);
    CHECK_EQ(rmdir(folder), 0);
}

TEST(only_files_and_links_are_removed)
{
    CHECK(begin() && make("file") && symlink("file", in("link")) == 0
          && mkfifo(in("pipe"), 0600) == 0 && mkdir(in("folder"), 0700) == 0);
    CHECK(ed_target_remove(in("link")) == 0 && access(in("file"), F_OK) == 0);
    CHECK(ed_target_remove(in("file")) == 0 && access(in("file"), F_OK) != 0);
    CHECK_EQ(ed_target_remove(in("file")), 0);      // the name is free
    CHECK_EQ(ed_target_remove(in("pipe")), EINVAL);
    CHECK_EQ(ed_target_remove(in("folder")), EINVAL);
    CHECK(make("other"));
    CHECK_EQ(ed_target_remove(in("other/file")), ENOTDIR);
    CHECK(unlink(in("pipe")) == 0 && rmdir(in("folder")) == 0 && unlink(in("other")) == 0);
    CHECK_EQ(rmdir(folder), 0);
}
