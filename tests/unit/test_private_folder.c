#include "runtime/os/files/private_folder.h"
#include "tests/lib/test.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "runtime/os/files/file_info.h"

// The ways in which another user or process interferes are in test_copy_dir.c.

static char parent[64], stem[80], path[128];
static i64 lock;

static bool begin(void)
{
    snprintf(parent, sizeof parent, "/tmp/eddie-test-XXXXXX");
    if (!mkdtemp(parent)) return false;
    snprintf(stem, sizeof stem, "%s/a-", parent);
    return ed_private_folder_make(stem, path, sizeof path, &lock) == 0;
}

static const char *in(const char *name)
{
    static char file[160];
    snprintf(file, sizeof file, "%s/%s", path, name);
    return file;
}

static bool is_short(const char *name) { return strlen(name) == 1; }

TEST(a_private_folder_holds_private_files_and_is_removed_when_it_is_empty)
{
    ed_FileInfo info;
    CHECK(begin());
    CHECK(strncmp(path, stem, strlen(stem)) == 0);
    CHECK_EQ(strlen(path), strlen(stem) + ED_PRIVATE_NAME_LETTERS);
    CHECK_EQ(ed_file_info(path, ED_LINK_ITSELF, &info), 0);
    CHECK_EQ(info.permissions, 0700);
    CHECK_EQ(ed_private_file_put(path, "b", "code", 4), 0);
    CHECK_EQ(ed_private_file_put(path, "b", "code", 4), EEXIST);
    CHECK_EQ(ed_file_info(in("b"), ED_LINK_ITSELF, &info), 0);
    CHECK_EQ(info.permissions, 0600);
    ed_private_file_remove(in("b"));
    CHECK_EQ(ed_file_kind(in("b")), ED_FILE_NONE);
    CHECK(ed_private_folder_is_there(path, lock));
    ed_private_folder_close(path, lock);
    CHECK_EQ(ed_file_kind(path), ED_FILE_NONE);
    CHECK_EQ(rmdir(parent), 0);
}

TEST(a_private_folder_that_was_left_is_deleted_if_all_its_files_are_ours)
{
    CHECK(begin());
    CHECK_EQ(ed_private_file_put(path, "b", "code", 4), 0);
    CHECK_EQ(ed_private_file_put(path, "long", "code", 4), 0);
    ed_private_folder_close(path, lock);      // stays and is still locked
    CHECK(!ed_private_folder_delete_abandoned(path, is_short));
    CHECK_EQ(close((int)lock), 0);
    CHECK(!ed_private_folder_delete_abandoned(path, is_short));
    CHECK_EQ(ed_file_kind(in("b")), ED_FILE_REGULAR);
    CHECK_EQ(ed_file_remove(in("long")), 0);
    CHECK(ed_private_folder_delete_abandoned(path, is_short));
    CHECK(!ed_private_folder_delete_abandoned(path, is_short));
    CHECK_EQ(rmdir(parent), 0);
}

TEST(a_path_without_room_for_a_private_folder_is_an_error)
{
    CHECK(begin());
    ed_private_folder_close(path, lock);
    CHECK_EQ(ed_private_folder_make(stem, path, strlen(stem) + ED_PRIVATE_NAME_LETTERS, &lock),
             ENAMETOOLONG);
    CHECK_EQ(lock, ED_NO_PRIVATE_FOLDER);
    CHECK_EQ(rmdir(parent), 0);
    CHECK_EQ(ed_private_folder_make(stem, path, sizeof path, &lock), ENOENT);
}

TEST(the_parent_of_private_folders_is_named_even_if_it_does_not_exist)
{
    char found[ED_PATH_MAX];
    setenv("TMPDIR", "/eddie/none", 1);
    CHECK_TEXT(ed_private_parent_find(found), "No such file or directory");
    CHECK_TEXT(found, "/eddie/none");
    unsetenv("TMPDIR");
    CHECK(!ed_private_parent_find(found));
}
