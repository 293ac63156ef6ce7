#include "tests/lib/test.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "runtime/os/system/clock.h"
#include "runtime/os/files/file_info.h"
#include "runtime/os/files/files.h"
#include "runtime/os/files/folder.h"
#include "runtime/os/files/open_file.h"

static char folder[64];

static bool begin(void)
{
    snprintf(folder, sizeof folder, "/tmp/eddie-test-XXXXXX");
    return mkdtemp(folder) != NULL;
}

static void end(void)
{
    char command[96];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    CHECK_EQ(system(command), 0);
}

static const char *in(const char *name)
{
    static char paths[4][128];
    static u32 turn;
    char *path = paths[turn++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static bool make(const char *name, const char *text)
{
    return ed_file_write_new(in(name), ED_FILE_SHARED, text, strlen(text)) == 0;
}

TEST(a_path_leads_to_a_file_of_some_kind)
{
    ed_FileInfo info;
    CHECK(begin() && make("file", "four") && symlink("file", in("link")) == 0);
    CHECK(link(in("file"), in("other")) == 0 && mkfifo(in("pipe"), 0600) == 0);
    CHECK_EQ(ed_file_info(in("file"), ED_LINK_ITSELF, &info), 0);
    CHECK_EQ(info.kind, ED_FILE_REGULAR);
    CHECK_EQ(info.mark.size, 4);
    CHECK_EQ(info.names, 2);
    CHECK_EQ(info.owner, geteuid());
    CHECK_EQ(ed_file_info(in("link"), ED_LINK_ITSELF, &info), 0);
    CHECK_EQ(info.kind, ED_FILE_LINK);
    CHECK_EQ(ed_file_kind(in("link")), ED_FILE_REGULAR);
    CHECK_EQ(ed_file_kind(in("pipe")), ED_FILE_PIPE);
    CHECK_EQ(ed_file_kind(folder), ED_FILE_FOLDER);
    CHECK_EQ(ed_file_kind("/dev/null"), ED_FILE_DEVICE);
    CHECK_EQ(ed_file_info(in("none"), ED_LINK_FOLLOW, &info), ENOENT);
    CHECK_EQ(info.kind, ED_FILE_NONE);
    CHECK_EQ(ed_file_info(in("file/none"), ED_LINK_FOLLOW, &info), ENOTDIR);
    end();
}

TEST(hard_links_have_the_same_file_mark)
{
    CHECK(begin() && make("a", "one") && make("b", "one"));
    CHECK_EQ(ed_file_add_name(in("a"), in("c")), 0);
    CHECK_EQ(ed_file_add_name(in("a"), in("b")), EEXIST);
    ed_FileMark a = ed_file_mark(in("a")), b = ed_file_mark(in("b")), c = ed_file_mark(in("c"));
    ed_FileMark none = ed_file_mark(in("none"));
    CHECK(ed_file_is_same(&a, &c) && !ed_file_is_same(&a, &b));
    CHECK(!ed_file_is_same(&none, &none));
    end();
}

TEST(files_are_renamed_and_removed)
{
    char real[ED_PATH_MAX];
    CHECK(begin() && make("a", "one") && make("b", "two") && symlink("a", in("link")) == 0);
    CHECK_EQ(ed_file_real_path(in("link"), real), 0);
    CHECK_TEXT(real, in("a"));
    CHECK_EQ(ed_file_rename(in("a"), in("b")), 0);
    CHECK_EQ(ed_file_real_path(in("link"), real), ENOENT);
    CHECK_EQ(ed_file_mark(in("b")).size, 3);
    CHECK_EQ(ed_file_remove(in("b")), 0);
    CHECK_EQ(ed_file_remove(in("b")), ENOENT);
    CHECK(ed_file_remove(folder) != 0);
    end();
}

TEST(the_time_of_a_write_can_be_set)
{
    CHECK(begin() && make("file", "one") && symlink("file", in("link")) == 0);
    CHECK_EQ(ed_file_set_written(in("link"), ED_LINK_FOLLOW, 5000000007), 0);
    CHECK_EQ(ed_file_mark(in("file")).written_ns, 5000000007);
    CHECK_EQ(ed_file_set_written(in("link"), ED_LINK_ITSELF, 1000000000), 0);
    CHECK_EQ(ed_file_mark(in("file")).written_ns, 5000000007);
    CHECK_EQ(ed_file_set_written(in("file"), ED_LINK_FOLLOW, ED_FILE_NOW), 0);
    CHECK(ed_file_mark(in("file")).written_ns + 60000000000u > ed_date_ns());
    CHECK_EQ(ed_file_set_written(in("none"), ED_LINK_FOLLOW, ED_FILE_NOW), ENOENT);
    end();
}

TEST(rights_are_those_of_the_user)
{
    CHECK(begin() && make("file", ""));
    CHECK(ed_file_may_write(in("file")) && !ed_file_may_run(in("file")));
    CHECK(chmod(in("file"), 0755) == 0 && ed_file_may_run(in("file")));
    CHECK(!ed_file_may_write(in("none")));
    end();
}

TEST(an_open_file_is_read_and_appended_to)
{
    char text[8] = "";
    i64 file;
    size_t got;
    ed_FileInfo info;
    CHECK(begin());
    CHECK_EQ(ed_file_open(&file, in("file")), ENOENT);
    CHECK_EQ(file, ED_NO_FILE);
    ed_file_close(file);
    CHECK_EQ(ed_file_open_to_write(&file, in("file")), 0);
    CHECK_EQ(ed_file_write_on(file, "abc", 3), 0);
    CHECK_EQ(ed_file_write_on(file, "de", 2), 0);
    CHECK_EQ(ed_file_sync(file), 0);
    CHECK_EQ(ed_file_info_of(file, &info), 0);
    CHECK_EQ(info.mark.size, 5);
    ed_file_close(file);
    CHECK_EQ(ed_file_open_to_write(&file, in("file")), 0);      // keeps the content
    CHECK_EQ(ed_file_read_on(file, text, 3, &got), 0);
    CHECK_EQ(got, 3);
    CHECK_EQ(ed_file_read_on(file, text + 3, 4, &got), 0);
    CHECK_EQ(got, 2);
    CHECK_TEXT(text, "abcde");
    CHECK_EQ(ed_file_empty(file), 0);
    CHECK_EQ(ed_file_write_on(file, "f", 1), 0);
    CHECK_EQ(ed_file_mark(in("file")).size, 1);
    ed_file_close(file);
    CHECK_EQ(ed_file_open(&file, in("file")), 0);
    CHECK_EQ(ed_file_write_on(file, "g", 1), EBADF);
    ed_file_close(file);
    end();
}

TEST(folders_are_made_and_removed)
{
    char first[ED_PATH_MAX], second[ED_PATH_MAX];
    CHECK(begin());
    CHECK_EQ(ed_folder_make(in("a")), 0);
    CHECK_EQ(ed_folder_make(in("a")), EEXIST);
    CHECK_EQ(ed_folder_make(in("none/a")), ENOENT);
    CHECK_EQ(ed_folder_make_unique(in("b"), first), 0);
    CHECK_EQ(ed_folder_make_unique(in("b"), second), 0);
    CHECK(strcmp(first, second) != 0 && ed_file_kind(second) == ED_FILE_FOLDER);
    CHECK_EQ(ed_folder_remove(second), 0);
    CHECK_EQ(ed_folder_remove(second), ENOENT);
    CHECK_EQ(ed_folder_remove(folder), ENOTEMPTY);
    end();
}

TEST(a_folder_is_made_with_those_above_it)
{
    static char path[ED_PATH_MAX + 1];
    CHECK(begin());
    CHECK_EQ(ed_folder_make_all(in("a/b/c")), 0);
    CHECK_EQ(ed_folder_make_all(in("a/b/c")), 0);
    CHECK_EQ(ed_file_kind(in("a/b/c")), ED_FILE_FOLDER);
    CHECK_EQ(ed_file_write_new(in("file"), ED_FILE_SHARED, "", 0), 0);
    CHECK_EQ(ed_folder_make_all(in("file")), ENOTDIR);
    CHECK_EQ(ed_folder_make_all(in("file/a")), ENOTDIR);
    memset(path, 'a', sizeof path - 1);
    CHECK_EQ(ed_folder_make_all(path), ENAMETOOLONG);
    end();
}

TEST(a_locked_folder_makes_others_wait)
{
    CHECK(begin());
    i64 lock = ed_folder_lock(folder, 10);
    CHECK(lock >= 0);
    u64 start_ns = ed_now_ns();
    i64 other = ed_folder_lock(folder, 20);      // gives up
    CHECK(ed_now_ns() - start_ns >= 20000000);
    ed_folder_unlock(other);
    ed_folder_unlock(lock);
    lock = ed_folder_lock(folder, 0);
    ed_folder_unlock(lock);
    CHECK_EQ(ed_folder_lock(in("none"), 0), -1);
    ed_folder_unlock(-1);
    end();
}

TEST(an_output_file_is_written_beside_its_target)
{
    char temporary[ED_PATH_MAX];
    ed_Target target;
    ed_FileInfo info;
    ed_Error error = { .code = ED_OK };
    CHECK(begin() && make("file", "old") && chmod(in("file"), 0640) == 0);
    CHECK(ed_target_find(&target, in("file"), &error));
    CHECK_EQ(ed_file_write_beside(&target, "newer", 5, temporary), 0);
    CHECK_EQ(ed_file_mark(in("file")).size, 3);
    CHECK_EQ(ed_file_info(temporary, ED_LINK_ITSELF, &info), 0);
    CHECK_EQ(info.mark.size, 5);
    CHECK_EQ(info.permissions, 0640);
    CHECK_EQ(ed_file_rename(temporary, target.path), 0);
    CHECK_EQ(ed_file_mark(in("file")).size, 5);
    CHECK(ed_target_find(&target, in("none/file"), &error));
    CHECK_EQ(ed_file_write_beside(&target, "new", 3, temporary), ENOENT);
    end();
}
