/// A copy of a library that cannot be made, because a call fails or its folder is replaced.
#include "runtime/live/copy_dir.h"
#include "tests/lib/file_calls.h"
#include "tests/lib/saved_game.h"
#include "tests/lib/test.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *put_copy(u32 at, int fault)
{
    saved.error = (ed_Error){ .code = ED_OK };
    file_calls_arm(at, fault);
    bool good = ed_copy_dir_put(saved.folder, "game.so-1.so", "a copy", 6, &saved.error);
    file_calls_disarm();
    return good ? "copied" : saved.error.text;
}

TEST(a_copy_that_cannot_be_written_is_reported_and_not_left)
{
    static const char others[] = "other users can write to that folder, or it belongs to another "
                                 "user";
    const struct {
        u32 at;      // opening the folder, opening the file, writing, closing
        int fault;
        const char *words;
    } cases[] = {
        { 0, EPERM, others },
        { 0, ELOOP, others },
        { 0, ENOTDIR, others },
        { 0, EMFILE, "Too many open files" },
        { 1, EACCES, "Permission denied" },
        { 2, ENOSPC,
          "the disk is full: free some space, or set TMPDIR to a folder on another disk" },
        { 2, EIO, "Input/output error" },
        { 2, NO_WRITE,
          "the disk is full: free some space, or set TMPDIR to a folder on another disk" },
        { 3, EIO, "Input/output error" },
    };
    CHECK(saved_open());
    for (u32 i = 0; i < ED_COUNT(cases); i++) {
        char expected[256];
        snprintf(expected, sizeof expected, "%s: the library cannot be copied there: %s",
                 saved.folder, cases[i].words);
        CHECK_TEXT(put_copy(cases[i].at, cases[i].fault), expected);
        CHECK_EQ(saved_file_count(), 0);
    }
    CHECK_TEXT(put_copy(2, SHORT_WRITE), "copied");
    CHECK_EQ(saved_file_count(), 1);
    saved_close();
}

static char moved[80];

static void replace_folder(void)
{
    CHECK(rename(saved.folder, moved) == 0 && mkdir(saved.folder, 0700) == 0);
}

static void replace_folder_and_file(void)
{
    replace_folder();
    snprintf(saved.path, sizeof saved.path, "%s/game.so-1.so", saved.folder);
    int fd = open(saved.path, O_WRONLY | O_CREAT, 0600);
    CHECK(fd >= 0 && close(fd) == 0);
}

TEST(a_copy_in_a_folder_that_is_replaced_meanwhile_is_not_used)
{
    static void (*const changes[])(void) = { replace_folder, replace_folder_and_file };
    for (u32 i = 0; i < ED_COUNT(changes); i++) {
        CHECK(saved_open());
        snprintf(moved, sizeof moved, "%s-moved", saved.folder);
        file_calls.creating = changes[i];
        CHECK_HAS(put_copy(NO_CALL, 0), "the library cannot be copied there: it was replaced by "
                                        "another folder");
        CHECK_EQ(rmdir(moved), 0);      // the copy was removed
        saved_close();
    }
}
