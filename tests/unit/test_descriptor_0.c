/// Files and folders that are opened as descriptor 0, because standard input is closed.
#include "runtime/live/copy_dir.h"
#include "tests/lib/file_calls.h"
#include "tests/lib/open_files.h"
#include "tests/lib/saved_game.h"
#include "tests/lib/test.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "runtime/os/files/files.h"

#define OPENS_MAX 16u      // more calls than any test below makes

static int input;      // a copy of standard input

/// Opens standard input again; false if the file that replaced it is still open.
static bool restore_input(void)
{
    bool closed = !file_calls.replaced || fcntl(STDIN_FILENO, F_GETFD) < 0;
    file_calls.replaced = false;
    return dup2(input, STDIN_FILENO) == STDIN_FILENO && closed;
}

static bool make(const char *name)
{
    char left[128];
    snprintf(left, sizeof left, "%s/%s", saved.folder, name);
    int fd = open(left, O_WRONLY | O_CREAT | O_EXCL, 0600);
    return fd >= 0 && close(fd) == 0;
}

TEST(a_file_is_read_and_written_also_with_descriptor_0)
{
    CHECK(saved_open());
    input = dup(STDIN_FILENO);
    int before = open_files();
    for (u32 at = 0; at < OPENS_MAX; at++) {
        ed_Span bytes = { NULL, 0 };
        CHECK(saved_restore() && make("a.state.1-1.part"));
        file_calls_arm(at, ZERO);
        bool good = ed_file_write_atomic(saved.path, saved.states[1].at, saved.states[1].size,
                                         &saved.error);
        file_calls_disarm();
        CHECK(restore_input() && good && saved_state() == 1);
        CHECK_EQ(saved_file_count(), 1);
        file_calls_arm(at, ZERO);
        good = ed_file_read(saved.path, 1 << 20, test_arena(), &bytes, &saved.error);
        file_calls_disarm();
        CHECK(restore_input() && good && bytes.size == saved.states[1].size);
        CHECK_EQ(open_files(), before);
    }
    close(input);
    saved_close();
}

/// Opens a folder for copies, makes a copy and removes both. One of these steps gets descriptor 0.
static bool use_copies(u32 step, u32 at)
{
    char copy[ED_COPY_DIR_PATH_MAX + 16];
    ed_CopyDir copies;
    if (step == 0) file_calls_arm(at, ZERO);
    bool good = ed_copy_dir_open(&copies, &saved.error) && saved_file_count() == 1;
    file_calls_disarm();
    snprintf(copy, sizeof copy, "%s/game.so-1.so", copies.path);
    if (step == 1) file_calls_arm(at, ZERO);
    good = good && ed_copy_dir_put(copies.path, "game.so-1.so", "a copy", 6, &saved.error)
        && access(copy, F_OK) == 0;
    file_calls_disarm();
    if (step == 2) file_calls_arm(at, ZERO);
    ed_copy_dir_remove(copy);
    file_calls_disarm();
    good = good && access(copy, F_OK) != 0;
    ed_copy_dir_close(&copies);
    return good && saved_file_count() == 0;
}

TEST(copies_are_made_and_removed_also_with_descriptor_0)
{
    char abandoned[96];
    CHECK(saved_open() && setenv("TMPDIR", saved.folder, 1) == 0);
    snprintf(abandoned, sizeof abandoned, "%s/eddie-code-aB3xYz", saved.folder);
    input = dup(STDIN_FILENO);
    int before = open_files();
    for (u32 i = 0; i < 3 * OPENS_MAX; i++) {
        CHECK(mkdir(abandoned, 0700) == 0 && make("eddie-code-aB3xYz/game.so-1.so"));
        CHECK(use_copies(i / OPENS_MAX, i % OPENS_MAX));
        CHECK(restore_input());
        CHECK_EQ(open_files(), before);
    }
    close(input);
    unsetenv("TMPDIR");
    saved_close();
}
