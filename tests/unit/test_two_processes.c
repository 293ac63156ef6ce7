/// Two processes that save the same file, or make folders for copies, at the same time.
#include "runtime/live/copy_dir.h"
#include "tests/lib/file_calls.h"
#include "tests/lib/open_files.h"
#include "tests/lib/saved_game.h"
#include "tests/lib/test.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>
#include "runtime/os/files/files.h"

static void save_meanwhile(void)
{
    ed_Error why = { .code = ED_OK };
    CHECK(ed_file_write_atomic(saved.path, saved.states[0].at, saved.states[0].size, &why));
}

TEST(a_save_does_not_remove_the_temporary_file_of_another_one)
{
    CHECK(saved_open());
    for (u32 i = 0; i < 2; i++) {
        CHECK(saved_restore());
        // In the first turn, the temporary file is not locked yet. The other save removes it, and
        // this save takes another name.
        *(i ? &file_calls.writing : &file_calls.created) = save_meanwhile;
        CHECK(ed_file_write_atomic(saved.path, saved.states[1].at, saved.states[1].size,
                                   &saved.error));
        CHECK(!file_calls.writing && !file_calls.created);
        CHECK_EQ(saved_state(), 1);
        CHECK_EQ(saved_file_count(), 1);
    }
    saved_close();
}

static int other_lock;

/// Locks the file or folder that was just created, as another process does before it removes it.
static void lock_it(void)
{
    char name[128];
    snprintf(name, sizeof name, "%s%s%s", *file_calls.name == '/' ? "" : saved.folder,
             *file_calls.name == '/' ? "" : "/", file_calls.name);
    other_lock = open(name, O_RDONLY);
    CHECK(other_lock >= 0 && flock(other_lock, LOCK_EX | LOCK_NB) == 0);
}

TEST(a_temporary_file_that_another_save_is_about_to_remove_is_not_used)
{
    CHECK(saved_open());
    CHECK(saved_restore());
    int before = open_files();
    file_calls.created = lock_it;
    CHECK(ed_file_write_atomic(saved.path, saved.states[1].at, saved.states[1].size, &saved.error));
    CHECK_EQ(open_files(), before + 1);
    CHECK_EQ(saved_state(), 1);
    CHECK_EQ(saved_file_count(), 2);
    CHECK(close(other_lock) == 0);
    CHECK(ed_file_write_atomic(saved.path, saved.states[1].at, saved.states[1].size, &saved.error));
    CHECK_EQ(saved_file_count(), 1);
    saved_close();
}

static char first[ED_COPY_DIR_PATH_MAX];      // the path of a new folder for copies

static void lock_folder(void)
{
    snprintf(first, sizeof first, "%s", file_calls.name);
    lock_it();
}

static void delete_folder(void)
{
    snprintf(first, sizeof first, "%s", file_calls.name);
    CHECK(rmdir(first) == 0);
}

TEST(a_new_folder_for_copies_that_another_process_is_about_to_delete_is_not_used)
{
    static void (*const changes[])(void) = { lock_folder, delete_folder };
    ed_CopyDir copies;
    CHECK(saved_open() && setenv("TMPDIR", saved.folder, 1) == 0);
    for (u32 i = 0; i < ED_COUNT(changes); i++) {
        int before = open_files();
        other_lock = -1;
        file_calls.opened = changes[i];
        bool opened = ed_copy_dir_open(&copies, &saved.error);
        if (other_lock >= 0) close(other_lock);
        CHECK(opened && !file_calls.opened && *first && strcmp(copies.path, first) != 0);
        CHECK_EQ(saved_file_count(), 1);
        CHECK_EQ(open_files(), before + 1);
        ed_copy_dir_close(&copies);
    }
    unsetenv("TMPDIR");
    saved_close();
}
