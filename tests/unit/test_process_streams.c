#include "tests/lib/test.h"
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>
#include "runtime/live/process.h"
#include "tests/lib/process_change.h"

/// Copies have numbers from 64 on, which this limit does not allow.
static bool take_without_copies(void)
{
    struct rlimit few;
    getrlimit(RLIMIT_NOFILE, &few);
    few.rlim_cur = 64;
    bool good = setrlimit(RLIMIT_NOFILE, &few) == 0;
    ed_process_take();
    return good;
}

static int redirect_without_a_copy(void)
{
    struct stat now;
    int ends[2];
    if (!take_without_copies()) return 1;
    if (pipe2(ends, O_CLOEXEC) != 0 || dup2(ends[1], STDERR_FILENO) < 0) return 2;
    int lowest = dup(STDIN_FILENO);
    close(lowest);
    ed_process_check_files();
    if (dup(STDIN_FILENO) != lowest) return 5;
    if (fstat(STDERR_FILENO, &now) != 0 || now.st_rdev != makedev(1, 3)) return 3;
    return strcmp(process_change(),
                  "the game changed a standard stream (standard error) in update or render; "
                  "it is restored; write the game's output to a separate file")
             ? 4
             : 0;
}

static int close_without_a_copy(void)
{
    struct stat now;
    if (!take_without_copies() || close(STDIN_FILENO) != 0) return 1;
    ed_process_check_files();
    return fstat(STDIN_FILENO, &now) != 0 || now.st_rdev != makedev(1, 3);
}

TEST(a_standard_file_that_has_no_copy_becomes_dev_null)
{
    CHECK_EQ(process_in_child(redirect_without_a_copy), 0);
    CHECK_EQ(process_in_child(close_without_a_copy), 0);
}

// --- the standard streams -----------------------------------------------------------------------

static ino_t inode_of(int file)
{
    struct stat st;
    return fstat(file, &st) == 0 ? st.st_ino : 0;
}

/// Three different files, so that each is recognized.
static bool open_three_files(void)
{
    for (int i = 0; i < 3; i++) {
        FILE *file = tmpfile();
        if (!file || dup2(fileno(file), i) != i) return false;
    }
    return true;
}

static const char *const stream_names[] = { "standard input", "standard output", "standard error" };

static int change_streams(void)
{
    for (int i = 0; i < 3; i++) {
        char expected[192];
        if (!open_three_files()) return 1;
        ino_t before[3] = { inode_of(0), inode_of(1), inode_of(2) };
        ed_process_take();
        ed_process_check_files();
        if (*process_change()) return 2;
        if (i == 1) close(i);
        else if (dup2((i + 1) % 3, i) != i) return 3;
        ed_process_check_files();
        for (int k = 0; k < 3; k++)
            if (inode_of(k) != before[k]) return 4;
        snprintf(expected, sizeof expected,
                 "the game changed a standard stream (%s) in update or "
                 "render; it is restored; write the game's output to a separate file",
                 stream_names[i]);
        if (!process_reports(expected)) return 5;
    }
    return 0;
}

static int start_with_a_closed_stream(void)
{
    close(STDIN_FILENO);
    ed_process_take();
    int file = open("/dev/null", O_RDONLY);
    ed_process_check_files();
    return file != STDIN_FILENO || *process_change() || inode_of(STDIN_FILENO) == 0;
}

static int keep_copies(void)
{
    if (!open_three_files()) return 1;
    ed_process_take();
    ed_process_take();      // the copies of the first are closed
    for (int i = 64; i < 67; i++) {
        if (fcntl(i, F_GETFD) != FD_CLOEXEC) return 2;
        if (inode_of(i) != inode_of(i - 64)) return 3;
    }
    if (inode_of(67)) return 4;
    ed_process_stop_restoring();
    for (int i = 64; i < 67; i++)
        if (inode_of(i)) return 5;
    close(STDIN_FILENO);
    ed_process_check_files();
    ed_process_check(ED_PHASE_LOAD);
    return inode_of(STDIN_FILENO) != 0 || *process_change();
}

TEST(standard_streams_are_restored_from_copies)
{
    CHECK_EQ(process_in_child(change_streams), 0);
    CHECK_EQ(process_in_child(start_with_a_closed_stream), 0);
    CHECK_EQ(process_in_child(keep_copies), 0);
}

static bool can_write(FILE *stream, int file, const char *text)
{
    char found[16] = "";
    return fprintf(stream, "%s", text) > 0 && fflush(stream) == 0
        && pread(file, found, sizeof found, 0) == (ssize_t)strlen(text) && strcmp(found, text) == 0;
}

static int write_after_closing(void)
{
    if (!open_three_files()) return 1;
    ed_process_take();
    fclose(stdout);
    ed_process_check_files();
    if (!can_write(stdout, 1, "out")) return 2;
    fclose(stderr);
    ed_process_check_files();
    if (!can_write(stderr, 2, "err")) return 3;
    FILE *out = stdout, *err = stderr;
    close(1);
    close(2);
    ed_process_check_files();
    return stdout != out || stderr != err ? 4 : 0;
}

TEST(streams_that_the_game_closed_can_be_written_to_again)
{
    CHECK_EQ(process_in_child(write_after_closing), 0);
}
