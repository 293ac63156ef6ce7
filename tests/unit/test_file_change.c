/// A file that changes while it is read.
#include "tests/lib/file_calls.h"
#include "tests/lib/open_files.h"
#include "tests/lib/saved_game.h"
#include "tests/lib/test.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include "runtime/os/files/files.h"

static void grow(void)      // within one tick of the clock
{
    struct stat st;
    int fd = open(saved.path, O_WRONLY | O_APPEND);
    CHECK(fd >= 0 && fstat(fd, &st) == 0 && write(fd, "more", 4) == 4);
    struct timespec before[2] = { { .tv_nsec = UTIME_OMIT }, st.st_mtim };
    CHECK(futimens(fd, before) == 0 && close(fd) == 0);
}

static void shrink(void) { CHECK(truncate(saved.path, 3) == 0); }

static void rewrite(void)
{
    // so that the time changes even if the clock ticks slowly
    struct timespec later[2] = { { .tv_nsec = UTIME_OMIT }, { .tv_sec = 2000000000 } };
    int fd = open(saved.path, O_WRONLY);
    CHECK(fd >= 0 && write(fd, "else", 4) == 4 && futimens(fd, later) == 0 && close(fd) == 0);
}

TEST(a_file_that_is_written_to_while_it_is_read_is_refused)
{
    static const struct {
        void (*change)(void);
        const char *words;
    } changes[] = {
        { grow, "a.state: the file was modified while it was read: try again" },
        { rewrite, "a.state: the file was modified while it was read: try again" },
        { shrink, "a.state: the file was truncated while it was read: try again" },
    };
    CHECK(saved_open());
    for (u32 i = 0; i < ED_COUNT(changes); i++) {
        ed_Span bytes;
        CHECK(saved_restore());
        file_calls.reading = changes[i].change;
        CHECK(!ed_file_read(saved.path, 1 << 20, test_arena(), &bytes, &saved.error));
        CHECK_TEXT(strrchr(saved.error.text, '/') + 1, changes[i].words);
    }
    saved_close();
}

static void become_a_pipe(void) { CHECK(unlink(saved.path) == 0 && mkfifo(saved.path, 0600) == 0); }
static void become_large(void) { CHECK(truncate(saved.path, 1 << 21) == 0); }

TEST(a_file_that_changes_before_it_is_opened_is_checked_again)
{
    static const struct {
        void (*change)(void);
        const char *words;
    } changes[] = {
        { become_a_pipe, "a.state: is a pipe, not a file" },
        { become_large, "a.state: the file has 2097152 bytes, more than the limit of 1048576" },
    };
    CHECK(saved_open());
    int before = open_files();
    for (u32 i = 0; i < ED_COUNT(changes); i++) {
        ed_Span bytes;
        unlink(saved.path);
        CHECK(saved_restore());
        file_calls.opening = changes[i].change;
        CHECK(!ed_file_read(saved.path, 1 << 20, test_arena(), &bytes, &saved.error));
        CHECK_HAS(saved.error.text, changes[i].words);
        CHECK_EQ(open_files(), before);
    }
    saved_close();
}
